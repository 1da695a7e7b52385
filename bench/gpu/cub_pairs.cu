// SPDX-License-Identifier: MIT
#include "bench/gpu/cub_typed.cuh"

namespace pradix::bench::gpu {

cub_function cub_pairs(key_type type, std::size_t value_bytes) {
    if (type == key_type::u32 && value_bytes == 4)
        return cub_sort_typed<std::uint32_t, std::uint32_t>;
    if (type == key_type::f32 && value_bytes == 4)
        return cub_sort_typed<float, std::uint32_t>;
    if (type == key_type::u64 && value_bytes == 4)
        return cub_sort_typed<std::uint64_t, std::uint32_t>;
    if (type == key_type::u64 && value_bytes == 8)
        return cub_sort_typed<std::uint64_t, std::uint64_t>;
    if (type == key_type::f64 && value_bytes == 4)
        return cub_sort_typed<double, std::uint32_t>;
    return key_bytes(type) <= 2 ? cub_narrow_pairs(type, value_bytes) : cub_wide_pairs(type, value_bytes);
}

} // namespace pradix::bench::gpu
