// SPDX-License-Identifier: MIT
#include "src/opencl/device_sort.hpp"

#include "src/core/digit_plan.hpp"
#include "src/core/key_codec.hpp"
#include "src/core/with_bits.hpp"
#include "src/opencl/command_chain.hpp"
#include "src/opencl/gathering.hpp"
#include "src/opencl/program.hpp"
#include "src/opencl/tuning_file.hpp"
#include "src/opencl/workspace.hpp"

namespace pradix::opencl {

namespace kernels {
using ulong = std::uint64_t;
using uint = std::uint32_t;
#include "src/opencl/kernels/sort_plan.h"
} // namespace kernels
using kernels::sort_plan;

namespace {

// The pieces of the workspace.
struct pieces {
    std::uint64_t indices = 0;  // of values that follow an index
    std::uint64_t gathered = 0; // a copy of such values, if they are sorted in place
    std::uint64_t out_keys = 0; // if no sorted keys are wanted
    std::uint64_t scratch_keys = 0;
    std::uint64_t scratch_values = 0;
    std::uint64_t table = 0, totals = 0, places = 0;
    std::uint64_t bytes = 0;

    static pieces of(problem const& what, tuning const& tuned) {
        std::size_t const key_width = key_bytes(what.type), moved = what.bytes_moved_with_key(tuned.narrow_indices);
        std::size_t const offset = tuned.offset_bytes_for(what.count);
        bool const alone = what.count <= tuned.alone_items;
        bool const needs_scratch = !alone || tuned.shape == kernel_shape::chunks;
        layout space;
        pieces found;
        if (!what.moves_directly()) {
            found.indices = space.take(what.count * moved);
            found.gathered = space.take(what.in_place ? what.count * what.value_bytes : 0);
        }
        found.out_keys = space.take(what.indices_only ? what.count * key_width : 0);
        found.scratch_keys = space.take(needs_scratch ? what.count * key_width : 0);
        found.scratch_values = space.take(needs_scratch ? what.count * moved : 0);
        if (!alone) {
            found.table = space.take(tuned.bins() * cutting::most_groups(what.count, tuned) * offset);
            found.totals = space.take(tuned.bins() * offset);
            found.places = space.take((MOST_PASSES + 1) * sizeof(std::uint32_t));
        }
        found.bytes = space.bytes();
        return found;
    }
};

template <class Bits>
void set_codec(sort_plan& plan, key_type type, options const& how) {
    auto const codec = core::make_codec<Bits>(type, how.direction, how.nans, {});
    plan.flip = static_cast<std::uint64_t>(codec.flip);
    if constexpr (sizeof(Bits) == 16)
        plan.flip_high = static_cast<std::uint64_t>(codec.flip >> 64);
    plan.negative = static_cast<std::uint64_t>(codec.negative);
    plan.nans = static_cast<std::uint64_t>(codec.nans);
}

void set_codec(sort_plan& plan, key_type type, options const& how) {
    core::with_bits(type, [&](auto bits) { set_codec<decltype(bits)>(plan, type, how); });
}

void set_digits(sort_plan& plan, key_type type, options const& how, unsigned radix_bits) {
    unsigned const end = how.bits.end_for(static_cast<unsigned>(8 * key_bytes(type)));
    core::digit_plan const digits{how.bits.begin, end, radix_bits};
    plan.passes = digits.passes();
    for (unsigned pass = 0; pass < plan.passes; ++pass)
        plan.bounds[pass] = digits[pass].shift;
    plan.bounds[plan.passes] = end;
}

class item_sorter {
public:
    item_sorter(item_places const& items, cl_mem workspace, sort_plan const& plan, tuning const& tuned,
                cl::Program program, command_chain& chain)
        : items_(items), workspace_(workspace), plan_(plan), tuned_(tuned), program_(std::move(program)),
          chain_(chain) {}

