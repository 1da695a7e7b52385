// SPDX-License-Identifier: MIT
#pragma once

namespace pradix::cuda {

// What other threads may write meanwhile, as it is in memory, and not as the compiler remembers it.
template <class T>
__device__ T seen_now(T const& written) {
    return const_cast<T const volatile&>(written);
}

} // namespace pradix::cuda
