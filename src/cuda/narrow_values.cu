// SPDX-License-Identifier: MIT
#include "src/cuda/narrow_values.hpp"

#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/launch.cuh"
#include "src/cuda/state/item_count.cuh"

namespace pradix::cuda {

namespace {

// So many items of a thread are on their way at a time.
constexpr unsigned threads = 256, at_once = 4;

struct three_bytes {
    std::uint8_t bytes[3];
};

template <class Narrow>
__device__ std::uint32_t word_of(Narrow value) {
    if constexpr (sizeof(Narrow) == 3)
        return value.bytes[0] | value.bytes[1] << 8 | value.bytes[2] << 16;
    else
        return value;
}

template <class Narrow>
__device__ Narrow value_of(std::uint32_t word) {
    if constexpr (sizeof(Narrow) == 3)
        return {{static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8),
                 static_cast<std::uint8_t>(word >> 16)}};
    else
        return static_cast<Narrow>(word);
}

// out[i] = convert(in[i]).
template <class In, class Out, class Convert>
__device__ void convert_all(In const* in, Out* out, item_count count, Convert const& convert) {
    wait_for_previous_kernel();
    std::uint64_t const all = count.get(), stride = std::uint64_t{gridDim.x} * (threads * at_once);
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * (threads * at_once) + threadIdx.x; first < all;
         first += stride) {
        In some[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i)
            some[i] = in[min(first + i * threads, all - 1)];
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i)
            if (first + i * threads < all)
                out[first + i * threads] = convert(some[i]);
    }
}

template <class Narrow>
__global__ void widen_values(Narrow const* values, std::uint32_t* words, item_count count) {
    convert_all(values, words, count, [](Narrow value) { return word_of(value); });
}
template <class Narrow>
__global__ void narrow_words(std::uint32_t const* words, Narrow* values, item_count count) {
    convert_all(words, values, count, [](std::uint32_t word) { return value_of<Narrow>(word); });
}

// Calls work(a narrow value of so many bytes).
template <class Work>
void with_narrow(std::size_t value_bytes, Work const& work) {
    if (value_bytes == 1)
        work(std::uint8_t{});
    else if (value_bytes == 2)
        work(std::uint16_t{});
    else
        work(three_bytes{});
}

} // namespace

void widen(void const* values, std::uint32_t* words, std::size_t value_bytes, std::uint64_t count,
           std::uint64_t const* exact, int device, cudaStream_t stream) {
    with_narrow(value_bytes, [&](auto narrow) {
        using Narrow = decltype(narrow);
        enqueue<widen_values<Narrow>>(launch_device::of(device), stream, blocks_for(count, threads * at_once), threads,
                                      0, static_cast<Narrow const*>(values), words, item_count{count, exact});
    });
}

void narrow(std::uint32_t const* words, void* values, std::size_t value_bytes, std::uint64_t count,
            std::uint64_t const* exact, int device, cudaStream_t stream) {
    with_narrow(value_bytes, [&](auto narrow) {
        using Narrow = decltype(narrow);
        enqueue<narrow_words<Narrow>>(launch_device::of(device), stream, blocks_for(count, threads * at_once), threads,
                                      0, words, static_cast<Narrow*>(values), item_count{count, exact});
    });
}

} // namespace pradix::cuda
