// SPDX-License-Identifier: MIT
// What a split makes of bins that many keys share: families of keys that differ from each other in their lowest bits
// only, or not at all.
#include "src/cuda/block/groups/split_sort.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

constexpr unsigned bits_of_bin = 12; // of a split

// Keys of which so many begin with the same bits, one bin's, and differ in their lowest ones, so many.
template <class Bits>
std::vector<Bits> families(std::size_t count, std::size_t size, unsigned lowest) {
    constexpr unsigned width = 8 * sizeof(Bits);
    random_bits random{size};
    std::vector<Bits> keys(count);
    std::size_t const last = count / size - 1;
    for (std::size_t i = 0; i < count; ++i) { // families take turns, and their bins lie apart
        auto const bin = static_cast<Bits>(i % (last + 1) * ((1u << bits_of_bin) - 1) / last);
        keys[i] = bin << (width - bits_of_bin) | (static_cast<Bits>(random()) & core::low_mask<Bits>(lowest));
    }
    return keys;
}

// By one block, as groups are sorted, or as one launch sorts them; or not at all, where bins will not do.
template <class Bits, class Value, unsigned Blocks = 2>
void expect_split(std::vector<Bits> const& keys, key_type type, bool is_sorted, kernel_case how = {}) {
    using group = cuda::tile<cuda::group_tile.threads, cuda::group_tile.items, Blocks>;
    using split = cuda::split_sort<Bits, Value, group, false>;
    how.count = keys.size();
    bool was_sorted = false;
    auto const sorts = sorts_keys<Value>(keys, how, type, [&](auto const& with, std::uint64_t seed) {
        run_grid(1, group::threads, seed, [&] {
            auto const items = cuda::segment<Bits, Value, false>::of_all(with, unsigned(with.most));
            bool const sorted =
                split{*reinterpret_cast<typename split::space*>(cuda::memory), with, items}.run([](bool) {});
            if (threadIdx.x == 0)
                was_sorted = sorted;
        });
    });
    EXPECT_EQ(was_sorted, is_sorted);
    EXPECT_EQ(bool(sorts), is_sorted) << sorts.message();
}

// Images that were spread over a range, as groups of these are sorted: they are keys again in the end, also where each
// is all of a word, or has a bin for itself.
template <class Bits, class Value>
void expect_spread_keys(key_type type, std::size_t count, Bits span) {
    using group = cuda::tile<cuda::group_tile.threads, cuda::group_tile.items, 2>;
    using split = cuda::split_sort<Bits, Value, group, true>;
    cuda::key_range<Bits> const range{static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 3)), span};
    random_bits random{span};
    std::vector<Bits> keys(count);
    for (Bits& key : keys)
        key = static_cast<Bits>(range.first + static_cast<Bits>(random()) % (span + 1));
    auto const state = std::make_unique<cuda::control>();
    auto const& spread = state->spreading.over_range<Bits>() = cuda::key_spread<Bits>::of(range);
    auto const sorts = sorts_keys<Value>(keys, {.count = count}, type, [&](auto with, std::uint64_t seed) {
        std::vector<Bits> images(count);
        for (std::size_t i = 0; i < count; ++i)
            images[i] = spread.apply(keys[i]);
        with.state = state.get();
        run_grid(1, group::threads, seed, [&] {
            auto const all = cuda::segment<Bits, Value, false>::of_all(with, unsigned(count));
            cuda::segment<Bits, Value, true> const items{.keys_in = images.data(),
                                                         .keys_out = all.keys_out,
                                                         .values_in = all.values_in,
                                                         .values_out = all.values_out,
                                                         .count = all.count,
                                                         .base = 0,
                                                         .width = spread.width(),
                                                         .are_spread = true};
            split{*reinterpret_cast<typename split::space*>(cuda::memory), with, items}.run([](bool) {});
        });
    });
    EXPECT_TRUE(sorts) << "span " << std::uint64_t{span};
}

TEST(split_sort, undoes_how_images_are_spread) {
    for (std::uint32_t const span : {2999u, 1'000'003u, 0x5fff'fffeu}) {
        expect_spread_keys<std::uint32_t, cuda::no_value>(key_type::u32, 5000, span);
        expect_spread_keys<std::uint32_t, std::uint32_t>(key_type::u32, 4097, span);
        expect_spread_keys<std::uint64_t, cuda::no_value>(key_type::u64, 5000, std::uint64_t{span} << 30 | span);
    }
}

// Windows put these in their bins, and comparisons those in order of which words tell nothing more.
TEST(split_sort, compares_keys_that_differ_in_their_lowest_bits) {
    auto const keys = families<std::uint64_t>(5000, 20, 16);
    expect_split<std::uint64_t, cuda::no_value>(keys, key_type::u64, true, {.descends = true});
    expect_split<std::uint64_t, std::uint64_t>(keys, key_type::i64, true, {.in_place = true});
    expect_split<std::uint64_t, std::uint32_t, 1>(keys, key_type::f64, true);
    auto const wide = families<core::uint128>(3000, 25, 70);
    expect_split<core::uint128, cuda::no_value>(wide, key_type::u128, true);
    expect_split<core::uint128, std::uint64_t>(wide, key_type::i128, true, {.descends = true});
    auto const narrow = families<std::uint32_t>(5120, 20, 7);
    expect_split<std::uint32_t, cuda::no_value>(narrow, key_type::u32, true);
    expect_split<std::uint32_t, std::uint32_t, 1>(narrow, key_type::i32, true);
}

// They differ in fewer bits than would make as many numbers, or than are compared: places decide.
TEST(split_sort, keeps_the_order_of_items_that_compare_equal) {
    expect_split<std::uint64_t, std::uint32_t>(families<std::uint64_t>(5000, 25, 2), key_type::u64, true);
    expect_split<std::uint64_t, std::uint64_t>(families<std::uint64_t>(5120, 40, 3), key_type::u64, true);
    expect_split<std::uint64_t, cuda::no_value>(families<std::uint64_t>(5000, 20, 16), key_type::u64, true,
                                                {.bits = {12, 64}});
}

// As many as words of a window tell from other bins, and one more. All sizes of bins take their rounds of windows. A
// block that sorts once takes fewer.
TEST(split_sort, takes_bins_of_so_many) {
    for (std::size_t const size : {2 * cuda::window_size, 2 * cuda::window_size + 1})
        expect_split<std::uint64_t, std::uint32_t, 1>(families<std::uint64_t>(20 * size, size, 30), key_type::u64,
                                                      size == 2 * cuda::window_size);
    constexpr std::size_t most = cuda::item_word::most_in_bin;
    for (std::size_t size = 1; size <= most + 1; ++size)
        for (unsigned const lowest : {0u, 30u, 51u})
            expect_split<std::uint64_t, std::uint32_t>(families<std::uint64_t>(20 * size, size, lowest), key_type::u64,
                                                       size <= most);
}

// Keys alone that share a bin are likely to be equal; others among them are strays, whose number is limited. Some of
// both, next to families.
TEST(split_sort, puts_strays_beside_equal_keys) {
    auto keys = families<std::uint64_t>(2500, 250, 0), others = families<std::uint64_t>(2500, 20, 16);
    for (std::size_t i = 0; i < keys.size(); i += 10)
        keys[i] += i % 3;
    for (std::uint64_t const key : others)
        keys.push_back(key | std::uint64_t{1} << 63); // in other bins, but for some
    expect_split<std::uint64_t, cuda::no_value>(keys, key_type::u64, true);
    expect_split<std::uint64_t, cuda::no_value>(families<std::uint64_t>(5000, 250, 16), key_type::u64, false);
}

} // namespace
