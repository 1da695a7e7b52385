// SPDX-License-Identifier: MIT
// The kernel by which one block sorts few items: by a split, or by passes.
#include "src/cuda/kernels/sort_tile.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

namespace {

using namespace pradix;
using namespace pradix::test::emulated;

template <class Bits, class Value, unsigned Items, unsigned Blocks = 1>
void sort_all_kinds(key_type type) {
    using tile = cuda::tile<cuda::single_tile.threads, Items, Blocks>;
    std::uint64_t seed = 1;
    for (std::size_t const count : {std::size_t{1}, std::size_t{33}, std::size_t{1025}, std::size_t{tile::size}})
        for (std::size_t kind = 0; kind < std::size(kinds_of_keys); ++kind, ++seed)
            ASSERT_TRUE((sorts<Bits, Value>(
                {.kind = kind, .count = count, .in_place = seed % 2 == 0, .descends = seed % 3 == 0, .seed = seed},
                type, 1, tile::threads, [](auto const& with) { cuda::sort_tile<Bits, Value, tile>(with); })));
}

TEST(sort_tile, sorts_keys) {
    sort_all_kinds<std::uint8_t, cuda::no_value, 8>(key_type::u8);
    sort_all_kinds<std::uint16_t, cuda::no_value, 8>(key_type::f16);
    sort_all_kinds<std::uint32_t, cuda::no_value, 10>(key_type::i32);
    sort_all_kinds<std::uint64_t, cuda::no_value, 10>(key_type::f64);
    sort_all_kinds<core::uint128, cuda::no_value, 8>(key_type::u128);
}
TEST(sort_tile, sorts_pairs) {
    sort_all_kinds<std::uint8_t, std::uint32_t, 8>(key_type::i8);
    sort_all_kinds<std::uint16_t, std::uint64_t, 8>(key_type::u16);
    sort_all_kinds<std::uint32_t, std::uint32_t, 10>(key_type::f32);
    sort_all_kinds<std::uint64_t, cuda::value_16, 8>(key_type::u64);
    sort_all_kinds<core::uint128, std::uint64_t, 8>(key_type::i128);
}

// Where two blocks share a multiprocessor: crowds of equal keys are sorted with the few others there, and values are
// copied while keys are sorted.
TEST(sort_tile, sorts_as_groups_are_sorted) {
    sort_all_kinds<std::uint64_t, cuda::no_value, 10, 2>(key_type::u64);
    sort_all_kinds<std::uint32_t, std::uint32_t, 10, 2>(key_type::u32);
    sort_all_kinds<std::uint64_t, std::uint32_t, 10, 2>(key_type::i64);
}

} // namespace
