// SPDX-License-Identifier: MIT
// Few keys, sorted by the blocks of a cluster in the same time whatever they are. Each block makes a sorted run of its
// share, sends it to all others, and finds out by binary searches where its keys belong among theirs (Satish, Harris
// and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009, section V).
//
// Meanwhile, where one block can hold all keys, the first one tries a split (split_sort.cuh), which is faster if they
// are spread evenly; or it finds that a few passes will do. Then the others stop.
#pragma once

#include "src/core/bits.hpp"
#include "src/cuda/block/cluster.cuh"
#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/one_launch/network_sort.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits, class Tile>
struct cluster_sort_space {
    static_assert(2 * Tile::threads == most_items_of_run);
    // The first block makes none of keys that it can hold.
    static constexpr unsigned most_runs = sorting_cluster - (clusters_beyond_a_block(sizeof(Bits)) ? 0 : 1);
    static_assert(Tile::size <= (sorting_cluster - 1) * most_items_of_run);
    static_assert(!split_space<Bits, no_value, Tile>::sorts_crowds, "or a split could come to nothing after all");
    alignas(16) Bits runs[most_runs * most_items_of_run]; // of all blocks, each filled up by largest keys
    network_space<Bits, Tile::threads> network;
};

// What becomes of the keys. Where they fit a block, the first one tells all others once it knows.
enum class verdict : unsigned { none_yet, sorted_alone, sorted_together };

template <class Bits, class Tile>
struct clustered_sort_space {
    union { // for the first block if it can hold all, and for others
        sort_space<Bits, no_value, Tile> alone;
        cluster_sort_space<Bits, Tile> together;
    };
    verdict heard; // none yet, until the first block writes it
};

template <class Bits, class Tile>
class cluster_sort {
public:
    using space = clustered_sort_space<Bits, Tile>;
    using items = segment<Bits, no_value, false>;

    // By all threads of the cluster. Keys are compared whole.
    __device__ cluster_sort(space& shared, arguments<Bits, no_value> const& with, items const& all,
                            block_cluster const& cluster)
        : shared_(shared), with_(with), all_(all), cluster_(cluster), fits_a_block_(all.count <= Tile::size),
          runs_(cluster.size - (fits_a_block_ ? 1 : 0)), mine_(cluster.rank - (fits_a_block_ ? 1 : 0)),
          share_((all.count + runs_ - 1) / runs_), room_(1u << core::bit_width(max(share_, 2 * warp_lanes) - 1)),
          begin_(min(mine_ * share_, all.count)), size_(size_of_run(mine_)) {}

    __device__ void run() {
        if (cluster_.rank == 0 && fits_a_block_)
            try_alone();
        else
            sort_share();
    }

private:
    static constexpr unsigned threads = Tile::threads;
    // Whose digits are so few that passes over all keys are faster than runs.
    static constexpr unsigned few_bits = 2 * radix_bits;

    __device__ void try_alone() {
        cluster_.arrive_silently();
        split_sort<Bits, no_value, Tile, false, false> split(shared_.alone.split, with_, all_);
        auto const has_few_bits = [&] { return split.differing_bits() <= few_bits; };
        bool const is_sorted = split.run([&](bool is_even) {
            cluster_.wait(); // all blocks listen, and have read the keys that may be overwritten now
            tell(is_even || has_few_bits() ? verdict::sorted_alone : verdict::sorted_together);
            cluster_.arrive_silently(); // others need not wait for this block
        });
        if (!is_sorted && has_few_bits()) {
            __syncthreads(); // the memory of the split is free
            sort_by_passes<fewest_rows<Tile>, row_choice::some>(shared_.alone.passes, with_, all_);
        }
    }

    __device__ void sort_share() {
        if (threadIdx.x == 0)
            shared_.heard = fits_a_block_ ? verdict::none_yet : verdict::sorted_together;
        load();
        cluster_.arrive();
        network_sort<Bits, threads>(shared_.together.network, keys_).run(size_);
        keep_run();
        if (hear() == verdict::sorted_alone) // nobody sends a run to this block, then
            return;
        cluster_.wait(); // all blocks run, so that their memory can be written to
        send_run();
        cluster_.meet(); // all runs have come
        if (number(0) < size_) {
            find_places();
            write();
        }
    }

