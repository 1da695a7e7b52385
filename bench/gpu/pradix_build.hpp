// SPDX-License-Identifier: MIT
// A build of the library: this program's own, or another one that is measured beside it, by turns in one process. From
// one process to the next, calls of microseconds differ by five per cent, by turns by one.
#pragma once

#include <pradix/cuda.hpp>

#include <string>

namespace pradix::bench::gpu {

struct pradix_build {
    std::string name;
    decltype(&cuda::detail::sort) sort = &cuda::detail::sort;
    decltype(&cuda::detail::argsort) argsort = &cuda::detail::argsort;
    decltype(&cuda::workspace_bytes) workspace_bytes = &cuda::workspace_bytes;
    decltype(&cuda::argsort_workspace_bytes) argsort_workspace_bytes = &cuda::argsort_workspace_bytes;
};

// From NAME=FILE, a shared library whose functions have the same parameters as this build's; it stays loaded. Throws
// std::runtime_error if it cannot be loaded, lacks one of them, or is this program's own.
pradix_build load_build(std::string const& name_and_file);

} // namespace pradix::bench::gpu
