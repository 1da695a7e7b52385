// SPDX-License-Identifier: MIT
// What the CPU backend knows about the machine it runs on.
#pragma once

#include "src/cpu/tuning.hpp"

#include <cstdint>
#include <string>

namespace pradix::cpu {

// Hardware threads that this process may use: its affinity mask, and its cgroup's CPU quota rounded up.
unsigned usable_threads();

// Bytes of the machine's memory, whatever a cgroup allows of it; 0 where the system does not tell.
std::uint64_t memory_bytes();

// Bytes of the second-level cache of one core, or a cautious guess where the system does not tell.
std::size_t l2_bytes();

// The processor's name for people; empty if that file of the system does not tell it.
std::string model_name(std::string const& facts = "/proc/cpuinfo");

} // namespace pradix::cpu
