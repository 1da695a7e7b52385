// SPDX-License-Identifier: MIT
// Which keys a survey looks at.
#pragma once

#include <cstdint>

namespace pradix::cuda {

inline constexpr unsigned survey_samples = 8192;
// So many keys apart, not quite even parts: of keys that grow evenly, samples would share their lower bits.
constexpr std::uint64_t survey_stride(std::uint64_t count) {
    std::uint64_t const apart = count / survey_samples;
    return (apart - apart / 100 - 1) | 1;
}

// Where sample i is. The last one is the last key: of keys that are nearly in order, hardly any lies beyond it.
constexpr std::uint64_t place_of_sample(std::uint64_t count, unsigned i) {
    return i + 1 == survey_samples ? count - 1 : survey_stride(count) * i;
}

// Of so many further places behind each sample, before the next one: nobody looks at a key twice, which would be taken
// for two that are equal.
constexpr std::uint64_t place_between_samples(std::uint64_t stride, unsigned sample, unsigned i, unsigned places) {
    return stride * sample + stride / (places + 1) * (i + 1);
}

} // namespace pradix::cuda
