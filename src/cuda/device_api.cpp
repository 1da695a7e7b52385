// SPDX-License-Identifier: MIT
// The compiled core behind <pradix/cuda.hpp>: check everything once, then enqueue.
#include "src/core/validate.hpp"
#include "src/cuda/current_device.hpp"
#include "src/cuda/device_sort.hpp"
#include "src/cuda/errors.hpp"

namespace pradix::cuda {

namespace {

using core::fail;

void check_launch(core::attempt const& attempted, options const& how) {
    if (how.where != backend::automatic && how.where != backend::cuda)
        fail(attempted, "the options ask for another backend", "leave `where` out: the arrays are in device memory");
    if (!how.workspace.empty())
        fail(attempted, "the options have a workspace", "pass device memory in launch::workspace instead");
}

// Kernels would run on the stream's device, and not reach the arrays.
void check_stream(core::attempt const& attempted, stream_type stream, int device) {
    if (!may_be_of(device, stream))
        fail(attempted, "the stream is not of the current device, which is " + std::to_string(device),
             "call cudaSetDevice first");
}

// What kernels on `device` can read and write through this pointer.
void check_memory(core::attempt const& attempted, char const* role, void const* data, int device) {
    if (is_memory_of(device, data))
        return;
    cudaPointerAttributes found{};
    check(cudaPointerGetAttributes(&found, data), "looking at a pointer");
    if (found.type == cudaMemoryTypeUnregistered)
        fail(attempted, core::address_of(role) + " is in host memory", "pass device memory, or call pradix::sort");
    if (found.type == cudaMemoryTypeDevice && found.device != device)
        fail(attempted, core::address_of(role) + " is on device " + std::to_string(found.device),
             "the current device is " + std::to_string(device) + "; call cudaSetDevice first");
}

void check_alignment(core::attempt const& attempted, char const* role, void const* data, std::size_t bytes) {
    bool const power_of_two = (bytes & (bytes - 1)) == 0;
    if (power_of_two && bytes <= 16 && reinterpret_cast<std::uintptr_t>(data) % bytes != 0)
        fail(attempted, core::address_of(role) + " is not aligned to " + std::to_string(bytes) + " bytes",
             "start the array at a multiple of its element's size");
}

// Returns the current device, whose memory they are.
int check_device_arrays(core::attempt const& attempted, std::initializer_list<core::array> arrays) {
    core::check_arrays(attempted, arrays);
    int const device = current_device();
    for (core::array const& each : arrays) {
        if (each.count == 0 || each.element_bytes == 0)
            continue;
        check_memory(attempted, each.role, each.data, device);
        check_alignment(attempted, each.role, each.data, each.element_bytes);
    }
    return device;
}

core::array workspace_of(launch const& run) {
    return {"the workspace", run.workspace.data(), run.workspace.size(), 1};
}
// Read by every kernel: nothing may be written over it.
core::array count_of(launch const& run) {
    return {"the count", run.count, run.count == nullptr ? 0u : 1u, sizeof *run.count};
}

problem sorting_problem(char const* asked, key_type type, std::size_t count, std::size_t value_bytes, placement where) {
    core::attempt const attempted{asked, count, type};
    core::check_key_type(attempted, type);
    core::check_count(attempted, value_bytes);
    return {.type = type, .count = count, .value_bytes = value_bytes, .in_place = where == placement::in_place};
}

// In place, input and output are one array.
std::size_t unless_same(void const* in, void const* out, std::size_t count) {
    return in == out ? 0 : count;
}

} // namespace

namespace detail {

void sort(key_type type, void const* keys_in, void* keys_out, std::size_t count, void const* values_in,
          void* values_out, std::size_t value_bytes, launch const& run, options const& how) {
    core::attempt const attempted{value_bytes ? "cuda::sort_pairs" : "cuda::sort", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_count(attempted, value_bytes);
    check_launch(attempted, how);
    if (count == 0)
        return;
    bool const in_place = keys_in == keys_out;
    if (value_bytes > 0 && in_place != (values_in == values_out))
        fail(attempted, "only one of keys and values is in place", "have both in place or both not");
    problem const what{.type = type, .count = count, .value_bytes = value_bytes, .in_place = in_place};
    tuning const tuned = tune_for(what);
    if (run.workspace.size() < workspace_bytes(what, tuned)) // the least takes a while to work out
        core::check_workspace(attempted, run.workspace.size(), least_workspace_bytes(what, tuned),
                              " are needed at least; ask workspace_bytes");
    int const device = check_device_arrays(
        attempted, {{"keys_in", keys_in, count, key_bytes(type)},
                    {"keys_out", keys_out, unless_same(keys_in, keys_out, count), key_bytes(type)},
                    {"values_in", values_in, count, value_bytes},
                    {"values_out", values_out, unless_same(values_in, values_out, count), value_bytes},
                    workspace_of(run),
                    count_of(run)});
    check_stream(attempted, run.stream, device);
    sort(what, {keys_in, keys_out, values_in, values_out, device}, run, how, tuned);
}

void argsort(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
             launch const& run, options const& how) {
    core::attempt const attempted{"cuda::argsort", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_index_bytes(attempted, index_bytes);
    core::check_count(attempted, index_bytes);
    check_launch(attempted, how);
    if (count == 0)
        return;
    problem const what{.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true};
    tuning const tuned = tune_for(what);
    core::check_workspace(attempted, run.workspace.size(), workspace_bytes(what, tuned),
                          " are needed at least; ask argsort_workspace_bytes");
    int const device = check_device_arrays(attempted, {{"keys", keys, count, key_bytes(type)},
                                                       {"indices", indices, count, index_bytes},
                                                       workspace_of(run),
                                                       count_of(run)});
    check_stream(attempted, run.stream, device);
    sort(what, {keys, nullptr, nullptr, indices, device}, run, how, tuned);
}

} // namespace detail

std::size_t workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes, placement where) {
    problem const what = sorting_problem("cuda::workspace_bytes", type, count, value_bytes, where);
    return workspace_bytes_up_to(what, tune_for(what));
}

std::size_t least_workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes, placement where) {
    problem const what = sorting_problem("cuda::least_workspace_bytes", type, count, value_bytes, where);
    return least_workspace_bytes_up_to(what, tune_for(what));
}

std::size_t argsort_workspace_bytes(key_type type, std::size_t count, std::size_t index_bytes) {
    core::attempt const attempted{"cuda::argsort_workspace_bytes", count, type};
    core::check_key_type(attempted, type);
    core::check_index_bytes(attempted, index_bytes);
    core::check_count(attempted, index_bytes);
    problem const what{.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true};
    return workspace_bytes_up_to(what, tune_for(what));
}

} // namespace pradix::cuda
