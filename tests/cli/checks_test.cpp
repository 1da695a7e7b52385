// SPDX-License-Identifier: MIT
// The order check against the library's sort and against hand-made orders; the multiset checksum; the choice of a
// device; the memory limit.
#include "cli/device_choice.hpp"
#include "cli/error.hpp"
#include "cli/key_column.hpp"
#include "cli/memory_limit.hpp"
#include "cli/multiset.hpp"
#include "cli/order_check.hpp"

#include <pradix/sort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cli;

options as_options(key_order const& how) {
    return with_order({.where = backend::cpu}, how);
}

// Every pattern of a 16-bit type, sorted by the library: the check has to agree, and to object to any two swapped.
TEST(OrderCheck, AgreesWithTheLibraryOnEverySixteenBitPattern) {
    for (key_type type : {key_type::u16, key_type::i16, key_type::f16, key_type::bf16})
        for (order direction : {order::ascending, order::descending})
            for (pradix::nan_order nans : {pradix::nan_order::by_bits, pradix::nan_order::last})
                for (bit_range bits :
                     {bit_range{}, bit_range{0, 16}, bit_range{3, 11}, bit_range{0, 7}, bit_range{10, 16}}) {
                    bool const whole = bits.is_all_of(16);
                    if (nans == pradix::nan_order::last && (!is_floating(type) || !whole))
                        continue;
                    key_order const how{type, direction, nans, bits};
                    std::vector<std::uint16_t> keys(65536);
                    std::iota(keys.begin(), keys.end(), std::uint16_t{0});
                    std::shuffle(keys.begin(), keys.end(), std::mt19937(1));
                    pradix::detail::sort(type, keys.data(), keys.size(), nullptr, 0, as_options(how));
                    ASSERT_FALSE(first_disorder(how, keys.data(), keys.size())) << name(type);
                    if (!whole)
                        continue;
                    std::swap(keys[40000], keys[40001]);
                    ASSERT_EQ(first_disorder(how, keys.data(), keys.size()), 40001u) << name(type);
                }
}

TEST(OrderCheck, FindsTheFirstPlaceByThreadsToo) {
    std::vector<std::uint32_t> keys(400000), order(keys.size());
    std::iota(keys.begin(), keys.end(), 0u);
    std::iota(order.begin(), order.end(), 0u);
    auto const disorder = [&](unsigned threads) {
        return first_disorder({key_type::u32}, keys.data(), keys.size(), threads);
    };
    auto const misplaced = [&](unsigned threads) {
        return first_misplaced({key_type::u32}, keys.data(), keys.size(), order.data(), 4, threads);
    };
    for (unsigned threads : {1, 2, 5}) {
        EXPECT_EQ(disorder(threads), std::nullopt);
        EXPECT_EQ(misplaced(threads), std::nullopt);
    }
    for (std::size_t place : {1, 79999, 80000, 200000, 399999}) {
        for (unsigned threads : {1, 2, 5}) {
            auto const exchange = [&](auto& numbers, auto const& check) {
                std::swap(numbers[place], numbers[place - 1]);
                std::swap(numbers[399998], numbers[399997]);
                EXPECT_EQ(check(threads), place < 399998 ? place : 399998) << threads;
                std::swap(numbers[399998], numbers[399997]);
                std::swap(numbers[place], numbers[place - 1]);
            };
            exchange(keys, disorder);
            exchange(order, misplaced);
            std::uint32_t const was = std::exchange(order[place], order[place - 1]);
            EXPECT_EQ(misplaced(threads), place) << threads; // is there twice
            order[place] = 400000;
            EXPECT_EQ(misplaced(threads), place) << threads; // is nowhere
            order[place] = was;
        }
    }
}

