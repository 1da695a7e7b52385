// SPDX-License-Identifier: MIT
// The common table on OpenCL buffers, each path of the backend forced in turn, whatever kind of device there is.
#include "tests/opencl/device_engine.hpp"
#include "tests/support/table.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

// Around groups, tiles of 48 items, lines of 4 and several tiles.
constexpr std::size_t few[] = {0, 1, 2, 15, 16, 17, 47, 48, 49, 95, 96, 97, 255, 1000, 1001};
constexpr std::size_t some[] = {2, 49, 144, 145, 999, 2049, 5003};

struct path {
    char const* name;
    opencl_case like;
};

std::vector<path> chunk_paths() {
    return {{"chunks", {.tuned = shrunken_chunks()}},
            {"chunks, in place, any order", {.in_place = true, .in_any_order = true, .tuned = shrunken_chunks()}},
            {"chunks that combine", {.tuned = shrunken_chunks_that_combine()}},
            {"chunks that combine, in place", {.in_place = true, .tuned = shrunken_chunks_that_combine()}},
            {"one group, chunks", {.tuned = alone(shrunken_chunks())}},
            {"one group, chunks, in place", {.in_place = true, .tuned = alone(shrunken_chunks())}}};
}

std::vector<path> tile_paths() {
    return {{"tiles", {.tuned = shrunken_tiles()}},
            {"tiles, in place, any order", {.in_place = true, .in_any_order = true, .tuned = shrunken_tiles()}},
            {"one group, tile", {.tuned = alone(shrunken_tiles())}},
            {"one group, tile, in place", {.in_place = true, .tuned = alone(shrunken_tiles())}}};
}

std::vector<path> ballot_paths() {
    std::vector<path> paths{{"ballots", {.tuned = shrunken_ballots()}},
                            {"one group, ballots, in place", {.in_place = true, .tuned = alone(shrunken_ballots())}}};
    auto const of_device = shrunken_ballots_of_device();
    if (of_device.subgroup.ballots != opencl::ballot_way::local_memory) {
        paths.push_back({"the device's ballots, in place", {.in_place = true, .tuned = of_device}});
        paths.push_back({"one group, the device's ballots", {.tuned = alone(of_device)}});
    }
    return paths;
}

class device_table : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override { SKIP_WITHOUT_OPENCL_DEVICE(); }
    key_type type() const { return static_cast<key_type>(GetParam()); }

    // Every operation at every count, the shapes in turn.
    void check_all(path const& on, std::span<std::size_t const> counts, std::uint64_t seed) const {
        engine const with = opencl_engine(std::string("opencl, ") + on.name, on.like);
        random_bits random{seed + GetParam()};
        for (std::size_t const count : counts) {
            auto row = make_row(type(), count, static_cast<shape>(random.below(shape_count)), seed);
            // PoCL takes seconds to compile for each width of value.
            if (on.like.tuned->shape != opencl::kernel_shape::chunks ||
                (key_bytes(type()) != 4 && key_bytes(type()) != 8))
                row.value_bytes = row.index_bytes = 4;
            ASSERT_TRUE(sorts_keys(with, row));
            ASSERT_TRUE(sorts_pairs(with, row));
            ASSERT_TRUE(sorts_indices(with, row));
        }
    }
};

TEST_P(device_table, sorts_in_chunks) {
    std::uint64_t seed = 20;
    for (path const& each : chunk_paths()) {
        check_all(each, some, ++seed);
        check_all(each, few, ++seed);
    }
}

// A type of some widths: what comes of the type is the same for all shapes. PoCL takes 7 seconds for each width.
class device_table_of_widths : public device_table {};
class device_table_of_some_widths : public device_table {};

TEST_P(device_table_of_widths, sorts_in_tiles) {
    std::uint64_t seed = 30;
    for (path const& each : tile_paths()) {
        check_all(each, some, ++seed);
        check_all(each, few, ++seed);
    }
}

TEST_P(device_table_of_some_widths, sorts_by_ballots) {
    std::uint64_t seed = 40;
    for (path const& each : ballot_paths()) {
        check_all(each, some, ++seed);
        check_all(each, few, ++seed);
    }
}

