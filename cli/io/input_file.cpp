// SPDX-License-Identifier: MIT
// Large reads into one buffer; a pipe's buffer doubles.
#include "cli/io/input_file.hpp"

#include "cli/error.hpp"
#include "cli/io/try_again.hpp"
#include "cli/size.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pradix::cli {

input_file::input_file(std::string const& path) : name_(path == "-" ? "standard input" : path) {
    if (path.empty())
        fail("the name of the file to read is empty; name one, or - for standard input");
    handle_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle_ < 0)
        fail_with_errno(name_, "open it for reading", errno);
    struct stat facts {};
    if (fstat(handle_, &facts) == 0 && S_ISDIR(facts.st_mode))
        fail("{}: is a directory; name a file", name_);
    posix_fadvise(handle_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

input_file::~input_file() {
    if (handle_ != STDIN_FILENO)
        close(handle_);
}

std::optional<std::size_t> input_file::size_left() const {
    struct stat facts {};
    if (fstat(handle_, &facts) != 0 || !S_ISREG(facts.st_mode))
        return std::nullopt;
    off_t const at = lseek(handle_, 0, SEEK_CUR);
    return static_cast<std::size_t>(std::max<off_t>(facts.st_size - std::max<off_t>(at, 0), 0));
}

std::string input_file::peek(std::size_t size) const {
    std::string bytes(std::min(size, size_left().value_or(0)), '\0');
    ssize_t const got = pread(handle_, bytes.data(), bytes.size(), std::max<off_t>(lseek(handle_, 0, SEEK_CUR), 0));
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0); // what cannot be read, read() reports
    return bytes;
}

std::size_t input_file::read(void* data, std::size_t size, progress* steps) {
    constexpr std::size_t step = std::size_t{8} << 20; // small enough for a progress line that moves
    auto* const bytes = static_cast<std::byte*>(data);
    std::size_t got = 0;
    while (got < size) {
        ssize_t const more = ::read(handle_, bytes + got, std::min(size - got, step));
        if (more < 0 && try_again(handle_, POLLIN))
            continue;
        if (more < 0)
            fail_with_errno(name_, "read it", errno);
        if (more == 0)
            break;
        got += static_cast<std::size_t>(more);
        if (steps)
            steps->advance(static_cast<std::size_t>(more));
    }
    return got;
}

buffer input_file::read_rest(progress& steps, std::size_t spare) {
    constexpr std::size_t first_guess = std::size_t{1} << 20;
    std::optional<std::size_t> const size = size_left();
    // Half, if the size is not known: sorting keys takes memory twice, and there is no telling before all are there.
    std::uint64_t const allowed = size ? allowed_ : allowed_ / 2;
    auto const check = [&](std::size_t bytes) {
        if (bytes > allowed)
            fail("{}: is larger than the {} that {} leaves for it; {} or split the input", name_,
                 exact_bytes_text(allowed), limit_.whose, limit_.advice);
    };
    check(size.value_or(0));
    // One byte more than a regular file has, so that the read that finds its end needs no second buffer; and one byte
    // more than is allowed, which tells that there are more.
    buffer all(std::min(size.value_or(first_guess), allowed) + 1 + spare);
    std::size_t got = 0;
    for (;;) {
        std::size_t const room = all.size() - spare - got;
        std::size_t const more = read(all.data() + got, room, &steps);
        got += more;
        check(got);
        if (more < room)
            break;
        // The bytes and their copy are within what is allowed, since the last step begins before half are there.
        all.resize((got > allowed / 4 ? allowed : got * 2) + 1 + spare);
    }
    all.resize(got);
    return all;
}

} // namespace pradix::cli
