// SPDX-License-Identifier: MIT
// Reading and writing go on after a signal, and where whoever has the descriptor, too, told it not to wait.
#pragma once

#include <cerrno>
#include <poll.h>

namespace pradix::cli {

/// Whether a read or write that has just failed is to be tried again. Waits for `event`, POLLIN or POLLOUT, if there is
/// nothing to read yet or no room to write.
inline bool try_again(int handle, short event) {
    if (errno != EAGAIN)
        return errno == EINTR;
    pollfd ready{handle, event, 0};
    poll(&ready, 1, -1);
    return true;
}

} // namespace pradix::cli
