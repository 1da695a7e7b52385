// SPDX-License-Identifier: MIT
// The handler may only call what is safe in a signal handler: unlink, write, _exit and lock-free atomics.
#include "cli/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace pradix::cli {
namespace {

constexpr int places = 4;
constexpr std::size_t longest_path = 4096;
char doomed_paths[places][longest_path];
std::atomic<bool> doomed[places];
std::atomic<bool> open_line;

void stop(int signal_number) {
    for (int i = 0; i < places; ++i)
        if (doomed[i].load())
            unlink(doomed_paths[i]);
    std::string_view line = signal_number == SIGINT
                                ? "\npradix: interrupted: stopped by SIGINT; run it again, no output was changed\n"
                                : "\npradix: interrupted: stopped by a signal; run it again, no output was changed\n";
    if (!open_line.load())
        line.remove_prefix(1);
    [[maybe_unused]] auto const written = write(STDERR_FILENO, line.data(), line.size());
    _exit(2);
}

constexpr int caught[] = {SIGINT, SIGTERM, SIGHUP};

sigset_t caught_set() {
    sigset_t set;
    sigemptyset(&set);
    for (int number : caught)
        sigaddset(&set, number);
    return set;
}

} // namespace

void catch_signals() {
    for (int number : caught) {
        struct sigaction action = {};
        sigaction(number, nullptr, &action);
        if (action.sa_handler == SIG_IGN)
            continue;
        action.sa_handler = stop;
        action.sa_mask = caught_set();
        sigaction(number, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN);
}

signals_held::signals_held() {
    sigset_t const set = caught_set();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

signals_held::~signals_held() {
    sigset_t const set = caught_set();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

int remove_on_signal(std::string const& path) {
    for (int i = 0; i < places; ++i)
        if (!doomed[i].load() && path.size() < longest_path) {
            std::memcpy(doomed_paths[i], path.c_str(), path.size() + 1);
            doomed[i].store(true);
            return i;
        }
    return -1;
}

void keep_on_signal(int ticket) {
    if (ticket >= 0)
        doomed[ticket].store(false);
}

void line_is_open(bool open) {
    open_line.store(open);
}

} // namespace pradix::cli
