// SPDX-License-Identifier: MIT
// OpenCL's errors as pradix's: the right kind, and in words.
#pragma once

#include "src/opencl/headers.hpp"

#include <string>
#include <utility>

namespace pradix::opencl {

// "CL_OUT_OF_RESOURCES", or "error -9999" for codes of a vendor's own.
std::string error_name(cl_int code);

// Throws out_of_memory, backend_unavailable or device_error. `doing` says what was attempted.
[[noreturn]] void throw_error(cl::Error const& error, std::string const& doing);

// Runs the work and gives its result; an error of OpenCL becomes one of pradix.
template <class Work>
decltype(auto) attempting(std::string const& doing, Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (cl::Error const& error) {
        throw_error(error, doing);
    }
}

} // namespace pradix::opencl
