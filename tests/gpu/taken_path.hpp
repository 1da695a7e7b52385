// SPDX-License-Identifier: MIT
// Sorts on the device beside std::stable_sort, and says which way was taken.
#pragma once

#include "src/cuda/block_reports.hpp"
#include "src/cuda/control.hpp"
#include "src/cuda/workspace.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace pradix::test {

// All digits; two leading ones, then groups, or these by tallies, either also without having counted the keys; one
// digit that tells all keys apart, by which items are moved; or none are. With the least scratch: range by range of
// keys, or not.
enum class taken { passes, groups, tallies, uncounted_groups, uncounted_tallies, one_pass, no_pass, ranges, no_ranges };
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

inline taken taken_by_last_sort(guarded_device const& workspace) {
    cuda::pass_plan const plan = plan_of_last_sort(workspace);
    cuda::group_plan const& groups = plan.groups;
    bool const counted = groups.area == 0;
    return !plan.made_early()      ? taken::passes
           : groups.by_tallies     ? (counted ? taken::tallies : taken::uncounted_tallies)
           : groups.active         ? (counted ? taken::groups : taken::uncounted_groups)
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

inline std::size_t workspace_bytes(cuda::problem const& what, cuda::tuning const& tuned, scratch given) {
    return given == scratch::usual ? cuda::workspace_bytes(what, tuned) : cuda::least_workspace_bytes(what, tuned);
}

template <class T>
void expect_equal(std::vector<T> const& actual, std::vector<T> const& expected, char const* what) {
    auto const [wrong, right] = std::mismatch(actual.begin(), actual.end(), expected.begin());
    EXPECT_TRUE(wrong == actual.end()) << what << " " << wrong - actual.begin() << " of " << actual.size()
                                       << " is wrong";
}

// Sorts keys and their positions and compares with std::stable_sort; look(workspace) says what else is to be known.
template <class T, class Look>
auto sort_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place, scratch given,
                   Look const& look) {
    std::size_t const count = keys.size();
    std::vector<std::uint32_t> positions(count);
    std::iota(positions.begin(), positions.end(), 0u);
    cuda::problem const what{.type = key_type_of<T>, .count = count, .value_bytes = 4, .in_place = in_place};
    guarded_device const keys_in(count * sizeof(T)), keys_out(count * sizeof(T)), values_in(count * 4),
        values_out(count * 4), workspace(workspace_bytes(what, tuned, given));
    keys_in.put(keys.data(), count * sizeof(T));
    values_in.put(positions.data(), count * 4);
    guarded_device const &to_keys = in_place ? keys_in : keys_out, &to_values = in_place ? values_in : values_out;
    cuda::sort(what, {keys_in.data(), to_keys.data(), values_in.data(), to_values.data()},
               {.workspace = {workspace.data(), workspace.size()}}, {}, tuned);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    EXPECT_TRUE(workspace.intact() && to_keys.intact() && to_values.intact()) << "wrote beside its arrays";

    std::stable_sort(positions.begin(), positions.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    std::vector<T> sorted(count), expected(count);
    std::vector<std::uint32_t> moved(count);
    to_keys.get(sorted.data(), count * sizeof(T));
    to_values.get(moved.data(), count * 4);
    std::transform(positions.begin(), positions.end(), expected.begin(), [&](auto i) { return keys[i]; });
    expect_equal(sorted, expected, "key");
    expect_equal(moved, positions, "value");
    return look(workspace);
}

// The same, and says which way was taken.
template <class T>
taken sort_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place,
                     scratch given = scratch::usual) {
    return sort_and_look(keys, tuned, in_place, given,
                         [&](guarded_device const& workspace) { return taken_by_last_sort<T>(workspace, given); });
}

// The same for keys alone. With more items that are not sorted, the device knows how many are.
template <class T, class Look>
auto sort_keys_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place, scratch given,
                        Look const& look, std::size_t more = 0) {
    std::size_t const bytes = keys.size() * sizeof(T), all = bytes + more * sizeof(T);
    cuda::problem const what{
        .type = key_type_of<T>, .count = keys.size() + more, .value_bytes = 0, .in_place = in_place};
    guarded_device const keys_in(all), keys_out(all), workspace(workspace_bytes(what, tuned, given)),
        exact(sizeof(std::uint64_t));
    keys_in.put(keys.data(), bytes);
    std::uint64_t const count = keys.size();
    exact.put(&count, sizeof count);
    guarded_device const& to_keys = in_place ? keys_in : keys_out;
    cuda::sort(what, {keys_in.data(), to_keys.data(), nullptr, nullptr},
               {.workspace = {workspace.data(), workspace.size()},
                .count = more == 0 ? nullptr : reinterpret_cast<std::uint64_t const*>(exact.data())},
               {}, tuned);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    EXPECT_TRUE(workspace.intact() && to_keys.intact(bytes)) << "wrote beside its arrays";

    std::vector<T> sorted(keys.size()), expected(keys);
    std::sort(expected.begin(), expected.end());
    to_keys.get(sorted.data(), bytes);
    expect_equal(sorted, expected, "key");
    return look(workspace);
}

