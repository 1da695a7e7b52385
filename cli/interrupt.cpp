// SPDX-License-Identifier: MIT
// The handler may only call what is safe in a signal handler: unlink, write, raise and the like, and lock-free atomics.
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
std::atomic<bool> output_begun;

pthread_t const main_thread = pthread_self(); // by which such objects are made

// In the main thread, which may hold signals back. Others, as a driver starts them, send theirs there; but what a
// thread aborts for ends the tool when its handler returns.
void stop(int signal_number) {
    if (signal_number != SIGABRT && !pthread_equal(pthread_self(), main_thread)) {
        pthread_kill(main_thread, signal_number);
        return;
    }
    for (int i = 0; i < places; ++i)
        if (doomed[i].load())
            unlink(doomed_paths[i]);
    char message[200];
    std::size_t size = 0;
    auto const say = [&](std::string_view text) {
        std::memcpy(message + size, text.data(), text.size());
        size += text.size();
    };
    say(open_line.load() ? "\n" : "");
    say(signal_number == SIGINT ? "pradix: interrupted: stopped by SIGINT; run it again, "
                                : "pradix: interrupted: stopped by a signal; run it again, ");
    say(output_begun.load() ? "some output may have been written already\n" : "no output was changed\n");
    [[maybe_unused]] auto const written = write(STDERR_FILENO, message, size);
    // The status has to be that of a death by this signal: a shell that runs us in a loop stops only then.
    std::signal(signal_number, SIG_DFL);
    sigset_t this_one;
    sigemptyset(&this_one);
    sigaddset(&this_one, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
    raise(signal_number);
    _exit(128 + signal_number); // the first process of a container does not die by its own signals
}

constexpr int caught[] = {SIGINT,  SIGTERM,   SIGHUP,  SIGQUIT, SIGABRT, SIGXCPU, SIGALRM,
                          SIGPROF, SIGVTALRM, SIGUSR1, SIGUSR2, SIGIO,   SIGPWR};

sigset_t caught_set() {
    sigset_t set;
    sigemptyset(&set);
    for (int number : caught)
        sigaddset(&set, number);
    return set;
}

// What the parent wants to be ignored, as nohup does.
sigset_t ignored_set() {
    sigset_t set;
    sigemptyset(&set);
    for (int number : caught) {
        struct sigaction action = {};
        sigaction(number, nullptr, &action);
        if (action.sa_handler == SIG_IGN)
            sigaddset(&set, number);
    }
    return set;
}

} // namespace

void catch_signals() {
    static sigset_t const ignored = ignored_set();
    for (int number : caught) {
        struct sigaction action = {};
        action.sa_handler = sigismember(&ignored, number) == 1 ? SIG_IGN : stop;
        action.sa_mask = caught_set();
        sigaction(number, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

signals_held::signals_held() {
    sigset_t const set = caught_set();
    pthread_sigmask(SIG_BLOCK, &set, &before_);
}

signals_held::~signals_held() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int remove_on_signal(std::string const& path) {
    catch_signals(); // again: an OpenCL driver that was loaded meanwhile may handle them in its own way
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

void output_begins() {
    output_begun.store(true);
}

void line_is_open(bool open) {
    open_line.store(open);
}

} // namespace pradix::cli
