// SPDX-License-Identifier: MIT
// Most keys are equal: that the others are set aside in order, where the equal ones' values go meanwhile, and that all
// is put back.
#include "src/cuda/block/guesses/put_back.cuh"
#include "src/cuda/kernels/try_guess.cuh"
#include "tests/emulated/stable_items.hpp"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;

struct try_space {
    majority_space others;
    bool is_last;
};
try_space& shared_space() {
    return *reinterpret_cast<try_space*>(memory);
}

constexpr unsigned no_others = 1u << 30;
struct majority_case {
    std::size_t count;
    unsigned one_in; // so many is another one; `no_others`: none is
    std::size_t misalignment = 0;
    std::size_t others_in_front = 0; // besides
    bool descends = false, values_are_made = false;
    std::uint64_t seed = 1;
};

// Keys, and values that say where they were.
template <class Bits, class Value>
class items_in_memory {
public:
    static constexpr bool pairs = has_values<Value>;

    explicit items_in_memory(majority_case const& row)
        : row_(row), in_(row.count + row.misalignment), out_(in_), scratch_(row.count), values_in_(in_.size()),
          values_out_(in_.size()), values_aside_(row.count) {
        test::random_bits random(row.seed);
        for (std::size_t i = 0; i < row.count; ++i) {
            in()[i] = i < row.others_in_front || (row.one_in != no_others && random.one_in(row.one_in))
                          ? static_cast<Bits>(random())
                          : equal;
            if constexpr (pairs)
                values_in_[i] = position<Value>(i);
        }
        with_.keys_wanted = true;
        with_.most = row.count;
        with_.most_set_aside = row.count / 2;
        with_.digits = tabulate(0, 8 * sizeof(Bits), false, false);
        with_.codec = core::make_codec<Bits>(sizeof(Bits) == 4   ? key_type::u32
                                             : sizeof(Bits) == 8 ? key_type::u64
                                                                 : key_type::u128,
                                             row.descends ? order::descending : order::ascending, {}, {});
        set(buffer::in, in(), row.values_are_made ? nullptr : values_in_.data());
        set(buffer::out, out_.data() + row.misalignment, values_out_.data());
        set(buffer::scratch, scratch_.data(), values_aside_.data());
        set(buffer::second_half, scratch_.data() + with_.most_set_aside, nullptr);
        with_.state = &state_;
        std::memcpy(state_.majority.image, &image_, sizeof(Bits));
        state_.guessed = guess::majority;
    }

    // Whether the others were set aside.
    bool set_aside() {
        run(guess_threads, [&] { look_at_others(shared_space().others, with_, shared_space().is_last); });
        if (!state_.majority.is_set_aside)
            return false;
        run(guess_threads, [&] { majority<Bits, Value>{shared_space().others, with_}.set_aside(); });
        return true;
    }

    // Keys alone may come in any order.
    void expect_others_aside() const {
        std::vector<std::size_t> others;
        for (std::size_t i = 0; i < row_.count; ++i)
            if (in()[i] != equal)
                others.push_back(i);
        ASSERT_EQ(state_.majority.others, others.size());
        EXPECT_EQ(state_.to_sort, others.size());
        EXPECT_EQ(state_.plan.made_early(), others.empty()) << "others have to be counted";
        std::vector<Bits> expected(others.size()), actual(scratch_.data(), scratch_.data() + others.size());
        std::transform(others.begin(), others.end(), expected.begin(), [&](auto i) { return in()[i]; });
        if (!pairs) {
            std::sort(expected.begin(), expected.end());
            std::sort(actual.begin(), actual.end());
        }
        EXPECT_TRUE(actual == expected);
        if constexpr (pairs) {
            for (std::size_t i = 0; i < others.size(); ++i)
                ASSERT_TRUE(is_position(values_aside_[i], others[i])) << "value " << i;
        }
    }

    // Does what passes would.
    void sort_others() {
        std::size_t const others = state_.majority.others;
        test::emulated::sort_stably(scratch_, values_aside_, 0, others,
                                    [&](Bits key) { return with_.codec.encode(key); });
        state_.majority.sorted_in = buffer::scratch;
    }

