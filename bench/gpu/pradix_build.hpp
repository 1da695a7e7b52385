// SPDX-License-Identifier: MIT
// A build of the library: this program's own, or another one that is measured beside it, by turns in one process. From
// one process to the next, calls of microseconds differ by five per cent, by turns by one.
#pragma once

#include "bench/gpu/cases.hpp"

#include <pradix/cuda.hpp>

#include <functional>
#include <string>

namespace pradix::bench::gpu {

struct pradix_build {
    std::string name;
    std::function<decltype(cuda::detail::sort)> sort = &cuda::detail::sort;
    std::function<decltype(cuda::detail::argsort)> argsort = &cuda::detail::argsort;
    std::function<decltype(cuda::workspace_bytes)> workspace_bytes = &cuda::workspace_bytes;
    std::function<decltype(cuda::argsort_workspace_bytes)> argsort_workspace_bytes = &cuda::argsort_workspace_bytes;
    // Else the case is not measured with it.
    std::function<bool(test_case const&)> concerns = [](test_case const&) { return true; };
};

// From NAME=FILE, a shared library whose functions have the same parameters as this build's; it stays loaded. Throws
// std::runtime_error if it cannot be loaded, lacks one of them, or is this program's own.
pradix_build load_build(std::string const& name_and_file);

} // namespace pradix::bench::gpu
