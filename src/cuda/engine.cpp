// SPDX-License-Identifier: MIT
#include "src/cuda/engine.hpp"

#include "src/cuda/images/even_pieces.hpp"
#include "src/cuda/plans/ordered_division.hpp"
#include "src/cuda/plans/range_plan.hpp"
#include "src/cuda/state/block_reports.hpp"
#include "src/cuda/state/pattern_state.hpp"
#include "src/cuda/state/tie_lists.hpp"
#include "src/cuda/state/workspace.hpp"

#include <algorithm>

namespace pradix::cuda {

namespace {

tile_shape shape_of(sort_size const& of, tuning const& tuned) {
    return shape_for(of.count, of.key_bytes, of.value_bytes, tuned);
}

} // namespace

bool sorts_in_one_block(sort_size const& of, tuning const& tuned) {
    return of.count <= tuned.single_items && of.count <= large_single_tile(of.key_bytes, of.value_bytes).size();
}

bool may_lead(sort_size const& of, tuning const& tuned) {
    return of.key_bytes >= least_bytes_for_a_survey && of.count <= tuned.leading_items;
}

bool may_lead_widely(sort_size const& of, tuning const& tuned) {
    return may_divide_uncounted(of.key_bytes, of.value_bytes) && of.count > tuned.leading_items &&
           of.count <= tuned.wide_items;
}

bool may_divide_in_order(sort_size const& of, tuning const& tuned) {
    return of.value_bytes > 0 && may_divide_uncounted(of.key_bytes, of.value_bytes) &&
           of.count >= tuned.uncounted_in_order && (may_lead(of, tuned) || may_lead_widely(of, tuned));
}

std::size_t look_back_words(sort_size const& of, tuning const& tuned) {
    std::size_t const usual = std::size_t{cutting::of(of.count, shape_of(of, tuned), tuned).portion_tiles} * bins;
    if (!may_divide_in_order(of, tuned))
        return usual;
    unsigned const most_bins = may_lead(of, tuned) ? bins : wide_bins;
    unsigned const tiles = most_tiles_in_order(of.count, large_tile(of.key_bytes, of.value_bytes).size(), most_bins);
    return std::max(usual, std::size_t{tiles} * most_bins);
}

unsigned most_groups(sort_size const& of, tuning const& tuned) {
    return may_lead(of, tuned) ? prefixes : may_lead_widely(of, tuned) ? wide_prefixes : 0;
}

std::size_t tie_words(sort_size const& of, tuning const& tuned) {
    if (!may_settle_ties(of.key_bytes) || of.count < tuned.settled_items)
        return 0;
    auto const cut = cutting::of(of.count, shape_of(of, tuned), tuned);
    return tie_lists::fit(of.count, std::uint64_t{cut.portion_tiles} * bins)
               ? tie_lists::words_of_crossing(of.count, tie_tile(of.key_bytes, of.value_bytes).size())
               : 0;
}

std::size_t report_bytes(sort_size const& of, tuning const& tuned) {
    if (of.count > tuned.cooperative_items)
        return 0;
    switch (of.key_bytes) {
    case 1:
        return sizeof(block_reports<std::uint8_t>);
    case 2:
        return sizeof(block_reports<std::uint16_t>);
    case 4:
        return sizeof(block_reports<std::uint32_t>);
    case 8:
        return sizeof(block_reports<std::uint64_t>);
    default:
        return sizeof(block_reports<core::uint128>);
    }
}

std::uint64_t scratch_items(sort_size const& of, tuning const& tuned) {
    bool const at_once = may_divide_evenly(of.key_bytes, of.value_bytes) && of.count <= tuned.cooperative_items;
    bool const by_tiles = may_divide_tiles_evenly(of.key_bytes, of.value_bytes) && of.count <= tuned.even_items;
    return at_once || by_tiles ? piece_areas::most_items(of.count, most_even_blocks, group_tile.size()) : of.count;
}

bool counts_patterns(request const& what, std::size_t key_bytes, tuning const& tuned) {
    return what.value_bytes == 0 && key_bytes <= 2 && what.count >= tuned.counting_items && what.begin_bit == 0 &&
           what.end_bit == 8 * key_bytes;
}

namespace {

// The most that bytes_of(n items) is for n from `least` up to a count: behind the last items of a path, a shape or a
// portion, others may need less.
template <class Bytes>
std::size_t most_up_to(sort_size const& of, std::uint64_t least, tuning const& tuned, Bytes const& bytes_of) {
    tile_shape const shape = shape_of(of, tuned);
    std::uint64_t const portion = cutting::most_tiles(shape, tuned) * shape.size();
    std::size_t most = bytes_of(of);
    for (std::uint64_t const last :
         {tuned.cooperative_items, tuned.even_items,
          tuned.small_tiles * small_tile(of.key_bytes, of.value_bytes).size(), tuned.medium_items, tuned.medium_pairs,
          tuned.counting_items - 1, tuned.leading_items, tuned.wide_items, of.count / portion * portion})
        if (last >= least && last < of.count)
            most = std::max(most, bytes_of({last, of.key_bytes, of.value_bytes}));
    return most;
}

// With a range of bits, keys that could be counted are moved after all, so there has to be room for either way.
std::size_t counting_bytes(sort_size const& of, tuning const& tuned) {
    if (of.count < tuned.counting_items || of.value_bytes > 0 || of.key_bytes > 2)
        return 0;
    device_arena needed;
    of.key_bytes == 1 ? void(needed.take<pattern_state<std::uint8_t>>(1))
                      : void(needed.take<pattern_state<std::uint16_t>>(1));
    return needed.bytes();
}

} // namespace

std::size_t engine_bytes(sort_size const& of, bool keys_wanted, tuning const& tuned) {
    if (sorts_in_one_block(of, tuned))
        return 0;
    device_arena needed;
    engine_workspace::take(needed, {.items = scratch_items(of, tuned),
                                    .key_bytes = of.key_bytes,
                                    .value_bytes = of.value_bytes,
                                    .keys_wanted = keys_wanted,
                                    .look_back_words = look_back_words(of, tuned),
                                    .groups = most_groups(of, tuned),
                                    .tie_words = tie_words(of, tuned),
                                    .report_bytes = report_bytes(of, tuned)});
    return std::max(needed.bytes(), counting_bytes(of, tuned));
}

std::size_t engine_bytes_up_to(sort_size const& of, bool keys_wanted, tuning const& tuned) {
    return most_up_to(of, 0, tuned, [&](sort_size const& some) { return engine_bytes(some, keys_wanted, tuned); });
}

std::size_t engine_bytes_in_ranges(sort_size const& of, tuning const& tuned) {
    auto const cut = range_cutting::of(of.count, large_tile(of.key_bytes, of.value_bytes), tuned);
    std::uint64_t const at_once = range_items(of.count);
    bool const leads = may_lead(of, tuned);
    device_arena state, of_all;
    state.take<range_state<core::uint128>>(1); // the largest
    engine_workspace::take(of_all, {.items = leads ? at_once : 0,
                                    .key_bytes = of.key_bytes,
                                    .value_bytes = of.value_bytes,
                                    .look_back_words = std::size_t{cut.most_tiles()} * bins,
                                    .groups = leads ? prefixes : 0});
    std::size_t const of_range =
        engine_bytes_up_to({at_once, of.key_bytes, of.value_bytes}, true, tuned_for_range(tuned));
    return std::max(state.bytes() + std::max(of_all.bytes(), of_range), counting_bytes(of, tuned));
}

std::size_t engine_bytes_in_ranges_up_to(sort_size const& of, tuning const& tuned) {
    return most_up_to(of, least_ranged_items, tuned,
                      [&](sort_size const& some) { return engine_bytes_in_ranges(some, tuned); });
}

} // namespace pradix::cuda