TEST(OrderCheck, KnowsTheOrderOfFloats) {
    using limits = std::numeric_limits<float>;
    auto const pattern = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
    std::vector<float> const total = {pattern(0xffffffff),
                                      pattern(0xffc00000),
                                      pattern(0xff800001),
                                      -limits::infinity(),
                                      -1,
                                      -limits::denorm_min(),
                                      -0.0f,
                                      0.0f,
                                      limits::denorm_min(),
                                      1,
                                      limits::infinity(),
                                      pattern(0x7f800001),
                                      pattern(0x7fc00000),
                                      pattern(0x7fffffff)};
    EXPECT_FALSE(first_disorder({key_type::f32}, total.data(), total.size()));
    for (std::size_t i = 1; i < total.size(); ++i) {
        float const pair[] = {total[i], total[i - 1]};
        EXPECT_EQ(first_disorder({key_type::f32}, pair, 2), 1u) << i;
        EXPECT_FALSE(first_disorder({key_type::f32, order::descending}, pair, 2)) << i;
    }
    // NaNs last: numbers, then positive NaNs, then negative ones; descending the negative ones lead the NaNs.
    std::vector<float> up(total.begin() + 3, total.end());
    up.insert(up.end(), total.begin(), total.begin() + 3);
    EXPECT_FALSE(first_disorder({key_type::f32, order::ascending, pradix::nan_order::last}, up.data(), up.size()));
    std::vector<float> down(total.rbegin() + 3, total.rend());
    down.insert(down.end(), total.rbegin(), total.rbegin() + 3);
    EXPECT_FALSE(first_disorder({key_type::f32, order::descending, pradix::nan_order::last}, down.data(), down.size()));
    EXPECT_EQ(first_disorder({key_type::f32}, up.data(), up.size()), 11u);
}

TEST(OrderCheck, FewKeysAreInOrder) {
    EXPECT_FALSE(first_disorder({key_type::u32}, nullptr, 0));
    std::uint32_t const one = 1;
    EXPECT_FALSE(first_disorder({key_type::u32}, &one, 1));
}

TEST(OrderCheck, SixteenByteKeysCompareByTheirHighWord) {
    std::uint64_t const keys[] = {5, 0, 1, 1};
    EXPECT_FALSE(first_disorder({key_type::u128}, keys, 2));
    std::uint64_t const negative[] = {0, ~0ull, 0, 0};
    EXPECT_FALSE(first_disorder({key_type::i128}, negative, 2));
    EXPECT_EQ(first_disorder({key_type::u128}, negative, 2), 1u);
}

TEST(PermutationCheck, AcceptsTheStableOneOnly) {
    std::uint8_t const keys[] = {2, 1, 2, 1};
    auto const check = [&](std::vector<std::uint32_t> indices) {
        return first_misplaced({key_type::u8}, keys, 4, indices.data(), 4);
    };
    EXPECT_FALSE(check({1, 3, 0, 2}));
    EXPECT_EQ(check({3, 1, 0, 2}), 1u); // equal keys out of order
    EXPECT_EQ(check({1, 0, 3, 2}), 2u); // keys out of order
    EXPECT_EQ(check({1, 1, 0, 2}), 1u); // an index twice
    EXPECT_EQ(check({1, 3, 0, 4}), 3u); // an index too large
    std::uint64_t const wide[] = {1, 3, 0, 2};
    EXPECT_FALSE(first_misplaced({key_type::u8}, keys, 4, wide, 8));
}

TEST(Multiset, IgnoresOrderAndNothingElse) {
    for (std::size_t width : {1, 2, 4, 8, 16}) {
        std::vector<std::uint8_t> bytes(width * 100);
        std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
        multiset const before = multiset_of_keys(bytes.data(), 100, width);
        std::swap_ranges(bytes.begin(), bytes.begin() + width, bytes.end() - width);
        EXPECT_EQ(multiset_of_keys(bytes.data(), 100, width), before) << width;
        EXPECT_NE(multiset_of_keys(bytes.data(), 99, width), before) << width;
        bytes[5 * width] ^= 1;
        EXPECT_NE(multiset_of_keys(bytes.data(), 100, width), before) << width;
    }
}

TEST(Multiset, IsTheSameByThreads) {
    std::vector<std::uint64_t> keys(300001), values(keys.size());
    std::mt19937_64 random(1);
    std::generate(keys.begin(), keys.end(), std::ref(random));
    std::generate(values.begin(), values.end(), std::ref(random));
    for (std::size_t width : {1, 4, 8})
        EXPECT_EQ(multiset_of_keys(keys.data(), keys.size(), width, 3),
                  multiset_of_keys(keys.data(), keys.size(), width));
    EXPECT_EQ(multiset_of_pairs(keys.data(), keys.size(), 8, values.data(), 3, 3),
              multiset_of_pairs(keys.data(), keys.size(), 8, values.data(), 3));
}

// What a plain sum or an exclusive or would miss.
TEST(Multiset, TellsSumsAndRepetitionsApart) {
    auto const of = [](std::vector<std::uint32_t> keys) { return multiset_of_keys(keys.data(), keys.size(), 4); };
    EXPECT_NE(of({1, 4}), of({2, 3}));
    EXPECT_NE(of({7, 7, 1}), of({9, 9, 1}));
    EXPECT_NE(of({1, 1, 2}), of({1, 2, 2}));
    EXPECT_EQ(of({1, 2, 1}), of({2, 1, 1}));
}

