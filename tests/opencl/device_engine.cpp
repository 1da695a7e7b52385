// SPDX-License-Identifier: MIT
#include "tests/opencl/device_engine.hpp"

#include "src/opencl/devices.hpp"
#include "tests/opencl/guarded_buffer.hpp"

#include <stdexcept>

namespace pradix::test {

namespace {

using opencl::kernel_shape;
using opencl::tuning;

void expect(bool holds, char const* what) {
    if (!holds)
        throw std::logic_error(what);
}

// A sort with a workspace of its own; then all red zones are looked at.
class device_run {
public:
    explicit device_run(opencl_case const& like)
        : like_(like), on_(test_stream(like.in_any_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0)),
          plain_(on_.context, on_.device) {}

    cl::CommandQueue const& queue() const { return plain_; } // for what the test itself does

    void operator()(opencl::problem const& what, opencl::item_places const& items, options const& how) {
        tuning const tuned = like_.tuned ? *like_.tuned : opencl::tune_for(what, opencl::facts_of(on_.device));
        guarded_buffer const workspace(plain_, opencl::workspace_bytes(what, tuned), what.count % 7);
        plain_.finish();
        opencl::sort(what, items, workspace.place(), on_, how, tuned);
        on_.queue.finish();
        expect(workspace.intact(), "wrote beside the workspace on the device");
    }

private:
    opencl_case const& like_;
    opencl::stream on_;
    cl::CommandQueue plain_;
};

void sort_on_device(opencl_case const& like, key_type type, void* keys, std::size_t count, void* values,
                    std::size_t value_bytes, options const& how) {
    std::size_t const bytes = key_bytes(type);
    device_run run(like);
    guarded_buffer const keys_in(run.queue(), count * bytes, bytes), keys_out(run.queue(), count * bytes, 3 * bytes);
    guarded_buffer const values_in(run.queue(), count * value_bytes, value_bytes * 16 % 512);
    guarded_buffer const values_out(run.queue(), count * value_bytes, value_bytes * 80 % 512);
    keys_in.put(keys, count * bytes);
    values_in.put(values, count * value_bytes);
    auto const input = keys_in.contents();

    opencl::problem const what{
        .type = type, .count = count, .value_bytes = value_bytes, .indices_only = false, .in_place = like.in_place};
    guarded_buffer const& to_keys = like.in_place ? keys_in : keys_out;
    guarded_buffer const& to_values = like.in_place ? values_in : values_out;
    opencl::item_places items{keys_in.place(), to_keys.place(), {}, {}};
    if (value_bytes > 0)
        items.values_in = values_in.place(), items.values_out = to_values.place();
    run(what, items, how);

    expect(to_keys.intact() && keys_in.intact(), "wrote beside the keys on the device");
    expect(to_values.intact() && values_in.intact(), "wrote beside the values on the device");
    expect(like.in_place || keys_in.contents() == input, "changed the input keys");
    to_keys.get(keys, count * bytes);
    to_values.get(values, count * value_bytes);
}

void argsort_on_device(opencl_case const& like, key_type type, void const* keys, std::size_t count, void* indices,
                       std::size_t index_bytes, options const& how) {
    std::size_t const bytes = key_bytes(type);
    device_run run(like);
    guarded_buffer const keys_in(run.queue(), count * bytes, bytes), out(run.queue(), count * index_bytes, index_bytes);
    keys_in.put(keys, count * bytes);
    auto const input = keys_in.contents();
    opencl::problem const what{.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true};
    run(what, {keys_in.place(), {}, {}, out.place()}, how);
    expect(keys_in.contents() == input, "changed the keys");
    expect(out.intact(), "wrote beside the indices on the device");
    out.get(indices, count * index_bytes);
}

} // namespace

bool has_opencl_device() {
    return !opencl::all_devices().empty();
}

opencl::stream test_stream(cl_command_queue_properties properties) {
    auto const [device, context] = opencl::open_device(0);
    return {context, device, cl::CommandQueue(context, device, properties), {}, nullptr};
}

engine opencl_engine(std::string name, opencl_case const& like) {
    auto const no_host_memory = [](auto&&...) { return std::size_t{0}; };
    return {
        std::move(name),
        [=](key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how) {
            if (count > 0)
                sort_on_device(like, type, keys, count, values, value_bytes, how);
        },
        [=](key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
            options const& how) {
            if (count > 0)
                argsort_on_device(like, type, keys, count, indices, index_bytes, how);
        },
        no_host_memory,
        no_host_memory,
    };
}

tuning shrunken_chunks() {
    return {.shape = kernel_shape::chunks,
            .radix_bits = 8,
            .group_size = 1,
            .items = 1,
            .line_items = 4,
            .groups = 5,
            .alone_items = 0,
            .cached_bytes = ~std::uint64_t{0},
            .offset_bytes = 0,
            .narrow_indices = 1000};
}

tuning shrunken_chunks_that_combine() {
    tuning t = shrunken_chunks();
    t.cached_bytes = 0;
    return t;
}

tuning shrunken_tiles() {
    return {.shape = kernel_shape::tiles,
            .radix_bits = 6,
            .group_size = 16,
            .items = 3,
            .line_items = 0,
            .groups = 3,
            .alone_items = 0,
            .cached_bytes = 0,
            .offset_bytes = 0,
            .narrow_indices = 1000};
}

tuning shrunken_ballots() {
    tuning t = shrunken_tiles();
    t.shape = kernel_shape::ballots;
    t.group_size = 32;
    t.items = 2;
    t.subgroup = {.ballots = opencl::ballot_way::local_memory, .size = 16};
    return t;
}

tuning shrunken_ballots_of_device() {
    tuning t = shrunken_ballots();
    t.subgroup = opencl::facts_of(test_stream().device).subgroup;
    t.group_size = 2 * t.subgroup.size;
    return t;
}

tuning alone(tuning tuned) {
    tuned.alone_items = tuned.shape == kernel_shape::chunks ? ~std::uint64_t{0} : tuned.tile();
    return tuned;
}

tuning with_wide_offsets(tuning tuned) {
    tuned.offset_bytes = 8;
    return tuned;
}

} // namespace pradix::test
