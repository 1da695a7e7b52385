// SPDX-License-Identifier: MIT
// Ctrl-C and kill: temporary files go, one line is printed, and the signal ends the tool as it would have done.
#pragma once

#include <csignal>
#include <string>

namespace pradix::cli {

/// Handles the signals that people, limits and timers end programs with, from SIGINT to SIGXCPU (unless the parent had
/// them ignored), in the main thread, whichever they reach, and turns SIGPIPE and SIGXFSZ, a file beyond the limit,
/// into write errors.
void catch_signals();

/// Holds those signals back while it lives in the main thread, so that a file is made and put under guard as one step.
class signals_held {
public:
    signals_held();
    ~signals_held();
    signals_held(signals_held const&) = delete;
    signals_held& operator=(signals_held const&) = delete;

private:
    sigset_t before_; // what was held already stays so
};

/// Has the file removed if a signal ends the program. Returns a ticket for keep_on_signal, or -1 for
/// a path too long, or one too many.
int remove_on_signal(std::string const& path);
void keep_on_signal(int ticket);

/// Says that from now on something may have been written that stays, for the message of a signal.
void output_begins();

/// Says that a line on the terminal is unfinished, so that a message must start on a new one.
void line_is_open(bool open);

} // namespace pradix::cli
