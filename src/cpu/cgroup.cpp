// SPDX-License-Identifier: MIT
#include "src/cpu/cgroup.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace pradix::cpu {

namespace {

// The first number in a file; 0 if there is none, as for "max".
double number_in(std::string const& file) {
    double number = 0;
    std::ifstream(file) >> number;
    return number;
}

// Quota and period of one cgroup, in microseconds; a quota that is not positive is no limit.
struct quota {
    double quota_us = 0, period_us = 0;

    std::uint64_t threads() const {
        if (quota_us <= 0 || period_us <= 0)
            return 0;
        return static_cast<std::uint64_t>(std::max(1.0, (quota_us + period_us - 1) / period_us));
    }
};

std::uint64_t threads_v2(std::string const& folder) {
    quota found;
    std::ifstream(folder + "/cpu.max") >> found.quota_us >> found.period_us;
    return found.threads();
}

std::uint64_t threads_v1(std::string const& folder) {
    return quota{number_in(folder + "/cpu.cfs_quota_us"), number_in(folder + "/cpu.cfs_period_us")}.threads();
}

// Version 1 has no word for "no limit", but a number of pages that no machine has.
std::uint64_t bytes_in(std::string const& file) {
    double const bytes = number_in(file);
    return bytes < 0x1p62 ? static_cast<std::uint64_t>(std::max(0.0, bytes)) : 0;
}

std::uint64_t memory_v2(std::string const& folder) {
    return bytes_in(folder + "/memory.max");
}

std::uint64_t memory_v1(std::string const& folder) {
    return bytes_in(folder + "/memory.limit_in_bytes");
}

// A limit of one cgroup by its folder; 0: none.
using limit_reader = std::uint64_t (*)(std::string const& folder);

std::uint64_t tighter(std::uint64_t a, std::uint64_t b) {
    return a == 0 || b == 0 ? a + b : std::min(a, b);
}

// The tightest limit from root + path up to root.
std::uint64_t tightest(std::string const& root, std::string path, limit_reader read) {
    std::uint64_t least = 0;
    while (true) {
        least = tighter(least, read(root + path));
        if (path.empty() || path == "/")
            return least;
        path.resize(path.rfind('/'));
    }
}

// The tightest limit that any of the process's cgroups sets for what `controller` controls.
std::uint64_t limit_of(cgroup_files const& files, std::string const& controller, limit_reader v1, limit_reader v2) {
    std::uint64_t least = 0;
    std::ifstream in(files.membership);
    for (std::string line; std::getline(in, line);) { // "number:controllers:path", no controllers in version 2
        std::istringstream fields(line);
        std::string number, controllers, path;
        std::getline(fields, number, ':');
        std::getline(fields, controllers, ':');
        std::getline(fields, path);
        if (controllers.empty())
            least = tighter(least, tightest(files.root, path, v2));
        else if (("," + controllers + ",").find("," + controller + ",") != std::string::npos)
            for (std::string const& mount : {controllers, controller}) // or their order is another, and there is a link
                least = tighter(least, tightest(files.root + "/" + mount, path, v1));
    }
    return least;
}

} // namespace

unsigned threads_by_cgroup(cgroup_files const& files) {
    return static_cast<unsigned>(limit_of(files, "cpu", threads_v1, threads_v2));
}

std::uint64_t memory_by_cgroup(cgroup_files const& files) {
    return limit_of(files, "memory", memory_v1, memory_v2);
}

} // namespace pradix::cpu
