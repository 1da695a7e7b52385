// SPDX-License-Identifier: MIT
// One tiny run of the harness, end to end, and the JSON that comes out of it.
#include "bench/harness/report.hpp"

#include <pradix/backend.hpp>
#include <pradix/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace pradix::bench {
namespace {

using nlohmann::json;

method quick(std::vector<rival const*> rivals) {
    method how;
    how.settings = {{backend::cpu, 1}, {backend::cpu, 2}};
    how.rivals = std::move(rivals);
    how.keys_per_sample = 5'000;
    how.rules = {.fewest = 2, .most = 2, .least_time = 0, .most_time = 0};
    return how;
}

std::set<std::string> keys_of(json const& object) {
    std::set<std::string> keys;
    for (auto const& [key, value] : object.items())
        keys.insert(key);
    return keys;
}

void wrong_sort(key_type, std::size_t, void* items, std::size_t, unsigned) {
    static_cast<std::uint32_t*>(items)[0] = 5;
}

TEST(Report, HoldsWhatTheSchemaSays) {
    method const how = quick({&find_rival("std::sort")});
    problem const what{operation::sort_pairs, key_type::u64, 4, 1000, parse_distribution("few:9")};
    auto const results = measure_problem(what, how);
    json const file = json::parse(to_json(this_machine(), how, results));

    EXPECT_EQ(keys_of(file), (std::set<std::string>{"schema", "machine", "results"}));
    EXPECT_EQ(file["schema"], "pradix.bench/1");
    for (char const* fact :
         {"cpu", "threads", "caches", "memory_bytes", "system", "compiler", "build_type", "commit", "date"})
        EXPECT_TRUE(file["machine"].contains(fact)) << fact;
    ASSERT_EQ(file["results"].size(), 2);
    for (unsigned i = 0; i < 2; ++i) {
        json const& row = file["results"][i];
        EXPECT_EQ(keys_of(row), (std::set<std::string>{"op", "type", "value_bytes", "n", "distribution", "backend",
                                                       "threads", "samples_ms", "median_ms", "gkeys_per_s", "copy_ms",
                                                       "copy_gb_per_s", "rivals"}));
        EXPECT_EQ(row["op"], "sort_pairs");
        EXPECT_EQ(row["type"], "u64");
        EXPECT_EQ(row["value_bytes"], 4);
        EXPECT_EQ(row["n"], 1000);
        EXPECT_EQ(row["distribution"], "few:9");
        EXPECT_EQ(row["backend"], "cpu");
        EXPECT_EQ(row["threads"], i + 1);
        EXPECT_EQ(row["samples_ms"].size(), 2);
        EXPECT_DOUBLE_EQ(row["gkeys_per_s"].get<double>(), 1000 / row["median_ms"].get<double>() / 1e6);
        EXPECT_DOUBLE_EQ(row["copy_gb_per_s"].get<double>(), 12000 / row["copy_ms"].get<double>() / 1e6);
        ASSERT_EQ(row["rivals"].size(), 1);
        EXPECT_EQ(keys_of(row["rivals"][0]), (std::set<std::string>{"name", "samples_ms", "median_ms"}));
        EXPECT_EQ(row["rivals"][0]["name"], "std::sort");
    }
    EXPECT_EQ(file["results"][0]["rivals"], file["results"][1]["rivals"]) << "a rival on one thread is measured once";
    EXPECT_FALSE(file["machine"].contains("devices")) << "the CPU has a name already";
}

TEST(Report, NamesTheDevicesThatWereUsed) {
    for (backend_info const& each : backends()) {
        if (each.id == backend::cpu || !each.available)
            continue;
        result row;
        row.how.where = each.id;
        json const file = json::parse(to_json(this_machine(), quick({}), std::span(&row, 1)));
        EXPECT_EQ(file["machine"]["devices"], (json{{each.name, each.devices.front()}}));
    }
}

TEST(MeasureProblem, ChecksEveryRivalOfThisBuildAndFindsThemRight) {
    std::vector<rival const*> all;
    for (rival const& each : rivals())
        all.push_back(&each);
    for (auto const op : {operation::sort, operation::sort_pairs, operation::argsort})
        for (auto const type : {key_type::u32, key_type::i64, key_type::f64, key_type::u64}) {
            std::size_t const value_bytes = op == operation::sort ? 0 : op == operation::argsort ? 4 : key_bytes(type);
            problem const what{op, type, value_bytes, 20'000, parse_distribution("uniform")};
            std::string wrong;
            observer const told{.step = {}, .rejected = [&](std::string_view why) { wrong += why; }};
            auto const results = measure_problem(what, quick(all), told);
            EXPECT_EQ(wrong, "");
            auto const able = std::ranges::count_if(all, [&](rival const* each) { return supports(*each, what); });
            EXPECT_EQ(results[0].rivals.size(), able);
            EXPECT_GE(able, 2);
        }
}

TEST(MeasureProblem, LeavesOutARivalWhoseResultIsWrong) {
    rival const liar{"liar",    false, false, record_layout::key_first, [](key_type, std::size_t) { return true; },
                     wrong_sort};
    problem const what{operation::sort, key_type::u32, 0, 100, parse_distribution("uniform")};
    std::string wrong;
    observer const told{.step = {}, .rejected = [&](std::string_view why) { wrong = why; }};
    auto const results = measure_problem(what, quick({&liar}), told);
    EXPECT_TRUE(results[0].rivals.empty());
    EXPECT_NE(wrong.find("liar"), std::string::npos);
}

TEST(MeasureProblem, SortsShortArraysAsWell) {
    for (std::size_t const count : {1, 2, 63})
        for (auto const op : {operation::sort, operation::sort_pairs, operation::argsort}) {
            problem const what{op, key_type::f16, op == operation::sort ? std::size_t{0} : 4, count,
                               parse_distribution("entropy:4")};
            auto const results = measure_problem(what, quick({}));
            EXPECT_GT(results[0].median_ms, 0);
            EXPECT_LT(results[0].median_ms, 100) << "the time is that of one array, not of all";
        }
}

TEST(Rivals, UnknownNamesAreRefusedWithTheKnownOnes) {
    try {
        find_rival("bogosort");
        FAIL();
    } catch (invalid_argument const& refusal) {
        EXPECT_NE(std::string(refusal.what()).find("std::stable_sort"), std::string::npos);
    }
}

} // namespace
} // namespace pradix::bench
