// SPDX-License-Identifier: MIT
// What the tests of leading digits share.
#pragma once

#include "tests/gpu/samples.hpp"
#include "tests/gpu/sort_and_look.hpp"

namespace pradix::test {

template <class T>
class leading_digits : public ::testing::Test {
protected:
    static constexpr unsigned width = 8 * sizeof(T);
    using image_bits = std::make_unsigned_t<T>;
    static constexpr image_bits greatest_image = ~image_bits{0}, middle_image = greatest_image / 2;

    static T key_of(image_bits image) { return static_cast<T>(std::is_signed_v<T> ? image - middle_image - 1 : image); }
    // So many, of as many images as the span from the first one on.
    static std::vector<T> keys_from(std::size_t count, image_bits first, image_bits span) {
        return make_keys<T>(count, [&](random_bits& random, std::size_t) {
            return key_of(static_cast<image_bits>(first + random.below(span)));
        });
    }

    static T any(random_bits& random, std::size_t) { return static_cast<T>(random()); }

    // All but every fiftieth.
    static std::vector<T> sort_nearly(std::vector<T> const& keys) {
        std::vector<T> sorted(keys);
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t i = 0; i < keys.size(); i += 50)
            sorted[i] = keys[i];
        return sorted;
    }

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    static cuda::tuning tuned() { return tuned_to_passes<T>(); }
    // Divided without having been counted.
    static cuda::tuning uncounted(cuda::tuning tuned) {
        tuned.uncounted_items = tuned.uncounted_positions = tuned.uncounted_in_order = 0;
        return tuned;
    }
    static void check(taken expected, std::vector<T> const& keys, cuda::tuning const& with) {
        EXPECT_EQ(sort_and_check(keys, with, false), expected);
        EXPECT_EQ(sort_and_check(keys, without_clusters(with), true), expected) << "in place";
        sort_and_check(keys, cuda::tune(sizeof(T)), false); // in one launch, if they are few
    }
};

using leading_key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;

} // namespace pradix::test
