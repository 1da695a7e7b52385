// SPDX-License-Identifier: MIT
#pragma once

namespace pradix::cuda {

// A number of `Width` bits for each of a thread's items, some in a register: registers bound the size of a tile.
template <unsigned Items, unsigned Width>
class packed_numbers {
public:
    __device__ unsigned operator[](unsigned i) const { return words_[i / of_word] >> i % of_word * Width & mask; }
    // Items are set in order.
    __device__ void set(unsigned i, unsigned number) {
        unsigned& word = words_[i / of_word];
        word = i % of_word == 0 ? number : word | number << i % of_word * Width;
    }
    __device__ void add(unsigned i, unsigned more) { words_[i / of_word] += more << i % of_word * Width; }

private:
    static constexpr unsigned of_word = 32 / Width, mask = ~0u >> (32 - Width);
    unsigned words_[(Items + of_word - 1) / of_word];
};

template <unsigned Items>
using item_ranks = packed_numbers<Items, 16>;

} // namespace pradix::cuda
