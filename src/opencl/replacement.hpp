// SPDX-License-Identifier: MIT
// A file that takes the place of another one when it is complete.
#pragma once

#include <filesystem>
#include <string_view>

namespace pradix::opencl {

// Written beside the file under a name of its own, and removed unless it is put in the file's place. Links are
// followed, permissions of an existing file are kept. Its members throw invalid_argument, as the constructor does of a
// place that cannot be written or holds something else than a regular file.
class replacement {
public:
    explicit replacement(std::filesystem::path const& path);
    ~replacement();
    replacement(replacement const&) = delete;
    replacement& operator=(replacement const&) = delete;

    void write(std::string_view text);
    void put_in_place();

private:
    [[noreturn]] void fail(std::string_view wrong) const;

    std::filesystem::path named_, target_, unfinished_;
    int handle_ = -1;
};

} // namespace pradix::opencl
