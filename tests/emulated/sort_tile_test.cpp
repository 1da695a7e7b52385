// SPDX-License-Identifier: MIT
// The kernel by which one block sorts few items: by a split, or by passes.
#include "src/cuda/kernels/sort_tile.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

template <class Bits, class Value, unsigned Items, unsigned Blocks = 1, unsigned Threads = cuda::single_tile.threads>
void sort_few(key_type type, bit_range bits = {}) {
    using tile = cuda::tile<Threads, Items, Blocks>;
    sort_all_shapes<Bits, Value>(
        type, {1, 33, 1024, 1025, tile::size},
        by_kernel(1, tile::threads, [](auto const& with) { cuda::sort_tile<Bits, Value, tile>(with); }), bits);
}

TEST(sort_tile, sorts_keys) {
    sort_few<std::uint8_t, cuda::no_value, 8>(key_type::u8);
    sort_few<std::uint16_t, cuda::no_value, 8>(key_type::f16);
    sort_few<std::uint32_t, cuda::no_value, 10>(key_type::i32);
    sort_few<std::uint64_t, cuda::no_value, 10>(key_type::f64);
    sort_few<core::uint128, cuda::no_value, 8>(key_type::u128);
}
TEST(sort_tile, sorts_pairs) {
    sort_few<std::uint8_t, std::uint32_t, 8>(key_type::i8);
    sort_few<std::uint16_t, std::uint64_t, 8>(key_type::u16);
    sort_few<std::uint32_t, std::uint32_t, 10>(key_type::f32);
    sort_few<std::uint64_t, cuda::value_16, 8>(key_type::u64);
    sort_few<core::uint128, std::uint64_t, 8>(key_type::i128);
}

TEST(sort_tile, sorts_by_some_bits) {
    sort_few<std::uint32_t, cuda::no_value, 10>(key_type::u32, {0, 0});
    sort_few<std::uint16_t, cuda::no_value, 8>(key_type::i16, {3, 15});
    sort_few<std::uint64_t, cuda::no_value, 10>(key_type::f64, {50, 63});
    sort_few<std::uint32_t, std::uint32_t, 10>(key_type::i32, {0, 12});
    sort_few<std::uint64_t, std::uint64_t, 8>(key_type::u64, {5, 13});
}

TEST(sort_tile, sorts_as_one_launch_sorts_groups) {
    sort_few<std::uint32_t, cuda::no_value, 5, 1, 1024>(key_type::u32);
    sort_few<std::uint64_t, std::uint64_t, 5, 1, 1024>(key_type::i64);
}

// Where two blocks share a multiprocessor: crowds of equal keys are sorted with the few others there, and values are
// copied while keys are sorted.
TEST(sort_tile, sorts_as_groups_are_sorted) {
    sort_few<std::uint64_t, cuda::no_value, 10, 2>(key_type::u64);
    sort_few<std::uint32_t, std::uint32_t, 10, 2>(key_type::u32);
    sort_few<std::uint64_t, std::uint32_t, 10, 2>(key_type::i64);
}

} // namespace
