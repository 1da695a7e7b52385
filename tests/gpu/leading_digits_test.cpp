// SPDX-License-Identifier: MIT
// Sorting by leading digits first: that it is done where it should be, left alone where it would not end well, and
// right when the groups that it makes are large, small, uneven inside, or as large as a block can take.
#include "src/cuda/control.hpp"
#include "src/cuda/workspace.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace {

using namespace pradix;
using namespace pradix::test;

enum class taken { passes, groups };

// Sorts keys and their positions, compares with std::stable_sort, and says which way was taken.
template <class T>
taken sort_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place) {
    std::size_t const count = keys.size();
    std::vector<std::uint32_t> positions(count);
    std::iota(positions.begin(), positions.end(), 0u);
    cuda::problem const what{.type = key_type_of<T>, .count = count, .value_bytes = 4, .in_place = in_place};
    guarded_device const keys_in(count * sizeof(T)), keys_out(count * sizeof(T)), values_in(count * 4),
        values_out(count * 4), workspace(cuda::workspace_bytes(what, tuned));
    keys_in.put(keys.data(), count * sizeof(T));
    values_in.put(positions.data(), count * 4);
    guarded_device const &to_keys = in_place ? keys_in : keys_out, &to_values = in_place ? values_in : values_out;
    cuda::sort(what, {keys_in.data(), to_keys.data(), values_in.data(), to_values.data()},
               {.workspace = {workspace.data(), workspace.size()}}, {}, tuned);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    EXPECT_TRUE(workspace.intact() && to_keys.intact() && to_values.intact()) << "wrote beside its arrays";

    std::stable_sort(positions.begin(), positions.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    std::vector<T> sorted(count);
    std::vector<std::uint32_t> moved(count);
    to_keys.get(sorted.data(), count * sizeof(T));
    to_values.get(moved.data(), count * 4);
    EXPECT_TRUE(moved == positions) << "values are not those of a stable sort";
    for (std::size_t i = 0; i < count; ++i)
        if (sorted[i] != keys[positions[i]]) {
            ADD_FAILURE() << "key " << i << " of " << count << " is wrong";
            break;
        }

    cuda::device_arena arena(workspace.data());
    cuda::control state{};
    cuda::check(cudaMemcpy(&state, arena.take<cuda::control>(1), sizeof state, cudaMemcpyDeviceToHost), "looking");
    return state.plan.groups.active ? taken::groups : taken::passes;
}

template <class T>
std::vector<T> make_keys(std::size_t count, std::function<T(random_bits&, std::size_t)> const& key) {
    random_bits random{count};
    std::vector<T> keys(count);
    for (std::size_t i = 0; i < count; ++i)
        keys[i] = key(random, i);
    return keys;
}

template <class T>
class leading_digits : public ::testing::Test {
protected:
    static constexpr unsigned width = 8 * sizeof(T);
    static T any(random_bits& random, std::size_t) { return static_cast<T>(random()); }

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    static cuda::tuning tuned() {
        cuda::tuning t = cuda::tune(sizeof(T));
        t.cooperative_items = 0;
        return t;
    }
    static void check(taken expected, std::vector<T> const& keys, cuda::tuning const& with) {
        EXPECT_EQ(sort_and_check(keys, with, false), expected);
        EXPECT_EQ(sort_and_check(keys, with, true), expected) << "in place";
        sort_and_check(keys, cuda::tune(sizeof(T)), false); // in one launch, if they are few
    }
};

using key_types = ::testing::Types<std::uint32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(leading_digits, key_types);

TYPED_TEST(leading_digits, sort_uniform_keys) {
    using T = TypeParam;
    for (std::size_t const count : {100'003u, 1'000'003u, 5'000'001u})
        this->check(taken::groups, make_keys<T>(count, this->any), this->tuned());
}

TYPED_TEST(leading_digits, sort_in_portions) {
    using T = TypeParam;
    cuda::tuning tuned = this->tuned();
    tuned.portion_items = 2 * cuda::large_tile(sizeof(T), 4).size();
    for (std::size_t const count : {100'003u, 3'000'001u})
        this->check(taken::groups, make_keys<T>(count, this->any), tuned);
}

// The low bits are one of a few: a block finds its bins uneven, and sorts by passes.
TYPED_TEST(leading_digits, sort_groups_that_are_uneven_inside) {
    using T = TypeParam;
    auto const keys = make_keys<T>(1'000'003, [](random_bits& random, std::size_t) {
        T const low = static_cast<T>(static_cast<T>(random.below(5) * 0x0123'4567'89ab'cdefull) >> 8 & ~T{0} >> 9);
        return static_cast<T>(static_cast<T>(random.below(256)) << (TestFixture::width - 8) | low);
    });
    this->check(taken::groups, keys, this->tuned());
}

// Exactly as many as fit a block, and one more.
TYPED_TEST(leading_digits, leave_alone_groups_that_do_not_fit) {
    using T = TypeParam;
    for (std::size_t const more : {0u, 1u}) {
        std::size_t const heavy = cuda::group_tile.size() + more;
        auto const keys = make_keys<T>(600'000, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            T const low = static_cast<T>(key & (~std::make_unsigned_t<T>{0} >> 16));
            T const bin = static_cast<T>(i < heavy ? 77 : 78 + random.below(170));
            return static_cast<T>(bin << (TestFixture::width - 8) | low);
        });
        this->check(more == 0 ? taken::groups : taken::passes, keys, this->tuned());
    }
}

TYPED_TEST(leading_digits, leave_alone_keys_with_a_heavy_prefix) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t) {
        return static_cast<T>(random.one_in(100) ? T{5} : static_cast<T>(random()));
    });
    this->check(taken::passes, keys, this->tuned());
}

// The survey looks at some keys only and cannot have seen this one.
TYPED_TEST(leading_digits, notice_a_key_outside_of_what_the_survey_saw) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t i) {
        T const key = static_cast<T>(random() >> 3 & (~std::make_unsigned_t<T>{0} >> 3));
        return i == 1'234'567 ? static_cast<T>(T{1} << (TestFixture::width - 2) | key) : key;
    });
    this->check(taken::passes, keys, this->tuned());
}

// Keys of a smaller range than their type has: the digits are cut from the bits that differ.
TYPED_TEST(leading_digits, start_at_the_highest_bit_that_differs) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t) {
        return static_cast<T>(random() & (~std::make_unsigned_t<T>{0} >> 5));
    });
    this->check(taken::groups, keys, this->tuned());
}

TYPED_TEST(leading_digits, leave_alone_keys_in_order) {
    using T = TypeParam;
    T const step = static_cast<T>(std::numeric_limits<T>::max() / 3'000'001);
    auto const keys = make_keys<T>(3'000'001, [&](random_bits&, std::size_t i) { return static_cast<T>(i * step); });
    this->check(taken::passes, keys, this->tuned());
}

} // namespace
