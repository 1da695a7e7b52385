// SPDX-License-Identifier: MIT
#include "bench/gpu/cub_typed.cuh"

namespace pradix::bench::gpu {

cub_function cub_narrow_pairs(key_type type, std::size_t value_bytes) {
    if (type == key_type::u8 && value_bytes == 4)
        return cub_sort_typed<std::uint8_t, std::uint32_t>;
    if (type == key_type::u8 && value_bytes == 8)
        return cub_sort_typed<std::uint8_t, std::uint64_t>;
    if (type == key_type::u16 && value_bytes == 4)
        return cub_sort_typed<std::uint16_t, std::uint32_t>;
    if (type == key_type::u16 && value_bytes == 8)
        return cub_sort_typed<std::uint16_t, std::uint64_t>;
    return nullptr;
}

} // namespace pradix::bench::gpu
