// SPDX-License-Identifier: MIT
#include "src/cuda/tuning.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix::cuda;

// Samples, and what a further look reads between them, lie within the array and reach almost to its end.
TEST(tuning, keeps_samples_of_the_survey_within_the_array) {
    for (std::uint64_t count = survey_samples; count < std::uint64_t{1} << 36; count += count / 1000 + 1) {
        std::uint64_t const stride = survey_stride(count), even_part = count / survey_samples;
        ASSERT_LE(stride * survey_samples, count);
        ASSERT_GE(stride, even_part - even_part / 100 - 1) << count;
        ASSERT_EQ(stride % 2, 1u) << count;
    }
}

} // namespace
