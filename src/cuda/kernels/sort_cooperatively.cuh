// SPDX-License-Identifier: MIT
// The whole sort in one launch, for arrays so small that launches would take most of the time: all blocks run at once,
// have a tile each, and meet between the steps.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/groups/sort_known_groups.cuh"
#include "src/cuda/block/one_launch/cooperative_pass.cuh"
#include "src/cuda/block/one_launch/even_division.cuh"
#include "src/cuda/block/one_launch/key_reports.cuh"
#include "src/cuda/block/samples/told_apart.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/tiles/copy_items.cuh"
#include "src/cuda/plans/early_plans.hpp"

#include <cooperative_groups.h>

#include <utility>

namespace pradix::cuda {

template <class Bits, class Value, class Tile, class Group>
struct cooperative_space {
    // Of large tiles with values, groups are more than a digit tells apart. Keys alone rarely have any.
    static constexpr unsigned leading_bins =
        has_values<Value> && Tile::size > 1u << 13 && Tile::threads > wide_bins ? wide_bins : bins;
    static constexpr bool divides = may_divide_evenly(sizeof(Bits), value_bytes<Value>);
    static constexpr unsigned pieces = cooperative_pieces(Tile::size);
    key_report_space<Bits, Tile> keys;
    pass_plan plan;
    few_passes of_few_keys; // before the plan
    known_groups<Bits, divides ? pieces : leading_bins> lying;
    bool is_uneven;
    union {                             // one after the other
        unsigned samples[leading_bins]; // in a bin
        told_apart_space told_apart;
        cooperative_pass_space<Bits, Value, Tile, bins> pass;
        cooperative_pass_space<Bits, Value, Tile, leading_bins> leading;
        even_division_space<Bits, Tile, pieces> division;
        sort_space<Bits, Value, Group> groups;
    };
};

template <class Bits, class Value, class Tile, class Group>
class cooperative_sort {
public:
    using space = cooperative_space<Bits, Value, Tile, Group>;

    __device__ cooperative_sort(space& shared, arguments<Bits, Value> const& with, block_reports<Bits>& reports,
                                piece_areas const& areas)
        : shared_(shared), with_(with), reports_(reports), areas_(areas),
          share_(block_share<Tile>::of(static_cast<unsigned>(with.count()))) {}

    __device__ void run() {
        bool has_groups = false;
        if constexpr (divides)
            if (with_.leading.possible && with_.has_only_keys())
                has_groups = divide_even_keys();
        if (!has_groups) {
            report_keys(shared_.keys, with_, share_, reports_);
            auto arrived = grid_.barrier_arrive();
            take_sample();
            grid_.barrier_wait(std::move(arrived)); // all blocks have said what they saw
            keys_ = collect_reports(shared_.keys, reports_);
            has_groups = leading_digit_is_promising() && partition_by_leading_digit();
        }
        if constexpr (leads)
            if (has_groups)
                return sort_known_groups<row_kinds>(shared_.groups, with_, shared_.lying);
        sort_by_digits();
    }

private:
    static constexpr bool leads = sizeof(Bits) >= least_bytes_for_a_survey;
    static constexpr unsigned leading_bins = space::leading_bins;
    static constexpr bool divides = space::divides;
    // Small tiles leave registers for more kinds of passes. Of narrow keys alone, passes are few anyway.
    static constexpr bool is_small = Tile::size <= 1u << 12;
    static constexpr row_choice row_kinds =
        is_small && (has_values<Value> || sizeof(Bits) > 4) ? row_choice::some : row_choice::few;

    // Keys alone into pieces of their range, if a sample is even, and unless that comes to nothing.
    __device__ bool divide_even_keys() {
        even_division<Bits, Tile, space::pieces> division{shared_.division, with_, reports_.cursors, areas_};
        if constexpr (is_small) // and for keys that come while a sample is looked at
            division.load(share_.first, share_.size);
        if (!division.look_at_sample())
            return false;
        auto arrived = grid_.barrier_arrive();
        if constexpr (!is_small)
            division.load(share_.first, share_.size);
        division.count();
        grid_.barrier_wait(std::move(arrived)); // cursors are clear
        division.write();
        grid_.sync(); // all keys are in their areas
        return division.find_groups(shared_.lying);
    }

    // A key a thread, the same for all blocks.
    __device__ void take_sample() {
        auto const count = static_cast<unsigned>(with_.count());
        constexpr unsigned by_chance = 8;
        most_samples_ = 2 * (Group::size * Tile::threads / count) + by_chance;
        sample_ = with_.codec.encode(with_.keys_of(buffer::in)[threadIdx.x * (count / Tile::threads)]);
        if (threadIdx.x < leading_bins)
            shared_.samples[threadIdx.x] = 0;
        if (threadIdx.x == 0)
            shared_.is_uneven = false;
    }

    // Else two passes by all digits are enough, or none; or leading digits are of no use.
    __device__ bool are_long_and_unordered() const {
        return with_.leading.possible && core::bit_width(keys_.differing) > with_.digits.begin() + 2 * radix_bits &&
               keys_.disorder == (not_sorted | not_reversed);
    }

    // Not if some bin will hardly fit a block.
    __device__ bool leading_digit_is_promising() {
        if (!are_long_and_unordered() || with_.count() > leading_bins * Group::size)
            return false;
        if (atomicAdd(&shared_.samples[leading_digit().of(sample_)], 1u) >= most_samples_)
            shared_.is_uneven = true;
        __syncthreads(); // all samples are counted
        return !shared_.is_uneven;
    }

    // The highest bits in which keys differ; more than there are in a digit.
    __device__ core::digit leading_digit() const {
        constexpr unsigned width = core::bit_width(leading_bins) - 1;
        return {core::bit_width(keys_.differing) - width, width};
    }

