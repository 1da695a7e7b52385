// SPDX-License-Identifier: MIT
// Memory for file contents: aligned, not initialised, growing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace pradix::cli {

/// Bytes aligned to at least 64. Large ones ask for huge pages. Throws out_of_memory saying how many bytes.
class buffer {
public:
    buffer() = default;
    explicit buffer(std::size_t bytes) { resize(bytes); }

    /// Keeps the contents up to the smaller size.
    void resize(std::size_t bytes);
    void reserve(std::size_t bytes);

    std::byte* data() noexcept { return bytes_.get(); }
    std::byte const* data() const noexcept { return bytes_.get(); }
    std::size_t size() const noexcept { return size_; }
    std::size_t capacity() const noexcept { return capacity_; }
    std::string_view text() const noexcept { return {reinterpret_cast<char const*>(bytes_.get()), size_}; }

private:
    struct release {
        void operator()(std::byte* bytes) const noexcept { std::free(bytes); }
    };
    std::unique_ptr<std::byte, release> bytes_;
    std::size_t size_ = 0, capacity_ = 0;
};

} // namespace pradix::cli
