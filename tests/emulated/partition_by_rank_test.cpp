// SPDX-License-Identifier: MIT
// Few different keys with values: counted in a hash table, and moved by one stable pass by their ranks.
#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/kernels/partition_by_rank.cuh"
#include "tests/emulated/launched_portions.hpp"
#include "tests/emulated/sorted_by_kernel.hpp"

#include <memory>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using namespace pradix::test;
using namespace pradix::test::emulated;

using tile_of_pass = tile<256, 4, 2>;

template <class Bits>
struct counting_space {
    tabled_keys_space<Bits> keys;
    bool is_last;

    static counting_space& of_block() { return *reinterpret_cast<counting_space*>(memory); }
};

// Returns whether keys are few enough.
template <class Bits, class Value>
bool sort_by_rank(arguments<Bits, Value> with, std::uint64_t seed, std::size_t portion_tiles) {
    auto const state = std::make_unique<control>();
    std::vector<std::uint64_t> of_groups[3];
    for (auto& words : of_groups)
        words.resize(prefixes / 2);
    std::vector<Bits> keys(with.most);
    std::vector<Value> values(with.most);
    with.state = state.get();
    with.keys[static_cast<unsigned>(buffer::scratch)] = keys.data();
    with.values[static_cast<unsigned>(buffer::scratch)] = values.data();
    with.leading.prefix_counts = reinterpret_cast<unsigned*>(of_groups[0].data());
    with.leading.group_starts = reinterpret_cast<unsigned*>(of_groups[1].data());
    with.leading.group_cursors = reinterpret_cast<unsigned*>(of_groups[2].data());
    state->guessed = guess::tabled_keys;
    run_grid(2, guess_threads, seed, [&] {
        auto& shared = counting_space<Bits>::of_block();
        count_tabled_keys(shared.keys.table, with);
        if (ends_last(state->finished_blocks, shared.is_last))
            plan_tabled_keys(shared.keys, with);
    });
    launched_portions<tile_of_pass> launches(with.most, portion_tiles, seed);
    launches.run(1, [&](portion const& part) { partition_by_rank<Bits, Value, tile_of_pass>(with, part); });
    if (state->guessed != guess::tabled_keys) {
        EXPECT_EQ(std::count(of_groups[0].begin(), of_groups[0].end(), 0u), prefixes / 2)
            << "prefixes are counted there";
        return false;
    }
    launches.run(with.digits.launches(),
                 [&](portion const& part) { partition<Bits, Value, tile_of_pass>(with, part); });
    return true;
}

template <class Bits, class Value>
void check(key_type type, std::size_t different, kernel_case how, std::size_t portion_tiles = 1000) {
    auto const several = make_keys<Bits>(
        different, [&](random_bits& random, std::size_t i) { return static_cast<Bits>(i == 0 ? 0 : random()); });
    auto const keys = make_keys<Bits>(how.count, [&](random_bits& random, std::size_t i) {
        return several[i < different ? i : random.below(different)];
    });
    how.seed = different;
    EXPECT_TRUE((sorts_keys<Value>(keys, how, type, [&](auto const& with, std::uint64_t seed) {
        EXPECT_TRUE(sort_by_rank(with, seed, portion_tiles)) << different;
    }))) << different;
}

TEST(ranks, move_few_different_keys_with_values) {
    check<std::uint32_t, std::uint32_t>(key_type::u32, 1, {.count = 3000});
    check<std::uint32_t, std::uint32_t>(key_type::f32, 100, {.count = 5003, .in_place = true, .descends = true});
    check<std::uint32_t, value_16>(key_type::i32, 256, {.count = 4096});
    check<std::uint64_t, std::uint32_t>(key_type::f64, 77, {.count = 2049, .descends = true});
    check<std::uint64_t, std::uint64_t>(key_type::u64, 256, {.count = 4100, .in_place = true});
}
TEST(ranks, move_portions) {
    check<std::uint64_t, std::uint64_t>(key_type::u64, 200, {.count = 5003}, 2);
}

TEST(ranks, are_no_more_than_bins) {
    auto keys = make_keys<std::uint32_t>(3000, [](random_bits&, std::size_t i) { return i % 257 * 0x10001; });
    sorts_keys<std::uint32_t>(keys, {.count = keys.size()}, key_type::u32, [&](auto const& with, std::uint64_t seed) {
        EXPECT_FALSE(sort_by_rank(with, seed, 1000));
    });
}

// Each key has a rank of its own, whichever function is found.
TEST(ranks, are_found_at_home) {
    static ranked_keys<std::uint64_t>* keys;
    for (unsigned const count : {1u, 2u, 31u, 128u, 256u})
        for (unsigned const shift : {0u, 20u, 56u}) {
            auto const images =
                make_keys<std::uint64_t>(count, [&](random_bits&, std::size_t i) { return std::uint64_t{i} << shift; });
            auto const made = std::make_unique<ranked_keys<std::uint64_t>>();
            keys = made.get();
            run_grid(1, 1024, count, [&] {
                auto& at_home = *reinterpret_cast<unsigned(*)[ranked_keys<std::uint64_t>::most_homes]>(memory);
                EXPECT_TRUE(keys->make<1024>(images.data(), count, at_home));
            });
            for (unsigned i = 0; i < count; ++i)
                ASSERT_EQ(made->rank_of(images[i]), i) << count << ", " << shift;
        }
}

} // namespace
