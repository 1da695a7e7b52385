// SPDX-License-Identifier: MIT
// The table again, through the CPU backend with shrunken limits: every path with a few hundred keys.
#include "tests/support/cpu_engine.hpp"
#include "tests/support/table.hpp"

#include <tuple>

namespace {

using namespace pradix;
using namespace pradix::test;

#ifdef __SANITIZE_THREAD__ // so slow that three are enough: within the cache, of one level, and of many
constexpr std::size_t counts[] = {31, 257, 3001};
#else
constexpr std::size_t counts[] = {2, 26, 31, 61, 101, 127, 257, 601, 1021, 3001};
#endif

class cpu_paths : public ::testing::TestWithParam<std::tuple<std::size_t, std::size_t>> {
protected:
    engine const& with() const { return shrunken_cpu_engines()[std::get<0>(GetParam())]; }
    key_type type() const { return static_cast<key_type>(std::get<1>(GetParam())); }

    void check_all(::testing::AssertionResult (*check)(engine const&, sort_case const&), std::uint64_t seed) const {
        for_each_row(type(), counts, seed + std::get<0>(GetParam()) * 10, [&](sort_case row) {
            row.own_workspace = true;
            return compares_nothing(row) ? ::testing::AssertionSuccess() : check(with(), row);
        });
    }
};

TEST_P(cpu_paths, sorts_keys) {
    check_all(sorts_keys, 1);
}
TEST_P(cpu_paths, sorts_pairs) {
    check_all(sorts_pairs, 2);
}
TEST_P(cpu_paths, sorts_indices) {
    check_all(sorts_indices, 3);
}

auto const engine_and_type = [](auto const& info) {
    auto const [engine, type] = info.param;
    return shrunken_cpu_engines()[engine].name + "_" + std::string{name(static_cast<key_type>(type))};
};

INSTANTIATE_TEST_SUITE_P(all_paths, cpu_paths,
                         ::testing::Combine(::testing::Range(std::size_t{0}, shrunken_cpu_engines().size()),
                                            ::testing::Range(std::size_t{0}, key_type_count)),
                         engine_and_type);

} // namespace
