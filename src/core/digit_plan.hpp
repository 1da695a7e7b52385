// SPDX-License-Identifier: MIT
// Cuts a range of bits into digits for least-significant-digit passes.
#pragma once

namespace pradix::core {

// A digit: `width` bits from bit `shift` upwards.
struct digit {
    unsigned shift;
    unsigned width;
    bool operator==(digit const&) const = default;

    template <class Bits>
    constexpr unsigned of(Bits image) const {
        return static_cast<unsigned>(image >> shift) & greatest();
    }
    constexpr unsigned greatest() const { return (1u << width) - 1; }
};

// Bits [begin, end) as the fewest digits of at most `widest` bits, their widths as even as possible.
struct digit_plan {
    unsigned begin;
    unsigned end;
    unsigned widest;

    constexpr unsigned passes() const { return (end - begin + widest - 1) / widest; }

    // The digit of pass 0 is the least significant.
    constexpr digit operator[](unsigned pass) const {
        unsigned const first = begin + (end - begin) * pass / passes();
        unsigned const last = begin + (end - begin) * (pass + 1) / passes();
        return {first, last - first};
    }
};

} // namespace pradix::core
