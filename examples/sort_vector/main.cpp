// SPDX-License-Identifier: MIT
// Sorts random numbers upwards and downwards, and finds the order of an array that must stay as it is.
#include <pradix/sort.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

int main() {
    std::mt19937 random{1};
    std::vector<std::uint32_t> keys(1'000'000);
    std::generate(keys.begin(), keys.end(), random);

    pradix::sort(keys);
    bool right = std::is_sorted(keys.begin(), keys.end());

    pradix::sort(keys, {.direction = pradix::order::descending});
    right = right && std::is_sorted(keys.begin(), keys.end(), std::greater<>{});

    std::vector<double> const temperatures{21.5, -3.0, 36.6, 0.0};
    std::vector<std::uint32_t> const coldest_first = pradix::argsort<std::uint32_t>(temperatures);
    right = right && coldest_first == std::vector<std::uint32_t>{1, 3, 0, 2};

    std::printf("%zu keys, coldest is number %u: %s\n", keys.size(), coldest_first.front(), right ? "right" : "WRONG");
    return right ? 0 : 1;
}
