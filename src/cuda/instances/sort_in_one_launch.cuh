// SPDX-License-Identifier: MIT
// What one launch sorts: by one block, by a cluster, or by all multiprocessors together.
#pragma once

#include "src/cuda/instances/item_sorter.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
template <class Tile>
void item_sorter<Bits, Value>::sort_in_one_block() {
    constexpr std::size_t space = sizeof(sort_tile_space<Bits, Value, Tile>);
    static_assert(space <= least_shared_bytes); // on all devices
    enqueue<sort_tile<Bits, Value, Tile>>(device_, stream_, 1, Tile::threads, space, with_);
}

// False, with nothing enqueued, if they are too few or too many for it.
template <class Bits, class Value>
template <class Counter>
bool item_sorter<Bits, Value>::count_in_one_block() {
    if (what_.count < Counter::least || what_.count > Counter::most || what_.count > tuned_.single_items ||
        !with_.has_only_keys())
        return false;
    static_assert(sizeof(typename Counter::space) <= least_shared_bytes);
    counted_keys<Bits> const keys{with_.keys_of(buffer::in), with_.keys_of(buffer::out), with_.exact,
                                  static_cast<unsigned>(what_.count), with_.codec};
    enqueue<cuda::count_in_one_block<Counter, Bits>>(device_, stream_, 1, Counter::threads,
                                                     sizeof(typename Counter::space), keys);
    return true;
}

// False, with nothing enqueued, if a cluster cannot sort these, or the device cannot place one. A cluster's network
// compares whole keys.
template <class Bits, class Value>
bool item_sorter<Bits, Value>::sort_in_cluster() {
    if (!may_cluster() || !with_.has_only_keys() || what_.count < least_clustered_items ||
        what_.count > std::min<std::uint64_t>(most_clustered_items(sizeof(Bits)), tuned_.single_items))
        return false;
    return what_.count <= single::size ? sort_in_cluster_of<single>() : sort_in_cluster_of<large_single>();
}

template <class Bits, class Value>
template <class Tile>
bool item_sorter<Bits, Value>::sort_in_cluster_of() {
    using space_of_block = clustered_sort_space<Bits, Tile>;
    return sizeof(space_of_block) <= tuned_.shared_bytes &&
           enqueue_in_clusters<cuda::sort_in_cluster<Bits, Tile>>(device_, stream_, sorting_cluster, sorting_cluster,
                                                                  Tile::threads, sizeof(space_of_block), with_);
}

// By the first of cooperative_tiles from `Shape` on of which each block needs one only. False, with nothing enqueued,
// if there is none for which the device has the shared memory, or if it cannot run that many blocks at once.
template <class Bits, class Value>
template <unsigned Shape>
bool item_sorter<Bits, Value>::sort_in_one_launch() {
    constexpr auto shapes = cooperative_tiles(sizeof(Bits), value_bytes);
    if constexpr (Shape == shapes.size()) {
        return false;
    } else {
        constexpr tile_shape shape = shapes[Shape], group_shape = cooperative_group(shape);
        using group_of_block = tile<group_shape.threads, group_shape.items, 1>;
        using tile_of_block = tile<shape.threads, shape.items, 1>;
        unsigned const blocks =
            cooperating_blocks(what_.count, std::min(device_.multiprocessors, tuned_.cooperating_blocks));
        return what_.count <= std::uint64_t{blocks} * shape.size()
                   ? sort_cooperatively<tile_of_block, group_of_block>(blocks)
                   : sort_in_one_launch<Shape + 1>();
    }
}

template <class Bits, class Value>
template <class Tile, class Group>
bool item_sorter<Bits, Value>::sort_cooperatively(unsigned blocks) {
    using space_of_block = cooperative_space<Bits, Value, Tile, Group>;
    static_assert(Tile::size > 1u << 13 || std::max(sizeof(Bits), value_bytes) == 16 ||
                  sizeof(space_of_block) <= least_shared_bytes); // up to 8,192 items a block, on all devices
    if (!device_.cooperates || sizeof(space_of_block) > tuned_.shared_bytes)
        return false;
    auto const space = take_workspace({.items = scratch_items(size_, tuned_),
                                       .groups = most_groups_of_one_launch(),
                                       .report_bytes = report_bytes(size_, tuned_)});
    return enqueue_cooperatively<cuda::sort_cooperatively<Bits, Value, Tile, Group>>(
        device_, stream_, blocks, Tile::threads, sizeof(space_of_block), with_,
        reinterpret_cast<block_reports<Bits>*>(space.reports),
        piece_areas::of(what_.count, blocks, Group::size, Tile::threads));
}

// Enqueues what sorts keys that are spread evenly, and clears the state for the launches behind, which sort others.
// False, with nothing enqueued, if there is no such launch.
template <class Bits, class Value>
bool item_sorter<Bits, Value>::sort_even_keys_in_one_launch(engine_workspace const& space) {
    if constexpr (divides_tiles) {
        using space_of_block = even_sort_space<Bits, divided, group>;
        static_assert(fits_where_keys_are_counted<space_of_block>);
        if (what_.count > tuned_.even_items || !with_.leading.possible || !with_.has_only_keys() || !what_.may_guess ||
            !device_.cooperates)
            return false;
        unsigned const blocks = std::min(device_.multiprocessors * group::blocks, most_even_blocks);
        auto const areas = piece_areas::of(what_.count, blocks, group::size, divided::threads);
        return areas.pieces <= most_even_pieces &&
               enqueue_cooperatively<sort_even_keys<Bits, divided, group>>(
                   device_, stream_, blocks, divided::threads, sizeof(space_of_block), with_, areas,
                   zeros_from(space.state, space.bytes_to_clear()));
    } else {
        return false;
    }
}

} // namespace pradix::cuda
