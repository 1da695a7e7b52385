// SPDX-License-Identifier: MIT
// The sort with one of its paths left out, to measure what that path is worth: a tuning by which it never begins. Both
// with and without it, arguments are not checked, which takes half a microsecond.
#pragma once

#include "bench/gpu/cases.hpp"
#include "bench/gpu/pradix_build.hpp"
#include "src/cuda/plans/tuning.hpp"

#include <string>
#include <vector>

namespace pradix::bench::gpu {

struct path {
    char const* name;
    void (*leave_out)(cuda::tuning&);
    bool (*concerns)(test_case const&, cuda::tuning const&); // else it is not taken anyway
};

std::vector<std::string> path_names();

// One of path_names(), or all of them for "all".
std::vector<path> paths_named(std::string const& name);

// This program's build, with all paths, and without one.
pradix_build with_all_paths();
pradix_build without(path const& left_out);

} // namespace pradix::bench::gpu
