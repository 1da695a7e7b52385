// SPDX-License-Identifier: MIT
// The guess that most keys are equal, as where values are missing or zero: the other items are set aside in the first
// half of the scratch, so that passes sort these alone. Each block has a share of all items. Keys alone may come in any
// order: one reading takes the others to the second half, from where they are gathered. With values, a first reading
// counts the others, and a second one moves them, in order.
#pragma once

#include "src/cuda/block/scan.cuh"
#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

template <unsigned Threads>
struct majority_space {
    unsigned others, less;                     // of this block
    unsigned of_warp[2][Threads / warp_lanes]; // others in a tile and, by turns, in the next one
};

template <unsigned Threads, class Bits, class Value>
class majority {
public:
    __device__ majority(majority_space<Threads>& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), found_(with.state->majority), count_(with.count()),
          tiles_((count_ + tile_size - 1) / tile_size), image_(*reinterpret_cast<Bits const*>(found_.image)),
          equal_(with.codec.decode(image_)) {}

    // By all threads of all blocks, as are the others.
    __device__ void look() {
        if constexpr (has_values<Value>)
            count_others();
        else
            take_others();
    }

    // By all threads of one block, once all have looked. False, with nothing to be set aside, if others are too many.
    __device__ bool plan() {
        static_assert(most_sharing_blocks <= Threads);
        bool const is_block = threadIdx.x < gridDim.x;
        unsigned volatile* const others = found_.others_of_block;
        unsigned const mine = is_block ? others[threadIdx.x] : 0;
        bool const fit = has_values<Value> || mine <= room_of_block();
        unsigned const before = scan_in_block(mine, shared_.of_warp[0]);
        if (threadIdx.x == Threads - 1)
            shared_.others = before + mine;
        if (is_block)
            others[threadIdx.x] = before;
        if (!__syncthreads_and(fit) || shared_.others > with_.most_set_aside) // and the sum is known
            return false;
        if (threadIdx.x == 0) {
            found_.others = shared_.others;
            found_.is_set_aside = true;
            with_.state->to_sort = shared_.others;
        }
        return true;
    }

    // Once it is planned.
    __device__ void set_aside() {
        if constexpr (has_values<Value>)
            move_in_order();
        else
            gather_others();
    }

private:
    // A warp has so many neighbouring rows of 32 items of a tile, as registers allow for two of them.
    static constexpr unsigned rows = 64 / (sizeof(Bits) + value_bytes<Value>);
    static constexpr unsigned tile_size = Threads * rows;
    static_assert(Threads / warp_lanes == warp_lanes, "a lane a warp");

    struct tile {
        std::uint64_t begin;
        unsigned size; // items
        Bits keys[rows];
    };
    static __device__ unsigned place(unsigned row) { // in the tile
        return (warp_of_thread() * rows + row) * warp_lanes + lane_of_thread();
    }

    // None if there is no such tile. What is missing is equal to most keys.
    __device__ tile load(std::uint64_t number) const {
        std::uint64_t const begin = min(number, tiles_) * tile_size;
        tile items{
            begin, begin < count_ ? static_cast<unsigned>(min(count_ - begin, std::uint64_t{tile_size})) : 0, {}};
        Bits const* const keys = with_.keys_of(buffer::in) + begin;
#pragma unroll
        for (unsigned row = 0; row < rows; ++row) {
            items.keys[row] = equal_;
            if (place(row) < items.size)
                items.keys[row] = keys[place(row)];
        }
        return items;
    }

    // Calls work(load(number)) for tiles of this block, while the next one is on its way.
    template <class Load, class Work>
    __device__ void each_tile(std::uint64_t number, std::uint64_t end, unsigned stride, Load const& load,
                              Work const& work) const {
        for (auto items = load(number); number < end;) {
            number += stride;
            auto const next = load(number < end ? number : tiles_);
            work(items);
            items = next;
        }
    }
    template <class Load, class Work>
    __device__ void each_tile_of_share(Load const& load, Work const& work) const {
        std::uint64_t const each = (tiles_ + gridDim.x - 1) / gridDim.x, begin = blockIdx.x * each;
        each_tile(begin, min(begin + each, tiles_), 1, load, work);
    }

    __device__ void count_others() {
        if (threadIdx.x == 0)
            shared_.others = shared_.less = 0;
        __syncthreads(); // sums are zero
        unsigned others = 0, less = 0;
        each_tile_of_share([&](auto number) { return load(number); },
                           [&](tile const& items) {
#pragma unroll
                               for (Bits const key : items.keys) {
                                   others += key != equal_ ? 1 : 0;
                                   less += is_less(key);
                               }
                           });
        add_up(others, shared_.others);
        add_up(less, shared_.less);
        __syncthreads(); // all have added theirs
        if (threadIdx.x == 0) {
            found_.others_of_block[blockIdx.x] = shared_.others;
            atomicAdd(&found_.less, shared_.less);
        }
    }

    __device__ unsigned is_less(Bits key) const {
        return with_.codec.encode(key) < image_ ? 1 : 0;
    }
    static __device__ void add_up(unsigned mine, unsigned& sum) {
        mine = __reduce_add_sync(all_lanes, mine);
        if (lane_of_thread() == 0)
            atomicAdd(&sum, mine);
    }

