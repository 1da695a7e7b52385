// SPDX-License-Identifier: MIT
// Keys to sort: one generator for each shape of data that has broken or slowed a radix sort somewhere.
// Shapes are made in rank space (see oracle.hpp), so "sorted" and "around zero" mean the same for every type.
#pragma once

#include "tests/support/oracle.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace pradix::test {

enum class shape : std::uint8_t {
    uniform,
    constant,
    sorted,
    reversed,
    sorted_with_repeats,
    reversed_with_repeats,
    nearly_sorted,
    few_distinct,
    low_entropy,
    zipf,
    one_heavy_bucket,
    shared_high_bits,
    shared_low_bits,
    specials,
    outliers,
    around_zero,
    morton,
    alternating,
    even_high_bits,
    near_duplicates,
};

inline constexpr std::array<std::string_view, 20> shape_names = {
    "uniform",
    "constant",
    "sorted",
    "reversed",
    "sorted_with_repeats",
    "reversed_with_repeats",
    "nearly_sorted",
    "few_distinct",
    "low_entropy",
    "zipf",
    "one_heavy_bucket",
    "shared_high_bits",
    "shared_low_bits",
    "specials",
    "outliers",
    "around_zero",
    "morton",
    "alternating",
    "even_high_bits",
    "near_duplicates",
};
inline constexpr std::size_t shape_count = shape_names.size();

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014 (splitmix64).
class random_bits {
public:
    explicit constexpr random_bits(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    wide wide_number() { return wide{(*this)()} << 64 | (*this)(); }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>((*this)() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }

private:
    std::uint64_t state_;
};

// The bits of the patterns that special cases are made of.
inline wide special_bits(key_type type, std::size_t which) {
    wide const half = half_of(type);
    if (!is_floating(type)) {
        wide const specials[] = {0, 1, half - 1, half, half + 1, last_rank(type) - 1, last_rank(type)};
        return specials[which % std::size(specials)];
    }
    wide const infinity = infinity_bits(type);
    wide const magnitudes[] = {0,       1, infinity / 2, infinity - 1, infinity, infinity + 1, (infinity + half) / 2,
                               half - 1};
    return magnitudes[which / 2 % std::size(magnitudes)] + (which % 2 ? half : 0);
}

inline wide rank_of_shape(shape like, key_type type, std::size_t i, std::size_t count, random_bits& random) {
    unsigned const width = width_of(type);
    wide const last = last_rank(type);
    wide const spread = count > 1 ? last / (count - 1) : 0;
    auto const rising = [&](std::size_t j) { return spread ? spread * j : last * j / count; }; // over the whole range
    wide const any = random.wide_number() & last;
    switch (like) {
    case shape::uniform:
        return any;
    case shape::constant:
        return last / 3;
    case shape::sorted:
        return rising(i);
    case shape::reversed:
        return last - rising(i);
    case shape::sorted_with_repeats:
        return rising(i / 3);
    case shape::reversed_with_repeats:
        return last - rising(i / 3);
    case shape::nearly_sorted:
        return random.one_in(50) ? any : rising(i);
    case shape::few_distinct:
        return last / 7 * random.below(7);
    case shape::low_entropy:
        return any & random.wide_number() & random.wide_number();
    case shape::zipf: { // the k-th most frequent key has a frequency of about 1 / k
        double const uniform = static_cast<double>(random() >> 11) * 0x1p-53;
        auto const k = static_cast<std::uint64_t>(std::pow(static_cast<double>(count) + 1, uniform));
        return (wide{k} * 0x9e3779b97f4a7c15 << 64 | wide{k} * 0xbf58476d1ce4e5b9) >> 3 & last;
    }
    case shape::one_heavy_bucket:
        return random.one_in(10) ? any : (last / 3 & ~(last >> width / 2)) | (any & last >> width / 2);
    case shape::shared_high_bits:
        return (last / 5 & ~(last >> width * 3 / 4)) | (any & last >> width * 3 / 4);
    case shape::shared_low_bits:
        return any & ~(last >> width / 4);
    case shape::specials:
        return rank_of_bits(type, special_bits(type, random.below(64)));
    case shape::outliers:
        return i == count / 2 ? last : i == count / 3 ? 0 : last / 2 + random.below(100);
    case shape::around_zero:
        return half_of(type) - 50 + random.below(100);
    case shape::morton: { // of a walk over a plane
        wide code = 0;
        for (unsigned bit = 0; bit < width; ++bit)
            code |= wide{(bit % 2 ? i * 7 : i / 3 + random.below(4)) >> bit / 2 % 64 & 1} << bit;
        return code;
    }
    case shape::alternating:
        return i % 2 ? last - i : i;
    case shape::even_high_bits: // over which the low bits are one of a few
        return (any & ~(last >> width / 4)) | (last >> width / 4) / 7 * random.below(7);
    case shape::near_duplicates: { // some twenty share all but the lowest bits
        random_bits of_some(random.below(count / 20 + 1));
        return (of_some.wide_number() & last & ~(last >> width * 3 / 4)) | (any & last >> width * 3 / 4);
    }
    }
    return 0;
}

// `count` keys of the shape, as they lie in memory. The same arguments give the same keys.
inline void fill_keys(std::byte* keys, key_type type, std::size_t count, shape like, std::uint64_t seed) {
    random_bits random{seed};
    std::size_t const bytes = key_bytes(type);
    for (std::size_t i = 0; i < count; ++i) {
        wide bits = bits_of_rank(type, rank_of_shape(like, type, i, count, random) & last_rank(type));
        if (type == key_type::boolean)
            bits = bits >> 7; // the only patterns that a bool may have
        std::memcpy(keys + i * bytes, &bits, bytes);
    }
}

// key(random, i) for each place.
template <class T>
std::vector<T> make_keys(std::size_t count, std::function<T(random_bits&, std::size_t)> const& key) {
    random_bits random{count};
    std::vector<T> keys(count);
    for (std::size_t i = 0; i < count; ++i)
        keys[i] = key(random, i);
    return keys;
}

// Values that tell where they were: the index, and behind it bytes that follow from the index.
inline void fill_values(std::byte* values, std::size_t bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t const index = i;
        for (std::size_t byte = 0; byte < bytes; ++byte)
            values[i * bytes + byte] = static_cast<std::byte>(
                byte < sizeof(index) ? index >> 8 * byte : (index + 1) * 0x9e3779b97f4a7c15 >> (byte % 8 * 8));
    }
}

} // namespace pradix::test
