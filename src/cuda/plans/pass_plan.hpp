// SPDX-License-Identifier: MIT
// Which passes a sort needs, decided on the device once the digits are counted. A digit that all keys share needs none,
// nor does one that upper bits imply.
#pragma once

#include "src/core/bits.hpp"
#include "src/core/digit_plan.hpp"
#include "src/cuda/plans/tuning.hpp"

#include <algorithm>
#include <cstddef>

namespace pradix::cuda {

inline constexpr unsigned most_passes = 16;

// The buffers that passes read and write. The input is never written; out and scratch take turns, or both halves of the
// scratch.
enum class buffer : unsigned char { in, out, scratch, second_half };
inline constexpr unsigned buffers = 4;

struct pass {
    core::digit digit;
    buffer from, to;
    bool active;      // else the launch has nothing to do
    bool reverses;    // the last item first, while copying
    bool unordered;   // equal digits may change places
    bool copies;      // the digit needs no pass, but the items have to move to `to`
    bool first;       // keys are encoded as they are read
    bool last;        // and decoded as they are written
    bool whole_tiles; // of most tiles, all items are likely to be of one bin
    bool spreads;     // images, as keys are encoded
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
            .last = last,
            .whole_tiles = false,
            .spreads = false};
}

// After passes by leading digits alone, items that share those lie in groups. Each is then sorted by one block.
struct group_plan {
    bool active;
    buffer from;
    unsigned shift; // of the leading digits: all bits above it are shared by a group
    unsigned groups;
    unsigned area;     // of each group, not 0: they do not lie back to back
    unsigned together; // so many neighbouring groups fit a block
    bool of_rests;     // only what is left of keys is there
    bool has_large;    // that do not fit a block

    // The same, if whole keys are there; of rests, those that windows could not sort, where they belong, each by
    // itself.
    constexpr group_plan of_whole_keys() const {
        group_plan plan = *this;
        if (of_rests) {
            plan.from = buffer::out;
            plan.together = 1;
        }
        return plan;
    }
};

struct pass_plan {
    pass passes[most_passes];
    group_plan groups;
    unsigned needless; // passes that have nothing to do, a bit each; of a plan made early the highest one, too

    // Before digits are counted, which need not be then.
    constexpr bool made_early() const { return needless >> 31 != 0; }
    constexpr void make_early(unsigned needed_passes) { needless = ~0u << needed_passes; }
};

// The digits of a sort, and the launches that they need. In place, the passes that move items must be even in number,
// for the first one cannot write what it reads; a launch is kept for a copy where the digits are odd in number.
struct digit_table {
    unsigned size;
    unsigned width; // of all together: kernels would have to ask for the last one, and wait, to know it
    core::digit digits[most_passes];
    bool in_place;
    bool makes_values; // in the first pass that moves items, so that there has to be one

    constexpr unsigned begin() const { return digits[0].shift; }
    constexpr unsigned end() const { return begin() + width; }
    // They are all bytes of a key, which is compared whole.
    constexpr bool are_bytes_of(std::size_t key_bytes) const { return begin() == 0 && end() == 8 * key_bytes; }
    constexpr unsigned launches() const { return size + (in_place ? size % 2 : 0); }
};

// An empty range of bits is one digit of no bits, which all keys share.
constexpr digit_table tabulate(unsigned begin_bit, unsigned end_bit, bool in_place, bool makes_values) {
    core::digit_plan const plan{begin_bit, end_bit, radix_bits};
    digit_table table{std::max(plan.passes(), 1u), end_bit - begin_bit, {}, in_place, makes_values};
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

// `constant[p]` says that digit p needs no pass, for whatever reason; such passes are not run, or run as copies. Keys
// that are `sorted` or `reversed` need no pass.
constexpr void make_plan(pass_plan& plan, digit_table const& table, bool const* constant, bool sorted, bool reversed) {
    unsigned const launches = table.launches();
    plan.groups = {};
    plan.needless = 0;
    unsigned active = 0;
    for (unsigned p = 0; p < launches; ++p) {
        bool const needed = p < table.size && !constant[p] && !sorted && !reversed;
        plan.passes[p] = partition_pass(table.digits[p], buffer::in, buffer::in, false, false);
        plan.passes[p].active = needed;
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

// Most tiles are whole in passes by digits that nearly all keys share, a bit each; and in the only pass, if keys are
// nearly in order by its digit, and its bins are large.
constexpr void expect_whole_tiles(pass_plan& plan, unsigned launches, unsigned nearly_constant,
                                  unsigned nearly_sorted) {
    if ((nearly_constant | nearly_sorted) == 0)
        return;
    unsigned moving = 0;
    for (unsigned p = 0; p < launches; ++p)
        moving += plan.passes[p].active && !plan.passes[p].copies ? 1 : 0;
    unsigned const whole = nearly_constant | (moving == 1 ? nearly_sorted : 0);
    for (unsigned p = 0; p < launches; ++p)
        if (pass& each = plan.passes[p]; each.active && !each.copies)
            each.whole_tiles = (whole >> p & 1) != 0;
}

// Lets passes sort what was set aside in the first half of the scratch: from there to the second half, and back.
// Returns where it ends.
constexpr buffer pass_through_halves(pass_plan& plan, unsigned launches) {
    buffer at = buffer::scratch;
    for (unsigned p = 0; p < launches; ++p)
        if (pass& each = plan.passes[p]; each.active) {
            each.from = at;
            each.to = at = at == buffer::scratch ? buffer::second_half : buffer::scratch;
        }
    return at;
}

// Lets the first launches that have nothing to do end at once. An even number of passes: launches that take turns at
// two rows of words, and clear them for each other, go on as if there had been none.
constexpr void skip_first_launches(pass_plan& plan, unsigned launches) {
    unsigned idle = 0;
    while (idle < launches && !plan.passes[idle].active)
        ++idle;
    plan.needless |= (1u << idle / 2 * 2) - 1;
}

} // namespace pradix::cuda
