// SPDX-License-Identifier: MIT
// Records by several columns: random layouts at odd offsets, wider together than any key, against std::stable_sort.
#include "tests/support/guarded.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/thrown.hpp"

#include <pradix/backend.hpp>
#include <pradix/sort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;

struct table_of_records {
    std::size_t count;
    std::size_t bytes = 0; // of a record
    std::vector<column> columns;
    std::vector<std::byte> records;

    table_of_records(std::size_t count_, random_bits& random) : count(count_) {
        bytes = random.below(3);
        for (std::size_t i = 0, most = 1 + random.below(5); i < most; ++i) {
            column by{.offset = bytes, .type = static_cast<key_type>(random.below(key_type_count))};
            by.direction = random.one_in(2) ? order::descending : order::ascending;
            if (is_floating(by.type) && random.one_in(2))
                by.nans = nan_order::last;
            bytes += key_bytes(by.type) + random.below(3);
            columns.push_back(by);
        }
        std::swap(columns.front(), columns[random.below(columns.size())]); // not always in the order of their offsets
        records.resize(count * bytes);
        for (std::byte& padding : records)
            padding = static_cast<std::byte>(random());
        for (column const& by : columns)
            fill_column(by, random);
    }

    void fill_column(column const& by, random_bits& random) {
        std::vector<std::byte> keys(count * key_bytes(by.type));
        shape const like = random.one_in(3) ? shape::uniform : shape::few_distinct; // so that later columns decide
        fill_keys(keys.data(), by.type, count, like, random());
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(records.data() + i * bytes + by.offset, keys.data() + i * key_bytes(by.type),
                        key_bytes(by.type));
    }

    wide place(std::size_t record, column const& by) const {
        std::byte const* const key = records.data() + record * bytes + by.offset;
        return place_of_bits(by.type, stored_bits(by.type, key), {.direction = by.direction, .nans = by.nans});
    }

    std::vector<std::size_t> sorted_order() const {
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            for (column const& by : columns)
                if (wide const of_a = place(a, by), of_b = place(b, by); of_a != of_b)
                    return of_a < of_b;
            return false;
        });
        return order;
    }
};

class records : public ::testing::TestWithParam<std::size_t> {};

