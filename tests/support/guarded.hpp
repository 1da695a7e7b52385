// SPDX-License-Identifier: MIT
// A block of memory between two red zones, at an address that is aligned to what the test asks for and no more.
// Writes into the red zones are seen afterwards; AddressSanitizer, where it is on, stops reads of them as well.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace pradix::test {

class guarded_block {
public:
    static constexpr std::size_t line = 64;
    static constexpr std::size_t zone = 4 * line;
    static constexpr std::byte poison{0xa5};

    // The block begins `offset` bytes, less than a cache line, behind the start of a cache line.
    guarded_block(std::size_t bytes, std::size_t offset)
        : bytes_(bytes), total_(2 * zone + line + bytes),
          memory_(static_cast<std::byte*>(::operator new (total_, std::align_val_t{line}))),
          data_(memory_ + zone + offset % line) {
        std::fill_n(memory_, total_, poison);
        hide(true);
    }
    ~guarded_block() {
        hide(false);
        ::operator delete (memory_, std::align_val_t{line});
    }
    guarded_block(guarded_block const&) = delete;
    guarded_block& operator=(guarded_block const&) = delete;

    std::byte* data() const { return data_; }
    std::size_t size() const { return bytes_; }
    std::span<std::byte> bytes() const { return {data_, bytes_}; }

    bool red_zones_intact() const {
        hide(false);
        auto const clean = [](std::byte value) { return value == poison; };
        bool const intact = std::all_of(memory_, data_, clean) && std::all_of(data_ + bytes_, memory_ + total_, clean);
        hide(true);
        return intact;
    }

private:
    void hide([[maybe_unused]] bool hidden) const {
#if defined(__SANITIZE_ADDRESS__)
        if (hidden) {
            __asan_poison_memory_region(memory_, total_);
            __asan_unpoison_memory_region(data_, bytes_);
        } else {
            __asan_unpoison_memory_region(memory_, total_);
        }
#endif
    }

    std::size_t bytes_;
    std::size_t total_;
    std::byte* memory_;
    std::byte* data_;
};

} // namespace pradix::test
