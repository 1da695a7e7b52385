// SPDX-License-Identifier: MIT
#include "src/opencl/replacement.hpp"

#include <pradix/error.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace pradix::opencl {

namespace fs = std::filesystem;

replacement::replacement(fs::path const& path) : named_(path), target_(path) {
    std::error_code unknown;
    fs::file_status const found = fs::status(path, unknown);
    bool const is_link = fs::is_symlink(fs::symlink_status(path, unknown));
    if (is_link && !fs::exists(found))
        fail("it is a link to nothing");
    if (fs::exists(found) && !fs::is_regular_file(found))
        fail("it is no regular file");
    if (is_link)
        target_ = fs::canonical(path);
    if (fs::exists(found) && access(target_.c_str(), W_OK) != 0)
        fail(std::strerror(errno));
    for (int attempt = 0; handle_ < 0; ++attempt) {
        unfinished_ = target_.parent_path() / (".pradix-" + std::to_string(getpid()) + "-" + std::to_string(attempt));
        handle_ = open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (handle_ < 0 && (errno != EEXIST || attempt == 1000))
            fail(std::strerror(errno));
    }
    if (fs::exists(found))
        fchmod(handle_, static_cast<mode_t>(found.permissions()));
}

replacement::~replacement() {
    if (handle_ >= 0)
        close(handle_);
    if (!unfinished_.empty())
        unlink(unfinished_.c_str());
}

void replacement::write(std::string_view text) {
    while (!text.empty()) {
        ssize_t const put = ::write(handle_, text.data(), text.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            fail(std::strerror(errno));
        text.remove_prefix(static_cast<std::size_t>(put));
    }
}

void replacement::put_in_place() {
    if (fsync(handle_) != 0)
        fail(std::strerror(errno));
    if (rename(unfinished_.c_str(), target_.c_str()) != 0)
        fail(std::strerror(errno));
    unfinished_.clear();
}

void replacement::fail(std::string_view wrong) const {
    throw invalid_argument("OpenCL tuning file " + named_.string() + ": cannot be written: " + std::string(wrong) +
                           "; name another file, or another folder in PRADIX_CACHE_DIR");
}

} // namespace pradix::opencl
