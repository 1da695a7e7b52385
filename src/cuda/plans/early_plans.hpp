// SPDX-License-Identifier: MIT
// Plans that are made before digits are counted, which need not be then: by what a look at the keys has told.
#pragma once

#include "src/cuda/plans/pass_plan.hpp"

namespace pradix::cuda {

// The items are in the output already.
constexpr void make_plan_of_no_pass(pass_plan& plan) {
    plan = {};
    plan.make_early(0);
}

// One pass by this digit, and in place another one to copy items back.
constexpr void make_plan_of_one_pass(pass_plan& plan, core::digit digit, bool in_place) {
    plan = {};
    plan.make_early(in_place ? 2 : 1);
    plan.passes[0] = partition_pass(digit, buffer::in, in_place ? buffer::scratch : buffer::out, true, !in_place);
    if (in_place) {
        plan.passes[1] = partition_pass(digit, buffer::scratch, buffer::out, false, true);
        plan.passes[1].copies = true;
    }
}

// Passes by so many digits from bit `width` downwards, one or two, that may be enough if keys are few, which is to be
// seen from the output; where no keys are wanted there, images are written. In place there are always two.
struct few_passes {
    pass passes[2];
    unsigned size;

    constexpr void make(unsigned width, unsigned digits, bool in_place, bool keys_wanted) {
        core::digit const higher{width - radix_bits, radix_bits}, lower{width - digits * radix_bits, radix_bits};
        size = in_place ? 2 : digits;
        buffer const through = size == 1 ? buffer::out : buffer::scratch;
        passes[0] = partition_pass(lower, buffer::in, through, true, size == 1 && keys_wanted);
        passes[1] = partition_pass(higher, through, buffer::out, false, keys_wanted);
        passes[1].copies = digits == 1;
    }
};

// Only passes by the two leading digits, and then groups. Stable ones, the lower digit first; or unordered ones, the
// higher digit first. The groups may be sorted where they lie, in place or not.
constexpr void make_plan_of_groups(pass_plan& plan, core::digit lower, core::digit higher, unsigned together,
                                   bool unordered, bool of_rests) {
    plan = {};
    plan.make_early(2);
    plan.passes[0] = partition_pass(unordered ? higher : lower, buffer::in, buffer::scratch, true, false, unordered);
    plan.passes[1] = partition_pass(unordered ? lower : higher, buffer::scratch, buffer::out, false, false, unordered);
    plan.groups = {.active = true,
                   .from = buffer::out,
                   .shift = lower.shift,
                   .groups = 1u << (lower.width + higher.width),
                   .area = 0,
                   .together = together,
                   .of_rests = of_rests,
                   .has_large = false};
}

// The same with little scratch: all items by the higher digit, and then some buckets at a time by the lower one, each
// bucket by itself, and from scratch their groups to the output. Groups that are sorted together are of one bucket.
constexpr void make_plan_of_batches(pass_plan& plan, core::digit lower, core::digit higher, unsigned together,
                                    bool unordered, bool of_rests) {
    make_plan_of_groups(plan, lower, higher, together, unordered, of_rests);
    plan.passes[0] = partition_pass(higher, buffer::in, buffer::out, true, false, unordered);
    plan.passes[1] = partition_pass(lower, buffer::out, buffer::scratch, false, false, unordered);
    plan.groups.from = buffer::scratch;
    plan.groups.together = 1u << (core::bit_width(plan.groups.together) - 1);
}

// Keys that are in groups already, each in an area of the scratch.
constexpr void make_plan_of_areas(pass_plan& plan, unsigned shift, unsigned groups, unsigned area, unsigned together) {
    plan = {};
    plan.make_early(0);
    plan.groups = {.active = true,
                   .from = buffer::scratch,
                   .shift = shift,
                   .groups = groups,
                   .area = area,
                   .together = together,
                   .of_rests = true,
                   .has_large = false};
}

} // namespace pradix::cuda
