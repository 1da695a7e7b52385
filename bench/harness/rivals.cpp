// SPDX-License-Identifier: MIT
// The registry of rivals: the standard library's, and those that the build found.
#include "bench/harness/rivals.hpp"

#include "bench/harness/rival_families.hpp"
#include "bench/harness/rival_types.hpp"

#include <pradix/error.hpp>

#include <iterator>
#include <string>

namespace pradix::bench {

std::vector<rival> const& rivals() {
    static std::vector<rival> const all = [] {
        std::vector<rival> found = std_rivals();
        [[maybe_unused]] auto const add = [&](std::vector<rival> const& family) {
            found.insert(found.end(), family.begin(), family.end());
        };
        if constexpr (has_tbb)
            add(tbb_rivals());
        if constexpr (has_boost)
            add(boost_rivals());
        if constexpr (has_highway)
            add(highway_rivals());
        return found;
    }();
    return all;
}

rival const& find_rival(std::string_view name) {
    std::string known;
    for (rival const& each : rivals()) {
        if (each.name == name)
            return each;
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    throw invalid_argument("rival '" + std::string(name) + "': not in this build; use one of " + known);
}

} // namespace pradix::bench
