// SPDX-License-Identifier: MIT
// One tile of items through a pass that need not be stable: what is sorted later by all that is left of the items may
// come in any order now. Items take their slots in the tile by shared atomics, and places are reserved by one global
// addition a bin, so that no tile waits for another.
#pragma once

#include "src/cuda/block/outliers.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/tiles/bin_places.cuh"

namespace pradix::cuda {

// A thread looks after one of so many bins.
template <class Bits, class Value, class Tile, class Places, unsigned Bins = bins>
struct unordered_tile_space {
    static_assert(Bins <= Tile::threads);
    unsigned bin[Bins]; // counts, then the slot of the bin's next key
    unsigned sums[Bins / warp_lanes];
    union {
        typename Places::keys keys_to[Bins]; // where a key in slot 0 would go; null: nowhere
        unsigned rests_to[Bins];             // the place of a rest in slot 0
    };
    alignas(16) typename divided_items<Bits, Value>::word words[Tile::size];
};

// What a tile reads: keys may have to be encoded, and spread, as they are.
enum class tile_input { images, keys, equalizable_keys };

template <class Bits, class Value, class Tile, class Places, tile_input Input = tile_input::keys, unsigned Bins = bins>
class unordered_tile {
public:
    using space = unordered_tile_space<Bits, Value, Tile, Places, Bins>;

    // The tile, of so many keys, and how it is divided are shared, and have to be known to all when it runs.
    __device__ unordered_tile(space& shared, divided_tile<Bits, Value, Places> const& tile, unsigned size,
                              arguments<Bits, Value> const& with, division const& how)
        : shared_(shared), tile_(tile), with_(with), how_(how), size_(size) {}

    // By all threads. Asks for the tile's keys, from where they are; nobody waits for them before the tile runs.
    __device__ void load(Bits const* keys) {
        size_ == Tile::size ? load_tile<Tile, true>(keys_, keys, size_) : load_tile<Tile, false>(keys_, keys, size_);
    }
    __device__ void run() { size_ == Tile::size ? run<true>() : run<false>(); }

private:
    using items = divided_items<Bits, Value>;

    // Full: the tile has Tile::size keys.
    template <bool Full>
    __device__ void run() {
        if constexpr (Input != tile_input::images)
            encode<Full>();
        if (threadIdx.x < Bins)
            shared_.bin[threadIdx.x] = 0;
        __syncthreads(); // counts are clear, and the tile is known
        count<Full>();
        __syncthreads(); // all keys are counted
        unsigned const bin = threadIdx.x;
        unsigned const size = bin < Bins ? shared_.bin[bin] : 0;
        unsigned const reserved = size > 0 ? atomicAdd(&tile_.places.cursors[bin], size) : 0;
        unsigned const slot = scan_bins(size, shared_.sums);
        if (bin < Bins)
            shared_.bin[bin] = slot;
        if (__syncthreads_or(size > most_if_even())) // and slots are known
            scatter_in_runs();
        else
            scatter<Full>();
        if (size > 0)
            has_rests() ? set_places_of_rests(reserved, size, slot) : set_places_of_keys(reserved, size, slot);
        auto const rows = tile_.places.rest_rows();
        __syncthreads(); // keys are in their slots, and destinations known; the tile is not read any more
        has_rests() ? write_rests<Full>(rows) : write_keys<Full>();
    }

    // Are written, not keys.
    __device__ bool has_rests() const { return Places::may_have_rests && how_.rests; }

    // Of the bin of this thread.
    __device__ void set_places_of_keys(unsigned reserved, unsigned size, unsigned slot) {
        auto const places = tile_.places.keys_at(threadIdx.x, reserved, size);
        shared_.keys_to[threadIdx.x] = places ? places - slot : places;
    }
    // Without room, all begins anew: what is written meanwhile may lie anywhere.
    __device__ void set_places_of_rests(unsigned reserved, unsigned size, unsigned slot) {
        unsigned const place = tile_.places.rest_place(threadIdx.x, reserved, size);
        shared_.rests_to[threadIdx.x] = (place == nowhere ? 0 : place) - slot;
    }

    // Of a bin, in input of which neighbours are not alike.
    __device__ unsigned most_if_even() const {
        return min(max(4 * Tile::size >> how_.digit.width, Tile::size / 16), Tile::size / 4 * 3);
    }

    template <bool Full>
    __device__ bool holds(unsigned i) const {
        return holds_key<Tile, Full>(i, size_);
    }

    __device__ bool equalizes() const { return Input == tile_input::equalizable_keys && tile_.are_equalized; }

    template <bool Full>
    __device__ void encode() {
        if (!how_.encodes)
            return;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            keys_[i] = with_.codec.encode(keys_[i]);
        auto* const room = reinterpret_cast<Bits*>(shared_.words);
        if constexpr (Places::may_lack_room) {
            Bits const* const all = with_.keys_of(buffer::in);
            auto const holds_it = [&](unsigned i) { return holds<Full>(i); };
            auto const place = [&](unsigned i) { return tile_.keys - all + i * Tile::threads + threadIdx.x; };
            bool fit = true;
            if (!equalizes())
                fit = spread_uncounted(with_, tile_.spread, tile_.places.range, keys_, room, Tile::threads, holds_it,
                                       place);
            else if constexpr (Input == tile_input::equalizable_keys)
                fit = equalize_uncounted(with_, keys_, room, Tile::threads, holds_it, place);
            if (!fit)
                tile_.places.lack_room();
        } else {
            spread_counted(with_, tile_.spread, keys_, room, Tile::threads);
        }
    }

