// SPDX-License-Identifier: MIT
// How many CPUs a container allows: the CPU quota of the process's cgroup and of those around it.
#pragma once

#include <string>

namespace pradix::cpu {

// The tightest quota in CPUs, rounded up; 0 for no limit. `membership` is the file that names the process's cgroups,
// `root` the folder where their file system is mounted; both versions of cgroups are understood.
unsigned threads_by_cgroup(std::string const& membership = "/proc/self/cgroup",
                           std::string const& root = "/sys/fs/cgroup");

} // namespace pradix::cpu
