// SPDX-License-Identifier: MIT
// Keys that are numbers as they are measured: shares, errors, prices, points in time.
#pragma once

#include "bench/gpu/random.cuh"

#include <cmath>
#include <cstdint>

namespace pradix::bench::gpu {

enum class number_kind : unsigned char { unit, normal, log_normal, power_law, time, time_or_zero };

// Two independent uniform words make a number: from 0 to 1, of the standard normal distribution, e to twice that, or
// from 1 on, which one in ten is ten times as large as (Pareto).
__device__ inline double number_from(number_kind kind, std::uint64_t any, std::uint64_t other) {
    if (kind == number_kind::unit)
        return share_of(any);
    if (kind == number_kind::power_law)
        return 1 / (1 - share_of(any));
    double const normal = normal_from(any, other);
    return kind == number_kind::normal ? normal : exp(2 * normal);
}

// As an integer of so many bits: around the middle, or the larger part below the middle bit.
__device__ inline std::uint64_t integer_from(number_kind kind, unsigned bits, std::uint64_t any, std::uint64_t other) {
    double const number = number_from(kind, any, other), greatest = ldexp(1.0, static_cast<int>(bits)) - 1;
    double const wanted = kind == number_kind::unit     ? ldexp(number, static_cast<int>(bits))
                          : kind == number_kind::normal ? ldexp(number / 16 + 0.5, static_cast<int>(bits))
                                                        : ldexp(number, static_cast<int>(bits / 2));
    return wanted >= greatest ? ~std::uint64_t{0} >> (64 - bits) : static_cast<std::uint64_t>(fmax(wanted, 0.0));
}

// Nanoseconds of a week; or seconds of a year, in 32 bits.
struct period {
    std::uint64_t begin, length;

    static __device__ period in_bits(unsigned bits) {
        constexpr std::uint64_t begin = 1'700'000'000, year = 31'536'000, week = 604'800, billion = 1'000'000'000;
        return bits > 32 ? period{begin * billion, week * billion} : period{begin, year};
    }
    __device__ std::uint64_t time(std::uint64_t any) const { return begin + any % length; }
};

// One in a million.
__device__ inline bool is_missing(std::uint64_t any) {
    return any % 1'000'000 == 0;
}

} // namespace pradix::bench::gpu
