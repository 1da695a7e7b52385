// SPDX-License-Identifier: MIT
// Stands for CUDA's header of this name: as much of it as kernels of a block or a cluster need, on an emulated grid.
#pragma once

#include "tests/emulator/grid.hpp"

#include <algorithm>
#include <type_traits>

#define __device__
#define __host__
#define __global__
#define __shared__
#define __align__(bytes)
#define __launch_bounds__(...)
#define __grid_constant__
#define __noinline__ // which the standard library uses, too: as an attribute without a name it does nothing
#define threadIdx (::pradix::test::emulated::thread_index())
#define blockIdx (::pradix::test::emulated::block_index())
#define gridDim (::pradix::test::emulated::grid_size())

struct alignas(8) uint2 {
    unsigned x, y;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};

template <class A, class B>
constexpr std::common_type_t<A, B> min(A a, B b) {
    return a < b ? a : b;
}
template <class A, class B>
constexpr std::common_type_t<A, B> max(A a, B b) {
    return a < b ? b : a;
}

inline void __syncthreads() {
    pradix::test::emulated::meet_block();
}
inline void __syncwarp() {
    pradix::test::emulated::meet_warp();
}
inline void __threadfence() {} // memory has one order
template <class T>
T __ldcg(T const* place) {
    return *place;
}
inline std::size_t __cvta_generic_to_shared(void const* place) {
    return reinterpret_cast<std::size_t>(place);
}
inline void* __cvta_shared_to_generic(std::size_t address) {
    return reinterpret_cast<void*>(address);
}
inline void __nanosleep(unsigned) {
    pradix::test::emulated::let_others_run();
}

// What `of` makes of the words of all lanes, once all have given theirs.
template <class Of>
auto of_all_lanes(unsigned mine, Of const& of) {
    auto& words = pradix::test::emulated::words_of_warp();
    words[threadIdx.x % words.size()] = mine;
    pradix::test::emulated::meet_lanes();
    auto const result = of(words);
    pradix::test::emulated::meet_lanes();
    return result;
}
template <class Fold>
unsigned fold_lanes(unsigned mine, Fold const& fold) {
    return of_all_lanes(mine, [&](auto const& words) {
        unsigned all = words[0];
        for (unsigned lane = 1; lane < words.size(); ++lane)
            all = fold(all, words[lane]);
        return all;
    });
}

inline unsigned __shfl_sync(unsigned, unsigned mine, unsigned lane) {
    return of_all_lanes(mine, [&](auto const& words) { return words[lane % words.size()]; });
}
inline unsigned __shfl_xor_sync(unsigned, unsigned mine, unsigned bits) {
    return of_all_lanes(mine, [&](auto const& words) { return words[threadIdx.x % words.size() ^ bits]; });
}
inline unsigned __shfl_up_sync(unsigned, unsigned mine, unsigned distance) {
    return of_all_lanes(mine, [&](auto const& words) {
        unsigned const lane = threadIdx.x % words.size();
        return lane < distance ? mine : words[lane - distance];
    });
}
inline unsigned __shfl_down_sync(unsigned, unsigned mine, unsigned distance) {
    return of_all_lanes(mine, [&](auto const& words) {
        unsigned const lane = threadIdx.x % words.size() + distance;
        return lane < words.size() ? words[lane] : mine;
    });
}
inline unsigned long long __shfl_down_sync(unsigned lanes, unsigned long long mine, unsigned distance) {
    unsigned const low = __shfl_down_sync(lanes, static_cast<unsigned>(mine), distance);
    unsigned const high = __shfl_down_sync(lanes, static_cast<unsigned>(mine >> 32), distance);
    return static_cast<unsigned long long>(high) << 32 | low;
}
inline unsigned __ballot_sync(unsigned, bool mine) {
    return of_all_lanes(mine, [](auto const& words) {
        unsigned ballot = 0;
        for (unsigned lane = 0; lane < words.size(); ++lane)
            ballot |= words[lane] << lane;
        return ballot;
    });
}
inline bool __all_sync(unsigned, bool mine) {
    return __ballot_sync(~0u, mine) == ~0u;
}
inline bool __any_sync(unsigned, bool mine) {
    return __ballot_sync(~0u, mine) != 0;
}
inline unsigned __reduce_or_sync(unsigned, unsigned mine) {
    return fold_lanes(mine, [](unsigned a, unsigned b) { return a | b; });
}
inline unsigned __reduce_add_sync(unsigned, unsigned mine) {
    return fold_lanes(mine, [](unsigned a, unsigned b) { return a + b; });
}
inline unsigned __reduce_max_sync(unsigned, unsigned mine) {
    return fold_lanes(mine, [](unsigned a, unsigned b) { return std::max(a, b); });
}
inline unsigned __reduce_min_sync(unsigned, unsigned mine) {
    return fold_lanes(mine, [](unsigned a, unsigned b) { return std::min(a, b); });
}

// What `of` makes of the word. No thread runs beside another one, but the race detector has to hear that it is one
// operation, by this function.
template <class T, class Of>
__attribute__((noinline, no_sanitize("thread"))) T change_atomically(T* word, Of const& of) {
    using namespace pradix::test::emulated;
    note_access(access::atomic, word, sizeof *word, __builtin_return_address(0));
    T const before = *word;
    *word = of(before);
    return before;
}
template <class T>
T atomicAdd(T* to, T value) {
    return change_atomically(to, [=](T word) { return static_cast<T>(word + value); });
}
template <class T>
T atomicSub(T* from, T value) {
    return atomicAdd(from, T{0} - value);
}
inline unsigned atomicOr(unsigned* to, unsigned bits) {
    return change_atomically(to, [=](unsigned word) { return word | bits; });
}
inline unsigned atomicMax(unsigned* to, unsigned value) {
    return change_atomically(to, [=](unsigned word) { return std::max(word, value); });
}
inline unsigned atomicExch(unsigned* to, unsigned value) {
    return change_atomically(to, [=](unsigned) { return value; });
}
template <class T>
T atomicCAS(T* to, T expected, T value) {
    return change_atomically(to, [=](T word) { return word == expected ? value : word; });
}

inline int __syncthreads_count(int mine) {
    return static_cast<int>(pradix::test::emulated::meet_block_and_count(mine != 0));
}
inline int __syncthreads_or(int mine) {
    return pradix::test::emulated::meet_block_with(mine != 0);
}
inline int __syncthreads_and(int mine) {
    return !pradix::test::emulated::meet_block_with(mine == 0);
}

inline int __popc(unsigned word) {
    return __builtin_popcount(word);
}
inline int __ffs(unsigned word) {
    return __builtin_ffs(static_cast<int>(word));
}
inline int __clz(unsigned word) {
    return word == 0 ? 32 : __builtin_clz(word);
}
inline unsigned __umulhi(unsigned one, unsigned other) {
    return static_cast<unsigned>(static_cast<unsigned long long>(one) * other >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> std::min(by, 32u));
}

inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}
inline void __cluster_barrier_arrive_relaxed() {
    pradix::test::emulated::arrive_at_cluster(false);
}
