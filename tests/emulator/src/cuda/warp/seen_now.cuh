// SPDX-License-Identifier: MIT
// Stands for the header of this name in src/: others may change the word meanwhile, by intent.
#pragma once

#include <cuda_runtime.h>

namespace pradix::cuda {

template <class T>
T seen_now(T const& written) {
    return change_atomically(const_cast<T*>(&written), [](T word) { return word; });
}

template <class Word>
struct two_words {
    Word first, second;
};
template <class Word>
two_words<Word> two_seen_now(Word const* written) {
    return {seen_now(written[0]), seen_now(written[1])};
}

} // namespace pradix::cuda
