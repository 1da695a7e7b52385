// SPDX-License-Identifier: MIT
// The compiled core behind <pradix/opencl.hpp>: check everything once, then enqueue.
#include "src/core/validate.hpp"
#include "src/opencl/device_sort.hpp"
#include "src/opencl/devices.hpp"
#include "src/opencl/errors.hpp"
#include "src/opencl/program.hpp"

#include <pradix/opencl.hpp>

namespace pradix::opencl {

namespace {

using core::fail;

// An array of the caller as the checks see it.
struct checked_array {
    char const* role;
    memory_type buffer;
    std::uint64_t offset; // in bytes
    std::uint64_t count;
    std::uint64_t element_bytes;
    bool is_written;

    std::uint64_t bytes() const { return count * element_bytes; }
};

// Bytes of a buffer that is not the sub-buffer of another one.
struct extent {
    cl_mem root;
    std::uint64_t begin, end;
};

extent extent_of(checked_array const& array) {
    cl::Buffer const buffer(array.buffer, true);
    cl::Memory const parent = buffer.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>();
    std::uint64_t const begin = array.offset + (parent() == nullptr ? 0 : buffer.getInfo<CL_MEM_OFFSET>());
    return {parent() == nullptr ? array.buffer : parent(), begin, begin + array.bytes()};
}

void check_array(core::attempt const& attempted, checked_array const& array, cl::Context const& context) {
    std::string const role = array.role;
    if (array.buffer == nullptr)
        fail(attempted, "there is no buffer for " + role, "pass one, or 0 elements");
    cl::Buffer const buffer(array.buffer, true);
    if (buffer.getInfo<CL_MEM_CONTEXT>()() != context())
        fail(attempted, "the buffer of " + role + " is of another context", "use buffers of the queue's context");
    cl_mem_flags const flags = buffer.getInfo<CL_MEM_FLAGS>();
    if ((flags & CL_MEM_WRITE_ONLY) != 0)
        fail(attempted, "kernels may not read the buffer of " + role, "make it with CL_MEM_READ_WRITE");
    if (array.is_written && (flags & CL_MEM_READ_ONLY) != 0)
        fail(attempted, "kernels may not write the buffer of " + role, "make it with CL_MEM_READ_WRITE");
    std::uint64_t const size = buffer.getInfo<CL_MEM_SIZE>();
    if (array.offset > size || array.count > (size - array.offset) / array.element_bytes)
        fail(attempted, "the end of " + role + " is beyond the " + std::to_string(size) + " bytes of the buffer",
             "check offset and size");
}

void check_arrays(core::attempt const& attempted, std::initializer_list<checked_array> arrays,
                  cl::Context const& context) {
    for (checked_array const& each : arrays)
        if (each.count > 0 && each.element_bytes > 0)
            check_array(attempted, each, context);
    for (auto const* a = arrays.begin(); a != arrays.end(); ++a)
        for (auto const* b = a + 1; b != arrays.end(); ++b) {
            if (a->bytes() == 0 || b->bytes() == 0)
                continue;
            extent const one = extent_of(*a), other = extent_of(*b);
            if (one.root == other.root && one.begin < other.end && other.begin < one.end)
                fail(attempted, std::string(a->role) + " and " + b->role + " overlap", "pass separate arrays");
        }
}

stream stream_of(core::attempt const& attempted, launch const& run, options const& how) {
    if (run.queue == nullptr)
        fail(attempted, "there is no queue", "pass one in launch::queue");
    if (how.where != backend::automatic && how.where != backend::opencl)
        fail(attempted, "the options ask for another backend", "leave `where` out: the arrays are in OpenCL buffers");
    if (!how.workspace.empty())
        fail(attempted, "the options have a workspace", "pass a buffer in launch::workspace instead");
    cl::CommandQueue const queue(run.queue, true);
    return {queue.getInfo<CL_QUEUE_CONTEXT>(), queue.getInfo<CL_QUEUE_DEVICE>(), queue, run.wait, run.done};
}

checked_array workspace_array(core::attempt const& attempted, launch const& run, std::uint64_t needed,
                              char const* advice) {
    core::check_workspace(attempted, run.workspace.size, needed, advice);
    return {"the workspace", run.workspace.buffer, run.workspace.offset, run.workspace.size, 1, true};
}

bool same(detail::untyped const& a, detail::untyped const& b) {
    return a.buffer == b.buffer && a.offset == b.offset;
}

placed at(detail::untyped const& array) {
    return {array.buffer, array.offset};
}

// A sort of nothing still completes after what it waits for.
void enqueue_nothing(stream const& on) {
    cl::Event done;
    if (on.done != nullptr || !on.wait.empty()) {
        std::vector<cl::Event> wait;
        for (cl_event each : on.wait)
            wait.emplace_back(each, true);
        on.queue.enqueueMarkerWithWaitList(&wait, &done);
    }
    on.queue.flush();
    if (on.done == nullptr)
        return;
    *on.done = done();
    clRetainEvent(*on.done);
}

template <class Work>
void checked(core::attempt const& attempted, launch const& run, options const& how, problem const& what,
             Work const& work) {
    attempting(attempted.text(), [&] {
        stream const on = stream_of(attempted, run, how);
        if (what.count == 0)
            return enqueue_nothing(on);
        tuning const tuned = tune_for(what, facts_of(on.device));
        char const* const advice =
            what.indices_only ? " are needed; ask argsort_workspace_bytes" : " are needed; ask workspace_bytes";
        work(on, tuned, workspace_array(attempted, run, workspace_bytes(what, tuned), advice));
    });
}

std::size_t bytes_for(char const* operation, device_type device, problem const& what) {
    core::attempt const attempted{operation, what.count, what.type};
    if (device == nullptr)
        fail(attempted, "there is no device", "pass that of the queue");
    return attempting(attempted.text(), [&] {
        return std::size_t{workspace_bytes(what, tune_for(what, facts_of(cl::Device(device, true))))};
    });
}

} // namespace

namespace detail {

void sort(key_type type, untyped keys_in, untyped keys_out, std::size_t count, untyped values_in, untyped values_out,
          std::size_t value_bytes, launch const& run, options const& how) {
    core::attempt const attempted{value_bytes ? "opencl::sort_pairs" : "opencl::sort", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_count(attempted, value_bytes);
    bool const in_place = same(keys_in, keys_out);
    if (count > 0 && value_bytes > 0 && in_place != same(values_in, values_out))
        fail(attempted, "only one of keys and values is in place", "have both in place or both not");
    problem const what{.type = type, .count = count, .value_bytes = value_bytes, .in_place = in_place};
    checked(attempted, run, how, what, [&](stream const& on, tuning const& tuned, checked_array const& workspace) {
        std::size_t const outputs = in_place ? 0 : count;
        check_arrays(attempted,
                     {{"keys_in", keys_in.buffer, keys_in.offset, count, key_bytes(type), in_place},
                      {"keys_out", keys_out.buffer, keys_out.offset, outputs, key_bytes(type), true},
                      {"values_in", values_in.buffer, values_in.offset, count, value_bytes, in_place},
                      {"values_out", values_out.buffer, values_out.offset, outputs, value_bytes, true},
                      workspace},
                     on.context);
        opencl::sort(what, {at(keys_in), at(keys_out), at(values_in), at(values_out)},
                     {workspace.buffer, workspace.offset}, on, how, tuned);
    });
}

void argsort(key_type type, untyped keys, std::size_t count, untyped indices, std::size_t index_bytes,
             launch const& run, options const& how) {
    core::attempt const attempted{"opencl::argsort", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_index_bytes(attempted, index_bytes);
    core::check_count(attempted, index_bytes);
    problem const what{.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true};
    checked(attempted, run, how, what, [&](stream const& on, tuning const& tuned, checked_array const& workspace) {
        check_arrays(attempted,
                     {{"keys", keys.buffer, keys.offset, count, key_bytes(type), false},
                      {"indices", indices.buffer, indices.offset, count, index_bytes, true},
                      workspace},
                     on.context);
        opencl::sort(what, {at(keys), {}, {}, at(indices)}, {workspace.buffer, workspace.offset}, on, how, tuned);
    });
}

} // namespace detail

std::size_t workspace_bytes(device_type device, key_type type, std::size_t count, std::size_t value_bytes,
                            placement where) {
    core::attempt const attempted{"opencl::workspace_bytes", count, type};
    core::check_key_type(attempted, type);
    core::check_count(attempted, value_bytes);
    return bytes_for(
        attempted.operation, device,
        {.type = type, .count = count, .value_bytes = value_bytes, .in_place = where == placement::in_place});
}

std::size_t argsort_workspace_bytes(device_type device, key_type type, std::size_t count, std::size_t index_bytes) {
    core::attempt const attempted{"opencl::argsort_workspace_bytes", count, type};
    core::check_key_type(attempted, type);
    core::check_index_bytes(attempted, index_bytes);
    core::check_count(attempted, index_bytes);
    return bytes_for(attempted.operation, device,
                     {.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true});
}

} // namespace pradix::opencl
