// SPDX-License-Identifier: MIT
// Lets the common checks run on device memory: every array inside red zones there, the output poisoned beforehand, and
// exactly the workspace that is asked for.
#pragma once

#include "src/cuda/device_sort.hpp"
#include "tests/support/check.hpp"

#include <optional>
#include <string>

namespace pradix::test {

bool has_cuda_device();

// Ends a test in words where there is no device.
#define SKIP_WITHOUT_CUDA_DEVICE()                                                                                     \
    if (!::pradix::test::has_cuda_device())                                                                            \
    GTEST_SKIP() << "this machine has no CUDA device"

struct device_case {
    bool in_place = false;
    bool count_on_device = false;
    std::size_t spare_items = 100;       // room for so many more, if the count is there
    std::optional<cuda::tuning> tuned{}; // instead of the one for the problem
    bool least_scratch = false;          // the least workspace instead of the usual one
    cuda::stream_type stream = nullptr;  // the default one
    bool in_graph = false;               // captured there, or on a stream of its own, and replayed
};

engine device_engine(std::string name, device_case const& like);

// Sizes that bring a few thousand items through every path: tiles of each size, several portions, wide indices.
cuda::tuning shrunken_to_small_tiles();
cuda::tuning shrunken_to_medium_tiles(); // of keys of 4 bytes alone; of others, large ones
cuda::tuning shrunken_to_large_tiles();
cuda::tuning shrunken_to_portions();
// All in one launch: by the leading digit wherever the keys allow it, or never.
cuda::tuning shrunken_to_cooperation();
cuda::tuning shrunken_to_cooperation_by_all_digits();
// By two blocks: 4,096 items with the smallest tile, twice as many with the next one, and so on.
cuda::tuning shrunken_to_cooperation_of_two();
cuda::tuning shrunken_to_one_cooperating_block();
// Little scratch is enough, however few the items: range by range, or in batches of buckets wherever the keys allow it.
cuda::tuning shrunken_to_even_keys();
cuda::tuning shrunken_to_ranges();
cuda::tuning shrunken_to_batches();
// Passes by leading digits and then groups, wherever the keys allow it.
cuda::tuning shrunken_to_leading_digits();
// All ways at once, but on a device whose blocks have too little shared memory for some.
cuda::tuning shrunken_to_least_shared_memory();
// Keys of one or two bytes are counted, however few.
cuda::tuning shrunken_to_counting();

} // namespace pradix::test
