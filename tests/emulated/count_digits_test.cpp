// SPDX-License-Identifier: MIT
// One reading of all keys: the bins of each digit, and whether keys are in order already.
#include "src/cuda/kernels/count_digits.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;

constexpr unsigned blocks = 2, tile_items = 1024;
// So many that a thread may stop comparing them: it has four turns of four vectors, one more, and some are in none.
template <class Bits>
constexpr std::size_t count_of_keys = (4 * vectors_at_once + 1) * blocks* count_threads* key_vector<Bits>::size + 7;

// What the kernel leaves in the state, of unsigned keys that begin so many keys behind a place where vectors may.
template <class Bits, class Value>
std::unique_ptr<control> counted(std::vector<Bits> const& keys, digit_table const& digits, std::size_t misalignment,
                                 implied_digits likely = {}) {
    std::vector<Bits> memory(keys.size() + misalignment + key_vector<Bits>::size);
    Bits* const begin = memory.data() + key_vector<Bits>::keys_before_aligned(memory.data()) + misalignment;
    std::copy(keys.begin(), keys.end(), begin);
    auto state = std::make_unique<control>();
    state->implied.likely = likely;
    arguments<Bits, Value> with{};
    with.keys_wanted = true;
    with.most = keys.size();
    with.digits = digits;
    with.keys[static_cast<unsigned>(buffer::in)] = begin;
    with.leading.tile_items = tile_items;
    with.state = state.get();
    test::emulated::run_grid(blocks, count_threads, misalignment + 1, [&] { count_digits<Bits, Value>(with); });
    return state;
}

template <class Bits>
std::vector<Bits> random_keys(std::size_t count) {
    return test::make_keys<Bits>(
        count, [](test::random_bits& random, std::size_t) { return static_cast<Bits>(random.wide_number()); });
}

template <class Bits>
void expect_counts(unsigned begin_bit, unsigned end_bit) {
    auto const digits = tabulate(begin_bit, end_bit, false, false);
    for (std::size_t const count : {std::size_t{1}, std::size_t{100}, count_of_keys<Bits>})
        for (std::size_t const misalignment : {std::size_t{0}, key_vector<Bits>::size - std::size_t{1}}) {
            auto const keys = random_keys<Bits>(count);
            auto const state = counted<Bits, no_value>(keys, digits, misalignment);
            for (unsigned p = 0; p < digits.size; ++p) {
                unsigned long long expected[bins]{}, before = 0;
                for (Bits const key : keys)
                    ++expected[digits.digits[p].of(key)];
                for (unsigned bin = 0; bin < bins; ++bin) {
                    ASSERT_EQ(state->counts[p][bin], expected[bin]) << count << " keys, digit " << p;
                    ASSERT_EQ(state->bases[p][0][bin], before) << count << " keys, digit " << p;
                    before += expected[bin];
                }
                pass const& plan = state->plan.passes[p];
                EXPECT_EQ(plan.active && !plan.copies, count > 1) << count << " keys, digit " << p;
            }
        }
}

TEST(count_digits, counts_all_bytes) {
    expect_counts<std::uint8_t>(0, 8);
    expect_counts<std::uint32_t>(0, 32);
    expect_counts<std::uint64_t>(0, 64);
    expect_counts<test::wide>(0, 128);
}
TEST(count_digits, counts_digits_of_some_bits) {
    expect_counts<std::uint16_t>(3, 15);
    expect_counts<std::uint32_t>(30, 31);
    expect_counts<std::uint64_t>(5, 45);
    expect_counts<test::wide>(60, 90);
}

template <class Bits, class Value>
unsigned disorder_of_all(std::vector<Bits> const& keys, bit_range bits, std::size_t misalignment) {
    return counted<Bits, Value>(keys, tabulate(bits.begin, bits.end_for(8 * sizeof(Bits)), false, false), misalignment)
        ->disorder;
}

