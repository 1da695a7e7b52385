// SPDX-License-Identifier: MIT
#include "bench/gpu/cub_typed.cuh"

namespace pradix::bench::gpu {

cub_function cub_keys(key_type type) {
    switch (type) {
    case key_type::u8:
        return cub_sort_typed<std::uint8_t, cub::NullType>;
    case key_type::u16:
        return cub_sort_typed<std::uint16_t, cub::NullType>;
    case key_type::u32:
        return cub_sort_typed<std::uint32_t, cub::NullType>;
    case key_type::u64:
        return cub_sort_typed<std::uint64_t, cub::NullType>;
    case key_type::f32:
        return cub_sort_typed<float, cub::NullType>;
    case key_type::f64:
        return cub_sort_typed<double, cub::NullType>;
    case key_type::u128:
        return cub_sort_typed<unsigned __int128, cub::NullType>;
    default:
        return nullptr;
    }
}

} // namespace pradix::bench::gpu
