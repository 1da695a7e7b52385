// SPDX-License-Identifier: MIT
// The kernel that counts keys of one byte and writes them anew.
#include "src/cuda/kernels/count_in_one_block.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

template <unsigned Threads>
::testing::AssertionResult counts(kernel_case const& row, key_type type) {
    return sorts<std::uint8_t, cuda::no_value>(
        row, type, 1, Threads, [](auto const& with) { cuda::count_in_one_block<std::uint8_t, Threads>(with); });
}

TEST(count_in_one_block, sorts_bytes_wherever_they_lie) {
    std::uint64_t seed = 1;
    for (std::size_t const count : {1u, 8u, 17u, 511u, 4096u, 4097u, 20'000u, 32'768u})
        for (std::size_t like = 0; like < shape_count; ++like)
            for (std::size_t const misalignment : {0u, 1u, 7u})
                for (key_type const type : {key_type::u8, key_type::i8}) {
                    ++seed;
                    kernel_case const row{.like = static_cast<shape>(like),
                                          .count = count,
                                          .in_place = seed % 2 == 0,
                                          .descends = seed % 3 == 0,
                                          .misalignment = misalignment,
                                          .seed = seed};
                    ASSERT_TRUE(count <= cuda::few_bytes ? counts<512>(row, type) : counts<1024>(row, type));
                }
}

} // namespace
