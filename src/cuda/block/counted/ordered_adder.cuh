// SPDX-License-Identifier: MIT
// How the threads of a block add many keys to a table that keeps their order.
#pragma once

#include "src/cuda/block/counted/ordered_table.cuh"

namespace pradix::cuda {

// Adds keys, some by each thread of a warp. Lanes whose keys are not at home keep them until there are enough for as
// many lanes to search: else all would wait for them each time.
class ordered_adder {
public:
    __device__ explicit ordered_adder(ordered_table& table)
        : table_(table), kept_(table.kept_of_warp[warp_of_thread()]) {}

    // Of more than one, by all lanes of a warp. False, then for all of them, as the table says it.
    template <std::size_t Size>
    __device__ bool add(std::uint32_t const (&keys)[Size]) {
        if constexpr (Size == 1) {
            return table_.add(keys[0]);
        } else {
            std::uint32_t first[Size], second[Size];
#pragma unroll
            for (unsigned i = 0; i < Size; ++i) {
                auto const noted = two_seen_now(table_.words + table_.home_of(keys[i]));
                first[i] = noted.first;
                second[i] = noted.second;
            }
            bool fit = true;
#pragma unroll
            for (unsigned i = 0; i < Size; ++i) {
                unsigned const tag = table_.tag_of(keys[i]);
                bool const is_first = ordered_table::tag_in(first[i]) == tag,
                           is_there = is_first || ordered_table::tag_in(second[i]) == tag + 1;
                if (is_there)
                    atomicAdd(&table_.words[table_.home_of(keys[i]) + (is_first ? 0 : 1)], ordered_table::once);
                unsigned const lanes = __ballot_sync(all_lanes, !is_there);
                if (lanes != 0)
                    fit &= keep(keys[i], !is_there, lanes);
            }
            return fit;
        }
    }

    // Those that are kept; by all lanes of a warp.
    __device__ bool add_kept() {
        __syncwarp(); // they are there
        bool const fit = add_each(table_, kept_[lane_of_thread() % ordered_table::most_kept], lane_of_thread() < size_);
        size_ = 0;
        __syncwarp(); // they have been read
        return fit;
    }

private:
    // By all lanes of a warp, of which these have a key.
    __device__ bool keep(std::uint32_t key, bool is_mine, unsigned lanes) {
        unsigned const more = __popc(lanes);
        if (more > ordered_table::most_kept)
            return add_each(table_, key, is_mine);
        bool const fit = size_ + more <= ordered_table::most_kept || add_kept();
        if (is_mine)
            kept_[size_ + __popc(lanes & lanes_below())] = key;
        size_ += more;
        return fit;
    }

    // A call, so that what is seldom done is not between what is done for each key.
    static __noinline__ __device__ bool add_each(ordered_table& table, std::uint32_t key, bool is_mine) {
        return __all_sync(all_lanes, !is_mine || table.add(key));
    }

    ordered_table& table_;
    std::uint32_t* kept_;
    unsigned size_ = 0; // of these
};

} // namespace pradix::cuda
