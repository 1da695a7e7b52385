// SPDX-License-Identifier: MIT
// The steps of a sort, each with all the kernels that it may need: counting and filling, guessing, dividing, sorting
// groups.
#pragma once

#include "src/cuda/instances/item_sorter.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
void item_sorter<Bits, Value>::count_and_fill() {
    using counters = pattern_counters<Bits>;
    constexpr unsigned groups = pattern_state<Bits>::groups;
    device_arena memory(workspace_);
    auto* const state = memory.take<pattern_state<Bits>>(1);
    clear(state, sizeof *state);
    enqueue_everywhere<count_patterns<Bits>, counters, counters>(with_, state);
    if constexpr (groups > 1)
        enqueue<count_groups<Bits>>(device_, stream_, groups, bins, 0, state);
    enqueue<scan_patterns<Bits>>(device_, stream_, groups, bins, 0, state);
    std::uint64_t const marked = (what_.count + marked_keys<Bits> - 1) / marked_keys<Bits>;
    std::uint64_t const of_block = std::clamp<std::uint64_t>(
        marked / (std::uint64_t{device_.multiprocessors} * fill_blocks), 1, most_marked_by_block);
    enqueue<fill_patterns<Bits>>(device_, stream_, static_cast<unsigned>((marked + of_block - 1) / of_block),
                                 fill_threads, sizeof(fill_space<Bits>), with_, state,
                                 static_cast<unsigned>(of_block) * marked_keys<Bits>);
}

// Leaves a plan that needs no counts of all digits, if keys allow it. Clears the workspace, if it is not clear yet.
template <class Bits, class Value>
void item_sorter<Bits, Value>::guess_and_try(engine_workspace const& space, bool is_clear) {
    constexpr std::uint64_t items_per_block = 32768;
    std::uint64_t const enough = (what_.count + items_per_block - 1) / items_per_block;
    auto const blocks =
        static_cast<unsigned>(std::min<std::uint64_t>(std::min(device_.multiprocessors, most_sharing_blocks), enough));
    zeros state{}, behind{};
    if (!is_clear) {
        state = zeros_from(space.state, space.bytes_of_state());
        behind = zeros_from(space.words[0], space.bytes_to_clear() - space.bytes_of_state());
    }
    constexpr unsigned vectors_per_block = 8 * survey_threads;
    unsigned const clearing =
        std::min(device_.multiprocessors, (behind.count + vectors_per_block - 1) / vectors_per_block);
    auto const survey_by = [&](unsigned cluster) {
        return enqueue_in_clusters<survey<Bits, Value>>(
            device_, stream_, cluster, cluster * (1 + (clearing + cluster - 1) / cluster), survey_threads,
            sizeof(survey_space<Bits>), with_, state, behind);
    };
    if (!may_cluster() || !survey_by(survey_blocks))
        survey_by(1);
    if constexpr (skips_counting)
        if (with_.leading.may_skip_counting || with_.leading.may_count_buckets)
            with_.leading.are_wide ? divide_uncounted<wide_bins>(space) : divide_uncounted<bins>(space);
    enqueue<try_guess<Bits, Value>>(device_, stream_, blocks, guess_threads,
                                    guess_space<Bits>::bytes(with_.leading.possible), with_);
    enqueue<try_second_guess<Bits, Value>>(device_, stream_, blocks, guess_threads,
                                           guess_space<Bits>::bytes(with_.leading.possible), with_);
    unsigned const rows_of_groups = (with_.leading.are_wide ? wide_prefixes : prefixes) / bins;
    enqueue<follow_guess<Bits, Value>>(device_, stream_, rows_of_groups, follow_threads, 0, with_);
}

// Each adds its counts to the same words, and takes longer where some have to share a multiprocessor: one for each, and
// as many as the device holds at once where reading takes longer.
template <class Bits, class Value>
unsigned item_sorter<Bits, Value>::blocks_to_count(unsigned of_multiprocessor) const {
    constexpr std::uint64_t least_of_block = 4096, many = 1u << 22;
    std::uint64_t const enough = (what_.count + least_of_block - 1) / least_of_block;
    return static_cast<unsigned>(
        std::min(enough, std::uint64_t{device_.multiprocessors} * (what_.count < many ? 1 : of_multiprocessor)));
}

template <class Bits, class Value>
template <unsigned Bins>
void item_sorter<Bits, Value>::divide_uncounted(engine_workspace const& space) {
    if constexpr (has_values<Value>)
        if (with_.leading.in_order)
            return divide_in_order<Bins>(space);
    if constexpr (!has_values<Value> || Bins == bins) {
        auto const tiles = static_cast<unsigned>((what_.count + large::size - 1) / large::size);
        if constexpr (may_equalize_narrow(sizeof(Bits), value_bytes) && Bins == bins)
            with_.leading.may_equalize ? enqueue_first_division<tile_input::equalizable_keys, Bins>(tiles)
                                       : enqueue_first_division<tile_input::keys, Bins>(tiles);
        else
            enqueue_first_division<tile_input::keys, Bins>(tiles);
        if (!with_.leading.may_skip_counting)
            return;
        // A tile a block, and an eighth for what is behind homes; or blocks that take turns.
        unsigned const blocks =
            has_short_rests<Bits, Value> ? device_.multiprocessors * large::blocks : tiles + tiles / 8 + 2 * Bins;
        enqueue<divide_into_groups<Bits, Value, large, Bins>>(device_, stream_, blocks, large::threads,
                                                              sizeof(divide_space<Bits, Value, large, Bins>), with_);
    }
}

