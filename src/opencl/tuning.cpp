// SPDX-License-Identifier: MIT
#include "src/opencl/tuning.hpp"

namespace pradix::opencl {

namespace {

constexpr unsigned split_bins = 16; // of kernels/tile/split.cl
constexpr unsigned count_rows = 4;  // of kernels/chunk/count.cl
constexpr std::size_t widest_offset = 8;

// For work-items that run one after the other.
tuning tune_chunks(device_facts const& device, std::size_t key_bytes, std::size_t value_bytes) {
    std::size_t const narrower = value_bytes == 0 ? key_bytes : std::min(key_bytes, value_bytes);
    tuning made{.shape = kernel_shape::chunks,
                .radix_bits = 11,
                .line_items = static_cast<unsigned>(128 / std::max<std::size_t>(narrower, 4)),
                .groups = 4 * device.compute_units,
                .alone_items = std::uint64_t{1} << 14,
                .cached_bytes = std::uint64_t{8} << 20};
    while (made.radix_bits > 8 && local_bytes(made, key_bytes, value_bytes, widest_offset) > device.local_bytes)
        --made.radix_bits;
    while (made.line_items > 1 && local_bytes(made, key_bytes, value_bytes, widest_offset) > device.local_bytes)
        made.line_items /= 2;
    return made;
}

// For work-items that run side by side.
tuning tune_tiles(device_facts const& device, std::size_t key_bytes, std::size_t value_bytes) {
    tuning made{.shape = kernel_shape::tiles,
                .radix_bits = 8,
                .group_size = 256,
                .items = 15,
                .groups = 8 * device.compute_units};
    if (device.subgroup.ballots != ballot_way::local_memory) {
        made.shape = kernel_shape::ballots;
        made.subgroup = device.subgroup;
        // Measured on an H200: see docs/explanation/experiments.md.
        made.group_size = key_bytes + value_bytes == 8 ? 512 : 256;
        made.items = 17;
        made.groups = 4 * device.compute_units;
    }
    while (made.group_size > device.most_work_items)
        made.group_size /= 2;
    // OpenCL promises 32 KiB; more than 48 would leave room for few groups on a compute unit.
    std::size_t const most_local = std::min<std::size_t>(device.local_bytes, 48 << 10) - 64;
    while (made.items > 1 && local_bytes(made, key_bytes, value_bytes, widest_offset) > most_local)
        made.items -= 2;
    made.alone_items = made.tile();
    return made;
}

} // namespace

std::size_t local_bytes(tuning const& tuned, std::size_t key_bytes, std::size_t value_bytes, unsigned offset_bytes) {
    std::size_t const bins = tuned.bins();
    if (tuned.shape == kernel_shape::chunks)
        return std::max(bins * count_rows * offset_bytes,
                        2 * bins * offset_bytes + bins * tuned.line_items * (key_bytes + value_bytes) + 64);
    if (tuned.shape == kernel_shape::ballots) {
        std::size_t const subgroups = std::max(1u, tuned.group_size / tuned.subgroup.size);
        return tuned.tile() * std::max<std::size_t>({key_bytes, value_bytes, 2}) +
               subgroups * (bins * sizeof(std::uint16_t) + sizeof(std::uint32_t)) +
               (3 * bins + tuned.group_size) * offset_bytes + 64;
    }
    std::size_t const positions = value_bytes == 0 ? 0 : sizeof(std::uint16_t);
    return tuned.tile() * (key_bytes + positions) + tuned.group_size * (split_bins + 2) * sizeof(std::uint16_t) +
           tuned.group_size * offset_bytes + bins * offset_bytes + 64;
}

// Chunks need no work-items beside each other.
tuning tune(device_facts const& device, std::size_t key_bytes, std::size_t value_bytes) {
    return device.is_cpu || device.most_work_items < least_group_size ? tune_chunks(device, key_bytes, value_bytes)
                                                                      : tune_tiles(device, key_bytes, value_bytes);
}

} // namespace pradix::opencl
