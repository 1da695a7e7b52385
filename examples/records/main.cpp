// SPDX-License-Identifier: MIT
// Sorts measurements by station, and each station's by value, the largest first.
#include <pradix/sort.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

struct measurement {
    std::uint64_t time;
    float value;
    std::uint16_t station;
};

int main() {
    std::vector<measurement> measurements;
    for (std::uint64_t time = 0; time < 100'000; ++time)
        measurements.push_back(
            {time, static_cast<float>(time * 7919 % 1000) / 8 - 50, static_cast<std::uint16_t>(time * 31 % 12)});

    pradix::sort_records(measurements, {{.offset = offsetof(measurement, station), .type = pradix::key_type::u16},
                                        {.offset = offsetof(measurement, value),
                                         .type = pradix::key_type::f32,
                                         .direction = pradix::order::descending}});

    // Measurements alike in both columns stay in the order of time: the sort is stable.
    bool const right =
        std::is_sorted(measurements.begin(), measurements.end(), [](measurement const& a, measurement const& b) {
            return std::tuple(a.station, -a.value, a.time) < std::tuple(b.station, -b.value, b.time);
        });
    std::printf("station %u peaked at %.3f: %s\n", unsigned{measurements.front().station},
                static_cast<double>(measurements.front().value), right ? "right" : "WRONG");
    return right ? 0 : 1;
}
