// SPDX-License-Identifier: MIT
// Sorts by kernels on an emulated grid, beside the oracle.
#pragma once

#include "src/cuda/state/arguments.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace pradix::test::emulated {

struct kernel_case {
    shape like = shape::uniform;
    std::size_t count = 0;
    bool in_place = false, descends = false;
    std::size_t misalignment = 0; // of keys, in elements
    std::uint64_t seed = 1;
    bit_range bits{};
};

// A sort by kernel(arguments), of so many blocks.
template <class Kernel>
auto by_kernel(unsigned blocks, unsigned threads, Kernel const& kernel) {
    return [=](auto const& with, std::uint64_t seed) { run_grid(blocks, threads, seed, [&] { kernel(with); }); };
}

// These keys, by sort(arguments, seed), without scratch and state in these. Values are where an item was.
template <class Value, class Bits, class Sort>
::testing::AssertionResult sorts_keys(std::vector<Bits> const& input, kernel_case const& row, key_type type,
                                      Sort const& sort) {
    constexpr bool pairs = cuda::has_values<Value>;
    constexpr std::size_t spare = 40;
    options const how{.direction = row.descends ? order::descending : order::ascending, .bits = row.bits};
    std::vector<Bits> keys_in(row.count + spare, Bits{0x5a}), keys_out(keys_in);
    std::copy(input.begin(), input.end(), keys_in.begin() + static_cast<std::ptrdiff_t>(row.misalignment));
    std::vector<Value> values_in(pairs ? row.count : 0), values_out(values_in);
    if constexpr (pairs)
        for (std::size_t i = 0; i < row.count; ++i)
            values_in[i] = cuda::position<Value>(i);

    Bits* const keys_to = (row.in_place ? keys_in : keys_out).data() + row.misalignment;
    Value* const values_to = (row.in_place ? values_in : values_out).data();
    cuda::arguments<Bits, Value> with{};
    with.keys_wanted = true;
    with.most = row.count;
    with.digits = cuda::tabulate(row.bits.begin, row.bits.end_for(width_of(type)), row.in_place, false);
    with.codec = core::make_codec<Bits>(type, how.direction, how.nans, {});
    with.keys[static_cast<unsigned>(cuda::buffer::in)] = keys_in.data() + row.misalignment;
    with.keys[static_cast<unsigned>(cuda::buffer::out)] = keys_to;
    with.values[static_cast<unsigned>(cuda::buffer::in)] = values_in.data();
    with.values[static_cast<unsigned>(cuda::buffer::out)] = values_to;
    sort(with, row.seed);

    auto const* const input_bytes = reinterpret_cast<std::byte const*>(input.data());
    auto const positions = stable_order(compared_parts(type, input_bytes, row.count, how));
    auto const fails = [&](char const* what, std::size_t at) {
        return ::testing::AssertionFailure()
               << what << ' ' << at << " of " << row.count
               << " is wrong; keys: " << shape_names[static_cast<std::size_t>(row.like)]
               << (row.in_place ? ", in place" : "") << (row.descends ? ", descending" : "") << ", seed " << row.seed;
    };
    for (std::size_t i = 0; i < row.count; ++i) {
        if (keys_to[i] != input[positions[i]])
            return fails("key", i);
        if constexpr (pairs) {
            auto const expected = cuda::position<Value>(positions[i]);
            if (std::memcmp(&values_to[i], &expected, sizeof expected) != 0)
                return fails("value", i);
        }
    }
    for (Bits const* beside : {keys_to + row.count, keys_to - row.misalignment})
        if (beside != keys_to && *beside != Bits{0x5a})
            return fails("what is beside key", row.count);
    return ::testing::AssertionSuccess();
}

template <class Bits, class Value, class Sort>
::testing::AssertionResult sorts(kernel_case const& row, key_type type, Sort const& sort) {
    std::vector<Bits> input(row.count);
    fill_keys(reinterpret_cast<std::byte*>(input.data()), type, row.count, row.like, row.seed);
    return sorts_keys<Value>(input, row, type, sort);
}

// So many keys of every shape, in place and not, in both orders by turns; by all their bits or some.
template <class Bits, class Value, class Sort>
void sort_all_shapes(key_type type, std::initializer_list<std::size_t> counts, Sort const& sort, bit_range bits = {}) {
    std::uint64_t seed = 1;
    for (std::size_t const count : counts)
        for (std::size_t like = 0; like < shape_count; ++like, ++seed)
            ASSERT_TRUE((sorts<Bits, Value>({.like = static_cast<shape>(like),
                                             .count = count,
                                             .in_place = seed % 2 == 0,
                                             .descends = seed % 3 == 0,
                                             .seed = seed,
                                             .bits = bits},
                                            type, sort)));
}

} // namespace pradix::test::emulated
