// SPDX-License-Identifier: MIT
// The sampling loop on a clock that only moves when a contender says so.
#include "bench/harness/measure.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pradix::bench {
namespace {

constexpr sampling no_limits{.fewest = 1, .most = 1000, .least_time = 0, .most_time = 1e9, .tolerance = 0.01};

// Contenders whose runs take the times they are told, one after the other, then the last one for ever.
struct fake_race {
    double now = 0;
    std::string log;
    std::vector<contender> contenders;

    void add(char letter, std::vector<double> times) {
        contenders.push_back({std::string(1, letter), [this] { now += 100; }, // preparing must not count
                              [this, letter, times, next = std::size_t{0}]() mutable {
                                  log += letter;
                                  now += times[std::min(next++, times.size() - 1)];
                              }});
    }
    std::vector<std::vector<double>> run(sampling const& rules) {
        return sample_in_turn(contenders, rules, [this] { return now; });
    }
};

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoInTheMiddle) {
    EXPECT_EQ(median(std::vector<double>{}), 0);
    EXPECT_EQ(median(std::vector<double>{3}), 3);
    EXPECT_EQ(median(std::vector<double>{9, 1, 2}), 2);
    EXPECT_EQ(median(std::vector<double>{9, 1, 2, 4}), 3);
}

TEST(Settled, NeedsSixSamples) {
    EXPECT_FALSE(settled(std::vector<double>(5, 1.0), 0.01));
    EXPECT_TRUE(settled(std::vector<double>(6, 1.0), 0.01));
}

TEST(Settled, LooksAtAllOfFewSamples) {
    EXPECT_FALSE(settled(std::vector<double>{1, 1, 1, 1, 1, 1.02}, 0.01));
    EXPECT_TRUE(settled(std::vector<double>{1, 1, 1, 1, 1, 1.02}, 0.03));
}

TEST(Settled, ForgivesOutliersAmongMany) {
    // 25 samples: the interval runs from the 8th (25 / 2 - 4.9, rounded down, are outside) to the 8th from the end.
    std::vector<double> samples(25, 1.0);
    for (int outliers = 1; outliers <= 7; ++outliers) {
        samples[outliers - 1] = 50;
        EXPECT_TRUE(settled(samples, 0.01)) << outliers;
    }
    samples[7] = 50;
    EXPECT_FALSE(settled(samples, 0.01));
}

TEST(Enough, AsksForTheFewestWhateverTheyCost) {
    sampling rules = no_limits;
    rules.fewest = 3;
    rules.most_time = 1;
    EXPECT_FALSE(enough(std::vector<double>{10, 10}, rules));
    EXPECT_TRUE(enough(std::vector<double>{10, 10, 10}, rules));
}

TEST(Enough, StopsAtTheMost) {
    sampling rules = no_limits;
    rules.most = 4;
    EXPECT_FALSE(enough(std::vector<double>{1, 2, 3}, rules));
    EXPECT_TRUE(enough(std::vector<double>{1, 2, 3, 4}, rules));
}

TEST(Enough, GoesOnForTheLeastTime) {
    sampling rules = no_limits;
    rules.least_time = 10;
    EXPECT_FALSE(enough(std::vector<double>(9, 1.0), rules));
    EXPECT_TRUE(enough(std::vector<double>(10, 1.0), rules));
}

TEST(SampleInTurn, TimesTheRunsAndNothingElse) {
    fake_race race;
    race.add('a', {2, 4, 6});
    sampling rules = no_limits;
    rules.most = 3;
    EXPECT_EQ(race.run(rules), (std::vector<std::vector<double>>{{2, 4, 6}}));
}

TEST(SampleInTurn, TakesTurnsAndLetsTheSettledDropOut) {
    fake_race race;
    race.add('a', {1});
    race.add('b', {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    sampling rules = no_limits;
    rules.most = 8;
    auto const samples = race.run(rules);
    EXPECT_EQ(samples[0].size(), 6);
    EXPECT_EQ(samples[1].size(), 8);
    EXPECT_EQ(race.log, "ababababababbb");
}

TEST(SampleInTurn, StopsAnUnsettledContenderAfterTheMostTime) {
    fake_race race;
    race.add('a', {1, 2, 1, 2, 1, 2, 1, 2});
    sampling rules = no_limits;
    rules.most_time = 7;
    EXPECT_EQ(race.run(rules)[0], (std::vector<double>{1, 2, 1, 2, 1}));
}

} // namespace
} // namespace pradix::bench
