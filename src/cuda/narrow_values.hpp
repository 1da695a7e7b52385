// SPDX-License-Identifier: MIT
// Values of 1 to 3 bytes, which have words of 4 bytes while they travel with their keys.
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace pradix::cuda {

// Fewer follow an index as fast: what is gathered lies in the caches.
inline constexpr std::uint64_t least_items_with_words = std::uint64_t{1} << 21;

// Enqueues words[i] = values[i], the bytes behind a value zero, for i < count, or < *exact if that is given.
void widen(void const* values, std::uint32_t* words, std::size_t value_bytes, std::uint64_t count,
           std::uint64_t const* exact, int device, CUstream_st* stream);

// Enqueues values[i] = the first bytes of words[i].
void narrow(std::uint32_t const* words, void* values, std::size_t value_bytes, std::uint64_t count,
            std::uint64_t const* exact, int device, CUstream_st* stream);

} // namespace pradix::cuda
