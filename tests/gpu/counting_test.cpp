// SPDX-License-Identifier: MIT
// Keys that are counted and not moved. Those of two bytes by counters of two bytes, two in a word: what runs over must
// not be lost.
#include "tests/gpu/sort_and_look.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

using key = std::uint16_t;

// What a block of the count reads at a time, and what makes a counter run over.
constexpr std::size_t keys_of_round = 1024 * 8, rounds_to_run_over = 65536 / keys_of_round;

class counting : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT_CUDA_DEVICE();
        int count = 0;
        cuda::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "asking for multiprocessors");
        blocks = static_cast<std::size_t>(count);
    }

    std::size_t blocks = 0;
};

TEST_F(counting, counters_that_run_over_now_and_then) {
    std::size_t const count = 3 * rounds_to_run_over * keys_of_round * blocks + 5;
    for (key const first : {key{6}, key{7}})
        sort_keys_and_check(
            make_keys<key>(count,
                           [&](random_bits& random, std::size_t) { return static_cast<key>(random.below(2) + first); }),
            cuda::tune(sizeof(key)), false);
}

// The lower counter of a word runs over when the upper one is full, which thus runs over and under.
TEST_F(counting, lower_counters_that_run_over_into_full_ones) {
    std::size_t const round = keys_of_round * blocks, full = rounds_to_run_over * round;
    std::vector<key> keys(full, key{7});
    for (std::size_t block = 0; block < blocks; ++block)
        keys[block * keys_of_round] = key{100};
    keys.resize(2 * full + round, key{6});
    sort_keys_and_check(keys, cuda::tune(sizeof(key)), false);
}

// Up to where one block counts, and beyond; most of them the same.
TEST_F(counting, bytes_by_one_block_and_by_more) {
    constexpr std::size_t most = cuda::most_counted_bytes;
    for (std::size_t const count : {most / 2 + 7, most - 1, most, most + 1})
        for (bool const in_place : {false, true}) {
            auto const keys = make_keys<std::uint8_t>(count, [](random_bits& random, std::size_t) {
                return static_cast<std::uint8_t>(random.one_in(8) ? random() : 255);
            });
            sort_keys_and_look(keys, cuda::tune(1), in_place, scratch::usual, nothing_else);
        }
}

// From where one block counts on, up to where it does, and beyond; all different, a few and most of them the same.
TEST_F(counting, words_by_one_block_and_by_more) {
    for (std::size_t const limit : {cuda::least_counted_words, cuda::few_words, cuda::most_counted_words})
        for (std::size_t const count : {limit - 1, limit, limit + 1})
            for (unsigned const one_in : {1u, 8u, 1000u}) {
                auto const keys = make_keys<key>(count, [&](random_bits& random, std::size_t i) {
                    return static_cast<key>(random.one_in(one_in) ? i * 40'503 : random.below(3));
                });
                sort_keys_and_look(keys, cuda::tune(sizeof(key)), one_in == 8, scratch::usual, nothing_else);
            }
}

} // namespace
