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

/// The same of numbers.
template <class T>
class buffer_of {
public:
    void resize(std::size_t count) { bytes_.resize(count * sizeof(T)); }

    std::size_t size() const noexcept { return bytes_.size() / sizeof(T); }
    T* begin() noexcept { return reinterpret_cast<T*>(bytes_.data()); }
    T const* begin() const noexcept { return reinterpret_cast<T const*>(bytes_.data()); }
    T const* end() const noexcept { return begin() + size(); }
    T& operator[](std::size_t i) noexcept { return begin()[i]; }
    T const& operator[](std::size_t i) const noexcept { return begin()[i]; }
    T& back() noexcept { return begin()[size() - 1]; }
    T const& back() const noexcept { return begin()[size() - 1]; }

private:
    buffer bytes_;
};

} // namespace pradix::cli