    void expect_all_in_order() {
        run(512, [&] { others_put_back<512, Bits, Value>{with_}.run(); });
        std::vector<std::size_t> order(row_.count);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return with_.codec.encode(in()[a]) < with_.codec.encode(in()[b]); });
        for (std::size_t i = 0; i < row_.count; ++i) {
            ASSERT_TRUE(out_[row_.misalignment + i] == in()[order[i]]) << "key " << i;
            if constexpr (pairs) {
                ASSERT_TRUE(is_position(values_out_[i], order[i])) << "value " << i;
            }
        }
        for (std::size_t i = 0; i < row_.misalignment; ++i)
            EXPECT_TRUE(out_[i] == 0) << "wrote before the output";
    }

private:
    static constexpr Bits equal = static_cast<Bits>(~Bits{0} / 7 * 3);

    Bits* in() { return in_.data() + row_.misalignment; }
    Bits const* in() const { return in_.data() + row_.misalignment; }
    void set(buffer which, Bits* keys, Value* values) {
        with_.keys[static_cast<unsigned>(which)] = keys;
        with_.values[static_cast<unsigned>(which)] = values;
    }
    static bool is_position(Value const& value, std::size_t i) {
        auto const expected = position<Value>(i);
        return std::memcmp(&value, &expected, sizeof expected) == 0;
    }
    template <class Kernel>
    void run(unsigned threads, Kernel const& kernel) const {
        auto const blocks = static_cast<unsigned>((row_.count + 32'767) / 32'768); // as many as are launched
        test::emulated::run_grid(blocks, threads, row_.seed, kernel);
    }

    majority_case const row_;
    arguments<Bits, Value> with_{};
    control state_{};
    Bits const image_ = row_.descends ? static_cast<Bits>(~equal) : equal;
    std::vector<Bits> in_, out_, scratch_;
    std::vector<Value> values_in_, values_out_, values_aside_;
};

template <class Bits, class Value>
void check(majority_case const& row) {
    SCOPED_TRACE(testing::Message() << row.count << " keys, one in " << row.one_in << ", seed " << row.seed);
    auto const items = std::make_unique<items_in_memory<Bits, Value>>(row);
    ASSERT_TRUE(items->set_aside());
    items->expect_others_aside();
    items->sort_others();
    items->expect_all_in_order();
}

template <class Kind>
class set_aside : public ::testing::Test {};
template <class Bits, class Value>
struct kind {
    using bits = Bits;
    using value = Value;
};
using kinds =
    ::testing::Types<kind<std::uint32_t, no_value>, kind<std::uint64_t, no_value>, kind<core::uint128, no_value>,
                     kind<std::uint32_t, std::uint32_t>, kind<std::uint32_t, value_16>,
                     kind<std::uint64_t, std::uint64_t>, kind<core::uint128, std::uint32_t>>;
TYPED_TEST_SUITE(set_aside, kinds);

TYPED_TEST(set_aside, is_in_order_and_comes_back) {
    using bits = typename TypeParam::bits;
    using value = typename TypeParam::value;
    std::uint64_t seed = 1;
    for (std::size_t const count : {8192u, 16'384u, 49'153u, 100'003u, 150'000u})
        for (unsigned const one_in : {3u, 10u, 2000u, no_others}) {
            ++seed;
            check<bits, value>({.count = count,
                                .one_in = one_in,
                                .misalignment = seed % 4,
                                .descends = seed % 2 == 0,
                                .values_are_made = has_values<value> && seed % 3 == 0,
                                .seed = seed});
        }
}

TYPED_TEST(set_aside, is_no_more_than_half) {
    using items_in_memory = items_in_memory<typename TypeParam::bits, typename TypeParam::value>;
    auto const sets_aside = [](std::size_t others) {
        return std::make_unique<items_in_memory>(
                   majority_case{.count = 20'001, .one_in = no_others, .others_in_front = others})
            ->set_aside();
    };
    EXPECT_TRUE(sets_aside(10'000));
    EXPECT_FALSE(sets_aside(10'001));
    EXPECT_FALSE(sets_aside(20'001));
}

} // namespace