template <class Bits, class Value>
template <tile_input Input, unsigned Bins>
void item_sorter<Bits, Value>::enqueue_first_division(unsigned tiles) {
    using space = divide_space<Bits, Value, large, Bins>;
    static_assert(fits_where_keys_are_counted<space>);
    enqueue<divide_into_buckets<Input, Bits, Value, large, Bins>>(device_, stream_, tiles, large::threads,
                                                                  sizeof(space), with_);
}

// Two passes that take turns at the look-back state: those behind go on as if there had been none.
template <class Bits, class Value>
template <unsigned Bins>
void item_sorter<Bits, Value>::divide_in_order(engine_workspace const& space) {
    using first_space = divide_in_order_space<Bits, Value, large, bucket_places<Bits, Value>, Bins>;
    using second_space = divide_in_order_space<Bits, Value, large, group_places<Value>, Bins>;
    static_assert(fits_where_keys_are_counted<first_space> && fits_where_keys_are_counted<second_space>);
    auto const tiles = static_cast<unsigned>((what_.count + large::size - 1) / large::size),
               most_tiles = most_tiles_in_order(what_.count, large::size, Bins);
    portion part{};
    part.take_words(space.words);
    part.rows_to_clear = most_tiles * (Bins / bins);
    enqueue<divide_in_order_into_buckets<Bits, Value, large, Bins>>(device_, stream_, tiles, large::threads,
                                                                    sizeof(first_space), with_, part);
    part.launch = 1;
    part.take_words(space.words);
    part.rows_to_clear = tiles * (Bins / bins);
    enqueue<divide_in_order_into_groups<Bits, Value, large, Bins>>(device_, stream_, most_tiles, large::threads,
                                                                   sizeof(second_space), with_, part);
}

template <class Bits, class Value>
void item_sorter<Bits, Value>::sort_all_groups() {
    if constexpr (may_leave_rests(sizeof(Bits), value_bytes))
        if (with_.leading.may_leave_rests)
            sort_rests_of<counted_items>();
    if constexpr (skips_counting)
        if (with_.leading.may_skip_counting)
            sort_groups_in_areas();
    if constexpr (looks_first)
        enqueue_everywhere<sort_groups<Bits, Value, group>, group, sort_space<Bits, Value, group>>(with_);
    if constexpr (has_large_groups) {
        using space = large_group_space<Bits, large, group>;
        static_assert(fits_where_keys_are_counted<space>);
        if (with_.leading.may_have_large_groups)
            enqueue_everywhere<sort_large_groups<Bits, large, group>, large, space>(with_);
    }
}

template <class Bits, class Value>
void item_sorter<Bits, Value>::settle_all_ties(engine_workspace const& space) {
    auto of_output = with_;
    if (!with_.keys_wanted) { // but there, as images
        of_output.keys_wanted = true;
        of_output.codec = {};
    }
    auto const lists = tie_lists::take(space.words, space.crossing_ties, what_.count);
    enqueue<settle_ties<Bits, Value, tie>>(device_, stream_, device_.multiprocessors * tie::blocks, tie::threads, 0,
                                           of_output, lists);
    enqueue_everywhere<sort_tied_runs<Bits, Value, tile_of_share, tied_group>, tied_group,
                       tied_run_space<Bits, Value, tile_of_share, tied_group>>(of_output, lists);
}

template <class Bits, class Value>
template <class Items>
void item_sorter<Bits, Value>::sort_rests_of() {
    constexpr tile_shape shape = rest_tile(sizeof(typename Items::word));
    using rest_group = tile<shape.threads, shape.items, rest_blocks(sizeof(Bits) + value_bytes)>;
    using space = rest_groups_space<Items, Value, rest_group>;
    static_assert(fits_where_keys_are_counted<space>);
    enqueue_everywhere<sort_rests<Items, Bits, Value, rest_group>, rest_group, space>(with_);
}

template <class Bits, class Value>
void item_sorter<Bits, Value>::sort_groups_in_areas() {
    if constexpr (has_values<Value>)
        if (with_.leading.in_order)
            return sort_rests_of<ordered_items>();
    if constexpr (may_equalize_narrow(sizeof(Bits), value_bytes))
        if (with_.leading.may_equalize)
            return sort_rests_of<equalizable_items>();
    sort_rests_of<divided_items<Bits, Value>>();
    if constexpr (has_values<Value>) {
        auto as_keys = with_;
        as_keys.codec = {};
        enqueue_everywhere<order_positions<Bits, group>, group, sort_space<Bits, Value, group>>(as_keys);
    }
}

} // namespace pradix::cuda
