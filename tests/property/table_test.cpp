// SPDX-License-Identifier: MIT
// The table of types, counts, shapes and options, through the public entry points.
#include "tests/support/table.hpp"

#include "src/cpu/backend.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

// Around the sizes of words, lines, digits and stack buffers, and where an insertion sort ends.
constexpr std::size_t counts[] = {0,    1,    2,    3,    7,    23,   24,   25,   31,   32,   33,
                                  63,   64,   65,   127,  128,  129,  255,  256,  257,  509,  1000,
                                  1023, 1024, 1025, 1531, 2047, 2048, 2049, 4095, 4096, 4097, 5003};

class table : public ::testing::TestWithParam<std::size_t> {
protected:
    key_type type() const { return static_cast<key_type>(GetParam()); }
    engine const library_ = public_engine();
};

TEST_P(table, sorts_keys) {
    for_each_row(type(), counts, 1, [&](sort_case const& row) { return sorts_keys(library_, row); });
}

TEST_P(table, sorts_pairs) {
    for_each_row(type(), counts, 2, [&](sort_case const& row) { return sorts_pairs(library_, row); });
}

TEST_P(table, sorts_indices) {
    for_each_row(type(), counts, 3, [&](sort_case const& row) { return sorts_indices(library_, row); });
}

// Where the library goes from the cache to a partition, and from one thread to several.
TEST_P(table, sorts_around_the_limits_of_its_paths) {
    cpu::problem const what{.type = type(), .count = 1000, .value_bytes = 8};
    std::size_t const local = cpu::tune_for(what, {.threads = 1}).local_items;
    std::size_t const sizes[] = {
        local - 1, local, local + 1, 2 * cpu::items_per_thread - 1, 2 * cpu::items_per_thread, 5 * local + 3};
    random_bits random{GetParam()};
    for (std::size_t const count : sizes) {
        auto const like = static_cast<shape>(random.below(shape_count));
        sort_case row = make_row(type(), count, like, 4);
        row.value_bytes = 8;
        ASSERT_TRUE(sorts_pairs(library_, row));
        row.like = static_cast<shape>(random.below(shape_count));
        ASSERT_TRUE(sorts_keys(library_, row));
        row.like = static_cast<shape>(random.below(shape_count));
        ASSERT_TRUE(sorts_indices(library_, row));
    }
}

// Where the library starts to write past the caches: the largest inputs of the table.
TEST(table_of_large_rows, sorts_past_the_cache) {
    cpu::problem what{.type = key_type::u32, .count = std::size_t{1} << 24, .value_bytes = 4};
    cpu::tuning const large = cpu::tune_for(what, {.threads = 2});
    ASSERT_TRUE(large.past_cache);
    what.count = 17 * large.local_items;
    ASSERT_TRUE(cpu::tune_for(what, {.threads = 2}).past_cache);
    engine const library = public_engine();
    for (shape const like : {shape::uniform, shape::zipf}) {
        sort_case const row{.type = what.type, .count = what.count, .like = like, .how = {.threads = 2}};
        EXPECT_TRUE(sorts_pairs(library, row));
        EXPECT_TRUE(sorts_indices(library, row));
    }
}

auto const type_name = [](auto const& info) { return std::string{name(static_cast<key_type>(info.param))}; };

INSTANTIATE_TEST_SUITE_P(all_types, table, ::testing::Range(std::size_t{0}, key_type_count), type_name);

} // namespace
