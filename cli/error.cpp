// SPDX-License-Identifier: MIT
// Turns the system's error numbers into a line that says what to do.
#include "cli/error.hpp"

#include <algorithm>
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
        return "check the path";
    case EISDIR:
        return "name a file";
    default:
        return "check the device and try again";
    }
}

} // namespace

std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 127; }, '?');
    return text;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    return fmt::format("'{}{}'", text.substr(0, longest), text.size() > longest ? "..." : "");
}

void fail_with_errno(std::string_view name, std::string_view attempted, int number) {
    fail("{}: cannot {}: {}; {}", name, attempted, std::strerror(number), advice(number));
}

} // namespace pradix::cli
