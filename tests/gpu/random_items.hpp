// SPDX-License-Identifier: MIT
// Items for tests of large arrays, made on the device. Keys are mixtures of up to three kinds, among each other or one
// after the other: what a sort guesses from samples is right for some of them and wrong for others.
#pragma once

#include "tests/support/inputs.hpp"

#include <cstdint>
#include <string>

namespace pradix::test {

enum class key_kind : std::uint8_t {
    uniform,
    low_entropy,
    few,
    zipf,
    rising,
    falling,
    constant,
    dense,
    morton,
    either_sign,
    bell_shaped,
    share
};
enum class arrangement : std::uint8_t { mixed, one_after_the_other };

struct key_mixture {
    static constexpr unsigned most_kinds = 3;
    struct part {
        key_kind kind;
        unsigned shift;          // its numbers of 64 bits lose so many
        std::uint64_t base;      // and are added to this
        std::uint64_t different; // keys, of `few` and `zipf`
    };
    unsigned size;
    part parts[most_kinds];
    arrangement arranged;
    std::uint64_t period; // one in so many items is not of the first part; or as many of a part follow each other
    bool fills_low_bits;  // of a key, of whose width the number has the bits; else its highest ones
    std::uint64_t seed;

    static key_mixture draw(random_bits& random, std::uint64_t count);
};
std::string describe(key_mixture const& keys);

// By rank, so that rising keys are in order for any type (but for those of 128 bits that fill the high half, of which
// the low half is one of three). Each is a pure function of the mixture, the count and its place.
void make_keys_on_device(void* keys, key_type type, std::uint64_t count, key_mixture const& like);

// Values tell where they were: a place of 4 bytes, and behind it zeros or what follows from the place; narrower ones
// are its lowest bytes.
enum class value_content : std::uint8_t { index, index_and_more };

constexpr std::uint32_t word_of_value(std::uint64_t place, unsigned word, value_content with) {
    constexpr unsigned most_words = 16;
    return word == 0                      ? static_cast<std::uint32_t>(place)
           : with == value_content::index ? 0
                                          : static_cast<std::uint32_t>(random_bits{place * most_words + word}());
}
constexpr std::uint8_t byte_of_place(std::uint64_t place, std::uint64_t byte) {
    return static_cast<std::uint8_t>(place >> 8 * byte);
}
void make_values_on_device(void* values, std::size_t value_bytes, std::uint64_t count, value_content with);

} // namespace pradix::test
