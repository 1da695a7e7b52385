// SPDX-License-Identifier: MIT
// What a container allows: the limits of the process's cgroup and of those around it, in both versions of cgroups.
#pragma once

#include <cstdint>
#include <string>

namespace pradix::cpu {

struct cgroup_files {
    std::string membership = "/proc/self/cgroup"; // names the process's cgroups
    std::string root = "/sys/fs/cgroup";          // where their file system is mounted
};

// The tightest quota in CPUs, rounded up; 0 for no limit.
unsigned threads_by_cgroup(cgroup_files const& files = {});

// The least number of bytes of memory; 0 for no limit.
std::uint64_t memory_by_cgroup(cgroup_files const& files = {});

} // namespace pradix::cpu
