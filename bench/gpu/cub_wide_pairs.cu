// SPDX-License-Identifier: MIT
#include "bench/gpu/cub_typed.cuh"

namespace pradix::bench::gpu {

cub_function cub_wide_pairs(key_type type, std::size_t value_bytes) {
    if (type == key_type::u32 && value_bytes == 1)
        return cub_sort_typed<std::uint32_t, std::uint8_t>;
    if (type == key_type::u32 && value_bytes == 2)
        return cub_sort_typed<std::uint32_t, std::uint16_t>;
    if (type == key_type::u32 && value_bytes == 3)
        return cub_sort_typed<std::uint32_t, value_of<std::uint8_t, 3>>;
    if (type == key_type::u32 && value_bytes == 12)
        return cub_sort_typed<std::uint32_t, value_of<std::uint32_t, 3>>;
    if (type == key_type::u32 && value_bytes == 24)
        return cub_sort_typed<std::uint32_t, value_of<std::uint32_t, 6>>;
    if (type == key_type::u32 && value_bytes == 32)
        return cub_sort_typed<std::uint32_t, value_of<std::uint32_t, 8>>;
    if (type == key_type::u32 && value_bytes == 8)
        return cub_sort_typed<std::uint32_t, std::uint64_t>;
    if (type == key_type::u32 && value_bytes == 16)
        return cub_sort_typed<std::uint32_t, value_16>;
    if (type == key_type::u64 && value_bytes == 16)
        return cub_sort_typed<std::uint64_t, value_16>;
    if (type == key_type::u128 && value_bytes == 4)
        return cub_sort_typed<unsigned __int128, std::uint32_t>;
    if (type == key_type::u128 && value_bytes == 8)
        return cub_sort_typed<unsigned __int128, std::uint64_t>;
    return nullptr;
}

} // namespace pradix::bench::gpu
