// SPDX-License-Identifier: MIT
// The common table on device memory, each path of the CUDA backend forced in turn.
#include "tests/gpu/device_engine.hpp"
#include "tests/support/table.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

// Around warps, tiles of both sizes, and several tiles.
constexpr std::size_t few[] = {0, 1, 2, 31, 32, 33, 255, 256, 1000, 1535, 1536, 1537, 4095, 4096, 4097, 5120, 5121};
constexpr std::size_t some[] = {1, 33, 1537, 4611, 8191, 8192, 8193, 16383, 16384, 16385, 40009};

class device_table : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    key_type type() const { return static_cast<key_type>(GetParam()); }

    // Every operation at every count, the shapes in turn.
    void check_all(engine const& with, std::span<std::size_t const> counts, std::uint64_t seed) const {
        random_bits random{seed};
        for (std::size_t const count : counts)
            for (int round = 0; round < 3; ++round) {
                auto const row = make_row(type(), count, static_cast<shape>(random.below(shape_count)), seed + round);
                ASSERT_TRUE(sorts_keys(with, row));
                ASSERT_TRUE(sorts_pairs(with, row));
                ASSERT_TRUE(sorts_indices(with, row));
            }
    }
};

TEST_P(device_table, sorts_out_of_place) {
    engine const with = device_engine("cuda", {});
    for_each_row(type(), few, 11, [&](sort_case const& row) { return sorts_keys(with, row); });
    for_each_row(type(), std::span(few).first(8), 12, [&](sort_case const& row) { return sorts_pairs(with, row); });
    check_all(with, few, 13);
}

TEST_P(device_table, sorts_in_place) {
    check_all(device_engine("cuda in place", {.in_place = true}), few, 14);
}

TEST_P(device_table, sorts_with_small_tiles) {
    check_all(device_engine("cuda, small tiles", {.tuned = shrunken_to_small_tiles()}), some, 15);
    check_all(device_engine("cuda, small tiles, in place", {.in_place = true, .tuned = shrunken_to_small_tiles()}),
              some, 16);
}

TEST_P(device_table, sorts_cooperatively) {
    auto const tuned = shrunken_to_cooperation();
    engine const with = device_engine("cuda, cooperatively", {.tuned = tuned});
    for_each_row(type(), some, 36, [&](sort_case const& row) { return sorts_keys(with, row); });
    for_each_row(type(), few, 37, [&](sort_case const& row) { return sorts_pairs(with, row); });
    check_all(with, some, 38);
    check_all(device_engine("cuda, cooperatively, in place, count",
                            {.in_place = true, .count_on_device = true, .tuned = tuned}),
              some, 39);
    auto const of_two = shrunken_to_cooperation_of_two();
    check_all(device_engine("cuda, two blocks", {.tuned = of_two}), some, 44);
    check_all(device_engine("cuda, two blocks, in place", {.in_place = true, .tuned = of_two}), some, 45);
    auto const all_digits = shrunken_to_cooperation_by_all_digits();
    check_all(device_engine("cuda, cooperatively, all digits", {.tuned = all_digits}), some, 40);
    check_all(device_engine("cuda, cooperatively, all digits, in place", {.in_place = true, .tuned = all_digits}), some,
              41);
}

TEST_P(device_table, sorts_with_medium_tiles) {
    if (key_bytes(type()) != 4)
        GTEST_SKIP() << "medium tiles are large ones";
    check_all(device_engine("cuda, medium tiles", {.tuned = shrunken_to_medium_tiles()}), some, 19);
}

TEST_P(device_table, sorts_with_large_tiles) {
    check_all(device_engine("cuda, large tiles", {.tuned = shrunken_to_large_tiles()}), some, 17);
    check_all(device_engine("cuda, large tiles, in place", {.in_place = true, .tuned = shrunken_to_large_tiles()}),
              some, 18);
}

TEST_P(device_table, sorts_by_leading_digits) {
    auto const tuned = shrunken_to_leading_digits();
    engine const with = device_engine("cuda, leading digits", {.tuned = tuned});
    for_each_row(type(), std::span(some).last(2), 30, [&](sort_case const& row) { return sorts_keys(with, row); });
    check_all(with, some, 31);
    check_all(device_engine("cuda, leading digits, in place, count",
                            {.in_place = true, .count_on_device = true, .tuned = tuned}),
              some, 32);
}

