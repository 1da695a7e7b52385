// SPDX-License-Identifier: MIT
// Sorts on the device, looks at the result there, by the definition of the order, and lets tests see what else the sort
// has left: look(workspace) says what.
#pragma once

#include "tests/gpu/taken_path.hpp"

namespace pradix::test {

// In which floats may be asked for.
inline constexpr options orders_of_floats[] = {{},
                                               {.direction = order::descending},
                                               {.nans = nan_order::last},
                                               {.direction = order::descending, .nans = nan_order::last}};

// So many of these keys as there are, of an array of what.count.
template <class T, class Look>
auto sort_and_look(cuda::problem const& what, std::vector<T> const& keys, cuda::tuning const& tuned, scratch given,
                   options const& how, Look const& look) {
    std::size_t const count = keys.size(), used = count * sizeof(T), used_by_values = count * what.value_bytes;
    std::size_t const of_keys = what.count * sizeof(T), of_values = what.count * what.value_bytes;
    value_content const content = what.indices_only ? value_content::index : value_content::index_and_more;
    guarded_device const keys_in(of_keys), keys_out(what.indices_only ? 0 : of_keys),
        values_in(what.indices_only ? 0 : of_values), values_out(of_values),
        workspace(given == scratch::usual ? cuda::workspace_bytes(what, tuned)
                                          : cuda::least_workspace_bytes(what, tuned)),
        exact(sizeof(std::uint64_t));
    keys_in.put(keys.data(), used);
    if (values_in.size() > 0)
        make_values_on_device(values_in.data(), what.value_bytes, count, content);
    if (what.in_place) { // what is sorted is a copy
        keys_out.copy(keys_in, used);
        values_out.copy(values_in, used_by_values);
    }
    std::uint64_t const sorted = count;
    exact.put(&sorted, sizeof sorted);

    auto const if_any = [](guarded_device const& memory) { return memory.size() > 0 ? memory.data() : nullptr; };
    cuda::sort(what,
               {if_any(what.in_place ? keys_out : keys_in), if_any(keys_out),
                if_any(what.in_place ? values_out : values_in), if_any(values_out)},
               {.workspace = {workspace.data(), workspace.size()},
                .count = what.count == count ? nullptr : reinterpret_cast<std::uint64_t const*>(exact.data())},
               how, tuned);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    EXPECT_TRUE(workspace.intact() && keys_out.intact(what.indices_only ? 0 : used) &&
                values_out.intact(used_by_values))
        << "wrote beside its arrays";
    EXPECT_EQ(what.value_bytes == 0 ? wrong_keys(what.type, count, keys_in.data(), keys_out.data(), how)
                                    : wrong_items({what.type, count, keys_in.data(), if_any(keys_out),
                                                   values_out.data(), what.value_bytes, content},
                                                  how),
              "");
    return look(workspace);
}

// Keys with values of 4 bytes.
template <class T, class Look>
auto sort_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place, scratch given,
                   Look const& look, std::size_t more = 0, options const& how = {}) {
    cuda::problem const what{
        .type = key_type_of<T>, .count = keys.size() + more, .value_bytes = 4, .in_place = in_place};
    return sort_and_look(what, keys, tuned, given, how, look);
}

// The same for values of any size.
template <std::size_t ValueBytes, class T, class Look>
auto sort_values_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, Look const& look,
                          options const& how = {}) {
    cuda::problem const what{.type = key_type_of<T>, .count = keys.size(), .value_bytes = ValueBytes};
    return sort_and_look(what, keys, tuned, scratch::usual, how, look);
}

// The same for keys alone. With more items that are not sorted, the device knows how many are.
template <class T, class Look>
auto sort_keys_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place, scratch given,
                        Look const& look, std::size_t more = 0, options const& how = {}) {
    cuda::problem const what{
        .type = key_type_of<T>, .count = keys.size() + more, .value_bytes = 0, .in_place = in_place};
    return sort_and_look(what, keys, tuned, given, how, look);
}

// The same for the positions of sorted keys.
template <class T, class Look>
auto argsort_and_look(std::vector<T> const& keys, cuda::tuning const& tuned, std::size_t more, Look const& look,
                      options const& how = {}) {
    cuda::problem const what{
        .type = key_type_of<T>, .count = keys.size() + more, .value_bytes = 4, .indices_only = true};
    return sort_and_look(what, keys, tuned, scratch::usual, how, look);
}

// These say which way was taken.
template <class T>
taken sort_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place,
                     scratch given = scratch::usual) {
    return sort_and_look(keys, tuned, in_place, given,
                         [&](guarded_device const& workspace) { return taken_by_last_sort<T>(workspace, given); });
}
template <class T>
taken sort_keys_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, bool in_place,
                          scratch given = scratch::usual) {
    return sort_keys_and_look(keys, tuned, in_place, given,
                              [&](guarded_device const& workspace) { return taken_by_last_sort<T>(workspace, given); });
}
template <class T>
taken argsort_and_check(std::vector<T> const& keys, cuda::tuning const& tuned, std::size_t more = 0) {
    return argsort_and_look(keys, tuned, more,
                            [](guarded_device const& workspace) { return taken_by_last_sort(workspace); });
}

// For tests that want nothing but items in order.
inline bool nothing_else(guarded_device const&) {
    return true;
}

} // namespace pradix::test
