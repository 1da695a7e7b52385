// SPDX-License-Identifier: MIT
// Turns the system's error numbers into a line that says what to do.
#include "cli/error.hpp"

#include <cerrno>
#include <cstring>

namespace pradix::cli {
namespace {

char const* advice(int number) {
    switch (number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "free some space or write to another place";
    case EACCES:
    case EPERM:
    case EROFS:
        return "check its permissions or choose another place";
    case ENOENT:
    case ENOTDIR:
    case ELOOP:
        return "check the path";
    case ENAMETOOLONG:
        return "give it a shorter name";
    case EISDIR:
        return "name a file";
    case EBUSY:
        return "if it is a mount point, write to another name, or use -o - > FILE";
    case EMFILE:
    case ENFILE:
        return "close other files, or allow more (ulimit -n)";
    case EBADF:
        return "check how it was opened";
    default:
        return "check the device and try again";
    }
}

} // namespace

void fail_with_errno(std::string_view name, std::string_view attempted, int number) {
    fail("{}: cannot {}: {}; {}", name, attempted, std::strerror(number), advice(number));
}

} // namespace pradix::cli
