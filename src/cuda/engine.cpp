// SPDX-License-Identifier: MIT
#include "src/cuda/engine.hpp"

#include "src/cuda/block_reports.hpp"
#include "src/cuda/even_pieces.hpp"
#include "src/cuda/ordered_division.hpp"
#include "src/cuda/pattern_state.hpp"
#include "src/cuda/range_plan.hpp"
#include "src/cuda/tie_lists.hpp"
#include "src/cuda/workspace.hpp"

#include <algorithm>

namespace pradix::cuda {

bool sorts_in_one_block(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    return count <= tuned.single_items && count <= large_single_tile(key_bytes, value_bytes).size();
}

bool may_lead(std::uint64_t count, std::size_t key_bytes, tuning const& tuned) {
    return key_bytes >= least_bytes_for_a_survey && count <= tuned.leading_items;
}

bool may_lead_widely(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    return may_divide_uncounted(key_bytes, value_bytes) && count > tuned.leading_items && count <= tuned.wide_items;
}

bool may_divide_in_order(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    return value_bytes > 0 && may_divide_uncounted(key_bytes, value_bytes) && count >= tuned.uncounted_in_order &&
           (may_lead(count, key_bytes, tuned) || may_lead_widely(count, key_bytes, value_bytes, tuned));
}

std::size_t look_back_words(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    std::size_t const usual =
        std::size_t{cutting::of(count, shape_for(count, key_bytes, value_bytes, tuned), tuned).portion_tiles} * bins;
    if (!may_divide_in_order(count, key_bytes, value_bytes, tuned))
        return usual;
    unsigned const most_bins = may_lead(count, key_bytes, tuned) ? bins : wide_bins;
    unsigned const tiles = most_tiles_in_order(count, large_tile(key_bytes, value_bytes).size(), most_bins);
    return std::max(usual, std::size_t{tiles} * most_bins);
}

unsigned most_groups(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    return may_lead(count, key_bytes, tuned)                       ? prefixes
           : may_lead_widely(count, key_bytes, value_bytes, tuned) ? wide_prefixes
                                                                   : 0;
}

std::size_t tie_words(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    if (!may_settle_ties(key_bytes) || count < tuned.settled_items)
        return 0;
    auto const cut = cutting::of(count, shape_for(count, key_bytes, value_bytes, tuned), tuned);
    return tie_lists::fit(count, std::uint64_t{cut.portion_tiles} * bins)
               ? tie_lists::words_of_crossing(count, tie_tile(key_bytes, value_bytes).size())
               : 0;
}

std::size_t report_bytes(std::uint64_t count, std::size_t key_bytes, tuning const& tuned) {
    if (count > tuned.cooperative_items)
        return 0;
    switch (key_bytes) {
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

std::uint64_t scratch_items(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    bool const at_once = may_divide_evenly(key_bytes, value_bytes) && count <= tuned.cooperative_items;
    bool const by_tiles = may_divide_tiles_evenly(key_bytes, value_bytes) && count <= tuned.even_items;
    return at_once || by_tiles ? piece_areas::most_items(count, most_even_blocks, group_tile.size()) : count;
}

bool counts_patterns(request const& what, std::size_t key_bytes, tuning const& tuned) {
    return what.value_bytes == 0 && key_bytes <= 2 && what.count >= tuned.counting_items && what.begin_bit == 0 &&
           what.end_bit == 8 * key_bytes;
}

namespace {

// The most that bytes_of(n) is for n from `least` up to a count: behind the last items of a path, a shape or a portion,
// others may need less.
template <class Bytes>
std::size_t most_up_to(std::uint64_t count, std::uint64_t least, std::size_t key_bytes, std::size_t value_bytes,
                       tuning const& tuned, Bytes const& bytes_of) {
    tile_shape const shape = shape_for(count, key_bytes, value_bytes, tuned);
    std::uint64_t const portion = cutting::most_tiles(shape, tuned) * shape.size();
    std::size_t most = bytes_of(count);
    for (std::uint64_t const last :
         {tuned.cooperative_items, tuned.even_items, tuned.small_tiles * small_tile(key_bytes, value_bytes).size(),
          tuned.medium_items, tuned.medium_pairs, tuned.counting_items - 1, tuned.leading_items, tuned.wide_items,
          count / portion * portion})
        if (last >= least && last < count)
            most = std::max(most, bytes_of(last));
    return most;
}

// With a range of bits, keys that could be counted are moved after all, so there has to be room for either way.
std::size_t counting_bytes(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, tuning const& tuned) {
    if (count < tuned.counting_items || value_bytes > 0 || key_bytes > 2)
        return 0;
    device_arena needed;
    key_bytes == 1 ? void(needed.take<pattern_state<std::uint8_t>>(1))
                   : void(needed.take<pattern_state<std::uint16_t>>(1));
    return needed.bytes();
}

} // namespace

std::size_t engine_bytes(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, bool keys_wanted,
                         tuning const& tuned) {
    if (sorts_in_one_block(count, key_bytes, value_bytes, tuned))
        return 0;
    device_arena needed;
    engine_workspace::take(needed, scratch_items(count, key_bytes, value_bytes, tuned), key_bytes, value_bytes,
                           keys_wanted, look_back_words(count, key_bytes, value_bytes, tuned),
                           most_groups(count, key_bytes, value_bytes, tuned), report_bytes(count, key_bytes, tuned),
                           tie_words(count, key_bytes, value_bytes, tuned));
    return std::max(needed.bytes(), counting_bytes(count, key_bytes, value_bytes, tuned));
}

std::size_t engine_bytes_up_to(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes, bool keys_wanted,
                               tuning const& tuned) {
    return most_up_to(count, 0, key_bytes, value_bytes, tuned, [&](std::uint64_t some) {
        return engine_bytes(some, key_bytes, value_bytes, keys_wanted, tuned);
    });
}

std::size_t engine_bytes_in_ranges(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes,
                                   tuning const& tuned) {
    auto const cut = range_cutting::of(count, large_tile(key_bytes, value_bytes), tuned);
    std::uint64_t const at_once = range_items(count);
    bool const leads = may_lead(count, key_bytes, tuned);
    device_arena state, of_all;
    state.take<range_state<core::uint128>>(1); // the largest
    engine_workspace::take(of_all, leads ? at_once : 0, key_bytes, value_bytes, true,
                           std::size_t{cut.most_tiles()} * bins, leads ? prefixes : 0, 0);
    std::size_t const of_range = engine_bytes_up_to(at_once, key_bytes, value_bytes, true, tuned_for_range(tuned));
    return std::max(state.bytes() + std::max(of_all.bytes(), of_range),
                    counting_bytes(count, key_bytes, value_bytes, tuned));
}

std::size_t engine_bytes_in_ranges_up_to(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes,
                                         tuning const& tuned) {
    return most_up_to(count, least_ranged_items, key_bytes, value_bytes, tuned,
                      [&](std::uint64_t some) { return engine_bytes_in_ranges(some, key_bytes, value_bytes, tuned); });
}

} // namespace pradix::cuda
