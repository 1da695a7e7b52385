// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/key.hpp>

#include <algorithm>
#include <cstdint>

namespace pradix::bench {

__extension__ using wide = unsigned __int128;

constexpr unsigned mantissa_bits(key_type type) {
    switch (type) {
    case key_type::f16:
        return 10;
    case key_type::bf16:
        return 7;
    case key_type::f32:
        return 23;
    case key_type::f64:
        return 52;
    default:
        return 0;
    }
}

/// Where the finite keys of a type lie. 128-bit keys are described by their high word; their low word is always random.
struct key_space {
    unsigned width;      // bits of the key, of its high word for 128-bit keys
    unsigned mantissa;   // 0 for all but floating types
    bool is_signed;      // two's complement
    std::uint64_t first; // the first finite key, in unsigned order
    wide size;           // how many finite keys there are

    explicit key_space(key_type type)
        : width(type == key_type::boolean ? 1 : std::min<unsigned>(64, 8 * static_cast<unsigned>(key_bytes(type)))),
          mantissa(mantissa_bits(type)), is_signed(type >= key_type::i8 && type <= key_type::i128),
          first(is_floating(type) ? std::uint64_t{1} << mantissa : 0), size((wide{1} << width) - 2 * wide{first}) {}

    [[nodiscard]] std::uint64_t bits(std::uint64_t place) const {
        std::uint64_t const sign = std::uint64_t{1} << (width - 1);
        std::uint64_t const ordered = first + place;
        if (mantissa != 0)
            return (ordered & sign) != 0 ? ordered ^ sign : ~ordered;
        return is_signed ? ordered ^ sign : ordered;
    }
};

/// A key as it lies in memory.
struct key_bits {
    std::uint64_t high, low; // low is only used by 128-bit keys
};

} // namespace pradix::bench
