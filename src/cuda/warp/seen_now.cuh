// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pradix::cuda {

// What other threads may write meanwhile, as it is in memory, and not as the compiler remembers it.
template <class T>
__device__ T seen_now(T const& written) {
    return const_cast<T const volatile&>(written);
}

// The same of two neighbours in shared memory at once, of which the first one is at a multiple of their size.
template <class Word>
struct two_words {
    Word first, second;
};
__device__ inline two_words<std::uint32_t> two_seen_now(std::uint32_t const* written) {
    two_words<std::uint32_t> both;
    auto const at = static_cast<unsigned>(__cvta_generic_to_shared(written));
    asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(both.first), "=r"(both.second) : "r"(at));
    return both;
}
__device__ inline two_words<std::uint64_t> two_seen_now(std::uint64_t const* written) {
    two_words<std::uint64_t> both;
    auto const at = static_cast<unsigned>(__cvta_generic_to_shared(written));
    asm volatile("ld.volatile.shared.v2.u64 {%0, %1}, [%2];" : "=l"(both.first), "=l"(both.second) : "r"(at));
    return both;
}

} // namespace pradix::cuda
