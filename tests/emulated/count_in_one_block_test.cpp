// SPDX-License-Identifier: MIT
// The kernel that counts few keys of one or two bytes and writes them anew.
#include "src/cuda/kernels/count_in_one_block.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

template <class Counter, class Bits>
::testing::AssertionResult counts(kernel_case const& row, key_type type) {
    return sorts<Bits, cuda::no_value>(row, type, by_kernel(1, Counter::threads, [](auto const& with) {
                                           cuda::count_in_one_block<Counter, Bits>(
                                               {with.keys_of(cuda::buffer::in), with.keys_of(cuda::buffer::out),
                                                nullptr, static_cast<unsigned>(with.most), with.codec});
                                       }));
}

// All shapes of so many keys, wherever they lie, of these types by turns.
template <class Counter, class Bits>
void count_all(std::initializer_list<std::size_t> sizes, std::initializer_list<std::size_t> misalignments,
               std::initializer_list<key_type> types) {
    std::uint64_t seed = 1;
    for (std::size_t const count : sizes)
        for (std::size_t like = 0; like < shape_count; ++like)
            for (std::size_t const misalignment : misalignments) {
                ++seed;
                kernel_case const row{.like = static_cast<shape>(like),
                                      .count = count,
                                      .in_place = seed / 2 % 2 == 0,
                                      .descends = seed % 5 < 2,
                                      .misalignment = misalignment,
                                      .seed = seed};
                ASSERT_TRUE((counts<Counter, Bits>(row, types.begin()[seed / 3 % types.size()])));
            }
}

TEST(count_in_one_block, sorts_bytes) {
    using few = cuda::byte_counter<512, cuda::few_bytes>;
    count_all<few, std::uint8_t>({1, 8, 17, 511, few::most}, {0, 1, 7}, {key_type::u8, key_type::i8});
    using many = cuda::byte_counter<1024, cuda::most_counted_bytes>;
    count_all<many, std::uint8_t>({few::most + 1, 20'000, many::most}, {0, 1, 7}, {key_type::u8, key_type::i8});
}

TEST(count_in_one_block, sorts_words) {
    auto const types = {key_type::u16, key_type::i16, key_type::f16};
    using few = cuda::sparse_counter<1024, cuda::few_words>;
    count_all<few, std::uint16_t>({1, 17, 511, 2049, few::most}, {0, 1, 2}, types);
    using more = cuda::sparse_counter<1024, cuda::most_counted_words>;
    count_all<more, std::uint16_t>({few::most + 1, 5'000, more::most}, {0, 1, 2}, types);
}

} // namespace
