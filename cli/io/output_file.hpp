// SPDX-License-Identifier: MIT
// Output that appears whole or not at all: a temporary file beside the target, renamed over it when all is written.
#pragma once

#include "cli/progress.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace pradix::cli {

/// "-" is standard output. What is no regular file (a pipe, /dev/null) is written directly, and so is a descriptor that
/// is open already, under any of its names (/dev/stdout, /dev/fd/N). A symbolic link is followed; owner, group and
/// permissions of an existing target are kept as far as the user may give them, and a new one has those that the system
/// gives to files of its folder. Destroyed without commit(), it leaves the target as it was.
class output_file {
public:
    explicit output_file(std::string const& path);
    ~output_file();
    output_file(output_file const&) = delete;
    output_file& operator=(output_file const&) = delete;

    /// The path, or "standard output": for messages.
    std::string const& name() const noexcept { return name_; }
    /// Fails if it is a terminal, which binary keys would garble; with `flag`, there is text instead.
    void refuse_terminal(std::string_view flag) const;
    /// Fails if its file system has no room for so many bytes. What is written directly may need none.
    void refuse_too_many(std::uint64_t bytes) const;
    /// Whether commit() puts a file in the target's place; else all goes where the target leads as it is written.
    bool is_replaced() const noexcept { return !temporary_.empty(); }

    void write(void const* data, std::size_t size, progress* steps = nullptr);
    void write(std::string_view text, progress* steps = nullptr) { write(text.data(), text.size(), steps); }

    /// Brings everything to the disk, without touching the target yet.
    void finish();

    /// finish(), then puts the file in the target's place.
    void commit();

private:
    void open_temporary(mode_t mode);
    void use_descriptor(int descriptor);

    std::string name_, target_, temporary_;
    int handle_ = -1;
    int ticket_ = -1;
};

/// Commits one after the other, null ones left out, when all are on the disk. If one fails, the error says which are
/// complete and which are as they were.
void commit_all(std::span<output_file* const> outputs);

/// True if both paths name the same target, links followed. "-" and /dev/stdout are what standard output goes to.
/// Devices and named pipes are not replaced, so that one may be given twice: they are never the same.
bool same_target(std::string const& a, std::string const& b);

/// Writes to standard output, for results that are not a file's contents.
void print(std::string_view text);

/// The same if anybody reads it: for what is told in other ways, too.
void print_to_readers(std::string_view text);

/// Writes to standard error. Nobody is told if that fails: there is no other place for it.
void write_to_stderr(std::string_view text);

} // namespace pradix::cli