TEST_P(device_table, sorts_even_keys_in_one_launch) {
    auto const tuned = shrunken_to_even_keys();
    engine const with = device_engine("cuda, even keys", {.tuned = tuned});
    for_each_row(type(), some, 51, [&](sort_case const& row) { return sorts_keys(with, row); });
    check_all(
        device_engine("cuda, even keys, in place, count", {.in_place = true, .count_on_device = true, .tuned = tuned}),
        some, 52);
}

TEST_P(device_table, sorts_with_the_least_scratch) {
    device_case like{.tuned = shrunken_to_ranges(), .least_scratch = true};
    engine const with = device_engine("cuda, ranges", like);
    for_each_row(type(), std::span(some).last(1), 43, [&](sort_case const& row) { return sorts_keys(with, row); });
    for_each_row(type(), std::span(few).last(4), 44, [&](sort_case const& row) { return sorts_pairs(with, row); });
    like.count_on_device = true;
    check_all(device_engine("cuda, ranges, count", like), some, 45);
    like.tuned->portion_items = 2 * cuda::large_tile(4, 0).size();
    check_all(device_engine("cuda, ranges, portions", like), some, 48);
    check_all(device_engine("cuda, batches", {.tuned = shrunken_to_batches(), .least_scratch = true}), some, 46);
}

TEST_P(device_table, sorts_with_the_least_shared_memory) {
    check_all(device_engine("cuda, least shared memory", {.tuned = shrunken_to_least_shared_memory()}), some, 35);
}

TEST_P(device_table, sorts_in_portions) {
    check_all(device_engine("cuda, portions", {.tuned = shrunken_to_portions()}), some, 19);
}

TEST_P(device_table, sorts_by_counting) {
    if (key_bytes(type()) > 2)
        GTEST_SKIP() << "only keys of one or two bytes are counted";
    engine const with = device_engine("cuda, counting", {.tuned = shrunken_to_counting()});
    for (std::size_t const count : some)
        for (std::size_t like = 0; like < shape_count; ++like) {
            auto row = make_row(type(), count, static_cast<shape>(like), 24);
            row.how.bits = {};
            ASSERT_TRUE(sorts_keys(with, row));
        }
    check_all(device_engine("cuda, counting, in place, count",
                            {.in_place = true, .count_on_device = true, .tuned = shrunken_to_counting()}),
              some, 25);
}

TEST_P(device_table, sorts_a_count_on_the_device) {
    check_all(device_engine("cuda, count", {.count_on_device = true}), few, 20);
    check_all(device_engine("cuda, count, portions",
                            {.in_place = true, .count_on_device = true, .tuned = shrunken_to_portions()}),
              some, 21);
    check_all(device_engine("cuda, count, large tiles", {.count_on_device = true, .tuned = shrunken_to_large_tiles()}),
              some, 22);
}

