// SPDX-License-Identifier: MIT
// How much scratch sorts on devices of all kinds need, without a device.
#include "src/opencl/device_sort.hpp"
#include "src/opencl/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::opencl;

std::vector<device_facts> many_devices() {
    std::vector<device_facts> devices;
    for (unsigned const units : {1u, 2u, 14u, 132u}) {
        device_facts gpu;
        gpu.compute_units = units;
        gpu.local_bytes = 48 << 10;
        gpu.most_work_items = 1024;
        device_facts cpu = gpu, with_ballots = gpu;
        cpu.is_cpu = true;
        with_ballots.subgroup = {ballot_way::nvidia, 32};
        device_facts alone = gpu;
        alone.most_work_items = least_group_size - 1;
        devices.insert(devices.end(), {gpu, cpu, with_ballots, alone});
    }
    return devices;
}

// Counts a fraction of a per cent apart, and those at which chunks become a tile longer.
std::vector<std::uint64_t> many_counts(tuning const& tuned) {
    std::vector<std::uint64_t> counts;
    for (std::uint64_t count = 1; count < std::uint64_t{1} << 34; count += 1 + count / 500)
        counts.push_back(count);
    for (std::uint64_t tiles = 1; tiles < 50; ++tiles)
        for (std::uint64_t const last : {tiles * tuned.tile(), tiles * tuned.groups * tuned.tile(), tuned.alone_items})
            counts.insert(counts.end(), {last, last + 1});
    std::sort(counts.begin(), counts.end());
    return counts;
}

// Bytes that are asked for the largest array of some are enough for all.
TEST(opencl_workspace, for_a_count_is_enough_for_fewer_items) {
    for (device_facts const& device : many_devices())
        for (key_type const type : {key_type::u8, key_type::u32, key_type::u128})
            for (std::size_t const value_bytes : {0, 4, 8, 16, 12}) {
                std::uint64_t most = 0;
                for (std::uint64_t const count : many_counts(tune(device, key_bytes(type), value_bytes))) {
                    problem const what{.type = type, .count = count, .value_bytes = value_bytes, .in_place = true};
                    std::size_t const moved = what.bytes_moved_with_key(tuning{}.narrow_indices);
                    std::uint64_t const bytes = workspace_bytes(what, tune(device, key_bytes(type), moved));
                    ASSERT_GE(bytes, most) << count << " keys of " << key_bytes(type) << " bytes, values of "
                                           << value_bytes << ", " << device.compute_units << " compute units";
                    most = bytes;
                }
            }
}

// The last chunk's positions are counted from the start of a line, which may begin before the array.
TEST(opencl_tuning, has_offsets_that_hold_positions_with_a_line_more) {
    constexpr std::uint64_t end = std::uint64_t{1} << 32;
    EXPECT_EQ(tuning{}.offset_bytes_for(end - most_line_items - 1), 4u);
    EXPECT_EQ(tuning{}.offset_bytes_for(end - most_line_items), 8u);
    EXPECT_EQ(tuning{}.offset_bytes_for(end - 1), 8u);
}

TEST(opencl_tuning, has_groups_that_the_device_can_run) {
    for (device_facts device : many_devices())
        for (std::size_t const most : {1u, 15u, 16u, 100u, 1024u}) {
            device.most_work_items = most;
            tuning const tuned = tune(device, 4, 4);
            EXPECT_LE(tuned.group_size, most);
            EXPECT_EQ(tuned.shape == kernel_shape::chunks, device.is_cpu || most < least_group_size);
        }
}

TEST(opencl_cutting, has_no_more_groups_than_there_is_room_for) {
    for (device_facts const& device : many_devices()) {
        tuning const tuned = tune(device, 4, 0);
        for (std::uint64_t const count : many_counts(tuned)) {
            cutting const cut = cutting::of(count, tuned);
            ASSERT_LE(cut.groups, cutting::most_groups(count, tuned)) << count;
            ASSERT_GE(cut.groups * cut.chunk, count);
            ASSERT_EQ(cut.chunk % tuned.tile(), 0u);
        }
    }
}

} // namespace
