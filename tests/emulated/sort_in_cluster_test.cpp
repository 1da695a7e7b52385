// SPDX-License-Identifier: MIT
// The kernel that sorts a few thousand keys by a cluster, whatever they are.
#include "src/cuda/kernels/sort_in_cluster.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

// A run has room for 64, 256, 512 or 1,024 keys, and has few, most or all of them.
template <class Bits, unsigned Items>
void sort_in_cluster(key_type type, std::initializer_list<std::size_t> counts) {
    using tile = cuda::tile<cuda::single_tile.threads, Items, 1>;
    sort_all_shapes<Bits, cuda::no_value>(type, counts,
                                          by_kernel(cuda::sorting_cluster, tile::threads,
                                                    [](auto const& with) { cuda::sort_in_cluster<Bits, tile>(with); }));
}

TEST(sort_in_cluster, sorts_narrow_keys) {
    sort_in_cluster<std::uint32_t, 8>(key_type::u32, {3, 1025, 4096});
}
TEST(sort_in_cluster, sorts_wide_keys) {
    sort_in_cluster<std::uint64_t, 10>(key_type::i64, {449, 5120});
}
TEST(sort_in_cluster, sorts_more_than_a_block_holds) {
    sort_in_cluster<std::uint32_t, 10>(key_type::f32, {5121, 8192});
}

} // namespace
