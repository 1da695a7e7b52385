// SPDX-License-Identifier: MIT
// Finds and starts the plotting script.
#include "bench/harness/plot.hpp"

#include "bench/harness/build_facts.hpp"

#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pradix::bench {

std::string plot_script() {
    namespace fs = std::filesystem;
    std::error_code unknown;
    fs::path const tool = fs::read_symlink("/proc/self/exe", unknown);
    for (fs::path const& place : {tool.parent_path() / "../share/pradix/plot.py", fs::path(build_source) / "plot.py"})
        if (fs::is_regular_file(place, unknown))
            return place.lexically_normal().string();
    return {};
}

std::vector<std::string> plot_command(std::string const& script, std::string const& results,
                                      std::string const& folder) {
    return {"python3", script, results, "--output", folder};
}

bool run_command(std::vector<std::string> const& command) {
    std::vector<char*> arguments;
    for (std::string const& each : command)
        arguments.push_back(const_cast<char*>(each.c_str())); // posix_spawnp does not write to them
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0)
        return false;
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace pradix::bench
