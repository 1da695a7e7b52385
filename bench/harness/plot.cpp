// SPDX-License-Identifier: MIT
// Finds and starts the plotting script.
#include "bench/harness/plot.hpp"

#include "bench/harness/build_facts.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pradix::bench {

namespace {

// Of what comes until the other end is closed.
std::string last_line(int from) {
    std::string text;
    char piece[4096];
    for (ssize_t got; (got = read(from, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR);)
        text.append(piece, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (text.ends_with('\n'))
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

} // namespace

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

std::optional<std::string> failure_of(std::vector<std::string> const& command) {
    std::vector<char*> arguments;
    for (std::string const& each : command)
        arguments.push_back(const_cast<char*>(each.c_str())); // posix_spawnp does not write to them
    arguments.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return std::strerror(errno);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    pid_t child = 0;
    int const refused = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string const said = last_line(ends[0]);
    close(ends[0]);
    if (refused != 0)
        return command.front() + ": " + std::strerror(refused);
    int status = 0;
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {};
    return said.empty() ? command.front() + " failed" : said;
}

} // namespace pradix::bench
