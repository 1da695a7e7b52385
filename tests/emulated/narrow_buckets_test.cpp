// SPDX-License-Identifier: MIT
// Keys that are dense in a range, divided into buckets and counted there by their places; and that a bucket, or a
// counter, may be too small.
#include "tests/emulated/counted_division.hpp"
#include "tests/support/inputs.hpp"

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::counted_division;

template <class Bits>
class narrow_buckets : public ::testing::Test {
protected:
    static counted_division<Bits> divide(std::vector<Bits> const& keys, key_range<Bits> range, bool is_spread,
                                         bool descends = false, unsigned most_outliers = 0) {
        return {keys, range, is_spread, descends, guess::narrow_buckets, most_outliers};
    }
    static std::vector<Bits> keys_of(std::size_t count, key_range<Bits> range) {
        return test::make_keys<Bits>(count, [&](test::random_bits& random, std::size_t) {
            return static_cast<Bits>(range.first + random.below(std::uint64_t{range.span} + 1));
        });
    }
};
using keys = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(narrow_buckets, keys);

TYPED_TEST(narrow_buckets, are_counted) {
    using bits = TypeParam;
    constexpr bits span = core::low_mask<bits>(17), far = bits{5} << (8 * sizeof(bits) - 4);
    for (bool const is_spread : {false, true}) {
        auto const range = is_spread ? key_range<bits>{far + 12'345, span / 3 * 2} : key_range<bits>{far, span};
        auto keys = TestFixture::keys_of(70'003, range);
        bool const descends = is_spread;
        if (descends)
            std::transform(keys.begin(), keys.end(), keys.begin(), [](bits image) { return ~image; });
        auto division = TestFixture::divide(keys, range, is_spread, descends);
        ASSERT_TRUE(division.has_fit());
        std::sort(keys.begin(), keys.end());
        if (descends)
            std::reverse(keys.begin(), keys.end());
        EXPECT_TRUE(division.sorted() == keys) << (is_spread ? "spread, descending" : "as they are");
    }
}

TYPED_TEST(narrow_buckets, may_have_outliers) {
    using bits = TypeParam;
    constexpr bits span = core::low_mask<bits>(17) / 3 * 2, first = bits{1} << 27;
    key_range<bits> const range{first, span};
    auto keys = TestFixture::keys_of(70'003, range);
    constexpr bits outliers[] = {0, ~bits{0}, first - 1, 5, first + span + 1, 5, ~bits{0} - 1};
    for (std::size_t i = 0; i < std::size(outliers); ++i)
        keys[i * 10'000 + 7] = outliers[i];
    EXPECT_FALSE(TestFixture::divide(keys, range, true, false, std::size(outliers) - 1).has_fit());
    auto division = TestFixture::divide(keys, range, true, false, std::size(outliers));
    ASSERT_TRUE(division.has_fit());
    std::sort(keys.begin(), keys.end());
    EXPECT_TRUE(division.sorted() == keys);
}

TYPED_TEST(narrow_buckets, are_given_up_if_a_bucket_is_too_large_or_keys_lie_elsewhere) {
    using bits = TypeParam;
    key_range<bits> const range{bits{1} << 27, core::low_mask<bits>(17)};
    auto keys = TestFixture::keys_of(70'003, range);
    EXPECT_TRUE(TestFixture::divide(keys, range, false).has_fit());
    auto others = keys;
    others[7'777] = range.first - 1;
    EXPECT_FALSE(TestFixture::divide(others, range, false).has_fit());
    std::fill(keys.begin(), keys.begin() + 1'000, range.first + 5);
    EXPECT_FALSE(TestFixture::divide(keys, range, false).has_fit());
}

} // namespace
