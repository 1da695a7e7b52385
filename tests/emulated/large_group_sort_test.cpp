// SPDX-License-Identifier: MIT
// What sorts keys alone that are more than a block holds, by one block: parts that fit, parts that do not, equal keys.
#include "src/cuda/block/groups/large_group_sort.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

// Images by their number, which differ in their lowest bits only, so many.
template <class Bits>
struct large_group {
    char const* name;
    unsigned width;
    std::function<Bits(random_bits&, std::size_t)> image;
};

// What becomes of some image, once it is spread, which is next to this number, in the same group.
template <class Bits>
Bits like_spread(cuda::key_spread<Bits> const& how, Bits number, unsigned width) {
    Bits image = how.undo(number); // or the one before it
    if (how.apply(image) >> width != number >> width)
        ++image;
    return how.apply(image);
}

// As sort_large_groups does with a group that begins at some place among others. Keys are in descending order, so that
// they are not their images.
template <class Bits>
void sort_group(large_group<Bits> const& like, std::size_t size, bool repeats, bool are_spread = false) {
    constexpr cuda::tile_shape shape = cuda::large_tile(sizeof(Bits), 0);
    using tile = cuda::tile<shape.threads, shape.items, 2>;
    using group = cuda::tile<cuda::group_tile.threads, cuda::group_tile.items, 2>;
    constexpr std::size_t first = 37, spare = 50;
    constexpr Bits beside = 0x5a;
    key_type const type = sizeof(Bits) == 4 ? key_type::u32 : key_type::u64;
    auto const above = static_cast<Bits>(Bits{5} << like.width << 1); // which all share

    random_bits random{size};
    std::vector<Bits> out(first + size + spare, beside), scratch(out);
    for (std::size_t i = 0; i < size; ++i)
        out[first + i] = above | like.image(random, i);
    cuda::arguments<Bits, cuda::no_value> with{};
    with.keys_wanted = true;
    with.most = out.size();
    with.digits = cuda::tabulate(0, 8 * sizeof(Bits), false, false);
    with.codec = core::make_codec<Bits>(type, order::descending, {}, {});
    with.keys[static_cast<unsigned>(cuda::buffer::out)] = out.data();
    with.keys[static_cast<unsigned>(cuda::buffer::scratch)] = scratch.data();
    auto const state = std::make_unique<cuda::control>();
    with.state = state.get();
    state->prefix.repeats = repeats;
    state->prefix.are_spread = are_spread;
    Bits const part = Bits{1} << like.width; // of the range, three quarters of as many as above and image have bits
    auto const spread = cuda::key_spread<Bits>::of({static_cast<Bits>(7 * part + 3), static_cast<Bits>(12 * part)});
    if (are_spread) {
        state->spreading.over_range<Bits>() = spread;
        for (std::size_t i = first; i < first + size; ++i)
            out[i] = like_spread(spread, out[i], like.width);
    }
    std::vector<Bits> expected(out.begin() + first, out.begin() + first + static_cast<std::ptrdiff_t>(size));
    std::sort(expected.begin(), expected.end());
    for (Bits& each : expected)
        each = with.codec.decode(are_spread ? spread.undo(each) : each);

    run_grid(1, tile::threads, size, [&] {
        auto& shared = *reinterpret_cast<cuda::large_group_space<Bits, tile, group>*>(cuda::memory);
        cuda::large_group_sort<Bits, tile, group>{shared, with}.run(first, size, like.width);
    });
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.begin() + first)) << like.name << ", " << size;
    EXPECT_TRUE(std::all_of(out.begin(), out.begin() + first, [](Bits each) { return each == beside; }));
    EXPECT_TRUE(std::all_of(out.end() - spare, out.end(), [](Bits each) { return each == beside; }));
}

template <class Bits>
void sort_groups(unsigned width) {
    auto const all = static_cast<Bits>((Bits{1} << width) - 1);
    large_group<Bits> const groups[] = {
        {"even", width, [all](auto& random, std::size_t) { return static_cast<Bits>(random() & all); }},
        {"equal", width, [](auto&, std::size_t) { return Bits{77}; }},
        {"equal but for one", width, [](auto&, std::size_t i) { return static_cast<Bits>(i == 4000 ? 3 : 77); }},
        {"skewed in every digit", width,
         [all](auto& random, std::size_t) {
             return static_cast<Bits>(random() & random() & random() & random() & all);
         }},
        {"a few that many have", width,
         [all](auto& random, std::size_t) { return static_cast<Bits>(random.below(3) * 0x9e3779b1u & all); }},
        {"most in one bin, all others in bins of their own", width,
         [all](auto& random, std::size_t i) {
             return static_cast<Bits>(i % 512 < 256 ? (i % 512 * (all / 256)) & all : random() & 0xff);
         }},
    };
    for (auto const& each : groups)
        for (bool const repeats : {false, true}) {
            sort_group(each, 5121, repeats);
            sort_group(each, 20'000, repeats, !repeats);
        }
}

TEST(large_groups, of_narrow_keys_are_sorted_by_one_block) {
    sort_groups<std::uint32_t>(16);
}
TEST(large_groups, of_wide_keys_are_sorted_by_one_block) {
    sort_groups<std::uint64_t>(48);
}

TEST(large_groups, may_have_as_many_keys_as_there_are_at_most) {
    sort_group<std::uint32_t>({"even", 18, [](auto& random, std::size_t) { return random() & 0x3ffff; }},
                              cuda::most_large_group_items, false);
}

} // namespace
