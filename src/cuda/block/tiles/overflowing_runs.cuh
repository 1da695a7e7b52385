// SPDX-License-Identifier: MIT
// What does not fit the area of a group that was not counted: each run that a tile has of it lies behind all areas,
// until all groups are known. Then those that have such runs are put together in the output.
#pragma once

#include "src/cuda/block/tiles/stored_words.cuh"
#include "src/cuda/plans/uncounted_layout.hpp"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

struct alignas(16) overflowing_run {
    unsigned group, before; // in the group, so many rests come before it
    unsigned place, count;  // among all such runs
};

template <class Word>
class overflowing_runs {
public:
    using rests = stored_rests<Word>;

    // In memory of `layout.behind_areas` words: a quarter, or less, tells of the runs.
    __device__ overflowing_runs(Word* memory, uncounted_layout const& layout, prefix_state& state)
        : runs_(reinterpret_cast<overflowing_run*>(memory)),
          most_runs_(min(layout.behind_areas / 4 * unsigned{sizeof(Word)} / unsigned{sizeof(overflowing_run)}, most)),
          most_rests_((layout.behind_areas - most_runs_ * unsigned{sizeof(overflowing_run) / sizeof(Word)}) *
                      unsigned{sizeof(Word)} / bytes_of_rest(sizeof(Word))),
          most_of_group_(layout.most_of_group), state_(&state) {}

    // Where a run goes; null if there is no room, or the group has too many.
    __device__ rests take(unsigned group, unsigned before, unsigned count) const {
        unsigned const place = atomicAdd(&state_->overflowing_rests, count),
                       run = atomicAdd(&state_->overflowing_runs, 1u);
        if (run >= most_runs_ || place + count > most_rests_ || before + count > most_of_group_) {
            state_->lacks_room = true;
            return {};
        }
        runs_[run] = {group, before, place, count};
        return all() + place;
    }

    // By all threads of a block, once all are taken: those of the groups of a row, each copied by a warp.
    // group_at(group) is where a group's first rest goes, and area_of(group) where those are that fit its area,
    // `most_of_area` at most.
    template <unsigned Threads, class GroupAt, class AreaOf>
    __device__ void gather(unsigned row, unsigned most_of_area, GroupAt const& group_at, AreaOf const& area_of) const {
        unsigned const runs = state_->overflowing_runs;
        for (unsigned first = warp_of_thread() * warp_lanes; first < runs; first += Threads) {
            unsigned const mine = first + lane_of_thread();
            bool const is_of_row = mine < runs && runs_[mine].group / bins == row;
            for (unsigned left = __ballot_sync(all_lanes, is_of_row); left > 0; left &= left - 1) {
                auto const [group, before, place, count] = runs_[first + __ffs(left) - 1];
                rests const to = group_at(group);
                copy(to + before, all() + place, count);
                if (before <= most_of_area) // the group's first one
                    copy(to, area_of(group), before);
            }
        }
    }

private:
    static constexpr unsigned most = 1024;

    __device__ rests all() const { return rests_in(reinterpret_cast<Word*>(runs_ + most_runs_), most_rests_); }

    // By a warp, some at once: each has to be waited for.
    static __device__ void copy(rests const& to, rests const& from, unsigned count) {
        constexpr unsigned at_once = 16 / sizeof(Word);
        for (unsigned first = lane_of_thread(); first < count; first += at_once * warp_lanes) {
            Word some[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (first + i * warp_lanes < count)
                    some[i] = from.get(first + i * warp_lanes);
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (first + i * warp_lanes < count)
                    to.put(first + i * warp_lanes, some[i]);
        }
    }

    overflowing_run* runs_;
    unsigned most_runs_, most_rests_, most_of_group_;
    prefix_state* state_;
};

} // namespace pradix::cuda