// Keys that rise, and one that falls behind its neighbour: wherever it is, in a vector, at the edge of one, of a warp's
// vectors, of a block's, or among those that are in no vector.
template <class Bits>
void expect_one_that_falls(std::size_t misalignment) {
    constexpr std::size_t count = count_of_keys<Bits>, size = key_vector<Bits>::size, of_warp = size * warp_lanes,
                          of_block = size * count_threads;
    std::vector<Bits> keys(count);
    for (std::size_t i = 0; i < count; ++i)
        keys[i] = static_cast<Bits>(2 * i + 2);
    EXPECT_EQ((disorder_of_all<Bits, no_value>(keys, {}, misalignment)), not_reversed);
    for (std::size_t const at :
         {std::size_t{1}, size, of_warp - 1, of_warp, of_block, 4 * of_block, count - of_warp, count - 1}) {
        Bits const kept = keys[at];
        keys[at] = static_cast<Bits>(keys[at - 1] - 1);
        EXPECT_EQ((disorder_of_all<Bits, no_value>(keys, {}, misalignment)), not_sorted | not_reversed)
            << at << " of " << count;
        keys[at] = kept;
    }
}

TEST(count_digits, sees_one_key_that_falls) {
    expect_one_that_falls<std::uint32_t>(0);
    expect_one_that_falls<std::uint32_t>(3);
    expect_one_that_falls<std::uint64_t>(1);
    expect_one_that_falls<test::wide>(0);
}

// The last vector ends with the last key: there is nothing behind it to be compared.
TEST(count_digits, sees_keys_in_order_that_fill_all_vectors) {
    std::vector<std::uint64_t> keys(blocks * count_threads * key_vector<std::uint64_t>::size);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = i;
    EXPECT_EQ((disorder_of_all<std::uint64_t, std::uint32_t>(keys, {}, 0)), not_reversed);
}

TEST(count_digits, sees_keys_that_fall) {
    std::vector<std::uint64_t> keys(count_of_keys<std::uint64_t>);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = keys.size() - i;
    EXPECT_EQ((disorder_of_all<std::uint64_t, no_value>(keys, {}, 0)), not_sorted);
    EXPECT_EQ((disorder_of_all<std::uint64_t, std::uint32_t>(keys, {}, 0)), not_sorted);
    keys[500] = keys[499];
    EXPECT_EQ((disorder_of_all<std::uint64_t, no_value>(keys, {}, 0)), not_sorted);
    EXPECT_EQ((disorder_of_all<std::uint64_t, std::uint32_t>(keys, {}, 0)), not_sorted | not_reversed)
        << "equal keys would change places";
    for (auto& key : keys)
        key = 7;
    EXPECT_EQ((disorder_of_all<std::uint64_t, no_value>(keys, {}, 0)), 0u);
}

TEST(count_digits, compares_the_bits_that_are_sorted_by) {
    std::vector<std::uint64_t> keys(count_of_keys<std::uint64_t>);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = (keys.size() - i) << 32 | i;
    EXPECT_EQ((disorder_of_all<std::uint64_t, no_value>(keys, {0, 32}, 0)), not_reversed);
    EXPECT_EQ((disorder_of_all<std::uint64_t, no_value>(keys, {32, 64}, 0)), not_sorted);
    EXPECT_EQ((disorder_of_all<std::uint64_t, no_value>(keys, {31, 33}, 0)), not_sorted | not_reversed);
}

unsigned whole_passes_of(std::vector<std::uint32_t> const& keys, digit_table const& digits) {
    return test::whole_passes(counted<std::uint32_t, std::uint32_t>(keys, digits, 0)->plan, digits.size);
}

// Small keys, of which as many have another upper half as whole tiles allow, and then one more.
TEST(count_digits, expects_whole_tiles_where_outliers_are_few) {
    auto const digits = tabulate(0, 32, false, false);
    auto keys = test::make_keys<std::uint32_t>(12 * tile_items + 5, [](test::random_bits& random, std::size_t) {
        return static_cast<std::uint32_t>(random() & 0xffff);
    });
    for (std::size_t const at : {std::size_t{0}, keys.size() / 2, keys.size() - 1})
        keys[at] |= 0x1234'0000;
    EXPECT_EQ(whole_passes_of(keys, digits), 0b1100u);
    keys[77] |= 0x1200'0000;
    EXPECT_EQ(whole_passes_of(keys, digits), 0b0100u);
}

