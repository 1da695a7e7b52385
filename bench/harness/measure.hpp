// SPDX-License-Identifier: MIT
// How long things take: contenders run in turn, sample after sample, until the median of each has settled.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pradix::bench {

/// When a contender has been measured well enough. Times are in seconds and count its timed parts only.
struct sampling {
    std::size_t fewest = 3;  ///< samples, whatever they cost
    std::size_t most = 50;   ///< samples, settled or not
    double least_time = 0.2; ///< go on for this long even if the median has settled
    double most_time = 3;    ///< stop after this long even if it has not
    double tolerance = 0.01; ///< settled: the median is known to this share of itself, with 95 % confidence
};

/// The middle sample, or the mean of the middle two. 0 for no samples.
double median(std::span<double const> samples);

/// True if there are at least 6 samples and the 95 % confidence interval of the median reaches no further from it than
/// `tolerance` times the median.
/// The interval is that of order statistics, which assumes nothing about how the times are distributed.
bool settled(std::span<double const> samples, double tolerance);

/// True if no further sample is wanted.
bool enough(std::span<double const> samples, sampling const& rules);

/// Something to measure. `prepare` is not timed: it renews the input that `run` works on.
struct contender {
    std::string name;
    std::function<void()> prepare;
    std::function<void()> run;
    std::function<double()> own_clock = nullptr; ///< seconds of the last run, if it knows better
};

/// Seconds from any fixed moment.
using clock_source = std::function<double()>;
double steady_seconds();

/// Seconds of each sample of each contender. In every round each contender that wants another sample takes one, so that
/// a change of the machine's speed meets all of them. Contenders should have run once before, to warm up.
std::vector<std::vector<double>> sample_in_turn(std::span<contender const> contenders, sampling const& rules,
                                                clock_source const& now = steady_seconds);

} // namespace pradix::bench
