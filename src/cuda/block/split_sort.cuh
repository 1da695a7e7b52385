// SPDX-License-Identifier: MIT
// Keys that are spread evenly over their range are sorted fastest by one split into about as many bins as there are
// keys and comparisons of what shares a bin. The split counts with shared atomics, so keys come out of it in any order;
// the position of a key, compared after the key itself, makes the sort stable.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/segment.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct split_space {
    static constexpr unsigned bins = 4 * Tile::threads; // a thread scans four of them
    struct split {
        alignas(16) unsigned bin[bins + 1]; // counts, then where the bin begins
        alignas(16) Bits keys[Tile::size];  // images, by slot
    };
    unsigned sum_of_warp[Tile::warps];
    Bits differing_of_warp[Tile::warps];
    bool is_uneven;
    std::uint16_t position[Tile::size];
    union { // one after the other
        split keys;
        alignas(16) std::conditional_t<has_values<Value>, Value, char> values[has_values<Value> ? Tile::size : 1];
    };
};

// A block sorts up to Tile::size items, in time that depends on how many share a bin.
template <class Bits, class Value, class Tile, bool Encoded>
class split_sort {
public:
    using space = split_space<Bits, Value, Tile>;

    __device__ split_sort(space& shared, arguments<Bits, Value> const& with, segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items),
          compared_(core::low_mask<Bits>(with.digits.end()) & ~core::low_mask<Bits>(with.digits.begin())) {}

    // Returns false, with nothing written to the output, if too many keys share a bin. By all threads.
    __device__ bool run() {
        choose_bins();
        if (!is_exact_ && items_.count >> min(differing_bits_, 31u) >= most_in_bin / 2)
            return false;
        count_bins();
        if (!is_exact_ && shared_.is_uneven)
            return false;
        scan_counts();
        scatter();
        place_keys();
        if constexpr (has_values<Value>)
            write_values();
        return true;
    }

private:
    // More in a bin, and other ways of sorting are faster.
    static constexpr unsigned most_in_bin = 16;

    static constexpr unsigned threads = Tile::threads, rows = Tile::items;

