// SPDX-License-Identifier: MIT
// Passes that copy: items keep their places, or change them in reverse, and keys become images and keys again.
#include "src/cuda/block/tiles/copy_items.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr unsigned threads = 64, tile = 7 * threads; // as many items as blocks copy in turn

struct copy_case {
    std::size_t count;
    bool first, last, reverses;
    bool makes_values = false, keys_wanted = true;
};

// At once: items lie behind others in the input and the output.
template <bool AtOnce, class Bits, class Value>
void copy(copy_case const& row) {
    constexpr std::uint64_t before = AtOnce ? 3 : 0;
    auto const from = row.first ? cuda::buffer::in : row.last ? cuda::buffer::scratch : cuda::buffer::out;
    auto const to = row.last ? cuda::buffer::out : cuda::buffer::scratch;
    std::size_t const begin_in = from == cuda::buffer::scratch ? 0 : before;
    std::size_t const begin_out = to == cuda::buffer::scratch ? 0 : before;
    std::vector<Bits> const keys_in = make_keys<Bits>(
        begin_in + row.count, [](random_bits& random, std::size_t) { return static_cast<Bits>(random()); });
    std::vector<Bits> keys_out(begin_out + row.count + 1, Bits{0x5a});
    std::vector<Value> values_in, values_out(keys_out.size(), Value{0x5a});
    for (std::size_t i = 0; i < keys_in.size(); ++i)
        values_in.push_back(cuda::position<Value>(7 * i));

    cuda::arguments<Bits, Value> with{};
    with.keys_wanted = row.keys_wanted;
    with.most = row.count;
    with.first = AtOnce ? &before : nullptr;
    with.codec = core::make_codec<Bits>(sizeof(Bits) == 1 ? key_type::i8 : key_type::f32, order::descending,
                                        nan_order::by_bits, {});
    with.keys[static_cast<unsigned>(from)] = const_cast<Bits*>(keys_in.data());
    with.keys[static_cast<unsigned>(to)] = keys_out.data();
    with.values[static_cast<unsigned>(from)] = row.makes_values ? nullptr : values_in.data();
    with.values[static_cast<unsigned>(to)] = values_out.data();
    cuda::pass plan{};
    plan.from = from, plan.to = to;
    plan.first = row.first, plan.last = row.last, plan.reverses = row.reverses;
    emulated::run_grid(static_cast<unsigned>((row.count + tile - 1) / tile), threads, 1, [&] {
        std::uint64_t const begin = std::uint64_t{blockIdx.x} * tile;
        auto const size = static_cast<unsigned>(std::min<std::uint64_t>(row.count - begin, tile));
        if constexpr (AtOnce)
            cuda::copy_items_at_once<threads>(with, plan, begin, size);
        else
            cuda::copy_items<threads>(with, plan, begin, size);
    });

    for (std::size_t i = 0; i < row.count; ++i) {
        std::size_t const in = row.reverses ? row.count - 1 - i : i;
        Bits key = keys_in[begin_in + in];
        if (row.first != row.last)
            key = row.first ? with.codec.encode(key) : with.codec.decode(key);
        ASSERT_EQ(keys_out[begin_out + i], row.keys_wanted || !row.last ? key : Bits{0x5a}) << "key " << i;
        ASSERT_EQ(values_out[begin_out + i], row.makes_values ? cuda::position<Value>(in) : values_in[begin_in + in])
            << "value " << i;
    }
    EXPECT_EQ(keys_out.back(), Bits{0x5a});
    EXPECT_EQ(values_out.back(), Value{0x5a});
    for (std::size_t i = 0; i < begin_out; ++i)
        EXPECT_TRUE(keys_out[i] == Bits{0x5a} && values_out[i] == Value{0x5a});
}

template <bool AtOnce, class Bits, class Value>
void copy_all() {
    for (std::size_t const count : {1u, threads - 1, threads, threads + 1, tile, tile + 1, 2 * tile - 1})
        for (bool const reverses : {false, true}) {
            copy<AtOnce, Bits, Value>({.count = count, .first = true, .last = true, .reverses = reverses});
            copy<AtOnce, Bits, Value>({.count = count, .first = true, .last = false, .reverses = reverses});
            copy<AtOnce, Bits, Value>(
                {.count = count, .first = true, .last = true, .reverses = reverses, .makes_values = true});
            copy<AtOnce, Bits, Value>({.count = count,
                                       .first = true,
                                       .last = true,
                                       .reverses = reverses,
                                       .makes_values = true,
                                       .keys_wanted = false});
        }
    copy<AtOnce, Bits, Value>({.count = 2 * tile - 1, .first = false, .last = true, .reverses = false});
    copy<AtOnce, Bits, Value>({.count = 2 * tile - 1, .first = false, .last = false, .reverses = false});
}

TEST(copy_items, one_at_a_time) {
    copy_all<false, std::uint32_t, std::uint64_t>();
}
TEST(copy_items, eight_at_once) {
    copy_all<true, std::uint8_t, std::uint32_t>();
}
TEST(copy_items, four_at_once) {
    copy_all<true, std::uint32_t, std::uint64_t>();
}
TEST(copy_items, two_at_once) {
    copy_all<true, wide, std::uint64_t>();
}

} // namespace