template <class T>
taken sort_keys_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place,
                          scratch given = scratch::usual) {
    return sort_keys_and_look(keys, tuned, in_place, given,
                              [&](guarded_device const& workspace) { return taken_by_last_sort<T>(workspace, given); });
}

// The same for the positions of sorted keys.
template <class T, class Look>
auto argsort_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, std::size_t more, Look const& look) {
    std::size_t const count = keys.size(), most = count + more;
    cuda::problem const what{.type = key_type_of<T>, .count = most, .value_bytes = 4, .indices_only = true};
    guarded_device const keys_in(most * sizeof(T)), indices(most * 4), workspace(cuda::workspace_bytes(what, tuned)),
        exact(sizeof(std::uint64_t));
    keys_in.put(keys.data(), count * sizeof(T));
    std::uint64_t const sorted = count;
    exact.put(&sorted, sizeof sorted);
    cuda::sort(what, {keys_in.data(), nullptr, nullptr, indices.data()},
               {.workspace = {workspace.data(), workspace.size()},
                .count = more == 0 ? nullptr : reinterpret_cast<std::uint64_t const*>(exact.data())},
               {}, tuned);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    EXPECT_TRUE(workspace.intact() && indices.intact(count * 4)) << "wrote beside its arrays";

    std::vector<std::uint32_t> positions(count), expected(count);
    std::iota(expected.begin(), expected.end(), 0u);
    std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    indices.get(positions.data(), count * 4);
    expect_equal(positions, expected, "position");
    return look(workspace);
}

template <class T>
taken argsort_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, std::size_t more = 0) {
    return argsort_and_look(keys, tuned, more,
                            [](guarded_device const& workspace) { return taken_by_last_sort(workspace); });
}

// Keys with values of any size, and these in order; look(workspace) sees what else is to be known.
template <class T, class V, class Look>
std::pair<std::vector<T>, std::vector<V>> sort_with_values(std::vector<T> const& keys, std::vector<V> const& values,
                                                           cuda::tuning const& tuned, Look const& look,
                                                           options const& how = {}) {
    std::size_t const count = keys.size(), key_bytes = count * sizeof(T), value_bytes = count * sizeof(V);
    cuda::problem const what{.type = key_type_of<T>, .count = count, .value_bytes = sizeof(V)};
    guarded_device const keys_in(key_bytes), keys_out(key_bytes), values_in(value_bytes), values_out(value_bytes),
        workspace(cuda::workspace_bytes(what, tuned));
    keys_in.put(keys.data(), key_bytes);
    values_in.put(values.data(), value_bytes);
    cuda::sort(what, {keys_in.data(), keys_out.data(), values_in.data(), values_out.data()},
               {.workspace = {workspace.data(), workspace.size()}}, how, tuned);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    EXPECT_TRUE(workspace.intact() && keys_out.intact() && values_out.intact()) << "wrote beside its arrays";
    std::pair<std::vector<T>, std::vector<V>> sorted{count, count};
    keys_out.get(sorted.first.data(), key_bytes);
    values_out.get(sorted.second.data(), value_bytes);
    look(workspace);
    return sorted;
}

// The same with values that say where items come from, compared with std::stable_sort by comes_before(key, other).
template <std::size_t ValueBytes, class T, class Look, class Order = std::less<>>
auto sort_values_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, Look const& look,
                          options const& how = {}, Order const& comes_before = {}) {
    using value = std::array<std::uint32_t, ValueBytes / 4>;
    std::size_t const count = keys.size();
    auto const value_of = [](std::uint32_t place) {
        value made{};
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = i % 2 == 0 ? place : ~place;
        return made;
    };
    std::vector<value> values(count), moved_right(count);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::transform(order.begin(), order.end(), values.begin(), value_of);
    std::invoke_result_t<Look, guarded_device const&> seen{};
    auto const [sorted, moved] = sort_with_values(
        keys, values, tuned, [&](guarded_device const& workspace) { seen = look(workspace); }, how);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return comes_before(keys[a], keys[b]); });
    std::vector<T> sorted_right(count);
    std::transform(order.begin(), order.end(), sorted_right.begin(), [&](auto place) { return keys[place]; });
    std::transform(order.begin(), order.end(), moved_right.begin(), value_of);
    expect_equal(sorted, sorted_right, "key");
    expect_equal(moved, moved_right, "value");
    return seen;
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
