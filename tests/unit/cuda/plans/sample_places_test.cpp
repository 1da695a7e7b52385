// SPDX-License-Identifier: MIT
#include "src/cuda/plans/sample_places.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix::cuda;

// Samples, and what a further look reads between them, lie within the array and reach almost to its end.
TEST(sample_places, keeps_samples_of_the_survey_within_the_array) {
    for (std::uint64_t count = survey_samples; count < std::uint64_t{1} << 36; count += count / 1000 + 1) {
        std::uint64_t const stride = survey_stride(count), even_part = count / survey_samples;
        ASSERT_LE(stride * survey_samples, count);
        ASSERT_GE(stride, even_part - even_part / 100 - 1) << count;
        ASSERT_EQ(stride % 2, 1u) << count;
        ASSERT_EQ(place_of_sample(count, survey_samples - 1), count - 1);
    }
}

// A vector of keys there, wherever it is aligned, has no sample, and lies within the array.
TEST(sample_places, puts_further_samples_between_samples) {
    constexpr unsigned most_of_vector = 4;
    for (std::uint64_t count = 1u << 25; count < std::uint64_t{1} << 36; count += count / 100 + 1) {
        std::uint64_t const stride = survey_stride(count);
        for (unsigned const places : {1u, 2u, 4u, 8u, 16u})
            for (unsigned const sample : {0u, 1u, survey_samples - 1}) {
                std::uint64_t before = stride * sample;
                for (unsigned i = 0; i < places; ++i) {
                    std::uint64_t const place = place_between_samples(stride, sample, i, places);
                    ASSERT_GT(place, before + 2 * most_of_vector) << count;
                    before = place;
                }
                ASSERT_LT(before + 2 * most_of_vector, stride * (sample + 1)) << count;
            }
        ASSERT_LE(stride * survey_samples, count);
    }
}

} // namespace
