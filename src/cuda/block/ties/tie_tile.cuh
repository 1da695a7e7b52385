// SPDX-License-Identifier: MIT
// Some of the output after passes by leading digits alone: runs of items that share these are put in order, where they
// are not. Most have a few items, and each of these finds its place among them; others are listed.
#pragma once

#include "src/cuda/state/arguments.cuh"
#include "src/cuda/state/tie_lists.hpp"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// A run that is to be listed, as a tile sees it: where it begins and ends, if it sees that.
struct seen_run {
    static constexpr unsigned not_seen = ~0u;
    unsigned begin, end;
    unsigned item; // one of it
};

template <class Bits, class Tile>
struct tie_space {
    static constexpr unsigned items = Tile::size + most_tied_items, words = items / warp_lanes;
    static constexpr unsigned words_around = most_tied_items / warp_lanes; // no bits, so that none need be asked for
    static_assert(items % warp_lanes == 0 && most_tied_items % warp_lanes == 0 && words_around > 0);
    Bits images[1 + items];                         // what is compared of the item in front of the tile, and of its own
    std::uint32_t starts[words + 2 * words_around]; // a bit an item: it is the first one of its run
    std::uint32_t descents[words + 2 * words_around]; // it is less than the one before it in its run
    unsigned seen;                                    // runs that are to be listed
    seen_run runs[items / (most_tied_items + 1) + 1];
};

// The runs that begin in a tile are its own, and so is what it sees of others that begin before the tile and go on
// behind what the tile before sees. Other blocks may be moving items of runs of theirs meanwhile: that does not change
// which leading digits lie where.
template <class Bits, class Value, class Tile>
class tie_tile_sort {
public:
    using space = tie_space<Bits, Tile>;

    __device__ tie_tile_sort(space& shared, arguments<Bits, Value> const& with, tie_plan const& plan,
                             tie_lists const& lists, unsigned tile)
        : shared_(shared), with_(with), lists_(lists), shift_(plan.shift), compared_(with.compared()),
          count_(static_cast<unsigned>(with.count())), first_(tile * Tile::size),
          size_(min(count_ - first_, space::items)) {}

    // By all threads.
    __device__ void run() {
        if (!look())
            return;
        unsigned places[rows];
        each([&](unsigned i, unsigned item) { places[i] = place(item); });
        __syncthreads(); // all runs that are to be listed are known
        if (threadIdx.x < shared_.seen)
            list(shared_.runs[threadIdx.x]);
        move(with_.keys_of(buffer::out) + first_, places);
        if constexpr (has_values<Value>)
            move(with_.values_of(buffer::out) + first_, places);
    }

private:
    static constexpr unsigned rows = (space::items + Tile::threads - 1) / Tile::threads;
    using bits = std::uint32_t const (&)[space::words + 2 * space::words_around];