    // Nothing has to be seen together with it, so it is on its way while the first block goes on. It depends on all
    // keys, which are thus read before anybody hears it.
    __device__ void tell(verdict said) const {
        if (threadIdx.x < cluster_.size)
            const_cast<verdict volatile&>(cluster_.of_block(threadIdx.x, shared_.heard)) = said;
    }
    __device__ verdict hear() const {
        verdict heard;
        while ((heard = seen_now(shared_.heard)) == verdict::none_yet)
            __nanosleep(20);
        return heard;
    }

    // Key i of this thread, of the share and then of the run.
    static __device__ unsigned number(unsigned i) { return 2 * threadIdx.x + i; }

    __device__ void load() {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i)
            keys_[i] =
                number(i) < size_ ? all_.image(with_, all_.keys_in[begin_ + number(i)]) : static_cast<Bits>(~Bits{0});
    }

    __device__ void keep_run() {
        Bits* const run = shared_.together.runs + mine_ * room_;
        if (number(0) < room_)
            run[number(0)] = keys_[0], run[number(1)] = keys_[1];
        __syncthreads(); // the run is complete
    }

    // By vectors: what matters between blocks is their number. Two warps a block.
    __device__ void send_run() {
        static_assert(Tile::warps % sorting_cluster == 0);
        constexpr unsigned warps = Tile::warps / sorting_cluster;
        unsigned const to = warp_of_thread() / warps;
        if (to == cluster_.rank || (fits_a_block_ && to == 0) || to >= cluster_.size)
            return;
        auto* const run = reinterpret_cast<uint4*>(shared_.together.runs + mine_ * room_);
        uint4* const there = &cluster_.of_block(to, *run);
        unsigned const vectors = room_ * sizeof(Bits) / sizeof(uint4);
        for (unsigned i = warp_of_thread() % warps * warp_lanes + lane_of_thread(); i < vectors;
             i += warps * warp_lanes)
            there[i] = run[i];
    }

    __device__ unsigned size_of_run(unsigned run) const {
        return min(share_, all_.count - min(run * share_, all_.count));
    }
    // In bytes from the beginning of all.
    __device__ unsigned begin_of_run(unsigned run) const {
        return run * room_ * sizeof(Bits);
    }

    // A key comes behind all that are less in any run, and behind equal ones of runs before its own: those that are
    // less than the next key. What a run is filled up by is not. All searches at once, without a branch, for each is a
    // chain of loads.
    __device__ void find_places() {
        constexpr unsigned runs = cluster_sort_space<Bits, Tile>::most_runs;
        unsigned at[runs][2]; // bytes from the beginning of all runs
#pragma unroll
        for (unsigned run = 0; run < runs; ++run)
            at[run][0] = at[run][1] = begin_of_run(run);
#pragma unroll 1
        for (unsigned span = room_; span > 0; span /= 2) {
            unsigned const step = max(span / 2, 1u) * sizeof(Bits); // the last one twice: to the end of a full run
            auto const* const last_of_step = reinterpret_cast<char const*>(shared_.together.runs) + step - sizeof(Bits);
            Bits others[runs][2];
#pragma unroll
            for (unsigned run = 0; run < runs; ++run)
#pragma unroll
                for (unsigned i = 0; i < 2; ++i)
                    others[run][i] = *reinterpret_cast<Bits const*>(last_of_step + at[run][i]);
#pragma unroll
            for (unsigned run = 0; run < runs; ++run)
#pragma unroll
                for (unsigned i = 0; i < 2; ++i)
                    if (others[run][i] < static_cast<Bits>(keys_[i] + (run < mine_ ? 1 : 0)))
                        at[run][i] += step;
        }
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            bool const is_largest = keys_[i] == static_cast<Bits>(~Bits{0}); // there is no next key
            places_[i] = number(i);
#pragma unroll
            for (unsigned run = 0; run < runs; ++run) {
                unsigned const before = (at[run][i] - begin_of_run(run)) / sizeof(Bits);
                if (run < runs_ && run != mine_)
                    places_[i] += is_largest && run < mine_ ? size_of_run(run) : before;
            }
        }
    }

    __device__ void write() const {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i)
            if (number(i) < size_)
                all_.keys_out[places_[i]] = with_.codec.decode(keys_[i]);
    }

    space& shared_;
    arguments<Bits, no_value> const& with_;
    items const& all_;
    block_cluster const& cluster_;
    bool fits_a_block_;
    unsigned runs_, mine_;  // how many there are, and which one is this block's
    unsigned share_;        // keys of a run, but for the last ones
    unsigned room_;         // in which a run lies
    unsigned begin_, size_; // of this block's share
    Bits keys_[2];
    unsigned places_[2];
};

} // namespace pradix::cuda
