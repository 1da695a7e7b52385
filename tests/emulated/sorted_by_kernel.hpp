// SPDX-License-Identifier: MIT
// Sorts by a kernel on an emulated grid, beside std::stable_sort.
#pragma once

#include "src/cuda/kernels/arguments.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace pradix::test::emulated {

inline constexpr char const* kinds_of_keys[] = {"uniform",
                                                "two and-ed",
                                                "nine in ten largest",
                                                "all the same",
                                                "three different",
                                                "in order",
                                                "nine in ten share their high bits"};

template <class Bits>
Bits random_key(random_bits& random) {
    Bits key = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i)
        key = static_cast<Bits>(key | static_cast<Bits>(static_cast<Bits>(random() & 0xff) << (8 * i)));
    return key;
}

template <class Bits>
std::vector<Bits> keys_of_kind(std::size_t kind, std::size_t count, std::uint64_t seed) {
    random_bits random{seed};
    std::vector<Bits> keys(count);
    for (Bits& key : keys) {
        Bits const any = random_key<Bits>(random), other = random_key<Bits>(random);
        bool const is_one_in_ten = random.one_in(10);
        switch (kind) {
        case 1:
            key = any & other;
            break;
        case 2:
            key = is_one_in_ten ? any : static_cast<Bits>(~Bits{0});
            break;
        case 3:
            key = 77;
            break;
        case 4:
            key = static_cast<Bits>(static_cast<Bits>(random.below(3)) << (8 * sizeof(Bits) - 3));
            break;
        case 6:
            key = is_one_in_ten ? any : static_cast<Bits>(any >> 4 * sizeof(Bits));
            break;
        default:
            key = any;
        }
    }
    if (kind == 5)
        std::sort(keys.begin(), keys.end());
    return keys;
}

struct kernel_case {
    std::size_t kind, count;
    bool in_place, descends;
    std::size_t misalignment = 0; // of keys, in elements
    std::uint64_t seed = 1;
};

// kernel(arguments) is called by all threads. Values are where an item was.
template <class Bits, class Value, class Kernel>
::testing::AssertionResult sorts(kernel_case const& like, key_type type, unsigned blocks, unsigned threads,
                                 Kernel const& kernel) {
    constexpr bool pairs = cuda::has_values<Value>;
    constexpr std::size_t spare = 40;
    auto const input = keys_of_kind<Bits>(like.kind, like.count, like.seed);
    std::vector<Bits> keys_in(like.count + spare, Bits{0x5a}), keys_out(keys_in);
    std::copy(input.begin(), input.end(), keys_in.begin() + static_cast<std::ptrdiff_t>(like.misalignment));
    std::vector<Value> values_in(pairs ? like.count : 0), values_out(values_in);
    if constexpr (pairs)
        for (std::size_t i = 0; i < like.count; ++i)
            values_in[i] = cuda::position<Value>(i);

    Bits* const keys_to = (like.in_place ? keys_in : keys_out).data() + like.misalignment;
    Value* const values_to = (like.in_place ? values_in : values_out).data();
    cuda::arguments<Bits, Value> with{};
    with.keys_wanted = true;
    with.most = like.count;
    with.digits = cuda::tabulate(0, 8 * sizeof(Bits), like.in_place, false);
    with.codec = core::make_codec<Bits>(type, like.descends ? order::descending : order::ascending, nan_order{}, {});
    with.keys[static_cast<unsigned>(cuda::buffer::in)] = keys_in.data() + like.misalignment;
    with.keys[static_cast<unsigned>(cuda::buffer::out)] = keys_to;
    with.values[static_cast<unsigned>(cuda::buffer::in)] = values_in.data();
    with.values[static_cast<unsigned>(cuda::buffer::out)] = values_to;
    run_grid(blocks, threads, like.seed, [&] { kernel(with); });

    std::vector<std::size_t> positions(like.count);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    std::stable_sort(positions.begin(), positions.end(),
                     [&](auto a, auto b) { return with.codec.encode(input[a]) < with.codec.encode(input[b]); });
    auto const fails = [&](char const* what, std::size_t at) {
        return ::testing::AssertionFailure()
               << what << ' ' << at << " of " << like.count << " is wrong; keys: " << kinds_of_keys[like.kind]
               << (like.in_place ? ", in place" : "") << (like.descends ? ", descending" : "") << ", seed "
               << like.seed;
    };
    for (std::size_t i = 0; i < like.count; ++i) {
        if (keys_to[i] != input[positions[i]])
            return fails("key", i);
        if constexpr (pairs) {
            auto const expected = cuda::position<Value>(positions[i]);
            if (std::memcmp(&values_to[i], &expected, sizeof expected) != 0)
                return fails("value", i);
        }
    }
    for (Bits const* beside : {keys_to + like.count, keys_to - like.misalignment})
        if (beside != keys_to && *beside != Bits{0x5a})
            return fails("what is beside key", like.count);
    return ::testing::AssertionSuccess();
}

} // namespace pradix::test::emulated
