// SPDX-License-Identifier: MIT
// Launches of passes that have nothing to do, in front of others: they end at once, two at a time, and those behind go
// on as if there had been none, however many portions a pass has.
#include "tests/gpu/sort_and_look.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class idle_launches : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // By all digits.
    static cuda::tuning tuned(std::uint64_t portion_items) {
        cuda::tuning tuned = tuned_to_digits<T>();
        tuned.settled_items = ~std::uint64_t{0};
        tuned.portion_items = portion_items;
        return tuned;
    }

    // Which pass is the first one; launches before it are skipped but for one, if they are odd in number.
    static unsigned first_pass(guarded_device const& workspace) {
        cuda::pass_plan const plan = plan_of_last_sort(workspace);
        unsigned first = 0;
        while (first < cuda::most_passes && !plan.passes[first].active)
            ++first;
        EXPECT_EQ(plan.needless, (1u << first / 2 * 2) - 1);
        return first;
    }
};
using key_types = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(idle_launches, key_types);

TYPED_TEST(idle_launches, are_skipped_where_low_digits_are_equal) {
    using T = TypeParam;
    constexpr std::size_t count = 300'007;
    for (std::uint64_t const portion_items : {50'000u, 100'000u, 160'000u, 1'000'000u})
        for (unsigned equal = 0; equal < std::min<unsigned>(sizeof(T) - 1, 5); ++equal) { // keys are not few
            SCOPED_TRACE(testing::Message() << equal << " equal digits, portions of " << portion_items);
            auto const tuned = this->tuned(portion_items);
            auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
                T const low = static_cast<T>((T{1} << 8 * equal) - 1);
                return static_cast<T>((static_cast<T>(random()) & ~low) | (static_cast<T>(0x5a5a5a5a) & low));
            });
            EXPECT_EQ(sort_and_look(keys, tuned, false, scratch::usual, this->first_pass), equal) << "pairs";
            EXPECT_EQ(sort_keys_and_look(keys, tuned, false, scratch::usual, this->first_pass), equal) << "keys alone";
            sort_and_look(keys, tuned, true, scratch::usual, this->first_pass);
            sort_keys_and_look(keys, tuned, true, scratch::usual, this->first_pass);
        }
}

} // namespace
