// SPDX-License-Identifier: MIT
// Runs of items that are still to be put in order, when passes by leading digits are over: lists in the look-back
// state, which is not needed any more.
#pragma once

#include "src/cuda/state/workspace.hpp"

namespace pradix::cuda {

// Of neighbouring items in the output.
struct tied_run {
    unsigned first, size;
};

// One that does not fit a block: blocks have a share each. They sort it step by step.
struct long_run {
    unsigned first, size;
    unsigned members, first_member;
    unsigned first_row; // of counts, if there is more than one member
    unsigned finished;  // steps, of all members
};

struct tie_lists {
    tied_run* runs;
    long_run* long_runs;
    unsigned* run_of_member; // a long one
    unsigned (*counts)[bins];
    unsigned* crossing; // a bit for each block's share of the output: the run that begins there, and goes on, is listed

    static constexpr unsigned members_of(unsigned size) {
        unsigned const shares = size / least_share_of_long_run;
        return shares == 0 ? 1 : shares < most_members_of_long_run ? shares : most_members_of_long_run;
    }

    // In so many words of either row.
    static tie_lists take(std::uint32_t* const (&words)[2], std::uint32_t* crossing, std::uint64_t count) {
        auto* const long_runs = reinterpret_cast<long_run*>(words[1]);
        auto* const run_of_member = reinterpret_cast<unsigned*>(long_runs + most_long_runs(count));
        auto* const counts = run_of_member + most_long_runs(count);
        return {reinterpret_cast<tied_run*>(words[0]), long_runs, run_of_member,
                reinterpret_cast<unsigned(*)[bins]>(counts), crossing};
    }

    // Whether all runs that there can be find room in so many words of either row, and are within reach.
    static constexpr bool fit(std::uint64_t count, std::uint64_t words) {
        std::uint64_t const of_runs = count / (most_tied_items + 1) * (sizeof(tied_run) / sizeof(std::uint32_t));
        std::uint64_t const of_long_runs = most_long_runs(count) * (sizeof(long_run) / sizeof(std::uint32_t) + 1) +
                                           count / least_share_of_long_run * bins;
        return count < std::uint64_t{1} << 32 && of_runs <= words && of_long_runs <= words;
    }

    // A word has a bit for so many items.
    static constexpr std::size_t words_of_crossing(std::uint64_t count, unsigned tile_items) {
        return static_cast<std::size_t>(count / (std::uint64_t{32} * tile_items)) + 1;
    }

private:
    // And members, too: a share is not smaller than what fits a block.
    static constexpr std::uint64_t most_long_runs(std::uint64_t count) { return count / (group_tile.size() + 1); }
    static_assert(least_share_of_long_run > group_tile.size());
};

} // namespace pradix::cuda
