// SPDX-License-Identifier: MIT
#pragma once

namespace pradix::cuda {

// This shared memory, its address in a register. Since there may be clusters, the compiler would rather ask again,
// wherever memory is used, which block of one this is: that takes tens of cycles, which count in code that runs once.
// Passes over many items lack the register.
template <class Space>
__device__ Space& at_kept_address(Space& shared) {
    auto address = __cvta_generic_to_shared(&shared);
    asm volatile("" : "+l"(address));
    return *static_cast<Space*>(__cvta_shared_to_generic(address));
}

// The shared memory that a kernel was launched with.
template <class Space>
__device__ Space& dynamic_space() {
    extern __shared__ __align__(16) unsigned char memory[];
    return *reinterpret_cast<Space*>(memory);
}

} // namespace pradix::cuda
