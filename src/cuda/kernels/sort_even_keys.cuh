// SPDX-License-Identifier: MIT
// Keys alone that are spread evenly over some range, in one launch: all blocks run at once, divide them into pieces of
// the range, tile by tile, meet, and sort the pieces. If keys are not like that, nothing is written to the output, and
// the launches behind this one sort them.
#pragma once

#include "src/cuda/block/groups/sort_known_groups.cuh"
#include "src/cuda/block/one_launch/even_division.cuh"
#include "src/cuda/block/samples/repeats_in_grid.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/plans/early_plans.hpp"

#include <cooperative_groups.h>

#include <utility>

namespace pradix::cuda {

template <class Bits, class Tile, class Group>
struct even_sort_space {
    known_groups<Bits, most_even_pieces> lying;
    unsigned repeats;
    union { // one after the other
        even_division_space<Bits, Tile, most_even_pieces> division;
        sort_space<Bits, no_value, Group> groups;
    };
};

// Whatever comes of it, what the launches behind expect to be zero is so.
template <class Bits, class Tile, class Group>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_even_keys(arguments<Bits, no_value> const with,
                                                                              piece_areas const areas,
                                                                              zeros const to_clear) {
    auto& shared = at_kept_address(dynamic_space<even_sort_space<Bits, Tile, Group>>());
    auto const grid = cooperative_groups::this_grid();
    to_clear.write<Tile::threads>(blockIdx.x, gridDim.x);
    using sampled = repeats_in_grid<Tile::threads, Tile::size>;
    auto const count = static_cast<unsigned>(with.count());
    if (count < sampled::samples + key_vector<Bits>::size) // or what is sampled may end behind the last key
        return;
    unsigned* const repeats_of_blocks = with.leading.group_cursors + areas.pieces + 1;
    static_assert(most_even_pieces + 1 + most_even_blocks <= prefixes);
    sampled repeats{shared.division.keys, shared.repeats, with.keys_of(buffer::in), count};
    even_division<Bits, Tile, most_even_pieces> division{shared.division, with, with.leading.group_cursors, areas};
    if (!division.look_at_sample()) // all have met: slots are clear
        return;
    repeats.note();
    if (division.is_clustered_or_sloped()) // all have met: samples are noted
        return;
    repeats.count();
    repeats.report(repeats_of_blocks);
    unsigned first = blockIdx.x * Tile::size;
    auto const load = [&] {
        if (first < count)
            division.load(first, min(count - first, Tile::size));
    };
    auto arrived = grid.barrier_arrive();
    load();
    grid.barrier_wait(std::move(arrived)); // blocks have said what they found, and cursors are clear
    if (repeats.are_many(repeats_of_blocks))
        return;
    for (bool wanted = true; first < count;) {
        division.count();
        if (!__syncthreads_and(wanted)) // and all keys of the tile are counted
            break;
        division.write();
        __syncthreads();                                      // the tile is written
        wanted = threadIdx.x > 0 || !division.has_given_up(); // heard while keys come
        first += gridDim.x * Tile::size;
        load();
    }
    grid.sync(); // all keys are in their areas
    if (!division.find_groups(shared.lying))
        return;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        make_plan_of_no_pass(with.state->plan);
    sort_known_groups(shared.groups, with, shared.lying);
}

} // namespace pradix::cuda