    template <bool Full>
    __device__ void count() {
        core::digit const digit = how_.digit;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            if (holds<Full>(i))
                atomicAdd(&shared_.bin[digit.of(keys_[i])], 1u);
    }

    // Hides from the compiler that digits are known from counting: there are no registers to keep them in.
    __device__ core::digit digit_again() const {
        core::digit digit = how_.digit;
        asm("" : "+r"(digit.shift));
        return digit;
    }

    // Some at a time: a slot on its way takes a register.
    template <bool Full>
    __device__ void scatter() {
        constexpr unsigned at_once = 8;
        core::digit const digit = digit_again();
#pragma unroll
        for (unsigned begin = 0; begin < Tile::items; begin += at_once) {
            unsigned slots[at_once];
            Value values[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (begin + i < Tile::items && holds<Full>(begin + i)) {
                    values[i] = tile_.values[(begin + i) * Tile::threads + threadIdx.x];
                    slots[i] = atomicAdd(&shared_.bin[digit.of(keys_[begin + i])], 1u);
                }
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (begin + i < Tile::items && holds<Full>(begin + i))
                    shared_.words[slots[i]] = items::of(keys_[begin + i], values[i]);
        }
    }

    // Where many keys share a bin, as in input that is nearly sorted, lanes that have the first one's take their slots
    // together: each for itself, they would wait for each other. Keys are read again, some at a time, for registers do
    // not go by a number that is not known when compiling.
    __device__ void scatter_in_runs() {
        constexpr unsigned at_once = 4;
#pragma unroll 1
        for (unsigned begin = threadIdx.x; begin < size_ + threadIdx.x; begin += at_once * Tile::threads) {
            Bits keys[at_once] = {};
            Value values[at_once] = {};
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (unsigned const at = begin + i * Tile::threads; at < size_) {
                    keys[i] = tile_.keys[at];
                    values[i] = tile_.values[at];
                }
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                put_with_neighbours(image_again(keys[i]), values[i], begin + i * Tile::threads < size_);
        }
    }
    // Of a key that was read again.
    __device__ Bits image_again(Bits key) const {
        if constexpr (Input != tile_input::images)
            if (how_.encodes) {
                Bits const image = with_.codec.encode(key);
                if constexpr (Places::may_lack_room) {
                    if constexpr (Input == tile_input::equalizable_keys)
                        if (equalizes())
                            return with_.state->spreading.narrow_equalizer.to.apply_nearest(image);
                    return spread_uncounted(with_, tile_.spread, image);
                } else {
                    return spread_counted(with_, tile_.spread, image);
                }
            }
        return key;
    }
    // By all lanes of a warp, which have an item each, or none.
    __device__ void put_with_neighbours(Bits image, Value value, bool has_item) {
        unsigned const digit = how_.digit.of(image);
        bool const shares = digit == __shfl_sync(all_lanes, digit, 0) && has_item;
        std::uint32_t const sharing = __ballot_sync(all_lanes, shares);
        unsigned slot = 0;
        if (has_item && (!shares || lane_of_thread() == 0))
            slot = atomicAdd(&shared_.bin[digit], shares ? __popc(sharing) : 1u);
        unsigned const first = __shfl_sync(all_lanes, slot, 0);
        if (has_item)
            shared_.words[shares ? first + __popc(sharing & lanes_below()) : slot] = items::of(image, value);
    }

    // Calls work(slot, what is there, its bin) for the slots of this thread: neighbouring threads have neighbouring
    // ones, and thus write runs of a bin's memory.
    template <bool Full, class Work>
    __device__ void each_slot(Work const& work) const {
        core::digit const digit = how_.digit;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (!holds<Full>(i))
                break;
            auto const word = shared_.words[slot];
            work(slot, word, digit.of(items::image(word)));
        }
    }

    template <bool Full>
    __device__ void write_keys() const {
        each_slot<Full>([&](unsigned slot, auto word, unsigned bin) {
            if (auto const places = shared_.keys_to[bin])
                places.put(slot, word);
        });
    }

    template <bool Full, class Rows>
    __device__ void write_rests(Rows const& rows) const {
        Bits const left = core::low_mask<Bits>(how_.digit.shift);
        unsigned const value_width = how_.value_width;
        each_slot<Full>([&](unsigned slot, auto word, unsigned bin) {
            rows.put(shared_.rests_to[bin] + slot, bin, Rows::only_rests ? items::rest(word, left, value_width) : word);
        });
    }

    space& shared_;
    divided_tile<Bits, Value, Places> const& tile_;
    arguments<Bits, Value> const& with_;
    division const& how_;
    unsigned const size_;
    Bits keys_[Tile::items];
};

} // namespace pradix::cuda
