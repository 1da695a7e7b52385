// SPDX-License-Identifier: MIT
#pragma once

#include "bench/gpu/cub_sort.hpp"

#include "src/cuda/errors.hpp"

#include <cub/device/device_radix_sort.cuh>

#include <limits>

namespace pradix::bench::gpu {

struct alignas(16) value_16 {
    std::uint64_t halves[2];
};
// As many parts as a structure of the user's has.
template <class Part, unsigned Parts>
struct value_of {
    Part parts[Parts];
};

template <class Key, class Value, class Count>
cudaError_t cub_sort_counted(cub_arrays& with, Count count, cudaStream_t stream) {
    auto* const keys = reinterpret_cast<Key**>(with.keys);
    auto* const values = reinterpret_cast<Value**>(with.values);
    auto const begin = static_cast<int>(with.begin_bit), end = static_cast<int>(with.end_bit);
    using sort = cub::DeviceRadixSort;
    if constexpr (std::is_same_v<Value, cub::NullType>) {
        auto const call = [&](auto... arrays) {
            return with.descending
                       ? sort::SortKeysDescending(with.scratch, with.scratch_bytes, arrays..., count, begin, end,
                                                  stream)
                       : sort::SortKeys(with.scratch, with.scratch_bytes, arrays..., count, begin, end, stream);
        };
        return with.double_buffer ? call(cub::DoubleBuffer<Key>(keys[0], keys[1])) : call(keys[0], keys[1]);
    } else {
        auto const call = [&](auto... arrays) {
            return with.descending
                       ? sort::SortPairsDescending(with.scratch, with.scratch_bytes, arrays..., count, begin, end,
                                                   stream)
                       : sort::SortPairs(with.scratch, with.scratch_bytes, arrays..., count, begin, end, stream);
        };
        return with.double_buffer
                   ? call(cub::DoubleBuffer<Key>(keys[0], keys[1]), cub::DoubleBuffer<Value>(values[0], values[1]))
                   : call(keys[0], keys[1], values[0], values[1]);
    }
}

template <class Key, class Value>
void cub_sort_typed(cub_arrays& with, cudaStream_t stream) {
    bool const narrow = !with.wide_count && with.count <= std::uint64_t{std::numeric_limits<std::int32_t>::max()};
    cuda::check(narrow ? cub_sort_counted<Key, Value>(with, static_cast<std::int32_t>(with.count), stream)
                       : cub_sort_counted<Key, Value>(with, static_cast<std::int64_t>(with.count), stream),
                "sorting with CUB");
}

using cub_function = void (*)(cub_arrays&, cudaStream_t);

cub_function cub_keys(key_type type);
cub_function cub_pairs(key_type type, std::size_t value_bytes);
// Of keys of one and two bytes, and of items of more than 16 bytes or with other values than keys.
cub_function cub_narrow_pairs(key_type type, std::size_t value_bytes);
cub_function cub_wide_pairs(key_type type, std::size_t value_bytes);

} // namespace pradix::bench::gpu
