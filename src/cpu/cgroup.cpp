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

    unsigned threads() const {
        if (quota_us <= 0 || period_us <= 0)
            return 0;
        return static_cast<unsigned>(std::max(1.0, (quota_us + period_us - 1) / period_us));
    }
};

quota quota_v2(std::string const& folder) {
    quota found;
    std::ifstream(folder + "/cpu.max") >> found.quota_us >> found.period_us;
    return found;
}

quota quota_v1(std::string const& folder) {
    return {number_in(folder + "/cpu.cfs_quota_us"), number_in(folder + "/cpu.cfs_period_us")};
}

// The tightest limit from root + path up to root.
unsigned tightest(std::string const& root, std::string path, quota (*read)(std::string const&)) {
    unsigned fewest = 0;
    while (true) {
        if (unsigned const here = read(root + path).threads())
            fewest = fewest ? std::min(fewest, here) : here;
        if (path.empty() || path == "/")
            return fewest;
        path.resize(path.rfind('/'));
    }
}

bool names_cpu(std::string const& controllers) {
    return ("," + controllers + ",").find(",cpu,") != std::string::npos;
}

} // namespace

unsigned threads_by_cgroup(std::string const& membership, std::string const& root) {
    unsigned fewest = 0;
    std::ifstream in(membership);
    for (std::string line; std::getline(in, line);) { // "number:controllers:path", no controllers in version 2
        std::istringstream fields(line);
        std::string number, controllers, path;
        std::getline(fields, number, ':');
        std::getline(fields, controllers, ':');
        std::getline(fields, path);
        unsigned here = 0;
        if (controllers.empty())
            here = tightest(root, path, quota_v2);
        else if (names_cpu(controllers))
            here = tightest(root + "/" + controllers, path, quota_v1);
        if (here)
            fewest = fewest ? std::min(fewest, here) : here;
    }
    return fewest;
}

} // namespace pradix::cpu