// With the sizes that users have: many tiles in flight, look-back over all of them.
TEST_P(device_table, sorts_large_arrays) {
    engine const with = device_engine("cuda", {});
    random_bits random{23};
    for (std::size_t const count : {std::size_t{300'007}, std::size_t{1} << 20, std::size_t{1'500'001}}) {
        auto row = make_row(type(), count, shape::uniform, 23);
        ASSERT_TRUE(sorts_pairs(with, row));
        row.like = static_cast<shape>(random.below(shape_count));
        ASSERT_TRUE(sorts_keys(with, row));
        row.like = static_cast<shape>(random.below(shape_count));
        ASSERT_TRUE(sorts_indices(with, row));
    }
}

struct path {
    char const* name;
    key_type type;
    cuda::tuning (*tuned)(); // as it is, where null
    device_case like{};
};

constexpr path every_path[] = {
    {"as_it_is", key_type::u32, nullptr},
    {"as_it_is_in_place", key_type::f64, nullptr, {.in_place = true}},
    {"as_it_is_count_on_the_device", key_type::i64, nullptr, {.count_on_device = true}},
    {"as_it_is_bytes_in_place", key_type::i8, nullptr, {.in_place = true}},
    {"as_it_is_words", key_type::u16, nullptr},
    {"cooperatively", key_type::u64, shrunken_to_cooperation},
    {"cooperatively_in_place_count_on_the_device",
     key_type::u32,
     shrunken_to_cooperation,
     {.in_place = true, .count_on_device = true}},
    {"two_blocks", key_type::u32, shrunken_to_cooperation_of_two},
    {"two_blocks_in_place", key_type::u64, shrunken_to_cooperation_of_two, {.in_place = true}},
    {"largest_tile_of_one_launch", key_type::f32, shrunken_to_one_cooperating_block},
    {"largest_tile_of_one_launch_in_place", key_type::i64, shrunken_to_one_cooperating_block, {.in_place = true}},
    {"small_tiles", key_type::u8, shrunken_to_small_tiles},
    {"small_tiles_in_place", key_type::u32, shrunken_to_small_tiles, {.in_place = true}},
    {"cooperatively_all_digits", key_type::u16, shrunken_to_cooperation_by_all_digits},
    {"medium_tiles", key_type::i32, shrunken_to_medium_tiles},
    {"large_tiles", key_type::f32, shrunken_to_large_tiles},
    {"leading_digits", key_type::i32, shrunken_to_leading_digits},
    {"leading_digits_in_place", key_type::i128, shrunken_to_leading_digits, {.in_place = true}},
    {"even_keys", key_type::u32, shrunken_to_even_keys},
    {"least_scratch_ranges", key_type::u16, shrunken_to_ranges, {.least_scratch = true}},
    {"least_scratch_batches", key_type::u32, shrunken_to_batches, {.least_scratch = true}},
    {"portions", key_type::u128, shrunken_to_portions},
    {"counting", key_type::u8, shrunken_to_counting},
    {"counting_in_place", key_type::f16, shrunken_to_counting, {.in_place = true}},
    {"count_on_the_device", key_type::i16, shrunken_to_small_tiles, {.count_on_device = true}},
};

// Every path, with so few rows that compute-sanitizer gets through them.
class few_items : public ::testing::TestWithParam<std::size_t> {};

TEST_P(few_items, on_every_path) {
    SKIP_WITHOUT_CUDA_DEVICE();
    constexpr shape shapes[] = {shape::uniform, shape::zipf, shape::reversed, shape::few_distinct, shape::sorted};
    path const& each = every_path[GetParam()];
    device_case like = each.like;
    if (each.tuned != nullptr)
        like.tuned = each.tuned();
    engine const with = device_engine(std::string("cuda, ") + each.name, like);
    std::size_t turn = 4 * GetParam();
    for (std::size_t const count : {33, 4097, 8193, 12289, 16385}) {
        auto row = make_row(each.type, count, shapes[turn++ % std::size(shapes)], 33);
        row.how.bits = {};
        ASSERT_TRUE(sorts_keys(with, row));
        ASSERT_TRUE(sorts_pairs(with, row));
        ASSERT_TRUE(sorts_indices(with, row));
    }
}

// As many as one launch takes, and as many tiles of either kind as a device holds at once; and one more.
constexpr std::size_t limits[] = {262'144,   262'145,   524'288,   524'289,   1'310'720, 1'310'721, 2'097'152,
                                  2'097'153, 2'162'688, 2'162'689, 2'703'360, 2'703'361, 3'145'728, 3'145'729};

class next_to_where_paths_begin : public ::testing::TestWithParam<std::size_t> {};

TEST_P(next_to_where_paths_begin, sorts_everything) {
    SKIP_WITHOUT_CUDA_DEVICE();
    engine const with = device_engine("cuda", {});
    std::uint64_t seed = 43;
    for (key_type const type : {key_type::u32, key_type::f64})
        for (shape const each : {shape::uniform, shape::zipf}) {
            auto const row = make_row(type, GetParam(), each, seed++);
            ASSERT_TRUE(sorts_keys(with, row));
            ASSERT_TRUE(sorts_pairs(with, row));
            ASSERT_TRUE(sorts_indices(with, row));
        }
}

auto const path_name = [](auto const& info) { return std::string{every_path[info.param].name}; };
auto const type_name = [](auto const& info) { return std::string{name(static_cast<key_type>(info.param))}; };

INSTANTIATE_TEST_SUITE_P(paths, few_items, ::testing::Range(std::size_t{0}, std::size(every_path)), path_name);
INSTANTIATE_TEST_SUITE_P(counts, next_to_where_paths_begin, ::testing::ValuesIn(limits));
INSTANTIATE_TEST_SUITE_P(all_types, device_table, ::testing::Range(std::size_t{0}, key_type_count), type_name);

} // namespace
