// SPDX-License-Identifier: MIT
#include "src/opencl/backend.hpp"

#include "src/core/midway.hpp"
#include "src/core/scratch.hpp"
#include "src/core/seconds.hpp"
#include "src/opencl/device_sort.hpp"
#include "src/opencl/devices.hpp"
#include "src/opencl/errors.hpp"
#include "src/opencl/workspace.hpp"

namespace pradix::opencl {

namespace {

enum class direction : unsigned char { up, down, both };

// An array of the caller and its place on the device: itself on a CPU, if it lies as kernels need it.
class host_array {
public:
    host_array(cl::Context const& context, bool shared, direction way, void* data, std::size_t bytes,
               std::size_t aligned_to)
        : shared_(shared && reinterpret_cast<std::uintptr_t>(data) % aligned_to == 0), way_(way), data_(data),
          bytes_(bytes) {
        if (bytes == 0)
            return;
        buffer_ = shared_ ? cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, data)
                          : cl::Buffer(context, CL_MEM_READ_WRITE, bytes);
    }

    placed place() const { return {buffer_(), 0}; }

    void bring_up(cl::CommandQueue const& queue) const {
        if (bytes_ > 0 && !shared_ && way_ != direction::down)
            queue.enqueueWriteBuffer(buffer_, CL_TRUE, 0, bytes_, data_);
    }
    // Drivers allocate memory when it is first used: that is not to count as sorting.
    void allocate(cl::CommandQueue const& queue) const {
        if (bytes_ > 0 && !shared_)
            queue.enqueueFillBuffer(buffer_, cl_uchar{0}, 0, 1);
    }
    void bring_down(cl::CommandQueue const& queue) const {
        if (bytes_ > 0 && !shared_ && way_ != direction::up)
            queue.enqueueReadBuffer(buffer_, CL_TRUE, 0, bytes_, data_);
    }
    // Mapping is what makes the device's writes to the caller's memory visible.
    void show(cl::CommandQueue const& queue) const {
        if (bytes_ > 0 && shared_ && way_ != direction::up)
            queue.enqueueUnmapMemObject(buffer_, queue.enqueueMapBuffer(buffer_, CL_FALSE, CL_MAP_READ, 0, bytes_));
    }

private:
    bool shared_;
    direction way_;
    void* data_;
    std::size_t bytes_;
    cl::Buffer buffer_;
};

// Of the widest type that kernels may move such elements with.
std::size_t alignment_of(std::size_t element_bytes) {
    return element_bytes == 0 ? 1 : std::min<std::size_t>(element_bytes & -element_bytes, 16);
}

// A queue that is empty when it goes: then nothing works on the caller's memory any more, however the call ends.
class finished_queue {
public:
    finished_queue(cl::Context const& context, cl::Device const& device) : queue_(context, device) {}
    finished_queue(finished_queue const&) = delete;
    finished_queue& operator=(finished_queue const&) = delete;
    ~finished_queue() { clFinish(queue_()); }

    cl::CommandQueue const& get() const { return queue_; }

private:
    cl::CommandQueue queue_;
};

struct host_problem {
    problem what;
    void* keys;
    void* values; // or indices
};

core::attempt attempt_of(problem const& what) {
    return {what.indices_only ? "argsort" : what.value_bytes > 0 ? "sort_pairs" : "sort", what.count, what.type};
}

// Sets are_written before anything is written to the caller's arrays.
void sort_arrays(host_problem const& given, options const& how, bool& are_written) {
    problem const& what = given.what;
    double const begin = core::seconds();
    auto const [device, context] = open_device(how.device);
    device_facts const facts = facts_of(device);
    tuning const tuned = tune_for(what, facts);
    std::size_t const scratch_bytes = workspace_bytes(what, tuned);
    // A workspace for `automatic` was asked of the CPU backend.
    bool const is_meant = facts.is_cpu && how.where == backend::opencl;
    core::scratch const scratch(attempt_of(what), facts.is_cpu ? scratch_bytes : 0,
                                is_meant ? how.workspace : std::span<std::byte>{});

    // Device memory first: if there is not enough, nothing has been touched.
    host_array const keys(context, facts.is_cpu, what.indices_only ? direction::up : direction::both, given.keys,
                          what.count * key_bytes(what.type), key_bytes(what.type));
    host_array const values(context, facts.is_cpu, what.indices_only ? direction::down : direction::both, given.values,
                            what.count * what.value_bytes, alignment_of(what.value_bytes));
    // Offsets in the workspace are aligned if its start is; it has room for that.
    std::size_t const unused = -reinterpret_cast<std::uintptr_t>(scratch.data()) % layout::alignment;
    host_array const workspace(context, facts.is_cpu, direction::up, scratch.data() + unused,
                               scratch_bytes == 0 ? 0 : scratch_bytes - unused, 1);
    finished_queue const owned(context, device);
    cl::CommandQueue const& queue = owned.get();
    workspace.allocate(queue);
    if (what.indices_only)
        values.allocate(queue);
    keys.bring_up(queue);
    values.bring_up(queue);
    double const arrived = core::seconds();

    item_places const items = what.indices_only
                                  ? item_places{keys.place(), {}, {}, values.place()}
                                  : item_places{keys.place(), keys.place(), values.place(), values.place()};
    bool* const begun = facts.is_cpu ? &are_written : nullptr;
    stream const on{context, device, queue, {}, nullptr, begun};
    sort(what, items, workspace.place(), on, how, tuned);
    keys.show(queue);
    values.show(queue);
    queue.finish();
    double const sorted = core::seconds();

    are_written = true;
    keys.bring_down(queue);
    values.bring_down(queue);
    if (how.spent != nullptr)
        *how.spent = {.where = backend::opencl,
                      .transfer = arrived - begin + (core::seconds() - sorted),
                      .sorting = sorted - arrived};
}

void sort_arrays(host_problem const& given, options const& how) {
    core::attempt const attempted = attempt_of(given.what);
    core::telling_failures_midway(attempted, [&](bool& are_written) {
        attempting(attempted.text() + " on an OpenCL device", [&] { sort_arrays(given, how, are_written); });
    });
}

std::size_t host_bytes(problem const& what, options const& how) {
    return attempting("workspace_bytes", [&] {
        device_facts const facts = facts_of(open_device(how.device).device);
        return facts.is_cpu ? workspace_bytes(what, tune_for(what, facts)) : 0;
    });
}

problem sort_problem(key_type type, std::size_t count, std::size_t value_bytes) {
    return {.type = type, .count = count, .value_bytes = value_bytes, .indices_only = false, .in_place = true};
}

problem argsort_problem(key_type type, std::size_t count, std::size_t index_bytes) {
    return {.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true, .in_place = false};
}

} // namespace

void sort_host(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes,
               options const& how) {
    sort_arrays({sort_problem(type, count, value_bytes), keys, values}, how);
}

void argsort_host(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                  options const& how) {
    sort_arrays({argsort_problem(type, count, index_bytes), const_cast<void*>(keys), indices}, how);
}

std::size_t host_workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes, options const& how) {
    return host_bytes(sort_problem(type, count, value_bytes), how);
}

std::size_t host_argsort_workspace_bytes(key_type type, std::size_t count, options const& how) {
    return std::max(host_bytes(argsort_problem(type, count, 4), how), host_bytes(argsort_problem(type, count, 8), how));
}

} // namespace pradix::opencl
