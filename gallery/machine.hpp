// SPDX-License-Identifier: MIT
// A device of one platform. The two platforms are alike from here on: what an algorithm needs to run.
#pragma once

#include "gallery/job.hpp"
#include "gallery/trace/trace.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::gallery {

struct algorithm;

enum class platform : std::uint8_t { opencl, cuda };

enum class scan_kind : std::uint8_t { hillis_steele, blelloch };

/// What a scan left in memory: after every step, and at its end.
struct scan_result {
    std::vector<std::vector<std::uint32_t>> steps;
    std::vector<std::uint32_t> values;
};

/// A device, with the kernels and the scratch that it has made so far; not for use by several threads at once.
/// Everything throws backend_unavailable, out_of_memory or device_error with the words of the platform.
class machine {
public:
    machine() = default;
    virtual ~machine() = default;
    machine(machine const&) = delete;
    machine& operator=(machine const&) = delete;

    virtual std::string name() const = 0;

    /// Threads of the largest block.
    virtual unsigned most_threads() const = 0;

    /// Sorts job.padded unsigned keys in host memory and returns the seconds that it took, transfers left out, but not
    /// the building of kernels and the memory that it needs for the first time. With `traced`, which costs many more
    /// transfers, records every pass in it.
    virtual double sort(algorithm const& with, job const& work, void* keys, trace* traced) = 0;

    /// Runs one of the scans alone: Hillis and Steele's inclusive one over one block, or Blelloch's exclusive one over
    /// any number of tiles of 2 * block values. Steps are recorded if all values fit in one block or tile.
    virtual scan_result scan(scan_kind kind, std::span<std::uint32_t const> values, unsigned block) = 0;
};

/// Names of the platform's devices, in the order of their index; empty if it is not built or has none.
std::vector<std::string> devices(platform of);

/// Throws backend_unavailable if the platform is not built or has no such device.
std::unique_ptr<machine> open(platform of, unsigned device = 0);

std::string_view name(platform of);

} // namespace pradix::gallery
