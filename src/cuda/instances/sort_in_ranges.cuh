// SPDX-License-Identifier: MIT
// How items are sorted with little scratch.
#pragma once

#include "src/cuda/instances/each_portion.cuh"
#include "src/cuda/instances/item_sorter.cuh"

namespace pradix::cuda {

// With little scratch. Keys that can be sorted without any are; those of which two leading digits leave small
// groups are partitioned by the higher one into the output, and then some buckets at a time are sorted from there
// to scratch and back; others are partitioned by ranges, and then one range at a time is sorted in place.
template <class Bits, class Value>
void item_sorter<Bits, Value>::sort_in_ranges() {
    device_arena memory(workspace_);
    auto* const ranges = memory.take<range_state<Bits>>(1);
    workspace_ = memory.take<std::byte>(0);
    // Keys alone would need stable passes if they are not compared whole.
    bool const leads = may_lead(size_, tuned_) && (has_values<Value> || with_.has_only_keys());
    auto const cut = range_cutting::of(what_.count, large_shape, tuned_);
    std::uint64_t const at_once = range_items(what_.count);
    auto const space = take_workspace({.items = leads ? at_once : 0,
                                       .look_back_words = std::size_t{cut.most_tiles()} * bins,
                                       .groups = leads ? prefixes : 0});
    with_.leading.tile_items = large::size;
    with_.leading.batch_items = static_cast<unsigned>(leads ? at_once : 0);
    clear(ranges, sizeof *ranges);
    clear(space.state, space.bytes_to_clear());
    if constexpr (looks_first)
        guess_and_try(space, true);
    for (unsigned level = 0; level < with_.digits.size; ++level)
        enqueue<count_ranges<Bits, Value>>(device_, stream_, blocks_to_count(range_blocks), range_threads, 0, with_,
                                           ranges, level);
    // What comes before it was planned early, or has nothing to do; of narrower keys there is nothing.
    constexpr unsigned first_pass = looks_first ? 0 : range_pass;
    auto const launch = [&](portion const& each, bool) {
        if (each.pass_index == range_pass)
            enqueue<partition_by_range<Bits, Value, large>>(device_, stream_, each.tiles, large::threads,
                                                            sizeof(range_partition_space<Bits, Value, large>), with_,
                                                            each, ranges);
        else
            enqueue<partition<Bits, Value, large>>(device_, stream_, each.tiles, large::threads,
                                                   sizeof(partition_space<Bits, Value, large>), with_, each);
    };
    portion part = each_portion(cut.all, what_.count, space.words, first_pass, range_pass + 1, cut.batch_tiles, launch);
    if (leads)
        sort_batches(part, cut.batch_tiles, space);
    for (unsigned r = 0; r < ranges_for(what_.count); ++r)
        sort_range(ranges->sizes + r, ranges->starts + r);
}

template <class Bits, class Value>
void item_sorter<Bits, Value>::sort_batches(portion part, unsigned tiles, engine_workspace const& space) {
    part.pass_index = 1;
    part.rows_to_clear = tiles;
    for (with_.leading.batch = 0; with_.leading.batch < ranges_for(what_.count); ++with_.leading.batch) {
        part.take_words(space.words);
        enqueue<partition_batch<Bits, Value, large>>(device_, stream_, tiles, large::threads,
                                                     sizeof(partition_space<Bits, Value, large>), with_, part);
        sort_all_groups();
        ++part.launch;
    }
}

// Where and how many its items are stands in device memory.
template <class Bits, class Value>
void item_sorter<Bits, Value>::sort_range(std::uint64_t const* size, std::uint64_t const* first) {
    request range = what_;
    range.in_ranges = false;
    range.may_guess = false;
    range.count = range_items(what_.count);
    range.exact = size;
    range.first = first;
    range.keys_in = what_.keys_out;
    range.values_in = what_.values_out;
    item_sorter(range, tuned_for_range(tuned_), workspace_, stream_).run();
}

} // namespace pradix::cuda
