// SPDX-License-Identifier: MIT
// Keys that applications put together from several things, in 64 bits, of which narrower keys have the upper ones.
#pragma once

#include "bench/gpu/numbers.cuh"

#include <cmath>
#include <cstdint>

namespace pradix::bench::gpu {

enum class record_kind : unsigned char { splat, row, edge, word, surface, k_mer, uuid, event, log_entry };

// A blurred point of a scene, once for each tile of the screen that it touches, here 2 x 2: the tile, and below it how
// far away the point is, as an f32 (Kerbl et al., "3D Gaussian Splatting for Real-Time Radiance Field Rendering",
// 2023). 45 bits in all.
__device__ inline std::uint64_t splat(std::uint64_t i) {
    constexpr double columns = 120, rows = 68;
    std::uint64_t const point = i / 4, any = random_bits(4 * point), other = random_bits(4 * point + 1);
    double const radius = sqrt(-2 * log1p(-share_of(any))), turn = 2 * share_of(other);
    double const x = columns * (0.5 + 0.2 * radius * cospi(turn)), y = rows * (0.5 + 0.2 * radius * sinpi(turn));
    double const depth = exp(1.2 + 0.7 * normal_from(random_bits(4 * point + 2), random_bits(4 * point + 3)));
    auto const column = static_cast<unsigned>(fmin(fmax(x, 0.0), columns - 2) + i % 2),
               row = static_cast<unsigned>(fmin(fmax(y, 0.0), rows - 2) + i / 2 % 2);
    return std::uint64_t{row * unsigned(columns) + column} << 32 | __float_as_uint(static_cast<float>(depth));
}

// Rows of a thousand f32 from 0 to 1, each to be sorted by itself: the number of the row, and below it the number.
__device__ inline std::uint64_t row(std::uint64_t i) {
    return i / 1000 << 32 | __float_as_uint(static_cast<float>(share_of(random_bits(i))));
}

// An edge of a graph with a sixteenth as many vertices, of which few have many edges: from where, and to where.
__device__ inline std::uint64_t edge(std::uint64_t i, std::uint64_t count) {
    std::uint64_t const vertices = count / 16 + 1;
    auto const vertex = [&](std::uint64_t any) {
        return random_bits(static_cast<std::uint64_t>(pow(double(vertices), share_of(any)))) % vertices;
    };
    return vertex(random_bits(2 * i)) << 32 | vertex(random_bits(2 * i + 1));
}

// The first eight letters of a word of a text, of which some are frequent.
__device__ inline std::uint64_t word(std::uint64_t i) {
    constexpr char letters[] =
        "eeeeeeeeeeeetttttttttaaaaaaaaoooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwffggyyppbbvkjxqz";
    constexpr unsigned different = sizeof letters - 1;
    constexpr double vocabulary = 200'000;
    auto const rank = static_cast<std::uint64_t>(pow(vocabulary, share_of(random_bits(i))));
    std::uint64_t const size = 2 + random_bits(16 * rank) % 11;
    std::uint64_t key = 0;
    for (unsigned letter = 0; letter < 8; ++letter)
        key = key << 8 | (letter < size ? letters[random_bits(16 * rank + letter + 1) % different] : 0);
    return key;
}

// The place of a point on hilly ground, 21 bits a coordinate, interleaved.
__device__ inline std::uint64_t surface(std::uint64_t i) {
    double const x = share_of(random_bits(2 * i)), y = share_of(random_bits(2 * i + 1));
    double const z = 0.3 + 0.2 * sinpi(6 * x) * cospi(4 * y) + 0.05 * sinpi(40 * x + 30 * y);
    auto const spread = [](double coordinate) {
        std::uint64_t bits = static_cast<std::uint64_t>(ldexp(coordinate, 21)) & 0x1fffff;
        bits = (bits | bits << 32) & 0x1f00000000ffff;
        bits = (bits | bits << 16) & 0x1f0000ff0000ff;
        bits = (bits | bits << 8) & 0x100f00f00f00f00f;
        bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
        return (bits | bits << 2) & 0x1249249249249249;
    };
    return (spread(x) << 2 | spread(y) << 1 | spread(z)) << 1;
}

// 31 neighbouring bases of a genome, two bits each, of which each is read thirty times, one of a hundred wrong.
__device__ inline std::uint64_t k_mer(std::uint64_t i, std::uint64_t count) {
    std::uint64_t const any = random_bits(2 * i), mistakes = random_bits(2 * i + 1), place = any % (count / 30 + 1);
    std::uint64_t key = 0;
    for (unsigned base = 0; base < 31; ++base)
        key = key << 2 | random_bits(place + base) >> 62;
    if (mistakes % 100 < 31)
        key ^= (1 + (mistakes >> 8) % 3) << 2 * (mistakes % 100);
    return key << 2;
}

// Version 7: milliseconds of a day, the version, and chance.
__device__ inline std::uint64_t uuid(std::uint64_t i, std::uint64_t count) {
    constexpr double begin = 1'700'000'000'000, day = 86'400'000;
    auto const time = static_cast<std::uint64_t>(begin + day * double(i) / double(count));
    return time << 16 | 0x7000 | random_bits(i) >> 52;
}

// One of twenty of a user on average: 40 bits of the user, and below them what happened.
__device__ inline std::uint64_t event(std::uint64_t i, std::uint64_t count) {
    return random_bits(random_bits(2 * i) % (count / 20 + 1)) << 24 | random_bits(2 * i + 1) >> 40;
}

// Points in time of several machines that write to one log: in order, but for a thousandth of all.
__device__ inline std::uint64_t log_entry(unsigned bits, std::uint64_t i, std::uint64_t count) {
    auto const [begin, length] = period::in_bits(bits);
    double const share = double(i) / double(count) + 1e-3 * share_of(random_bits(i));
    return (begin + static_cast<std::uint64_t>(double(length) * share)) << (64 - bits);
}

__device__ inline std::uint64_t record_of(record_kind kind, unsigned bits, std::uint64_t i, std::uint64_t count) {
    switch (kind) {
    case record_kind::splat:
        return splat(i);
    case record_kind::row:
        return row(i);
    case record_kind::edge:
        return edge(i, count);
    case record_kind::word:
        return word(i);
    case record_kind::surface:
        return surface(i);
    case record_kind::k_mer:
        return k_mer(i, count);
    case record_kind::uuid:
        return uuid(i, count);
    case record_kind::event:
        return event(i, count);
    default:
        return log_entry(bits, i, count);
    }
}

} // namespace pradix::bench::gpu
