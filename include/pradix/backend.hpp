// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/options.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pradix {

/// What is known about one backend on this machine.
struct backend_info {
    backend id;
    std::string_view name;            ///< "cpu", "opencl", "cuda": what --backend and PRADIX_BACKEND take
    bool built;                       ///< compiled into this library
    bool available;                   ///< built, and there is a device that it was built for
    std::string detail;               ///< one line: the device, or why there is none
    std::vector<std::string> devices; ///< names of the devices, in the order of their index
};

/// All backends, CUDA first and the CPU last, whether or not this build or machine has them. Never throws for a missing
/// device.
std::vector<backend_info> backends();

/// One entry of backends(), without loading other backends' drivers. backend::automatic stands for
/// default_backend(), and throws what that throws.
backend_info inspect(backend id);

/// The backend that `automatic` stands for with large arrays: PRADIX_BACKEND if set, else CUDA if it is available, else
/// the CPU. Unless PRADIX_BACKEND is set, arrays under 64 MiB are sorted on the CPU, since transfers would cost more
/// than the device saves.
/// Throws backend_unavailable if PRADIX_BACKEND names one that is unknown or not available.
backend default_backend();

/// "cpu", "opencl", "cuda", "automatic"; "unknown" for a number that is no enumerator.
std::string_view name(backend id) noexcept;

/// The backend of that name, or nothing. "auto" is accepted for "automatic".
std::optional<backend> backend_from_name(std::string_view name) noexcept;

/// Threads that the CPU backend uses for options.threads == 0: PRADIX_THREADS if it is set and not empty, else the
/// hardware threads that the process may use (its affinity mask and its cgroup's CPU quota, rounded up).
/// The system is asked once, PRADIX_THREADS each time.
/// Throws invalid_argument if PRADIX_THREADS is set to anything but a number from 1 to 1024.
unsigned default_threads();

} // namespace pradix
