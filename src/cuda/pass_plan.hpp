// SPDX-License-Identifier: MIT
// Which passes a sort needs, decided on the device once the digits are counted. A digit that all keys share needs none.
#pragma once

#include "src/core/bits.hpp"
#include "src/core/digit_plan.hpp"
#include "src/cuda/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

inline constexpr unsigned most_passes = 16;

// The buffers that passes read and write. The input is never written; out and scratch take turns.
enum class buffer : unsigned char { in, out, scratch };

struct pass {
    core::digit digit;
    buffer from, to;
    bool active;    // else the launch has nothing to do
    bool reverses;  // the last item first, while copying
    bool unordered; // equal digits may change places
    bool copies;    // all keys share the digit, but the items have to move to `to`
    bool first;     // keys are encoded as they are read
    bool last;      // and decoded as they are written
};

// Partitions by the digit; a stable pass, if it is not said to be unordered.
constexpr pass partition_pass(core::digit digit, buffer from, buffer to, bool first, bool last,
                              bool unordered = false) {
    return {.digit = digit,
            .from = from,
            .to = to,
            .active = true,
            .reverses = false,
            .unordered = unordered,
            .copies = false,
            .first = first,
            .last = last};
}

// After passes by leading digits alone, items that share those lie in groups. Each is then sorted by one block.
struct group_plan {
    bool active;
    buffer from;
    unsigned shift; // of the leading digits: all bits above it are shared by a group
    unsigned groups;
    unsigned area;     // of each group, not 0: they do not lie back to back
    unsigned together; // so many neighbouring groups fit a block
    bool by_tallies;   // of what is left of keys, one group at a time; those in which some key is there too often are
                       // sorted like others afterwards
};

struct pass_plan {
    pass passes[most_passes];
    group_plan groups;
    bool made_early; // before digits are counted, which need not be then
};

// A plan made early has at most so many passes.
inline constexpr unsigned most_early_passes = 2;

// The digits of a sort, and the launches that they need. In place, the passes that move items must be even in number,
// for the first one cannot write what it reads; a launch is kept for a copy where the digits are odd in number.
struct digit_table {
    core::digit digits[most_passes];
    unsigned size;
    bool in_place;
    bool makes_values; // in the first pass that moves items, so that there has to be one

    constexpr unsigned begin() const { return digits[0].shift; }
    constexpr unsigned end() const { return digits[size - 1].shift + digits[size - 1].width; }
    // They are all bytes of a key, which is compared whole.
    constexpr bool are_bytes_of(std::size_t key_bytes) const { return begin() == 0 && end() == 8 * key_bytes; }
    constexpr unsigned launches() const { return size + (in_place ? size % 2 : 0); }
};

// An empty range of bits is one digit of no bits, which all keys share.
constexpr digit_table tabulate(unsigned begin_bit, unsigned end_bit, bool in_place, bool makes_values) {
    core::digit_plan const plan{begin_bit, end_bit, radix_bits};
    digit_table table{{{begin_bit, 0}}, plan.passes(), in_place, makes_values};
    if (begin_bit == end_bit)
        table.size = 1;
    for (unsigned p = 0; p < plan.passes(); ++p)
        table.digits[p] = plan[p];
    return table;
}

// Passes to run besides those that digits need, so that items end in the right buffer.
constexpr unsigned copies_for(digit_table const& table, unsigned active, bool reversed) {
    if (active == 0 && (reversed || table.makes_values || !table.in_place))
        return table.in_place ? 2 : 1;
    return table.in_place ? active % 2 : 0;
}

// `constant[p]` says that all keys share digit p; such passes are not run, or run as copies. Keys that are `sorted` or
// `reversed` need no pass.
constexpr void make_plan(pass_plan& plan, digit_table const& table, bool const* constant, bool sorted, bool reversed) {
    unsigned const launches = table.launches();
    plan.groups = {};
    plan.made_early = false;
    unsigned active = 0;
    for (unsigned p = 0; p < launches; ++p) {
        bool const needed = p < table.size && !constant[p] && !sorted && !reversed;
        plan.passes[p] = {table.digits[p], buffer::in, buffer::in, needed, false, false, false, false, false};
        active += needed ? 1 : 0;
    }
    unsigned copies = copies_for(table, active, reversed && !sorted);
    active += copies;
    for (unsigned p = 0; p < launches && copies > 0; ++p)
        if (!plan.passes[p].active) {
            plan.passes[p].active = plan.passes[p].copies = true;
            --copies;
        }
    buffer from = buffer::in;
    unsigned left = active;
    for (unsigned p = 0; p < launches; ++p) {
        pass& each = plan.passes[p];
        if (!each.active)
            continue;
        each.first = left == active;
        each.reverses = each.first && reversed && !sorted;
        each.last = --left == 0;
        each.from = from;
        each.to = from = left % 2 == 0 ? buffer::out : buffer::scratch;
    }
}

// The items are in the output already.
constexpr void make_plan_of_no_pass(pass_plan& plan) {
    plan = {};
    plan.made_early = true;
}