TEST(device_table_of_values, sorts_in_tiles_and_by_ballots) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    auto paths = tile_paths();
    for (path const& each : ballot_paths())
        paths.push_back(each);
    for (path const& each : paths) {
        auto const with = opencl_engine(std::string("opencl, ") + each.name, each.like);
        for (std::size_t const value_bytes : {8, 12, 16})
            ASSERT_TRUE(sorts_pairs(with, {.type = key_type::f32, .count = 999, .value_bytes = value_bytes}));
        ASSERT_TRUE(sorts_indices(with, {.type = key_type::f32, .count = 999, .index_bytes = 8}));
    }
}

// Values that follow an index, of 4 bytes and of 8.
TEST(device_table_of_other_values, gathers_them) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    for (std::size_t const value_bytes : {1, 2, 3, 12, 24, 40})
        for (bool const in_place : {false, true})
            for (std::size_t const count : {7, 999, 1001}) {
                auto const with = opencl_engine("opencl, gather", {.in_place = in_place, .tuned = shrunken_chunks()});
                sort_case row{.type = key_type::u32, .count = count, .value_bytes = value_bytes};
                ASSERT_TRUE(sorts_pairs(with, row));
                row.like = shape::constant; // no pass moves anything
                ASSERT_TRUE(sorts_pairs(with, row));
            }
}

// What more than 2^32 items take, with few of them.
TEST(device_table_of_wide_offsets, sorts_on_every_path) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    for (auto const& tuned : {shrunken_chunks(), shrunken_chunks_that_combine(), alone(shrunken_chunks()),
                              shrunken_tiles(), shrunken_ballots()})
        for (std::size_t const count : {49, 2049}) {
            auto const with = opencl_engine("opencl, wide offsets", {.tuned = with_wide_offsets(tuned)});
            ASSERT_TRUE(sorts_pairs(with, {.type = key_type::u32, .count = count}));
        }
}

// With the sizes that users have, of both kinds of devices.
TEST(device_table_of_large_rows, sorts_many_items) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    opencl::device_facts gpu{
        .name = "", .driver = "", .is_cpu = false, .compute_units = 4, .local_bytes = 32 << 10, .most_work_items = 256};
    opencl::device_facts cpu = gpu;
    cpu.is_cpu = true;
    for (auto const& facts : {gpu, cpu})
        for (shape const like : {shape::uniform, shape::zipf}) {
            auto tuned = opencl::tune(facts, 4, 4);
            tuned.cached_bytes = 0;
            auto const with = opencl_engine("opencl, large", {.tuned = tuned});
            ASSERT_TRUE(sorts_pairs(with, {.type = key_type::u32, .count = 300'007, .like = like}));
        }
}

// So few and so small that a simulator can watch every access.
TEST(device_table_of_small_rows, few_items_on_every_path) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    auto paths = chunk_paths();
    for (auto const& more : {tile_paths(), ballot_paths()})
        paths.insert(paths.end(), more.begin(), more.end());
    for (path const& each : paths) {
        auto const with = opencl_engine(std::string("opencl, ") + each.name, each.like);
        for (std::size_t const count : {1, 47, 48, 150})
            ASSERT_TRUE(sorts_pairs(with, {.type = key_type::u32, .count = count}));
        ASSERT_TRUE(sorts_indices(with, {.type = key_type::f32, .count = 150, .like = shape::specials}));
    }
    auto const gathers = opencl_engine("opencl, gather", {.tuned = shrunken_chunks()});
    ASSERT_TRUE(sorts_pairs(gathers, {.type = key_type::u8, .count = 50, .value_bytes = 12}));
}

auto const type_name = [](auto const& info) { return std::string{name(static_cast<key_type>(info.param))}; };

INSTANTIATE_TEST_SUITE_P(widths, device_table_of_widths,
                         ::testing::Values(std::size_t(key_type::u8), std::size_t(key_type::f32),
                                           std::size_t(key_type::u128)),
                         type_name);
INSTANTIATE_TEST_SUITE_P(widths, device_table_of_some_widths,
                         ::testing::Values(std::size_t(key_type::f32), std::size_t(key_type::i64),
                                           std::size_t(key_type::u128)),
                         type_name);
INSTANTIATE_TEST_SUITE_P(all_types, device_table, ::testing::Range(std::size_t{0}, key_type_count), type_name);

} // namespace
