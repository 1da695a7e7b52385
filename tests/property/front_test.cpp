// SPDX-License-Identifier: MIT
// The typed front: every type of key, every kind of range, values of any size; what the table calls underneath.
#include "tests/support/inputs.hpp"

#include <pradix/pradix.hpp>

#include <gtest/gtest.h>

#include <array>
#include <span>

namespace {

using namespace pradix;
using namespace pradix::test;

enum class colour : std::int16_t {};
__extension__ typedef __int128 int128;

using key_types = ::testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, u128, std::int8_t,
                                   std::int16_t, std::int32_t, std::int64_t, i128, f16, bf16, float, double, bool, wide,
                                   int128, long, unsigned long, long long, unsigned long long, char, wchar_t, char8_t,
                                   char16_t, char32_t, std::byte, colour>;

// std::vector<bool> is no contiguous range of bool, so keys are kept in a struct-free buffer of their own type.
template <class T>
struct keys_of {
    static constexpr std::size_t count = 300;
    static constexpr key_type type = key_type_of<T>;
    std::array<T, count> data;

    explicit keys_of(shape like) { fill_keys(bytes(), type, count, like, 5); }
    std::byte* bytes() { return reinterpret_cast<std::byte*>(data.data()); }
    std::vector<std::size_t> sorted_order(options const& how) {
        return stable_order(compared_parts(type, bytes(), count, how));
    }
    std::vector<std::byte> sorted(options const& how) { return gathered(bytes(), sizeof(T), sorted_order(how)); }
    bool equals(std::vector<std::byte> const& expected) {
        return std::equal(expected.begin(), expected.end(), bytes());
    }
};

template <class T>
class front : public ::testing::Test {
protected:
    options const down{.direction = order::descending};
};
TYPED_TEST_SUITE(front, key_types);

TYPED_TEST(front, sorts_every_kind_of_range) {
    using keys = keys_of<TypeParam>;
    keys from_array{shape::uniform}, from_span{shape::uniform}, from_rvalue{shape::uniform}, from_c{shape::uniform};
    auto const up = from_array.sorted({});
    pradix::sort(from_array.data);
    EXPECT_TRUE(from_array.equals(up));
    std::span<TypeParam> const span{from_span.data};
    pradix::sort(span, this->down);
    EXPECT_TRUE(from_span.equals(keys{shape::uniform}.sorted(this->down)));
    pradix::sort(std::span<TypeParam, keys::count>{from_rvalue.data});
    EXPECT_TRUE(from_rvalue.equals(up));
    pradix::sort(reinterpret_cast<TypeParam(&)[keys::count]>(from_c.data));
    EXPECT_TRUE(from_c.equals(up));
}

TYPED_TEST(front, finds_the_order_of_keys_it_may_not_write) {
    keys_of<TypeParam> original{shape::few_distinct};
    auto const& keys = original.data;
    std::vector<std::size_t> const wanted = original.sorted_order(this->down);
    EXPECT_EQ(argsort(keys, this->down), wanted);
    auto const narrow = argsort<std::uint32_t>(keys, this->down);
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), narrow.begin(), narrow.end()));
    std::array<std::uint64_t, keys_of<TypeParam>::count> indices;
    argsort(std::span<TypeParam const>{keys}, indices, this->down);
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), indices.begin()));
}

template <std::size_t Bytes>
struct value {
    std::array<unsigned char, Bytes> bytes; // alignment 1
    bool operator==(value const&) const = default;
};

template <std::size_t Bytes, class T>
void moves_values_of(keys_of<T> keys) {
    std::vector<value<Bytes>> values(keys.count);
    fill_values(reinterpret_cast<std::byte*>(values.data()), Bytes, keys.count);
    auto const original = values;
    auto const order = keys.sorted_order({});
    auto const sorted = keys.sorted({});
    sort_pairs(keys.data, values);
    EXPECT_TRUE(keys.equals(sorted));
    for (std::size_t i = 0; i < keys.count; ++i)
        ASSERT_EQ(values[i], original[order[i]]) << Bytes << "-byte value " << i;
}

TYPED_TEST(front, moves_values_of_every_size) {
    keys_of<TypeParam> const keys{shape::few_distinct};
    moves_values_of<1>(keys);
    moves_values_of<2>(keys);
    moves_values_of<3>(keys);
    moves_values_of<4>(keys);
    moves_values_of<8>(keys);
    moves_values_of<12>(keys);
    moves_values_of<16>(keys);
    moves_values_of<24>(keys);
    moves_values_of<40>(keys);
}

TEST(front_of_vectors, sorts_them) {
    std::vector<float> keys{2.5f, -0.0f, 0.0f, -7.0f};
    std::vector<char const*> names{"c", "b", "b'", "a"};
    sort_pairs(keys, names);
    EXPECT_EQ(keys, (std::vector<float>{-7.0f, -0.0f, 0.0f, 2.5f}));
    EXPECT_EQ(names, (std::vector<char const*>{"a", "b", "b'", "c"}));
}

static_assert(KeyRange<std::vector<double>&>);
static_assert(!KeyRange<std::vector<double> const&>, "sorting needs keys that can be written");
static_assert(ConstKeyRange<std::vector<double> const&>);
static_assert(!KeyRange<std::vector<char const*>&>, "a pointer is no key");
static_assert(!Index<int> && !Index<std::uint16_t>);

TEST(names, go_both_ways) {
    for (std::size_t i = 0; i < key_type_count; ++i) {
        auto const type = static_cast<key_type>(i);
        EXPECT_EQ(key_type_from_name(name(type)), type);
    }
    for (backend const id : {backend::automatic, backend::cpu, backend::opencl, backend::cuda})
        EXPECT_EQ(backend_from_name(name(id)), id);
    EXPECT_EQ(key_type_from_name("u33"), std::nullopt);
    EXPECT_EQ(name(static_cast<key_type>(key_type_count)), "unknown");
    EXPECT_EQ(name(static_cast<backend>(9)), "unknown");
    EXPECT_EQ(backend_from_name("CPU"), std::nullopt);
}

TEST(timing, tells_where_the_time_went) {
    std::vector<std::uint32_t> keys(100'000);
    fill_keys(reinterpret_cast<std::byte*>(keys.data()), key_type::u32, keys.size(), shape::uniform, 1);
    timing spent{.where = backend::opencl, .transfer = -1, .sorting = -1};
    pradix::sort(keys, {.where = backend::cpu, .spent = &spent});
    EXPECT_EQ(spent.where, backend::cpu);
    EXPECT_EQ(spent.transfer, 0);
    EXPECT_GT(spent.sorting, 0);
    pradix::sort(std::span(keys).first(1), {.spent = &spent});
    EXPECT_EQ(spent.where, backend::automatic) << "nothing had to be done";
    EXPECT_EQ(spent.sorting, 0);
}

TEST(version, is_that_of_the_headers) {
    EXPECT_EQ(std::string{version()}, std::to_string(PRADIX_VERSION_MAJOR) + "." +
                                          std::to_string(PRADIX_VERSION_MINOR) + "." +
                                          std::to_string(PRADIX_VERSION_PATCH));
}

} // namespace