    // By the highest bits in which keys differ. False, with nothing written, if some group would not fit a block.
    __device__ bool partition_by_leading_digit() {
        if constexpr (!leads) {
            return false;
        } else {
            pass const plan = partition_pass(leading_digit(), buffer::in, buffer::scratch, true, false);
            cooperative_pass<Bits, Value, Tile, leading_bins> leading{shared_.leading, with_, reports_, share_, plan};
            find_destinations(leading);
            if (leading.largest_count() > Group::size) {
                grid_.sync(); // counts are read before the next pass writes its own
                return false;
            }
            leading.write();
            if (threadIdx.x <= leading_bins)
                shared_.lying.starts[threadIdx.x] = shared_.leading.start[threadIdx.x];
            if (threadIdx.x == 0)
                shared_.lying.note(plan.digit, (leading_bins + gridDim.x - 1) / gridDim.x);
            grid_.sync(); // groups are complete
            return true;
        }
    }

    // By all digits; but first by those alone that tell the sample's few different keys apart, if there are such, and
    // if the items can still be sorted when these turn out not to tell all keys apart.
    __device__ void sort_by_digits() {
        unsigned of_few_keys = 0;
        if constexpr (leads)
            if (are_long_and_unordered() && both_in_place_or_neither()) [[unlikely]]
                of_few_keys = digits_that_tell_apart();
        if (threadIdx.x == 0)
            make_plan_of_digits(of_few_keys);
        __syncthreads(); // the plan is made
        unsigned const few = shared_.of_few_keys.size;
        for (unsigned p = 0; p < few + with_.digits.launches(); ++p) {
            if (p > 0 && p == few) [[unlikely]]
                if (is_in_order())
                    return;
            pass const plan = p < few ? shared_.of_few_keys.passes[p] : shared_.plan.passes[p - few];
            if (!plan.active)
                continue;
            if (plan.copies)
                copy_items<Tile::threads>(with_, plan, share_.first, share_.size);
            else
                partition(plan);
            if (!plan.last)
                grid_.sync(); // the items of this pass are complete
        }
    }

    __device__ unsigned digits_that_tell_apart() {
        auto const count = static_cast<unsigned>(with_.count());
        unsigned const apart = count / Tile::threads;
        return told_apart<Bits, Tile::threads>::digits(
            shared_.told_apart, static_cast<Bits>(sample_ & with_.compared()), core::bit_width(keys_.differing),
            with_.keys_of(buffer::in) + threadIdx.x * apart + apart / 4, apart / 4, with_.codec, with_.compared());
    }

    __device__ bool both_in_place_or_neither() const {
        bool const keys_are = with_.keys_of(buffer::in) == with_.keys_of(buffer::out);
        return !has_values<Value> || keys_are == (with_.values_of(buffer::in) == with_.values_of(buffer::out));
    }

    // By one thread.
    __device__ void make_plan_of_digits(unsigned of_few_keys) {
        bool constant[most_passes];
        for (unsigned p = 0; p < with_.digits.size; ++p)
            constant[p] = with_.digits.digits[p].of(keys_.differing) == 0;
        make_plan(shared_.plan, with_.digits, constant, (keys_.disorder & not_sorted) == 0,
                  (keys_.disorder & not_reversed) == 0);
        shared_.of_few_keys.size = 0;
        if (of_few_keys > 0) [[unlikely]]
            shared_.of_few_keys.make(core::bit_width(keys_.differing), of_few_keys, with_.digits.in_place,
                                     with_.keys_wanted);
    }

    // The output, once all blocks have written it.
    __device__ bool is_in_order() {
        grid_.sync(); // all items are there
        // A vote, as below: protects nothing.
        bool const falls = __syncthreads_or(
            is_falling<Tile::threads>(with_.keys_of(buffer::out) + share_.first, share_.pairs(with_.count()),
                                      with_.keys_wanted ? with_.codec : core::key_order<Bits>{}, with_.compared()));
        if (threadIdx.x == 0)
            reports_.disorder[blockIdx.x] = falls ? not_sorted : 0;
        grid_.sync(); // all blocks have said what they saw
        return !__syncthreads_or(threadIdx.x < gridDim.x && reports_.disorder[threadIdx.x] != 0);
    }

    __device__ void partition(pass const& plan) {
        cooperative_pass<Bits, Value, Tile> each{shared_.pass, with_, reports_, share_, plan};
        find_destinations(each);
        each.write();
    }

    template <unsigned Bins>
    __device__ void find_destinations(cooperative_pass<Bits, Value, Tile, Bins>& each) {
        each.count();
        auto arrived = grid_.barrier_arrive();
        each.scatter();
        grid_.barrier_wait(std::move(arrived)); // the counts of all blocks are known
        each.find_destinations();
    }

    cooperative_groups::grid_group grid_ = cooperative_groups::this_grid();
    space& shared_;
    arguments<Bits, Value> const& with_;
    block_reports<Bits>& reports_;
    piece_areas const& areas_; // of keys that are spread evenly
    block_share<Tile> const share_;
    Bits sample_ = 0;
    unsigned most_samples_ = 0; // in a bin
    key_report<Bits> keys_;     // of all
};

template <class Bits, class Value, class Tile, class Group>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_cooperatively(arguments<Bits, Value> const with,
                                                                                  block_reports<Bits>* reports,
                                                                                  piece_areas const areas) {
    auto& shared = at_kept_address(dynamic_space<cooperative_space<Bits, Value, Tile, Group>>());
    if (with.count() > 0)
        cooperative_sort<Bits, Value, Tile, Group>(shared, with, *reports, areas).run();
}

} // namespace pradix::cuda
