// SPDX-License-Identifier: MIT
// Stores that go past the caches to memory, for results that nobody reads soon: they save reading the line first and
// leave the cache to data that is still needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pradix::cpu {

inline void stream_copy(void* to, void const* from, std::size_t bytes) {
#if defined(__SSE2__)
    constexpr std::size_t vector = sizeof(__m128i);
    auto* out = static_cast<std::byte*>(to);
    auto const* in = static_cast<std::byte const*>(from);
    std::size_t const misaligned = (vector - reinterpret_cast<std::uintptr_t>(out) % vector) % vector;
    std::size_t const head = std::min(bytes, misaligned);
    std::memcpy(out, in, head);
    std::size_t at = head;
    for (; at + vector <= bytes; at += vector)
        _mm_stream_si128(reinterpret_cast<__m128i*>(out + at),
                         _mm_loadu_si128(reinterpret_cast<__m128i const*>(in + at)));
    std::memcpy(out + at, in + at, bytes - at);
#else
    std::memcpy(to, from, bytes);
#endif
}

// The same for a block whose size is known and both of whose ends are aligned to vectors.
template <std::size_t Bytes>
void stream_aligned(void* to, void const* from) {
#if defined(__SSE2__)
    static_assert(Bytes % sizeof(__m128i) == 0);
    for (std::size_t i = 0; i < Bytes / sizeof(__m128i); ++i)
        _mm_stream_si128(static_cast<__m128i*>(to) + i, _mm_load_si128(static_cast<__m128i const*>(from) + i));
#else
    std::memcpy(to, from, Bytes);
#endif
}

// Makes what this thread has streamed visible to threads that it meets at a barrier later.
inline void finish_streams() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

} // namespace pradix::cpu