    void run() {
        if (plan_.count <= tuned_.alone_items)
            return chain_.launch(on_items("sort_alone"), 1, tuned_.group_size);
        cl::Kernel count = on_items("count"), reorder = on_items("reorder"), scan(program_, "scan_table");
        set_buffer(scan, 0, workspace_);
        scan.setArg(1, sizeof plan_, &plan_);
        for (unsigned pass = 0; pass < plan_.passes; ++pass) {
            unsigned const bins = 1u << (plan_.bounds[pass + 1] - plan_.bounds[pass]);
            scan.setArg(2, bins);
            for (cl::Kernel* const each : {&count, &reorder}) {
                each->setArg(6, pass);
                each->setArg(7, plan_.bounds[pass]);
                each->setArg(8, plan_.bounds[pass + 1]);
            }
            chain_.launch(count, plan_.groups, tuned_.group_size);
            chain_.launch(scan, tuned_.shape == kernel_shape::chunks ? 1 : bins, tuned_.group_size);
            chain_.launch(reorder, plan_.groups, tuned_.group_size);
        }
        chain_.launch(on_items("finish"), plan_.groups, tuned_.group_size);
    }

private:
    cl::Kernel on_items(char const* name) const {
        cl::Kernel kernel(program_, name);
        unsigned index = 0;
        for (cl_mem buffer : {items_.keys_in.buffer, items_.keys_out.buffer, items_.values_in.buffer,
                              items_.values_out.buffer, workspace_})
            set_buffer(kernel, index++, buffer);
        kernel.setArg(index, sizeof plan_, &plan_);
        return kernel;
    }

    item_places const& items_;
    cl_mem workspace_;
    sort_plan const& plan_;
    tuning const& tuned_;
    cl::Program program_;
    command_chain& chain_;
};

} // namespace

tuning tune_for(problem const& what, device_facts const& device) {
    std::size_t const moved = what.bytes_moved_with_key(tuning{}.narrow_indices);
    auto const measured = measured_tuning(device, key_bytes(what.type), moved);
    return measured ? *measured : tune(device, key_bytes(what.type), moved);
}

std::uint64_t workspace_bytes(problem const& what, tuning const& tuned) {
    return what.count == 0 ? 0 : pieces::of(what, tuned).bytes;
}

void sort(problem const& what, item_places const& items, placed workspace, stream const& on, options const& how,
          tuning const& tuned) {
    pieces const space = pieces::of(what, tuned);
    std::uint64_t const base = layout::aligned(workspace.offset);
    std::size_t const key_width = key_bytes(what.type), moved = what.bytes_moved_with_key(tuned.narrow_indices);
    unsigned const offset_bytes = tuned.offset_bytes_for(what.count);
    auto const in_workspace = [&](std::uint64_t offset) { return placed{workspace.buffer, base + offset}; };

    item_places sorted = items;
    if (what.indices_only)
        sorted.keys_out = in_workspace(space.out_keys);
    if (!what.moves_directly()) {
        sorted.values_in = {};
        sorted.values_out = in_workspace(space.indices);
    }
    cutting const cut = cutting::of(what.count, tuned);
    sort_plan plan{};
    plan.count = what.count;
    plan.chunk = cut.chunk;
    plan.groups = cut.groups;
    plan.keys_in = sorted.keys_in.offset;
    plan.keys_out = sorted.keys_out.offset;
    plan.values_in = sorted.values_in.offset;
    plan.values_out = sorted.values_out.offset;
    plan.scratch_keys = base + space.scratch_keys;
    plan.scratch_values = base + space.scratch_values;
    plan.table = base + space.table;
    plan.totals = base + space.totals;
    plan.places = base + space.places;
    plan.in_place = what.in_place;
    plan.make_indices = moved > 0 && sorted.values_in.buffer == nullptr;
    plan.past_cache = what.count * (key_width + moved) > tuned.cached_bytes;
    set_codec(plan, what.type, how);
    set_digits(plan, what.type, how, tuned.radix_bits);

    command_chain chain(on);
    item_sorter sorter(sorted, workspace.buffer, plan, tuned,
                       program_for(on.context, on.device, sort_source(tuned, key_width, moved, offset_bytes)), chain);
    if (what.moves_directly()) {
        sorter.run();
    } else {
        placed const copy = in_workspace(space.gathered), &from = what.in_place ? copy : items.values_in;
        gathering values(what, from, items.values_out, sorted.values_out, moved, on);
        sorter.run();
        if (what.in_place)
            chain.copy(cl::Buffer(items.values_in.buffer, true), items.values_in.offset, cl::Buffer(copy.buffer, true),
                       copy.offset, what.count * what.value_bytes);
        values.run(chain);
    }
    chain.finish();
}

} // namespace pradix::opencl
