// SPDX-License-Identifier: MIT
// What the survey, a cluster of blocks, concludes from samples of keys.
#pragma once

#include "src/cuda/kernels/survey.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace pradix::test::emulated {

template <class Bits>
inline constexpr key_type unsigned_keys = sizeof(Bits) == 4 ? key_type::u32 : key_type::u64;

// What the survey leaves in the state, of all bits of keys.
template <class Bits, class Value>
std::unique_ptr<cuda::control> surveyed(std::vector<Bits>& keys, cuda::leading_digits const& leading,
                                        std::uint64_t seed, std::uint64_t most_set_aside = 0, bool in_place = false,
                                        key_type type = unsigned_keys<Bits>) {
    auto state = std::make_unique<cuda::control>();
    cuda::arguments<Bits, Value> with{};
    with.keys_wanted = true;
    with.most = keys.size();
    with.digits = cuda::tabulate(0, 8 * sizeof(Bits), in_place, false);
    with.codec = core::make_codec<Bits>(type, order::ascending, {}, {});
    with.keys[static_cast<unsigned>(cuda::buffer::in)] = keys.data();
    with.leading = leading;
    with.most_set_aside = most_set_aside;
    with.state = state.get();
    run_grid(cuda::survey_blocks, cuda::survey_threads, seed, [&] { cuda::survey<Bits, Value>(with, {}, {}); });
    return state;
}

} // namespace pradix::test::emulated