    // Calls work(i, place, valid) for the items of this thread. Threads beyond the last item get its place as well, not
    // valid: they may load, so that there is nothing to branch over.
    template <class Work>
    __device__ void for_rows(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            if (i * threads >= items_.count)
                break; // together
            unsigned const place = i * threads + threadIdx.x;
            work(i, min(place, items_.count - 1), place < items_.count);
        }
    }

    __device__ unsigned bin(Bits image) const {
        return static_cast<unsigned>(static_cast<Bits>(image - items_.base) >> shift_) & bin_mask_;
    }

    // The bins are the highest bits in which any keys differ.
    __device__ void choose_bins() {
        reinterpret_cast<uint4*>(shared_.keys.bin)[threadIdx.x] = {};
        if (threadIdx.x == 0)
            shared_.is_uneven = false;
        Bits const first = items_.image(with_, 0);
        Bits differing = 0;
        for_rows([&](unsigned i, unsigned place, bool) {
            images_[i] = items_.image(with_, place);
            differing |= images_[i] ^ first;
        });
        differing = or_in_warp(differing);
        if (lane_of_thread() == 0)
            shared_.differing_of_warp[warp_of_thread()] = differing;
        __syncthreads(); // counters are clear, and each warp has said what differs
        differing = or_in_warp(shared_.differing_of_warp[lane_of_thread() % Tile::warps]) & compared_;
        constexpr unsigned bits = core::bit_width(space::bins) - 1;
        unsigned const begin = with_.digits.begin(), width = min(core::bit_width(differing), items_.width);
        differing_bits_ = width > begin ? width - begin : 0;
        shift_ = max(width > bits ? width - bits : 0, begin);
        bin_mask_ = (1u << min(differing_bits_, bits)) - 1;
        is_exact_ = !ties_matter() && shift_ == 0;
    }

    __device__ void count_bins() {
        bool uneven = false;
        for_rows([&](unsigned i, unsigned, bool valid) {
            unsigned* const counter = &shared_.keys.bin[bin(images_[i])];
            unsigned rank = 0;
            if (valid)
                rank = atomicAdd(counter, 1u);
            uneven |= rank >= most_in_bin;
            ranks_.set(i, rank);
        });
        if (uneven)
            shared_.is_uneven = true;
        __syncthreads(); // all keys are counted
    }

    // Exclusive scan of the counts; a thread looks after four bins.
    __device__ void scan_counts() {
        uint4& bins = reinterpret_cast<uint4*>(shared_.keys.bin)[threadIdx.x];
        uint4 const counts = bins;
        unsigned const inclusive = scan_in_warp(counts.x + counts.y + counts.z + counts.w);
        if (lane_of_thread() == warp_lanes - 1)
            shared_.sum_of_warp[warp_of_thread()] = inclusive;
        __syncthreads(); // sums are written before they are read
        static_assert(Tile::warps == warp_lanes);
        unsigned const sum = shared_.sum_of_warp[lane_of_thread()];
        unsigned const end = inclusive + __reduce_add_sync(all_lanes, lane_of_thread() < warp_of_thread() ? sum : 0);
        bins.w = end - counts.w;
        bins.z = bins.w - counts.z;
        bins.y = bins.z - counts.y;
        bins.x = bins.y - counts.x;
        if (threadIdx.x == 0)
            shared_.keys.bin[space::bins] = items_.count;
        __syncthreads(); // bins know their slots
    }

    __device__ void scatter() {
        for_rows([&](unsigned i, unsigned place, bool valid) {
            unsigned const slot = shared_.keys.bin[bin(images_[i])] + ranks_[i];
            if (valid) {
                shared_.keys.keys[slot] = images_[i];
                shared_.position[slot] = static_cast<std::uint16_t>(place);
            }
        });
        __syncthreads(); // keys are in their bins
    }

    // Whether keys that compare equal can be told apart: then their positions decide.
    __device__ bool ties_matter() const {
        return has_values<Value> || compared_ != static_cast<Bits>(~Bits{0});
    }

    // Each item finds its place among the few that share its bin, and its key goes there: nearly in the order of slots,
    // so that neighbouring threads write neighbouring memory.
    __device__ void place_keys() {
        for_rows([&](unsigned i, unsigned slot, bool valid) {
            Bits const key = shared_.keys.keys[slot];
            unsigned const place = is_exact_ ? slot : place_in_bin(key, slot);
            places_.set(i, place);
            if (valid && items_.keys_out != nullptr)
                items_.keys_out[place] = with_.codec.decode(key);
        });
    }

    __device__ unsigned place_in_bin(Bits key, unsigned slot) const {
        unsigned const b = bin(key), begin = shared_.keys.bin[b], end = shared_.keys.bin[b + 1];
        return ties_matter() ? place_among<true>(begin, end, key, slot) : place_among<false>(begin, end, key, slot);
    }

    // Without branches: bins are small, and lanes have different ones.
    template <bool TiesMatter>
    __device__ unsigned place_among(unsigned begin, unsigned end, Bits key, unsigned slot) const {
        Bits const mine = TiesMatter ? key & compared_ : key;
        unsigned const my_order = TiesMatter ? shared_.position[slot] : slot;
        unsigned place = begin;
#pragma unroll 1
        for (unsigned other = begin; other < end; ++other) {
            Bits const its = TiesMatter ? shared_.keys.keys[other] & compared_ : shared_.keys.keys[other];
            unsigned const its_order = TiesMatter ? shared_.position[other] : other;
            place += static_cast<unsigned>(its < mine) |
                     (static_cast<unsigned>(its == mine) & static_cast<unsigned>(its_order < my_order));
        }
        return place;
    }

    __device__ void write_values() const {
        __syncthreads(); // keys are read, their memory is free for values
        for_rows([&](unsigned, unsigned place, bool valid) {
            Value const value = items_.value(place);
            if (valid)
                shared_.values[place] = value;
        });
        __syncthreads(); // in place: all values are read before one is written
        for_rows([&](unsigned i, unsigned slot, bool valid) {
            Value const value = shared_.values[shared_.position[slot]];
            if (valid)
                items_.values_out[places_[i]] = value;
        });
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
    Bits compared_; // the bits that are compared
    Bits images_[rows];
    item_ranks<rows> ranks_;  // in the bin
    item_ranks<rows> places_; // of the slots that this thread looks after
    unsigned differing_bits_ = 0, bin_mask_ = 0, shift_ = 0;
    bool is_exact_ = false; // a bin holds equal keys that nothing can tell apart
};

} // namespace pradix::cuda
