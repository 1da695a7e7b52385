// SPDX-License-Identifier: MIT
// What a survey of the keys makes of input in order and of few different keys: that it is noticed, and that one key out
// of line is noticed as well.
#include "tests/gpu/samples.hpp"
#include "tests/gpu/sort_and_look.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 60'007, not_seen = hidden_from(30'000, count);

template <class T>
class guesses : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static T rising(std::size_t i) { return static_cast<T>(std::numeric_limits<T>::max() / count * i); }
    static T falling(std::size_t i) { return rising(count - 1 - i); }

    struct ways {
        taken out_of_place, in_place;
    };
    static void check(ways pairs, ways alone, std::vector<T> const& keys) {
        auto const tuned = tuned_to_passes<T>(), simpler = without_clusters(tuned);
        EXPECT_EQ(sort_and_check(keys, tuned, false), pairs.out_of_place);
        EXPECT_EQ(sort_and_check(keys, simpler, true), pairs.in_place) << "in place";
        EXPECT_EQ(sort_keys_and_check(keys, simpler, false), alone.out_of_place) << "keys alone";
        EXPECT_EQ(sort_keys_and_check(keys, tuned, true), alone.in_place) << "keys alone, in place";
        sort_and_check(keys, cuda::tune(sizeof(T)), false); // in one launch
    }
    static void check(taken expected, std::vector<T> const& keys) {
        check({expected, expected}, {expected, expected}, keys);
    }

    // One of `values` different keys.
    static std::vector<T> few_different(unsigned values) {
        std::vector<T> const different =
            make_keys<T>(values, [](random_bits& random, std::size_t) { return random(); });
        return make_keys<T>(
            count, [&](random_bits& random, std::size_t) { return different[random.below(different.size())]; });
    }
};

using key_types = ::testing::Types<std::uint32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(guesses, key_types);

TYPED_TEST(guesses, copy_sorted_keys) {
    using T = TypeParam;
    this->check(taken::no_pass, make_keys<T>(count, [](auto&, std::size_t i) { return TestFixture::rising(i); }));
}

TYPED_TEST(guesses, copy_equal_keys) {
    using T = TypeParam;
    this->check(taken::no_pass, std::vector<T>(count, T{7}));
}

TYPED_TEST(guesses, reverse_falling_keys) {
    using T = TypeParam;
    typename TestFixture::ways const expected{taken::no_pass, taken::passes};
    this->check(expected, expected, make_keys<T>(count, [](auto&, std::size_t i) { return TestFixture::falling(i); }));
}

// Reversing would not be stable.
TYPED_TEST(guesses, do_not_reverse_equal_neighbours) {
    using T = TypeParam;
    auto keys = make_keys<T>(count, [](auto&, std::size_t i) { return TestFixture::falling(i); });
    keys[77] = keys[76];
    this->check({taken::groups, taken::passes}, {taken::no_pass, taken::passes}, keys);
}

// At the end the survey sees it, elsewhere the kernel that tries its guess does; then there is a second guess.
TYPED_TEST(guesses, notice_one_key_out_of_order) {
    using T = TypeParam;
    for (std::size_t const at : {std::size_t{2}, not_seen, count - 1}) {
        auto keys = make_keys<T>(count, [](auto&, std::size_t i) { return TestFixture::rising(i); });
        keys[at] = T{0};
        this->check(taken::groups, keys);
        keys = make_keys<T>(count, [](auto&, std::size_t i) { return TestFixture::falling(i); });
        keys[at] = std::numeric_limits<T>::max();
        taken const in_place = at == count - 1 ? taken::groups : taken::passes;
        this->check({taken::groups, in_place}, {taken::groups, in_place}, keys);
    }
}

// Pairs in one pass; keys alone are counted and written anew.
TYPED_TEST(guesses, move_few_different_keys_once) {
    for (unsigned const different : {2u, 16u, 24u})
        this->check({taken::one_pass, taken::one_pass}, {taken::no_pass, taken::no_pass},
                    this->few_different(different));
}

// As many as a digit has values, and more. Keys alone are counted in a hash table then.
TYPED_TEST(guesses, know_as_many_keys_as_a_digit_has_values) {
    using T = TypeParam;
    for (unsigned const different : {256u, 300u, 700u, 1300u}) {
        auto const keys = make_keys<T>(
            count, [&](random_bits& random, std::size_t) { return static_cast<T>(1000 + random.below(different)); });
        taken const pairs = different <= 256 ? taken::one_pass : taken::passes;
        this->check({pairs, pairs}, {taken::no_pass, taken::no_pass}, keys);
    }
}

