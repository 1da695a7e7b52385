// SPDX-License-Identifier: MIT
#include "src/cuda/device_sort.hpp"

#include "src/core/with_bits.hpp"
#include "src/cuda/errors.hpp"
#include "src/cuda/gather.hpp"
#include "src/cuda/narrow_values.hpp"
#include "src/cuda/plans/range_plan.hpp"
#include "src/cuda/value_travel.hpp"

#include <algorithm>

namespace pradix::cuda {

namespace {

void sort_items(request const& what, tuning const& tuned, std::byte* workspace, CUstream_st* stream) {
    core::with_bits(what.type, [&](auto bits) { sort_items<decltype(bits)>(what, tuned, workspace, stream); });
}

bool may_sort_in_ranges(problem const& what) {
    return !what.in_place && !what.indices_only && what.moves_directly() && what.count >= least_ranged_items;
}

// From ranged_items on, little scratch is asked for, and given then. Fewer items may be given what is enough for more.
bool are_many(problem const& what, tuning const& tuned) {
    return may_sort_in_ranges(what) && what.count >= tuned.ranged_items;
}

sort_size size_of(problem const& what) {
    return {what.count, key_bytes(what.type), what.value_bytes};
}
// With what moves instead of values.
sort_size size_of_moved(problem const& what, tuning const& tuned) {
    return {what.count, key_bytes(what.type), bytes_with_key(what, tuned)};
}

std::size_t bytes_in_ranges(problem const& what, tuning const& tuned) {
    return engine_bytes_in_ranges(size_of(what), tuned);
}

// Where there is too little scratch for another way; of few items, which only tests sort so, that is not less.
bool sorts_in_ranges(problem const& what, tuning const& tuned, std::size_t scratch) {
    if (!may_sort_in_ranges(what))
        return false;
    bool const is_short = scratch < workspace_bytes(what, tuned);
    if (!is_short && !are_many(what, tuned)) // and what ranges need would take a while to work out
        return false;
    std::size_t const in_ranges = bytes_in_ranges(what, tuned);
    return is_short ? scratch >= in_ranges : scratch == in_ranges;
}

} // namespace

tuning tune_for(problem const& what) {
    return tune(key_bytes(what.type));
}

std::size_t workspace_bytes(problem const& what, tuning const& tuned) {
    return value_space::bytes(what, tuned) + engine_bytes(size_of_moved(what, tuned), !what.indices_only, tuned);
}

std::size_t least_workspace_bytes(problem const& what, tuning const& tuned) {
    if (are_many(what, tuned))
        return bytes_in_ranges(what, tuned);
    std::size_t const usual = workspace_bytes(what, tuned);
    return may_sort_in_ranges(what) ? std::min(usual, bytes_in_ranges(what, tuned)) : usual;
}

std::size_t workspace_bytes_up_to(problem const& what, tuning const& tuned) {
    return value_space::bytes_up_to(what, tuned) +
           engine_bytes_up_to(size_of_moved(what, tuned), !what.indices_only, tuned);
}

std::size_t least_workspace_bytes_up_to(problem const& what, tuning const& tuned) {
    return are_many(what, tuned) ? engine_bytes_in_ranges_up_to(size_of(what), tuned)
                                 : workspace_bytes_up_to(what, tuned);
}

void sort(problem const& what, item_arrays const& items, launch const& run, options const& how, tuning const& tuned) {
    if (what.count == 0)
        return;
    device_arena memory(run.workspace.data());
    auto const space = value_space::take(memory, what, tuned);
    auto const sort_with = [&](void const* values_in, void* values_out) {
        request const asked{.device = items.device,
                            .type = what.type,
                            .count = what.count,
                            .exact = run.count,
                            .first = nullptr,
                            .keys_in = items.keys_in,
                            .keys_out = items.keys_out,
                            .value_bytes = bytes_with_key(what, tuned),
                            .values_in = values_in,
                            .values_out = values_out,
                            .direction = how.direction,
                            .nans = how.nans,
                            .begin_bit = how.bits.begin,
                            .end_bit = how.bits.end_for(static_cast<unsigned>(8 * key_bytes(what.type))),
                            .in_ranges = sorts_in_ranges(what, tuned, run.workspace.size())};
        sort_items(asked, tuned, memory.take<std::byte>(0), run.stream);
    };
    switch (way_of_values(what)) {
    case travel::directly:
        sort_with(items.values_in, items.values_out);
        break;
    case travel::in_words: {
        auto* const moved = reinterpret_cast<std::uint32_t*>(space.moved);
        auto* const words = what.in_place ? moved : reinterpret_cast<std::uint32_t*>(space.before);
        widen(items.values_in, words, what.value_bytes, what.count, run.count, items.device, run.stream);
        sort_with(words, moved);
        narrow(moved, items.values_out, what.value_bytes, what.count, run.count, items.device, run.stream);
        break;
    }
    case travel::by_index: {
        sort_with(nullptr, space.moved);
        void const* values = items.values_in;
        if (what.in_place) { // which may be in pinned memory
            check(cudaMemcpyAsync(space.before, values, what.count * what.value_bytes, cudaMemcpyDefault, run.stream),
                  "copying the values");
            values = space.before;
        }
        gather(values, items.values_out, what.value_bytes, space.moved, bytes_with_key(what, tuned), what.count,
               run.count, items.device, run.stream);
        break;
    }
    }
}

} // namespace pradix::cuda