// One pass by this digit, and in place another one to copy items back.
constexpr void make_plan_of_one_pass(pass_plan& plan, core::digit digit, bool in_place) {
    plan = {};
    plan.made_early = true;
    plan.passes[0] = partition_pass(digit, buffer::in, in_place ? buffer::scratch : buffer::out, true, !in_place);
    if (in_place) {
        plan.passes[1] = partition_pass(digit, buffer::scratch, buffer::out, false, true);
        plan.passes[1].copies = true;
    }
}

// Only passes by the two leading digits, and then groups. Stable ones, the lower digit first; or unordered ones, the
// higher digit first. The groups may be sorted where they lie, in place or not.
constexpr void make_plan_of_groups(pass_plan& plan, core::digit lower, core::digit higher, unsigned together,
                                   bool unordered, bool by_tallies) {
    plan = {};
    plan.made_early = true;
    plan.passes[0] = partition_pass(unordered ? higher : lower, buffer::in, buffer::scratch, true, false, unordered);
    plan.passes[1] = partition_pass(unordered ? lower : higher, buffer::scratch, buffer::out, false, false, unordered);
    plan.groups = {.active = true,
                   .from = buffer::out,
                   .shift = lower.shift,
                   .groups = 1u << (lower.width + higher.width),
                   .area = 0,
                   .together = by_tallies ? 1 : together,
                   .by_tallies = by_tallies};
}

// The same with little scratch: all items by the higher digit, and then some buckets at a time by the lower one, each
// bucket by itself, and from scratch their groups to the output. Groups that are sorted together are of one bucket.
constexpr void make_plan_of_batches(pass_plan& plan, core::digit lower, core::digit higher, unsigned together,
                                    bool unordered, bool by_tallies) {
    make_plan_of_groups(plan, lower, higher, together, unordered, by_tallies);
    plan.passes[0] = partition_pass(higher, buffer::in, buffer::out, true, false, unordered);
    plan.passes[1] = partition_pass(lower, buffer::out, buffer::scratch, false, false, unordered);
    plan.groups.from = buffer::scratch;
    plan.groups.together = 1u << (core::bit_width(plan.groups.together) - 1);
}

// Keys that are in groups already, each in an area of the scratch.
constexpr void make_plan_of_areas(pass_plan& plan, unsigned shift, unsigned groups, unsigned area) {
    plan = {};
    plan.made_early = true;
    plan.groups = {.active = true,
                   .from = buffer::scratch,
                   .shift = shift,
                   .groups = groups,
                   .area = area,
                   .together = 1,
                   .by_tallies = true};
}

// The bits of two leading digits together: so many that groups are on average half as large as a block can sort.
constexpr unsigned prefix_width(std::uint64_t count, unsigned group_items) {
    return std::clamp(core::bit_width(2 * count / group_items), radix_bits + 1, 2 * radix_bits);
}

// Keys that are divided into buckets by the higher of two digits, and these into groups by the lower one, without
// having been counted: where there is room for how many. The homes of the buckets fill one buffer; in the other one lie
// the areas of the groups, half as large again as groups are on average, and what does not fit the homes.
struct uncounted_layout {
    unsigned home, behind_homes; // keys of a bucket
    unsigned area;               // of a group, in keys
    unsigned rests_of_area;      // so many of which only the bits left are there
    unsigned groups;

    static constexpr uncounted_layout of(std::uint64_t count, unsigned prefix_width, std::size_t rests_of_key,
                                         unsigned group_items) {
        unsigned const higher_width = prefix_width - radix_bits;
        std::uint64_t const half_again = count * 3 / 2 >> prefix_width;
        auto const area = static_cast<unsigned>((half_again + rests_of_key - 1) / rests_of_key);
        std::uint64_t const behind = count - (std::uint64_t{area} << prefix_width);
        return {static_cast<unsigned>(count >> higher_width), static_cast<unsigned>(behind >> higher_width), area,
                static_cast<unsigned>(half_again < group_items ? half_again : group_items), 1u << prefix_width};
    }

    constexpr std::size_t keys_of_areas() const { return std::size_t{area} * groups; }
};

// As many blocks as keep a large device busy are left then.
inline constexpr unsigned most_groups_together = 124;

// Whether tallies pay: groups have few enough bits left, and as many keys as are worth their memory's time, but hardly
// ever four equal ones.
constexpr bool pays_tallying(std::uint64_t count, unsigned shift, unsigned width, unsigned group_items) {
    constexpr unsigned patterns_of_key = 12;
    return shift <= tallied_bits && count >> width >= group_items / 4 &&
           count <= (std::uint64_t{1} << (shift + width)) / patterns_of_key;
}

// So many neighbouring groups fit a block, whichever they are; 0: sorting them would not pay, for blocks would be many
// and have little to do.
constexpr unsigned groups_together(unsigned largest_group, std::uint64_t count, unsigned groups, unsigned group_items) {
    constexpr std::uint64_t items_worth_a_block = 512;
    unsigned const most = most_groups_together, fit = group_items / largest_group;
    return fit * count < groups * items_worth_a_block && fit < most ? 0 : std::min(fit, most);
}

} // namespace pradix::cuda
