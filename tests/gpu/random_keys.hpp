// SPDX-License-Identifier: MIT
// Keys for tests of large arrays, made on the device: mixtures of up to three kinds, among each other or one after the
// other. What a sort guesses from samples is right for some of them and wrong for others.
#pragma once

#include "tests/support/inputs.hpp"

#include <cstdint>
#include <string>

namespace pradix::test {

enum class key_kind : std::uint8_t { uniform, low_entropy, few, zipf, rising, falling, constant, dense, morton };
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

// By rank, so that rising keys are in order for any type: each a pure function of the mixture and its place.
void make_keys_on_device(void* keys, key_type type, std::uint64_t count, key_mixture const& like);

} // namespace pradix::test
