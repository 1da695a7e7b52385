// SPDX-License-Identifier: MIT
// Which way the last sort on the device has taken, and tunings that leave only some.
#pragma once

#include "src/cuda/state/block_reports.hpp"
#include "src/cuda/state/control.hpp"
#include "src/cuda/state/workspace.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"

namespace pradix::test {

// All digits; two leading ones, then groups, of keys or of what is left of them, or these without having counted; one
// digit that tells all keys apart, by which items are moved; or none are. With the least scratch: range by range of
// keys, or not.
enum class taken { passes, groups, rests, uncounted_groups, one_pass, no_pass, ranges, no_ranges };
enum class scratch { usual, least };

// A part of what the kernels of the last sort have told each other.
template <class Part>
Part part_of_last_sort(std::byte* workspace, Part cuda::control::*part) {
    cuda::device_arena arena(workspace);
    Part copy{};
    cuda::check(cudaMemcpy(&copy, &(arena.take<cuda::control>(1)->*part), sizeof copy, cudaMemcpyDeviceToHost),
                "looking");
    return copy;
}
template <class Part>
Part part_of_last_sort(guarded_device const& workspace, Part cuda::control::*part) {
    return part_of_last_sort(workspace.data(), part);
}
inline cuda::pass_plan plan_of_last_sort(guarded_device const& workspace) {
    return part_of_last_sort(workspace, &cuda::control::plan);
}

inline cuda::guess guess_of_last_sort(guarded_device const& workspace) {
    return part_of_last_sort(workspace, &cuda::control::guessed);
}

inline taken taken_by_last_sort(guarded_device const& workspace) {
    cuda::pass_plan const plan = plan_of_last_sort(workspace);
    cuda::group_plan const& groups = plan.groups;
    bool const counted = groups.area == 0;
    return !plan.made_early()      ? taken::passes
           : groups.active         ? (!counted          ? taken::uncounted_groups
                                      : groups.of_rests ? taken::rests
                                                        : taken::groups)
           : plan.passes[0].active ? taken::one_pass
                                   : taken::no_pass;
}

template <class T>
taken taken_by_last_sort(guarded_device const& workspace, scratch given) {
    if (given == scratch::usual)
        return taken_by_last_sort(workspace);
    using state = cuda::range_state<std::make_unsigned_t<T>>;
    cuda::device_arena arena(workspace.data());
    unsigned size = 0;
    cuda::check(cudaMemcpy(&size, &arena.take<state>(1)->ranges.size, sizeof size, cudaMemcpyDeviceToHost), "looking");
    return size > 0 ? taken::ranges : taken::no_ranges;
}

// What blocks have told each other in a sort of one launch that wanted its keys.
template <class T>
auto reports_of_last_sort(guarded_device const& workspace, std::size_t count, std::size_t value_bytes) {
    cuda::tuning const tuned = cuda::tune(sizeof(T));
    cuda::device_arena arena(workspace.data());
    cuda::sort_size const size{count, sizeof(T), value_bytes};
    auto const space = cuda::engine_workspace::take(arena, {.items = cuda::scratch_items(size, tuned),
                                                            .key_bytes = sizeof(T),
                                                            .value_bytes = value_bytes,
                                                            .groups = cuda::most_groups(size, tuned),
                                                            .report_bytes = cuda::report_bytes(size, tuned)});
    cuda::block_reports<std::make_unsigned_t<T>> reports{};
    cuda::check(cudaMemcpy(&reports, space.reports, sizeof reports, cudaMemcpyDeviceToHost), "looking");
    return reports;
}
inline unsigned blocks_of_one_launch(std::size_t count) {
    int multiprocessors = 0;
    cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0), "asking");
    return cuda::cooperating_blocks(count, static_cast<unsigned>(multiprocessors));
}

// However few keys, not in one launch; and no outliers are replaced, so that tests see what is given up.
template <class T>
cuda::tuning tuned_to_passes() {
    cuda::tuning tuned = cuda::tune(sizeof(T));
    tuned.cooperative_items = tuned.even_items = 0;
    tuned.outlier_items = ~std::uint64_t{0};
    return tuned;
}

// Nor by groups, whatever keys look like.
template <class T>
cuda::tuning tuned_to_digits() {
    cuda::tuning tuned = tuned_to_passes<T>();
    tuned.leading_items = tuned.wide_items = 0;
    return tuned;
}

// One block does what some would do together, or all do.
inline cuda::tuning without_clusters(cuda::tuning tuned) {
    tuned.may_cluster = false;
    return tuned;
}
template <class T>
cuda::tuning tuned_to_passes(bool clusters) {
    return clusters ? tuned_to_passes<T>() : without_clusters(tuned_to_passes<T>());
}

} // namespace pradix::test