TEST(Multiset, PairsNoticeAValueUnderAnotherKey) {
    std::uint32_t const keys[] = {1, 2}, swapped_keys[] = {2, 1};
    std::uint8_t const values[] = {1, 2, 3, 4, 5, 6}, swapped[] = {4, 5, 6, 1, 2, 3};
    auto const pairs = multiset_of_pairs(keys, 2, 4, values, 3);
    EXPECT_NE(multiset_of_pairs(keys, 2, 4, swapped, 3), pairs);
    EXPECT_EQ(multiset_of_pairs(swapped_keys, 2, 4, swapped, 3), pairs);
}

TEST(Multiset, LinesOfDifferentLengthDiffer) {
    multiset a, b;
    a.add(std::as_bytes(std::span("1\0", 2)));
    b.add(std::as_bytes(std::span("1", 1)));
    EXPECT_NE(a, b);
}

TEST(DeviceChoice, SaysWhichNamesThereAre) {
    std::string const devices[] = {"GeForce A", "GeForce B", "pocl"};
    auto const message = [](std::string const& text, std::span<std::string const> among) {
        try {
            choose_device(text, among, "opencl");
        } catch (cli::error const& problem) {
            return std::string(problem.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(choose_device("pocl", devices, "opencl"), 2u);
    EXPECT_EQ(choose_device("1", devices, "opencl"), 1u);
    EXPECT_EQ(message("Radeon", devices),
              "--device: no opencl device has 'Radeon' in its name; devices: 0 GeForce A, 1 GeForce B, 2 pocl");
    EXPECT_EQ(message("Radeon", {}), "--device: no opencl device has 'Radeon' in its name; devices: none");
    EXPECT_EQ(message("GeForce", devices), "--device: 'GeForce' is in the names of 2 opencl devices; write more of one "
                                           "name: 0 GeForce A, 1 GeForce B, 2 pocl");
}

template <class T>
key_column column_of(std::vector<T> const& keys, key_order const& how) {
    key_column column{how, buffer(keys.size() * sizeof(T))};
    std::memcpy(column.keys.data(), keys.data(), keys.size() * sizeof(T));
    return column;
}

TEST(SeveralColumns, LaterOnesDecideAmongEqualsOnly) {
    std::vector<std::uint8_t> const first{1, 1, 2, 2, 2};
    std::vector<float> const second{2, 3, 1, 0.5, 4};
    key_column columns[] = {column_of(first, {key_type::u8}), column_of(second, {key_type::f32, order::ascending})};
    EXPECT_EQ(first_disorder(columns, 5), 3u);
    EXPECT_EQ(first_disorder(columns, 3), std::nullopt);
    columns[0].how.direction = order::descending;
    EXPECT_EQ(first_disorder(columns, 5), 2u);
    std::vector<std::uint32_t> indices{3, 2, 4, 0, 1};
    EXPECT_EQ(first_misplaced(columns, 5, indices.data(), 4), std::nullopt);
    std::swap(indices[3], indices[4]);
    EXPECT_EQ(first_misplaced(columns, 5, indices.data(), 4), 4u);
}

TEST(SeveralColumns, EqualRowsKeepTheirOrder) {
    std::vector<std::uint8_t> const keys{1, 1};
    key_column const columns[] = {column_of(keys, {key_type::u8}), column_of(keys, {key_type::u8})};
    std::vector<std::uint64_t> const indices{1, 0};
    EXPECT_EQ(first_misplaced(columns, 2, indices.data(), 8), 1u);
}

TEST(MemoryLimit, IsTheOptionElseTheLesserOfMachineAndCgroup) {
    EXPECT_EQ(choose_memory_limit("", 1000, 0).bytes, 1000u);
    EXPECT_EQ(choose_memory_limit("", 1000, 0).whose, "this machine");
    EXPECT_EQ(choose_memory_limit("", 1000, 400).bytes, 400u);
    EXPECT_EQ(choose_memory_limit("", 1000, 400).whose, "the cgroup");
    EXPECT_EQ(choose_memory_limit("", 1000, 4000).bytes, 1000u);
    EXPECT_EQ(choose_memory_limit("", 0, 400).bytes, 400u);
    EXPECT_GT(choose_memory_limit("", 0, 0).bytes, std::uint64_t{1} << 60);
    EXPECT_EQ(choose_memory_limit("2K", 1000, 400).bytes, 2000u);
    EXPECT_EQ(choose_memory_limit("2K", 1000, 400).whose, "--memory");
}

} // namespace
