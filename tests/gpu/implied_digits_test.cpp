// SPDX-License-Identifier: MIT
// Keys whose upper bits imply some digits: no passes by these, unless some key contradicts.
#include "tests/gpu/followed_passes.hpp"

#include <bit>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 100'003;

template <class T>
class implied_digits : public ::testing::Test {
protected:
    using bits = std::make_unsigned_t<T>;
    static constexpr unsigned size = sizeof(T), width = 8 * size, lower = (1u << size / 2) - 1,
                              highest = 1u << (size - 1), all = (1u << size) - 1;

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static bits small(random_bits& random) { return static_cast<bits>(random.wide_number() >> (128 - width / 2)); }
    // As bits, also of unsigned keys.
    static T of_either_sign(random_bits& random, std::size_t) {
        return static_cast<T>(random.one_in(3) ? ~small(random) : small(random));
    }
    // As floats are: the lower half of negative ones is inverted.
    static T rounded(random_bits& random, std::size_t) {
        bits const upper = static_cast<bits>(small(random) << width / 2);
        return static_cast<T>(upper | (upper >> (width - 1) != 0 ? bits{0} : ~bits{0} >> width / 2));
    }
    // By one digit.
    static std::size_t contradict(std::vector<T>& keys, std::size_t wanted, unsigned digit) {
        std::size_t const at = hidden_from(wanted, count);
        keys[at] = static_cast<T>(static_cast<bits>(keys[at]) ^ bits{16} << cuda::radix_bits * digit);
        return at;
    }

    // Digits by which items are moved, a bit each.
    static void check(unsigned passes, std::vector<T> const& keys, options const& how = {}) {
        expect_passes(passes, keys, moving_passes, how);
    }
};

using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, wide>;
TYPED_TEST_SUITE(implied_digits, key_types);

TYPED_TEST(implied_digits, of_small_numbers_of_either_sign_are_left_out) {
    this->check(this->lower | this->highest, make_keys<TypeParam>(count, this->of_either_sign));
}

TYPED_TEST(implied_digits, are_left_out_in_descending_order) {
    this->check(this->lower | this->highest, make_keys<TypeParam>(count, this->of_either_sign),
                {.direction = order::descending});
}

// Without their first digit, and without half of it, so that digits are cut elsewhere. Fewer digits are not looked for.
TYPED_TEST(implied_digits, are_left_out_of_ranges_of_bits) {
    if (sizeof(TypeParam) == 4)
        GTEST_SKIP() << "three digits";
    auto const keys = make_keys<TypeParam>(count, this->of_either_sign);
    this->check((this->lower | this->highest) >> 1, keys, {.bits = {cuda::radix_bits}});
    this->check(this->lower | this->highest, keys, {.bits = {cuda::radix_bits / 2}});
}

// Some of which are samples.
TYPED_TEST(implied_digits, of_small_numbers_and_sentinels_are_left_out) {
    this->check(this->lower | this->highest, make_keys<TypeParam>(count, [&](random_bits& random, std::size_t) {
                    return static_cast<TypeParam>(random.one_in(100) ? ~typename TestFixture::bits{0}
                                                                     : this->small(random));
                }));
}

TYPED_TEST(implied_digits, that_no_sample_shows_are_sorted_by) {
    auto keys =
        make_keys<TypeParam>(count, [&](random_bits& random, std::size_t) { return TypeParam(this->small(random)); });
    keys[hidden_from(count / 3, count)] = static_cast<TypeParam>(~typename TestFixture::bits{0});
    this->check(this->all, keys);
}

TYPED_TEST(implied_digits, of_rounded_numbers_are_left_out) {
    this->check(this->all & ~this->lower, make_keys<TypeParam>(count, this->rounded));
}

TYPED_TEST(implied_digits, are_sorted_by_where_one_key_contradicts) {
    constexpr unsigned digit = this->size / 2;
    auto keys = make_keys<TypeParam>(count, this->of_either_sign);
    for (std::size_t const wanted : {std::size_t{4}, count / 2, count - 1200}) {
        std::size_t const at = this->contradict(keys, wanted, digit);
        this->check(this->lower | this->highest | 1u << digit, keys);
        this->contradict(keys, at, digit);
    }
}

// Of either sign, whose lower half is zero.
template <class Float, class Bits>
void sort_rounded_floats(unsigned mantissa_width, unsigned exponent) {
    constexpr unsigned size = sizeof(Float), width = 8 * size, upper = (1u << size) - (1u << size / 2);
    auto const keys = make_keys<Float>(count, [&](random_bits& random, std::size_t) {
        Bits const sign = static_cast<Bits>(random.below(2)) << (width - 1),
                   scale = static_cast<Bits>(exponent + random.below(60)) << mantissa_width;
        Bits const fraction = static_cast<Bits>(random.below(1u << (mantissa_width - width / 2))) << width / 2;
        return std::bit_cast<Float>(static_cast<Bits>(sign | scale | fraction));
    });
    expect_passes(upper, keys, moving_passes);
}

TEST(implied_digits_of_floats, that_were_rounded_are_left_out) {
    SKIP_WITHOUT_CUDA_DEVICE();
    sort_rounded_floats<float, std::uint32_t>(23, 100);
    sort_rounded_floats<double, std::uint64_t>(52, 1000);
}

} // namespace
