// SPDX-License-Identifier: MIT
// The kernel that writes counted keys anew: long runs, short ones, and patterns that there are not.
#include "src/cuda/kernels/fill_patterns.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

// Keys as they are counted, in order; a block writes some of what is marked at once.
template <class Bits>
::testing::AssertionResult fills(std::vector<Bits> keys, unsigned marked_by_block, std::size_t misalignment) {
    std::sort(keys.begin(), keys.end());
    auto state = std::make_unique<cuda::pattern_state<Bits>>();
    for (Bits const key : keys)
        ++state->bases[key + 1];
    for (unsigned pattern = 0; pattern < cuda::patterns<Bits>; ++pattern)
        state->bases[pattern + 1] += state->bases[pattern];

    constexpr Bits untouched = 0x5a;
    std::vector<Bits> out(keys.size() + 20, untouched);
    cuda::arguments<Bits, cuda::no_value> with{};
    with.most = keys.size();
    with.codec = core::make_codec<Bits>(sizeof(Bits) == 1 ? key_type::u8 : key_type::u16, order::ascending, {}, {});
    with.keys[static_cast<unsigned>(cuda::buffer::out)] = out.data() + misalignment;
    unsigned const of_block = marked_by_block * cuda::marked_keys<Bits>;
    auto const blocks = static_cast<unsigned>((keys.size() + of_block - 1) / of_block);
    emulated::run_grid(blocks + 1, cuda::fill_threads, 1,
                       [&] { cuda::fill_patterns<Bits>(with, state.get(), of_block); });

    auto const begin = out.begin() + static_cast<std::ptrdiff_t>(misalignment);
    auto const [expected, found] = std::mismatch(keys.begin(), keys.end(), begin);
    if (expected != keys.end())
        return ::testing::AssertionFailure() << "key " << expected - keys.begin() << " of " << keys.size() << " is "
                                             << *found << " instead of " << *expected;
    if (!std::all_of(out.begin(), begin, [](Bits key) { return key == untouched; }) ||
        !std::all_of(begin + static_cast<std::ptrdiff_t>(keys.size()), out.end(),
                     [](Bits key) { return key == untouched; }))
        return ::testing::AssertionFailure() << "what is beside " << keys.size() << " keys is written";
    return ::testing::AssertionSuccess();
}

template <class Bits>
void fill_all() {
    constexpr std::size_t marked = cuda::marked_keys<Bits>;
    for (std::size_t const count : {std::size_t{1}, std::size_t{300}, marked, marked + 1, 5 * marked - 3})
        for (unsigned const marked_by_block : {1u, cuda::most_marked_by_block})
            for (std::size_t const misalignment : {0u, 1u, 9u}) {
                auto const check = [&](auto const& key) {
                    ASSERT_TRUE(
                        fills(make_keys<Bits>(count, [&](random_bits& random,
                                                         std::size_t) { return static_cast<Bits>(key(random)); }),
                              marked_by_block, misalignment));
                };
                constexpr Bits largest = static_cast<Bits>(~Bits{0});
                check([](random_bits& random) { return random(); });
                check([](random_bits& random) { return random() & random() & random(); });
                check([](random_bits& random) { return random.below(cuda::few_patterns + 1) * 11; });
                check([](random_bits& random) { return random.one_in(2) ? largest : Bits{0}; });
                check([](random_bits& random) { return random.one_in(100) ? random() : largest; });
                check([](random_bits&) { return Bits{3}; });
            }
}

TEST(fill_patterns, writes_bytes) {
    fill_all<std::uint8_t>();
}
TEST(fill_patterns, writes_words) {
    fill_all<std::uint16_t>();
}

} // namespace
