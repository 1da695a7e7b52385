// SPDX-License-Identifier: MIT
// What a result was measured on: the facts that explain a difference between two result files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::bench {

struct machine_facts {
    std::string cpu;                 ///< model name as the system gives it
    unsigned threads = 0;            ///< hardware threads this process may use
    std::string threads_problem;     ///< why that is not known, as PRADIX_THREADS is no number; else empty
    std::vector<std::string> caches; ///< of the first processor: "L1d 48 KiB", "L2 2 MiB", ...
    std::uint64_t memory_bytes = 0;  ///< physical memory
    std::uint64_t memory_limit = 0;  ///< bytes that the cgroup allows; 0: no limit
    std::string system;              ///< kernel name, release and architecture
    std::string huge_pages;          ///< transparent huge pages: "always", "madvise" or "never"
    std::string compiler;            ///< name and version
    std::string build_type;          ///< "Release", ...
    std::string flags;               ///< compiler flags of that build type
    std::string commit;              ///< git commit, "-dirty" if files differ from it, "" outside a repository
    std::string version;             ///< of the library
    std::string date;                ///< UTC, "2026-01-31T12:00:00Z"
};

/// Facts that the system does not tell are left empty.
machine_facts this_machine();

} // namespace pradix::bench