TEST_P(records, sort_as_stable_sort_does) {
    random_bits random{GetParam()};
    for (int round = 0; round < 40; ++round) {
        table_of_records const table{GetParam(), random};
        auto const wanted = table.sorted_order();
        options const how{.ties = random.one_in(2) ? stability::stable : stability::unstable,
                          .threads = static_cast<unsigned>(1 + random.below(3))};
        if (how.ties == stability::stable) {
            std::vector<std::size_t> indices(table.count);
            detail::argsort_records(table.records.data(), table.count, table.bytes, table.columns, indices.data(), 8,
                                    how);
            ASSERT_EQ(indices, wanted) << "round " << round;
        }
        guarded_block block{table.records.size(), random.below(16)};
        std::copy(table.records.begin(), table.records.end(), block.data());
        detail::sort_records(block.data(), table.count, table.bytes, table.columns, how);
        ASSERT_TRUE(block.red_zones_intact());
        if (how.ties == stability::stable) {
            auto const sorted = gathered(table.records.data(), table.bytes, wanted);
            ASSERT_TRUE(std::equal(sorted.begin(), sorted.end(), block.data())) << "round " << round;
        }
        table_of_records result = table;
        std::copy_n(block.data(), block.size(), result.records.begin());
        auto const places = [&](std::size_t record) {
            std::vector<wide> all;
            for (column const& by : table.columns)
                all.push_back(result.place(record, by));
            return all;
        };
        for (std::size_t i = 1; i < table.count; ++i)
            ASSERT_TRUE(places(i - 1) <= places(i)) << "round " << round << ", record " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(counts, records, ::testing::Values(0, 1, 2, 33, 257, 1000),
                         ::testing::PrintToStringParamName());

struct person {
    std::uint32_t height;
    float weight;
    std::int8_t group;
    bool operator==(person const&) const = default;
};

TEST(records_of_a_struct, sort_by_named_columns) {
    std::vector<person> people{{180, 70.5f, 1}, {170, 60, 0}, {180, 80, -1}, {170, 60, 1}};
    column const by_height{offsetof(person, height), key_type::u32, order::descending};
    column const by_weight{offsetof(person, weight), key_type::f32};
    EXPECT_EQ(argsort_records<std::uint32_t>(people, {by_height, by_weight}), (std::vector<std::uint32_t>{0, 2, 1, 3}));
    std::array<std::uint64_t, 4> indices{};
    argsort_records(people, {by_weight, by_height}, indices, {.threads = 1});
    EXPECT_EQ(indices, (std::array<std::uint64_t, 4>{1, 3, 0, 2}));
    sort_records(people, {by_height, by_weight});
    EXPECT_EQ(people, (std::vector<person>{{180, 70.5f, 1}, {180, 80, -1}, {170, 60, 0}, {170, 60, 1}}));
}

TEST(records_with_errors, are_refused_and_unchanged) {
    std::vector<person> people{{2, 0, 0}, {1, 0, 0}};
    auto const before = people;
    column const by_height{offsetof(person, height), key_type::u32};
    EXPECT_THROW(sort_records(people, std::span<column const>{}), invalid_argument);
    EXPECT_THROW(sort_records(people, {column{sizeof(person) - 3, key_type::u32}}), invalid_argument);
    EXPECT_THROW(sort_records(people, {column{~std::size_t{0}, key_type::u8}}), invalid_argument);
    EXPECT_THROW(sort_records(people, {by_height, column{0, static_cast<key_type>(99)}}), invalid_argument);
    EXPECT_THROW(sort_records(people, {by_height}, {.direction = order::descending}), invalid_argument);
    EXPECT_THROW(sort_records(people, {by_height}, {.bits = {0, 8}}), invalid_argument);
    EXPECT_THROW(sort_records(people, {by_height}, {.threads = 1025}), invalid_argument);
    std::vector<std::uint32_t> too_many(3);
    EXPECT_THROW(argsort_records(people, {by_height}, too_many), invalid_argument);
    EXPECT_EQ(people, before);
}

TEST(records_with_errors, are_refused_if_the_workspace_overlaps_them) {
    struct row {
        std::uint32_t key;
        std::byte rest[60]; // so that the records alone are as large as the workspace that their keys need
        bool operator==(row const&) const = default;
    };
    std::vector<row> rows(100'000);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].key = static_cast<std::uint32_t>(i * 2'654'435'761u);
    auto const before = rows;
    options const how{.workspace = std::as_writable_bytes(std::span{rows})};
    EXPECT_NE(test::message_of([&] {
                  sort_records(rows, {{0, key_type::u32}}, how);
              }).find("records and the workspace overlap"),
              std::string::npos);
    EXPECT_THROW(argsort_records<std::uint32_t>(rows, {{0, key_type::u32}}, how), invalid_argument);
    std::vector<std::uint32_t> indices(rows.size());
    column const by{0, key_type::u32};
    EXPECT_THROW(detail::argsort_records(rows.data(), rows.size(), sizeof(row), {&by, 1}, indices.data(), 4,
                                         {.workspace = std::as_writable_bytes(std::span{indices})}),
                 invalid_argument);
    EXPECT_TRUE(rows == before);
}

TEST(records_with_errors, leave_indices_alone) {
    std::vector<std::uint64_t> const rows(100'000, 7);
    std::vector<std::uint32_t> indices(rows.size(), 5);
    auto const before = indices;
    std::byte little[16];
    column const by{0, key_type::u64};
    EXPECT_NE(test::message_of([&] {
                  detail::argsort_records(rows.data(), rows.size(), 8, {&by, 1}, indices.data(), 4,
                                          {.where = backend::cpu, .workspace = little});
              }).find("are needed"),
              std::string::npos);
    EXPECT_TRUE(indices == before);
}

// By columns of up to 4, 8 and 16 bytes together, and of more, which are sorted group by group.
TEST(records_with_a_workspace, take_what_they_ask_for_and_no_less) {
    using row = std::array<std::uint64_t, 4>;
    std::vector<row> rows(100'000);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {i * 0x9e3779b97f4a7c15u, i % 7, i * 0x2545f4914f6cdd1du, i};
    column const narrow{1, key_type::u16}, four{3, key_type::f32}, eight{8, key_type::i64}, wide{16, key_type::u128};
    for (std::vector<column> const& columns : {std::vector{four},
                                               {narrow, narrow},
                                               {eight},
                                               {narrow, four},
                                               {wide},
                                               {eight, eight},
                                               {narrow, wide},
                                               {wide, four}})
        for (unsigned const threads : {1u, 3u}) {
            options how{.where = default_backend(), .threads = threads};
            auto const order = argsort_records<std::uint32_t>(rows, columns, how);
            std::vector<std::byte> room(records_workspace_bytes(rows.size(), columns, how));
            how.workspace = room;
            EXPECT_EQ(argsort_records<std::uint64_t>(rows, columns, how),
                      std::vector<std::uint64_t>(order.begin(), order.end()));
            auto sorted = rows;
            sort_records(sorted, columns, how);
            EXPECT_TRUE(sorted.front() == rows[order.front()] && sorted.back() == rows[order.back()]);
            if (room.empty()) // the device has memory of its own
                continue;
            how.workspace = std::span(room).first(room.size() - 1);
            EXPECT_THROW(argsort_records<std::uint32_t>(rows, columns, how), invalid_argument);
            auto same = rows;
            EXPECT_THROW(sort_records(same, columns, how), invalid_argument);
            EXPECT_TRUE(same == rows);
        }
}

TEST(records_with_a_workspace, have_a_size_that_offsets_do_not_matter_for) {
    column const by{0, key_type::u64}, far{~std::size_t{0} - 8, key_type::u64};
    EXPECT_EQ(records_workspace_bytes(100'000, {by}), records_workspace_bytes(100'000, {far}));
    EXPECT_EQ(records_workspace_bytes(0, {by}), 0u);
    EXPECT_THROW(records_workspace_bytes(10, std::span<column const>{}), invalid_argument);
    EXPECT_THROW(records_workspace_bytes(10, {column{0, static_cast<key_type>(99)}}), invalid_argument);
    EXPECT_THROW(records_workspace_bytes(10, {by}, {.bits = {0, 8}}), invalid_argument);
    EXPECT_THROW(records_workspace_bytes(10, {by}, {.threads = 1025}), invalid_argument);
    EXPECT_THROW(records_workspace_bytes(~std::size_t{0}, {by}), invalid_argument);
}

// The second sort has keys that are in order, and takes next to no time.
TEST(records_with_timing, count_the_sorts_by_all_groups_of_columns) {
    struct row {
        std::uint64_t constant[2], number;
    };
    std::vector<row> rows(200'000);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {{0, 0}, i * 0x9e3779b97f4a7c15u};
    column const slow{offsetof(row, number), key_type::u64}, fast{0, key_type::u128};
    double least = std::numeric_limits<double>::max();
    for (int round = 0; round < 5; ++round) {
        timing alone;
        argsort_records<std::uint32_t>(rows, {slow}, {.where = backend::cpu, .threads = 1, .spent = &alone});
        least = std::min(least, alone.sorting);
    }
    timing both;
    argsort_records<std::uint32_t>(rows, {fast, slow}, {.where = backend::cpu, .threads = 1, .spent = &both});
    EXPECT_EQ(both.where, backend::cpu);
    EXPECT_GT(both.sorting, least / 2);
    both = {.where = backend::cuda, .transfer = 1, .sorting = 1};
    sort_records(std::vector<row>{}, {fast, slow}, {.where = backend::cpu, .spent = &both});
    EXPECT_EQ(both.where, backend::automatic);
    EXPECT_EQ(both.transfer + both.sorting, 0);
}

} // namespace
