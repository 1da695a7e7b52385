// SPDX-License-Identifier: MIT
#include "src/cpu/machine.hpp"

#include "src/core/validate.hpp"
#include "src/cpu/cgroup.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace pradix::cpu {

namespace {

unsigned threads_by_affinity() {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(getpid(), sizeof set, &set) == 0) // of the main thread, whichever asks
        return static_cast<unsigned>(CPU_COUNT(&set));
#endif
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

unsigned usable_threads() {
    unsigned const allowed = threads_by_affinity();
    unsigned const quota = threads_by_cgroup();
    return std::clamp(quota > 0 ? std::min(allowed, quota) : allowed, 1u, core::most_threads);
}

std::uint64_t memory_bytes() {
    long const pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page_bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) : 0;
}

std::size_t l2_bytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
    static long const bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (bytes > 0)
        return static_cast<std::size_t>(bytes);
#endif
    return std::size_t{1} << 20;
}

std::string model_name(std::string const& facts) {
    std::ifstream in(facts);
    for (std::string line; std::getline(in, line);)
        for (char const* const label : {"model name", "Model", "cpu model"}) // of x86, of boards with Arm, of MIPS
            if (std::size_t const colon = line.find(": "); line.starts_with(label) && colon != line.npos)
                return line.substr(colon + 2);
    return {};
}

} // namespace pradix::cpu
