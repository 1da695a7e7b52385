// SPDX-License-Identifier: MIT
// Reads a file, or standard input for "-", straight into memory.
#pragma once

#include "cli/io/buffer.hpp"
#include "cli/memory_limit.hpp"
#include "cli/progress.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace pradix::cli {

class input_file {
public:
    /// Throws error if the file cannot be opened for reading.
    explicit input_file(std::string const& path);
    ~input_file();
    input_file(input_file const&) = delete;
    input_file& operator=(input_file const&) = delete;

    /// The path, or "standard input": for messages.
    std::string const& name() const noexcept { return name_; }

    /// Bytes left to read, if this is a regular file.
    std::optional<std::size_t> size_left() const;

    /// The next bytes of a regular file, up to `size`, which stay to be read; nothing of any other file.
    std::string peek(std::size_t size) const;

    /// Reads until `size` bytes are there or the input ends; returns how many.
    std::size_t read(void* data, std::size_t size, progress* steps = nullptr);

    /// Everything that is left, with room for `spare` more bytes. Throws error as soon as it is more than is allowed.
    buffer read_rest(progress& steps, std::size_t spare = 0);

    /// So many bytes of the limit are left for read_rest, which takes half of them if the size is not known.
    void allow(std::uint64_t bytes, memory_limit const& of) {
        allowed_ = std::min(bytes, no_limit);
        limit_ = of;
    }

private:
    static constexpr std::uint64_t no_limit = std::uint64_t{1} << 62; // and yet a byte more has a number

    std::string name_;
    int handle_ = -1;
    std::uint64_t allowed_ = no_limit;
    memory_limit limit_{};
};

} // namespace pradix::cli
