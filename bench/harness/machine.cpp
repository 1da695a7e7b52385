// SPDX-License-Identifier: MIT
// Reads the machine's facts from the kernel and from what the build wrote down.
#include "bench/harness/machine.hpp"

#include "bench/harness/build_facts.hpp"
#include "src/cpu/cgroup.hpp"
#include "src/cpu/machine.hpp"

#include <pradix/backend.hpp>
#include <pradix/error.hpp>
#include <pradix/version.hpp>

#include <chrono>
#include <ctime>
#include <fstream>
#include <sys/utsname.h>

namespace pradix::bench {
namespace {

std::string first_line(std::string const& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

// "2 MiB", "48 KiB": with the largest binary unit that leaves a whole number.
std::string binary_bytes_text(std::uint64_t bytes) {
    static constexpr char const* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (bytes != 0 && bytes % 1024 == 0 && unit + 1 < std::size(units)) {
        bytes /= 1024;
        ++unit;
    }
    return std::to_string(bytes) + " " + units[unit];
}

std::vector<std::string> caches() {
    std::vector<std::string> found;
    for (int index = 0;; ++index) {
        std::string const folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
        std::string const level = first_line(folder + "level");
        if (level.empty())
            return found;
        std::string const kind = first_line(folder + "type");
        if (kind == "Instruction")
            continue;
        std::string size = first_line(folder + "size");
        if (size.ends_with('K'))
            size = binary_bytes_text(std::stoull(size) << 10);
        found.push_back("L" + level + (kind == "Data" ? "d " : " ") + size);
    }
}

// The file reads "always [madvise] never": the brackets mark the choice in force.
std::string bracketed(std::string const& line) {
    std::size_t const open = line.find('['), close = line.find(']');
    return open < close && close != line.npos ? line.substr(open + 1, close - open - 1) : "";
}

std::string compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "";
#endif
}

std::string now_utc() {
    std::time_t const now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::size_t const length = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text, length};
}

} // namespace

machine_facts this_machine() {
    machine_facts facts;
    facts.cpu = cpu::model_name();
    try {
        facts.threads = default_threads();
    } catch (error const& problem) {
        facts.threads_problem = problem.what();
    }
    facts.caches = caches();
    facts.memory_bytes = cpu::memory_bytes();
    facts.memory_limit = cpu::memory_by_cgroup();
    utsname system{};
    if (uname(&system) == 0)
        facts.system = std::string(system.sysname) + " " + system.release + " " + system.machine;
    facts.huge_pages = bracketed(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
    facts.compiler = compiler();
    facts.build_type = build_type;
    facts.flags = build_flags;
    facts.commit = build_commit;
    facts.version = version();
    facts.date = now_utc();
    return facts;
}

} // namespace pradix::bench
