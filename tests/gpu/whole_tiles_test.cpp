// SPDX-License-Identifier: MIT
// Tiles whose items are all of one bin move as they lie, where most tiles are likely to be such.
#include "tests/gpu/followed_passes.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 100'003;

template <class T>
class whole_tiles : public ::testing::Test {
protected:
    using bits = std::make_unsigned_t<T>;
    static constexpr unsigned size = sizeof(T), upper = (1u << size) - (1u << size / 2);
    static constexpr bits lower_half = core::low_mask<bits>(4 * size);

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // As bits, also of signed keys.
    static std::vector<T> small_keys() {
        return make_keys<T>(
            count, [](random_bits& random, std::size_t) { return static_cast<T>(random.wide_number() & lower_half); });
    }
    static void change(std::vector<T>& keys, std::size_t wanted, bits differing) {
        std::size_t const at = hidden_from(wanted, count);
        keys[at] = static_cast<T>(static_cast<bits>(keys[at]) ^ differing);
    }
};

using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(whole_tiles, key_types);

TYPED_TEST(whole_tiles, move_where_outliers_are_few) {
    using unsigned_key = typename TestFixture::bits;
    auto keys = this->small_keys();
    for (std::size_t const at : {std::size_t{2}, std::size_t{8191}, count / 2})
        this->change(keys, at, static_cast<unsigned_key>(~this->lower_half) / 3);
    expect_passes(this->upper, keys, whole_passes);
    expect_passes(this->upper, keys, whole_passes, {.direction = order::descending});
    expect_passes(this->upper >> 1, keys, whole_passes, {.bits = {cuda::radix_bits}});
    constexpr unsigned lowest = this->size / 2;
    for (std::size_t at = 1500; at < count; at += 8000)
        this->change(keys, at, unsigned_key{5} << cuda::radix_bits * lowest);
    expect_passes(this->upper & ~(1u << lowest), keys, whole_passes);
}

TEST(whole_tiles_of_bytes, move_where_keys_are_nearly_in_order) {
    SKIP_WITHOUT_CUDA_DEVICE();
    auto keys = make_keys<std::uint8_t>(
        count, [](random_bits&, std::size_t i) { return static_cast<std::uint8_t>(1 + i / 60'000); });
    keys[count / 2] = 0;
    expect_passes(1, keys, whole_passes);
    for (std::size_t i = 100; i < count; i += 1000)
        keys[i] = 0;
    expect_passes(0, keys, whole_passes);
}

} // namespace