// Bins of four tiles, in order but for one key; then less, with another bin; and two blocks that see keys in disorder.
TEST(count_digits, expects_whole_tiles_where_large_bins_are_nearly_in_order) {
    auto const digits = tabulate(8, 16, false, false);
    std::vector<std::uint32_t> keys(16 * tile_items + 1);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<std::uint32_t>(i / 4200) << 8;
    keys.back() = 0;
    EXPECT_EQ(whole_passes_of(keys, digits), 1u);
    keys.back() = 4 << 8;
    keys[10] = 1 << 8;
    EXPECT_EQ(whole_passes_of(keys, digits), 0u);
    keys.back() = 0; // another block sees it
    EXPECT_EQ(whole_passes_of(keys, digits), 0u);
}

// Digits by which there are passes, a bit each.
template <class Bits>
unsigned passes_of(std::vector<Bits> const& keys, digit_table const& digits, implied_digits likely) {
    return test::moving_passes(counted<Bits, std::uint32_t>(keys, digits, 1, likely)->plan, digits.size);
}

// Numbers whose upper half, but for the sign, has copies of it; then one that has something else in one digit, wherever
// it is.
template <class Bits>
void expect_implied_digits() {
    constexpr unsigned width = 8 * sizeof(Bits), size = sizeof(Bits), upper = (1u << (size - 1)) - (1u << size / 2),
                       all = (1u << size) - 1;
    constexpr std::size_t count = count_of_keys<Bits>;
    auto const digits = tabulate(0, width, false, false);
    implied_digits const likely{{width - most_implying_bits, most_implying_bits}, upper};
    auto keys = random_keys<Bits>(count);
    for (Bits& key : keys)
        key = static_cast<Bits>(key >> width / 2 | ((key & 1) != 0 ? ~Bits{0} << (width / 2) : Bits{0}));
    EXPECT_EQ(passes_of(keys, digits, likely), all & ~upper);
    EXPECT_EQ(passes_of(keys, digits, {}), all) << "nobody has looked";
    EXPECT_EQ(passes_of(keys, digits, {likely.by, 1u << size / 2}), all & ~(1u << size / 2)) << "nor at the others";
    EXPECT_EQ(passes_of(keys, digits, {likely.by, likely.digits | 1}), all & ~upper) << "the lowest one is not implied";
    for (std::size_t const at : {std::size_t{0}, std::size_t{1}, count / 2, count - 2, count - 1})
        for (unsigned const digit : {size / 2, size - 2}) {
            Bits const kept = keys[at];
            keys[at] ^= static_cast<Bits>(Bits{4} << radix_bits * digit);
            EXPECT_EQ(passes_of(keys, digits, likely), (all & ~upper) | 1u << digit) << at << " of " << count;
            keys[at] = kept;
        }
}

TEST(count_digits, leaves_out_digits_that_upper_bits_imply) {
    expect_implied_digits<std::uint32_t>();
    expect_implied_digits<std::uint64_t>();
    expect_implied_digits<test::wide>();
}

// Two upper bits with four values, and one value of each of the digits below for each of these.
TEST(count_digits, leaves_out_digits_of_some_bits) {
    auto const digits = tabulate(5, 45, false, false); // of 8 bits
    implied_digits const likely{{43, 2}, 0b1111};
    std::vector<std::uint64_t> keys(count_of_keys<std::uint64_t>);
    test::random_bits random{5};
    for (std::uint64_t& key : keys) {
        std::uint64_t const upper = random.below(4);
        key = random() << 45 | upper << 43 | (upper * 0x39 & 0xff) << 21 | (random() & 0xff) << 13 | (random() & 31);
    }
    EXPECT_EQ(passes_of(keys, digits, likely), 0b10010u) << "two are constant, one is implied";
    keys[77] ^= 1 << 28;
    EXPECT_EQ(passes_of(keys, digits, likely), 0b10110u);
}

} // namespace