// It takes a bin that is free.
TYPED_TEST(guesses, learn_a_key_that_the_survey_has_not_seen) {
    using T = TypeParam;
    auto keys = this->few_different(16);
    keys[not_seen] = keys[hidden_from(not_seen + 14, count)] = static_cast<T>(keys[0] / 2 + 1);
    this->check({taken::one_pass, taken::one_pass}, {taken::no_pass, taken::no_pass}, keys);
}

// It is told from a known one by some digits only, so that keys may have to be counted again by one of these.
TYPED_TEST(guesses, tell_a_key_apart_that_the_survey_has_not_seen) {
    using T = TypeParam;
    for (std::size_t const bit : {4 * sizeof(T) - 5, 4 * sizeof(T), 4 * sizeof(T) + 3}) {
        auto keys = this->few_different(16);
        keys[not_seen] = keys[hidden_from(not_seen + 14, count)] =
            static_cast<T>(keys[0] ^ static_cast<T>(std::make_unsigned_t<T>{1} << bit));
        this->check({taken::one_pass, taken::one_pass}, {taken::no_pass, taken::no_pass}, keys);
    }
}

// So many that some share a digit.
TYPED_TEST(guesses, notice_keys_that_the_survey_has_not_seen) {
    using T = TypeParam;
    auto keys = this->few_different(16);
    random_bits random{3};
    for (unsigned i = 0; i < 400; ++i)
        keys[hidden_from(not_seen + 9 * i, count)] = static_cast<T>(random());
    this->check(taken::passes, keys);
}

// Whether passes by the first digits were tried in one launch, and did.
enum class first_digits { not_tried, enough, not_enough };

// By what blocks have said: that they saw keys in order in the output, or not; else it is what was said of the input.
template <class T>
first_digits first_digits_of_last_sort(guarded_device const& workspace, std::size_t many, std::size_t value_bytes) {
    auto const reports = reports_of_last_sort<T>(workspace, many, value_bytes);
    std::span const disorder(reports.disorder, blocks_of_one_launch(many));
    auto const all = [&](unsigned most) {
        return std::ranges::all_of(disorder, [=](unsigned of) { return of <= most; });
    };
    return all(0) ? first_digits::enough : all(cuda::not_sorted) ? first_digits::not_enough : first_digits::not_tried;
}

// In one launch, passes by the first digits are enough if these tell few keys apart: one digit, or two. If they do not,
// because samples share them, or a key does that no sample shows, all digits are needed.
TYPED_TEST(guesses, tell_few_keys_apart_in_one_launch) {
    using T = TypeParam;
    static constexpr std::size_t many = 300'007,
                                 hidden = 58'577; // between samples of 512 or 1,024 threads, four in each
    static_assert(hidden % (many / 512) % (many / 512 / 4) > 0 && hidden % (many / 1024) % (many / 1024 / 4) > 0);
    constexpr unsigned width = 8 * sizeof(T);
    auto const low = static_cast<T>(0x0123'4567'89ab'cdee & ~std::make_unsigned_t<T>{0} >> 16);
    auto const tuned = cuda::tune(sizeof(T));
    auto const check = [&](char const* what, first_digits expected, std::function<T(unsigned)> const& value, T other) {
        SCOPED_TRACE(what);
        auto keys = make_keys<T>(
            many, [&](random_bits& random, std::size_t) { return value(static_cast<unsigned>(random.below(8))); });
        keys[hidden] = other;
        auto const way = [](std::size_t value_bytes) {
            return [=](auto const& workspace) { return first_digits_of_last_sort<T>(workspace, many, value_bytes); };
        };
        for (bool const in_place : {false, true}) {
            EXPECT_EQ(sort_and_look(keys, tuned, in_place, scratch::usual, way(4)), expected);
            EXPECT_EQ(sort_keys_and_look(keys, tuned, in_place, scratch::usual, way(0)), expected);
        }
        argsort_and_check(keys, tuned);
        argsort_and_check(keys, tuned, 99);
    };
    auto const by_one = [&](unsigned v) { return static_cast<T>(T{v} * 29 << (width - 8) | low); };
    auto const by_two = [&](unsigned v) {
        return static_cast<T>(static_cast<T>(v % 2 * 77) << (width - 8) | T{v} << (width - 16) | low);
    };
    auto const by_none = [&](unsigned v) { return static_cast<T>(static_cast<T>(v % 4 * 29) << (width - 8) | v); };
    using enum first_digits;
    check("one digit", enough, by_one, by_one(3));
    check("one digit, and another key", enough, by_one, static_cast<T>(T{3} << (width - 8)));
    check("one digit, but another key shares it", not_enough, by_one, static_cast<T>(by_one(5) + 1));
    check("two digits", enough, by_two, by_two(3));
    check("two digits, but another key shares them", not_enough, by_two, static_cast<T>(by_two(5) + 1));
    check("no digit", not_tried, by_none, by_none(3));
}

} // namespace
