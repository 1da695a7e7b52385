// SPDX-License-Identifier: MIT
// The sampling loop and the statistics that end it.
#include "bench/harness/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace pradix::bench {

double median(std::span<double const> samples) {
    if (samples.empty())
        return 0;
    std::vector<double> ordered(samples.begin(), samples.end());
    std::ranges::sort(ordered);
    std::size_t const middle = ordered.size() / 2;
    return ordered.size() % 2 != 0 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
}

bool settled(std::span<double const> samples, double tolerance) {
    if (samples.size() < 6) // not even the range of all samples holds the median with 95 % confidence
        return false;
    std::vector<double> ordered(samples.begin(), samples.end());
    std::ranges::sort(ordered);
    // The number of samples below the true median is binomial(n, 1/2): n/2 give or take 1.96 standard deviations.
    auto const count = static_cast<double>(ordered.size());
    auto const outside = static_cast<std::size_t>(std::floor(count / 2 - 0.98 * std::sqrt(count)));
    double const middle = median(ordered);
    double const reach = std::max(middle - ordered[outside], ordered[ordered.size() - 1 - outside] - middle);
    return reach <= tolerance * middle;
}

bool enough(std::span<double const> samples, sampling const& rules) {
    if (samples.size() < rules.fewest)
        return false;
    double const spent = std::accumulate(samples.begin(), samples.end(), 0.0);
    if (samples.size() >= rules.most || spent >= rules.most_time)
        return true;
    return spent >= rules.least_time && settled(samples, rules.tolerance);
}

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<std::vector<double>> sample_in_turn(std::span<contender const> contenders, sampling const& rules,
                                                clock_source const& now) {
    std::vector<std::vector<double>> samples(contenders.size());
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            if (enough(samples[i], rules))
                continue;
            more = true;
            contenders[i].prepare();
            double const start = now();
            contenders[i].run();
            double const took = now() - start;
            samples[i].push_back(contenders[i].own_clock ? contenders[i].own_clock() : took);
        }
    }
    return samples;
}

} // namespace pradix::bench