    // How many others there are before those of this warp, and in the whole tile. By turns, `turn` is 0 and 1.
    struct ranks {
        unsigned before_warp, all;
    };
    __device__ ranks rank(tile const& items, unsigned turn) {
        unsigned mine = 0;
#pragma unroll
        for (Bits const key : items.keys)
            mine += __popc(__ballot_sync(all_lanes, key != equal_));
        if (lane_of_thread() == 0)
            shared_.of_warp[turn][warp_of_thread()] = mine;
        __syncthreads(); // all warps have said theirs, and have read what they said of the last tile but one
        unsigned const of_lane = shared_.of_warp[turn][lane_of_thread()];
        return {__reduce_add_sync(all_lanes, lane_of_thread() < warp_of_thread() ? of_lane : 0),
                __reduce_add_sync(all_lanes, of_lane)};
    }

    // Calls visit(row, whether it is another key, others before it in the tile) for all rows.
    template <class Visit>
    __device__ void each_row(tile const& items, ranks const& of_tile, Visit const& visit) const {
        unsigned before = of_tile.before_warp;
#pragma unroll
        for (unsigned row = 0; row < rows; ++row) {
            bool const is_other = items.keys[row] != equal_;
            std::uint32_t const others = __ballot_sync(all_lanes, is_other);
            visit(row, is_other, before + __popc(others & lanes_below()));
            before += __popc(others);
        }
    }

    // What a block may take, and where it does.
    __device__ unsigned room_of_block() const {
        return static_cast<unsigned>(with_.most_set_aside / gridDim.x);
    }
    __device__ Bits* room() const {
        return with_.keys_of(buffer::second_half) + std::uint64_t{blockIdx.x} * room_of_block();
    }

    // Tiles of blocks alternate, so that each has as many others as the next one, wherever these are.
    __device__ void take_others() {
        unsigned const most = room_of_block();
        Bits* const to = room();
        unsigned taken = 0, turn = 0;
        each_tile(
            blockIdx.x, tiles_, gridDim.x, [&](auto number) { return load(number); },
            [&](tile const& items) {
                ranks const of_tile = rank(items, turn ^= 1);
                bool const fit = taken + of_tile.all <= most; // or no more of them, either
                each_row(items, of_tile, [&](unsigned row, bool is_other, unsigned rank) {
                    if (is_other && fit)
                        to[taken + rank] = items.keys[row];
                });
                taken += of_tile.all;
            });
        if (threadIdx.x == 0)
            found_.others_of_block[blockIdx.x] = taken;
    }

    __device__ void gather_others() {
        constexpr unsigned unrolled = 8;
        unsigned const begin = found_.others_of_block[blockIdx.x],
                       end = blockIdx.x + 1 < gridDim.x ? found_.others_of_block[blockIdx.x + 1] : found_.others;
        Bits const* const from = room();
        Bits* const to = with_.keys_of(buffer::scratch) + begin;
        unsigned less = 0;
        for (unsigned first = threadIdx.x; first < end - begin; first += unrolled * Threads) {
            Bits keys[unrolled];
#pragma unroll
            for (unsigned i = 0; i < unrolled; ++i)
                if (first + i * Threads < end - begin)
                    keys[i] = from[first + i * Threads];
#pragma unroll
            for (unsigned i = 0; i < unrolled; ++i)
                if (first + i * Threads < end - begin) {
                    to[first + i * Threads] = keys[i];
                    less += is_less(keys[i]);
                }
        }
        add_up(less, found_.less);
    }

    struct valued_tile : tile {
        Value values[rows];
    };
    __device__ valued_tile load_with_values(std::uint64_t number) const {
        valued_tile items{load(number), {}};
        Value const* const from = with_.values_of(buffer::in);
        if (from == nullptr) {
#pragma unroll
            for (unsigned row = 0; row < rows; ++row)
                items.values[row] = position<Value>(items.begin + place(row));
        } else {
#pragma unroll
            for (unsigned row = 0; row < rows; ++row)
                if (place(row) < items.size)
                    items.values[row] = from[items.begin + place(row)];
        }
        return items;
    }

    // Values of equal keys go to where they belong.
    __device__ void move_in_order() {
        unsigned moved = found_.others_of_block[blockIdx.x], turn = 0;
        each_tile_of_share([&](auto number) { return load_with_values(number); },
                           [&](valued_tile const& items) {
                               ranks const of_tile = rank(items, turn ^= 1);
                               Bits* const aside = with_.keys_of(buffer::scratch) + moved;
                               Value* const values_aside = with_.values_of(buffer::scratch) + moved;
                               Value* const values_of_equal =
                                   with_.values_of(buffer::out) + (found_.less + items.begin - moved);
                               each_row(items, of_tile, [&](unsigned row, bool is_other, unsigned rank) {
                                   if (is_other) {
                                       aside[rank] = items.keys[row];
                                       values_aside[rank] = items.values[row];
                                   } else if (place(row) < items.size) {
                                       values_of_equal[place(row) - rank] = items.values[row];
                                   }
                               });
                               moved += of_tile.all;
                           });
    }

    majority_space<Threads>& shared_;
    arguments<Bits, Value> const& with_;
    majority_state& found_;
    std::uint64_t const count_, tiles_;
    Bits const image_, equal_; // most keys, and their image
};

} // namespace pradix::cuda
