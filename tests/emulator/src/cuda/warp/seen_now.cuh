// SPDX-License-Identifier: MIT
// Stands for the header of this name in src/: others may change the word meanwhile, by intent.
#pragma once

#include <cuda_runtime.h>

namespace pradix::cuda {

template <class T>
T seen_now(T const& written) {
    return change_atomically(const_cast<T*>(&written), [](T word) { return word; });
}

} // namespace pradix::cuda