    // Calls work(row, item) for this thread's items of all that the tile sees, warp by warp.
    template <class Work>
    __device__ void each(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            unsigned const item = i * Tile::threads + threadIdx.x;
            if (space::items % Tile::threads == 0 || item < space::items)
                work(i, item);
        }
    }

    __device__ Bits image(Bits key) const {
        return static_cast<Bits>(with_.codec.encode(key) & compared_);
    }
    __device__ Bits image_at(unsigned place) const {
        return image(with_.keys_of(buffer::out)[place]);
    }
    __device__ Bits leading(Bits image) const {
        return static_cast<Bits>(image >> shift_);
    }
    static __device__ unsigned word_of(unsigned item) {
        return item / warp_lanes + space::words_around;
    }

    // Asks for all that the tile sees, and notes where runs start and items descend. Whether any does.
    __device__ bool look() {
        Bits const* const keys = with_.keys_of(buffer::out) + first_;
        Bits images[rows];
        each([&](unsigned i, unsigned item) { images[i] = item < size_ ? keys[item] : Bits{0}; });
        Bits const in_front = threadIdx.x == 0 && first_ > 0 ? keys[-1] : Bits{0};
        each([&](unsigned i, unsigned item) { shared_.images[1 + item] = images[i] = image(images[i]); });
        if (threadIdx.x == 0) {
            shared_.images[0] = first_ > 0 ? image(in_front) : static_cast<Bits>(~images[0]); // which is no tie
            shared_.seen = 0;
        }
        if (threadIdx.x < space::words_around)
            for (unsigned word : {threadIdx.x, space::words + space::words_around + threadIdx.x})
                shared_.starts[word] = shared_.descents[word] = 0;
        __syncthreads(); // all images are there
        Bits const first_apart = static_cast<Bits>(Bits{1} << shift_);
        bool any = false;
        each([&](unsigned i, unsigned item) {
            Bits const before = shared_.images[item];
            bool const starts = item >= size_ || (images[i] ^ before) >= first_apart;
            bool const descends = !starts && images[i] < before;
            std::uint32_t const all_starts = __ballot_sync(all_lanes, starts),
                                all_descents = __ballot_sync(all_lanes, descends);
            if (lane_of_thread() == 0) {
                shared_.starts[word_of(item)] = all_starts;
                shared_.descents[word_of(item)] = all_descents;
            }
            any |= descends;
        });
        return __syncthreads_or(any); // and starts and descents are known
    }

    // Where an item belongs: where it is, but for items of short runs.
    __device__ unsigned place(unsigned item) const {
        // A short run that is not in order descends somewhere here.
        constexpr unsigned around = 2 * space::words_around + 1;
        unsigned const lane = lane_of_thread(), word = word_of(item);
        if (!__any_sync(all_lanes, lane < around && shared_.descents[word - space::words_around + lane] != 0))
            return item;
        // The 32 items up to this one, and the 32 behind it.
        std::uint32_t const mine = shared_.starts[word];
        std::uint32_t const before = __funnelshift_rc(shared_.starts[word - 1], mine, lane + 1);
        std::uint32_t const behind = __funnelshift_rc(mine, shared_.starts[word + 1], lane + 1);
        if (before == 0 || behind == 0)
            return item < size_ ? place_in_longer_run(shared_, item) : item;
        return place_in_run<1>(shared_, item, item - __clz(before), item + __ffs(behind));
    }

    // The last item up to this one that has a bit, if one is seen.
    static __device__ unsigned last_with_bit(bits words, unsigned item) {
        unsigned word = word_of(item);
        std::uint32_t found = words[word] & ~0u >> (warp_lanes - 1 - item % warp_lanes);
        while (found == 0 && word > space::words_around)
            found = words[--word];
        return found == 0 ? seen_run::not_seen
                          : (word - space::words_around) * warp_lanes + warp_lanes - 1 - __clz(found);
    }
    // The first one from here on, if one is seen.
    static __device__ unsigned first_with_bit(bits words, unsigned item) {
        std::uint32_t keep = ~0u << item % warp_lanes;
        for (unsigned word = word_of(item); word < space::words + space::words_around; ++word, keep = ~0u)
            if (std::uint32_t const found = words[word] & keep; found != 0)
                return (word - space::words_around) * warp_lanes + __ffs(found) - 1;
        return seen_run::not_seen;
    }

    // Not inlined, for it is there once for each row, and seldom needed.
    static __device__ __noinline__ unsigned place_in_longer_run(space& shared, unsigned item) {
        unsigned const begin = last_with_bit(shared.starts, item), end = first_with_bit(shared.starts, item + 1);
        if (begin != seen_run::not_seen && end != seen_run::not_seen && end - begin <= most_tied_items)
            return place_in_run<4>(shared, item, begin, end);
        // Of what descends in a run, the first item asks for it. Of one that begins before the tile, the tile before
        // has seen the first ones.
        bool const is_own = begin < Tile::size, is_from_before = begin == seen_run::not_seen;
        unsigned const first = is_own ? begin : most_tied_items;
        if ((is_own || (is_from_before && item >= first)) && item == first_with_bit(shared.descents, first))
            shared.runs[atomicAdd(&shared.seen, 1u)] = {begin, end, item};
        return item;
    }

    // Behind the items of the run that are less, and those that are equal and before it; if the run is the tile's own.
    // So many of the others are asked for at once.
    template <unsigned AtOnce>
    static __device__ unsigned place_in_run(space const& shared, unsigned item, unsigned begin, unsigned end) {
        if (begin >= Tile::size)
            return item;
        Bits const mine = shared.images[1 + item];
        unsigned place = begin;
#pragma unroll AtOnce
        for (unsigned other = begin; other < end; ++other) {
            Bits const image = shared.images[1 + other];
            place += other < item ? image <= mine : image < mine;
        }
        return place;
    }

    template <class T>
    __device__ void move(T* items, unsigned const (&places)[rows]) const {
        T moved[rows];
        each([&](unsigned i, unsigned item) {
            if (places[i] != item)
                moved[i] = items[item];
        });
        __syncthreads(); // all that moves is read
        each([&](unsigned i, unsigned item) {
            if (places[i] != item)
                items[places[i]] = moved[i];
        });
    }

    // The first place in [begin, end) for whose leading digits this is so, and for all behind it; else the end.
    template <class Is>
    __device__ unsigned first_with_leading(unsigned begin, unsigned end, Is const& is) const {
        while (begin < end) {
            unsigned const middle = begin + (end - begin) / 2;
            if (is(leading(image_at(middle))))
                end = middle;
            else
                begin = middle + 1;
        }
        return begin;
    }

    // One that no tile sees as a whole is found by several.
    __device__ void list(seen_run const& run) {
        Bits const mine = leading(shared_.images[1 + run.item]);
        unsigned first = first_ + run.begin, end = first_ + run.end;
        if (run.begin == seen_run::not_seen)
            first = first_with_leading(0, first_, [=](Bits other) { return other >= mine; });
        if (run.end == seen_run::not_seen)
            end = first_with_leading(first, count_, [=](Bits other) { return other > mine; });
        if (run.begin == seen_run::not_seen || run.end == seen_run::not_seen) {
            unsigned const tile = first / Tile::size;
            std::uint32_t const bit = 1u << tile % warp_lanes;
            if ((atomicOr(&lists_.crossing[tile / warp_lanes], bit) & bit) != 0)
                return;
        }
        unsigned const size = end - first;
        tie_state& ties = with_.state->ties;
        if (size <= group_tile.size()) {
            lists_.runs[atomicAdd(&ties.runs, 1u)] = {first, size};
            return;
        }
        unsigned const members = tie_lists::members_of(size), first_member = atomicAdd(&ties.members, members),
                       number = atomicAdd(&ties.long_runs, 1u);
        unsigned const first_row = members > 1 ? atomicAdd(&ties.rows, members) : 0;
        lists_.long_runs[number] = {first, size, members, first_member, first_row, 0};
        for (unsigned i = 0; i < members; ++i)
            lists_.run_of_member[first_member + i] = number;
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    tie_lists const& lists_;
    unsigned const shift_;
    Bits const compared_;
    unsigned const count_, first_; // of all items; the tile's first
    unsigned const size_;          // so many items the tile sees
};

} // namespace pradix::cuda
