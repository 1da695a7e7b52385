// SPDX-License-Identifier: MIT
// The kernels that count keys of one or two bytes: with a key that many lanes meet at, and counters that run over.
#include "src/cuda/kernels/count_patterns.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

template <class Bits>
::testing::AssertionResult counts(std::vector<Bits> keys, order direction) {
    auto state = std::make_unique<cuda::pattern_state<Bits>>();
    cuda::arguments<Bits, cuda::no_value> with{};
    with.most = keys.size();
    with.codec = core::make_codec<Bits>(sizeof(Bits) == 1 ? key_type::u8 : key_type::u16, direction, {}, {});
    with.keys[static_cast<unsigned>(cuda::buffer::in)] = keys.data();
    emulated::run_grid(2, cuda::pattern_counters<Bits>::threads, 1,
                       [&] { cuda::count_patterns<Bits>(with, state.get()); });

    std::vector<unsigned long long> expected(cuda::patterns<Bits>);
    for (Bits const key : keys)
        ++expected[with.codec.encode(key)];
    for (unsigned image = 0; image < cuda::patterns<Bits>; ++image)
        if (unsigned long long const found = state->counts[image] + state->rests[image]; found != expected[image])
            return ::testing::AssertionFailure() << "of " << keys.size() << " keys, " << found << " have image "
                                                 << image << " instead of " << expected[image];
    return ::testing::AssertionSuccess();
}

// Of two blocks, each reads half of these, so that its counter of the likely key runs over.
constexpr std::size_t enough_to_run_over = 150'000;

template <class Bits>
void count_all() {
    constexpr Bits largest = static_cast<Bits>(~Bits{0});
    for (order const direction : {order::ascending, order::descending})
        for (std::size_t const count : {std::size_t{1}, std::size_t{127}, std::size_t{20'003}, enough_to_run_over}) {
            auto const check = [&](auto const& key) {
                ASSERT_TRUE(counts(make_keys<Bits>(count, [&](random_bits& random,
                                                              std::size_t) { return static_cast<Bits>(key(random)); }),
                                   direction));
            };
            check([](random_bits& random) { return random(); });
            check([](random_bits& random) { return random.one_in(3) ? random() : Bits{6}; });
            check([](random_bits& random) { return random.one_in(50) ? largest - 1 : largest; });
            check([](random_bits&) { return Bits{7}; });
        }
}

TEST(count_patterns, counts_bytes) {
    count_all<std::uint8_t>();
}
TEST(count_patterns, counts_words) {
    count_all<std::uint16_t>();
}

} // namespace
