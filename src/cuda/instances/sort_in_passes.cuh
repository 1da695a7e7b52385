// SPDX-License-Identifier: MIT
// How items are sorted that are too many for one launch: a guess, and passes by leading digits and groups, or by all
// digits.
#pragma once

#include "src/cuda/instances/each_portion.cuh"
#include "src/cuda/instances/item_sorter.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
template <class Tile>
void item_sorter<Bits, Value>::sort_in_passes() {
    auto const cut = cutting::of(what_.count, {Tile::threads, Tile::items}, tuned_);
    auto const space = take_workspace({.items = scratch_items(size_, tuned_),
                                       .look_back_words = look_back_words(size_, tuned_),
                                       .groups = most_groups(),
                                       .tie_words = looks() ? tie_words(size_, tuned_) : 0});
    bool const is_clear = sort_even_keys_in_one_launch(space);
    if (!is_clear && !looks())
        clear(space.state, space.bytes_to_clear());
    with_.leading.tile_items = Tile::size;
    with_.leading.may_skip_counting = with_.leading.possible && may_skip_counting();
    with_.leading.in_order = with_.leading.may_skip_counting && may_divide_in_order();
    with_.leading.may_equalize = may_equalize();
    with_.leading.may_have_large_groups = may_have_large_groups();
    with_.leading.may_have_many_large_groups = may_have_many_large_groups();
    with_.leading.may_count_buckets = may_count_buckets();
    with_.leading.most_outliers = may_have_outliers() ? most_outliers : 0;
    if constexpr (looks_first)
        if (looks()) {
            let_set_aside();
            guess_and_try(space, is_clear);
        }
    if constexpr (has_values<Value> && cuda::may_table_keys(sizeof(Bits)) && std::is_same_v<Tile, large>)
        if (with_.leading.may_table_keys) {
            static_assert(fits_where_keys_are_counted<rank_partition_space<Bits, Value, Tile>>);
            each_portion(cut, what_.count, space.words, 0, 1, 0, [&](portion const& part, bool) {
                enqueue<partition_by_rank<Bits, Value, Tile>>(device_, stream_, part.tiles, Tile::threads,
                                                              sizeof(rank_partition_space<Bits, Value, Tile>), with_,
                                                              part);
            });
        }
    auto const passed = of_passes();
    enqueue<count_digits<Bits, Value>>(device_, stream_, blocks_to_count(count_blocks), count_threads,
                                       sizeof(count_space<Bits>), passed);

    each_portion(cut, what_.count, space.words, 0, with_.digits.launches(), 0, [&](portion const& part, bool last) {
        // Of an unordered pass, which may have a tile more for each higher digit.
        bool const may_end_buckets = !has_values<Value> && with_.leading.possible && part.pass_index == 1 && last;
        enqueue<partition<Bits, Value, Tile>>(device_, stream_, part.tiles + (may_end_buckets ? bins : 0),
                                              Tile::threads, sizeof(partition_space<Bits, Value, Tile>), passed, part);
    });
    if (with_.leading.possible)
        sort_all_groups();
    if constexpr (cuda::may_settle_ties(sizeof(Bits)))
        if (with_.leading.may_settle_ties)
            settle_all_ties(space);
}

// Passes sort these from one half of the scratch to the other, and a launch that is there for groups puts them
// back.
template <class Bits, class Value>
void item_sorter<Bits, Value>::let_set_aside() {
    if (!with_.leading.possible || !with_.digits.are_bytes_of(sizeof(Bits)) ||
        (has_values<Value> && with_.digits.in_place) || what_.count < tuned_.set_aside_items)
        return;
    with_.most_set_aside = what_.count / 2;
    constexpr auto scratch = static_cast<unsigned>(buffer::scratch);
    set(buffer::second_half, with_.keys[scratch] + with_.most_set_aside,
        has_values<Value> ? with_.values[scratch] + with_.most_set_aside : nullptr);
}

// All items, or those that were set aside.
template <class Bits, class Value>
arguments<Bits, Value> item_sorter<Bits, Value>::of_passes() const {
    auto passed = with_;
    if (with_.most_set_aside > 0)
        passed.exact = &with_.state->to_sort;
    return passed;
}

} // namespace pradix::cuda
