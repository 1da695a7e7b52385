// SPDX-License-Identifier: MIT
#include "src/cuda/gather.hpp"

#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/launch.cuh"
#include "src/cuda/state/item_count.cuh"

namespace pradix::cuda {

namespace {

constexpr unsigned threads = 256;

// Elements are `units` Units long.
template <class Unit, class Index>
__global__ void gather_units(Unit const* in, Unit* out, std::uint64_t units, Index const* indices, item_count count) {
    wait_for_previous_kernel();
    std::uint64_t const all = count.get() * units;
    for (std::uint64_t at = std::uint64_t{blockIdx.x} * threads + threadIdx.x; at < all;
         at += std::uint64_t{gridDim.x} * threads) {
        std::uint64_t const item = at / units;
        out[at] = in[std::uint64_t{indices[item]} * units + (at - item * units)];
    }
}

template <class Unit>
void gather_as(void const* in, void* out, std::size_t element_bytes, void const* indices, std::size_t index_bytes,
               item_count count, int device, cudaStream_t stream) {
    std::uint64_t const units = element_bytes / sizeof(Unit);
    auto const gather_by = [&](auto const* typed) {
        using Index = std::remove_const_t<std::remove_pointer_t<decltype(typed)>>;
        enqueue<gather_units<Unit, Index>>(launch_device::of(device), stream, blocks_for(count.most * units, threads),
                                           threads, 0, static_cast<Unit const*>(in), static_cast<Unit*>(out), units,
                                           typed, count);
    };
    if (index_bytes == 4)
        gather_by(static_cast<std::uint32_t const*>(indices));
    else
        gather_by(static_cast<std::uint64_t const*>(indices));
}

} // namespace

void gather(void const* in, void* out, std::size_t element_bytes, void const* indices, std::size_t index_bytes,
            std::uint64_t count, std::uint64_t const* exact, int device, cudaStream_t stream) {
    auto const grain = element_bytes | reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out);
    auto const with = [&](auto unit) {
        gather_as<decltype(unit)>(in, out, element_bytes, indices, index_bytes, {count, exact}, device, stream);
    };
    if (grain % 16 == 0)
        with(uint4{});
    else if (grain % 8 == 0)
        with(std::uint64_t{});
    else if (grain % 4 == 0)
        with(std::uint32_t{});
    else if (grain % 2 == 0)
        with(std::uint16_t{});
    else
        with(std::uint8_t{});
}

} // namespace pradix::cuda
