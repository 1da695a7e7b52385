// SPDX-License-Identifier: MIT
// Every size that chooses a path or a shape on an OpenCL device. Pure: a function of facts about the device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace pradix::opencl {

// How the lanes of a sub-group tell each other a bit: see kernels/ballot/subgroup.cl.
enum class ballot_way : unsigned char { local_memory, nvidia, khronos };

struct subgroup_facts {
    ballot_way ballots = ballot_way::local_memory; // then the device has none, or none that can be used
    unsigned size = 32;

    bool operator==(subgroup_facts const&) const = default;
};

struct device_facts {
    std::string name;
    std::string driver;
    bool is_cpu = false;
    unsigned compute_units = 1;
    std::size_t local_bytes = 0;     // of a group
    std::size_t most_work_items = 1; // of a group
    subgroup_facts subgroup{};
};

// chunks: a work-item has a long run of items to itself. tiles: a group sorts a tile at a time in local memory.
// ballots: tiles in registers and local memory, which sub-groups rank by ballots.
enum class kernel_shape : unsigned char { chunks, tiles, ballots };

inline constexpr unsigned most_line_items = 128;
inline constexpr unsigned least_group_size = 16; // of tiles and ballots

struct tuning {
    kernel_shape shape = kernel_shape::tiles;
    unsigned radix_bits = 8;
    unsigned group_size = 1;        // work-items; 1 for chunks, else a power of two from the least on
    unsigned items = 1;             // of a work-item; odd in tiles, so that neighbours begin in different memory banks
    unsigned line_items = 0;        // chunks: so many a bin collects before they are written
    unsigned groups = 1;            // at most, of a launch, unless chunks would be too long
    std::uint64_t alone_items = 0;  // up to here one group sorts alone
    std::uint64_t cached_bytes = 0; // chunks: up to here bins collect nothing
    unsigned offset_bytes = 0;      // of a position: 4 or 8; 0: as the count needs
    subgroup_facts subgroup{};      // ballots
    std::uint64_t narrow_indices = std::uint64_t{1} << 32; // up to so many items are indexed with 4 bytes

    bool operator==(tuning const&) const = default;

    unsigned bins() const { return 1u << radix_bits; }
    unsigned tile() const { return shape == kernel_shape::chunks ? 1 : group_size * items; }
    // A chunk counts from the start of the line in which its first item lies.
    unsigned offset_bytes_for(std::uint64_t count) const {
        return offset_bytes != 0 ? offset_bytes : (count + most_line_items) >> 32 == 0 ? 4 : 8;
    }
};

// Local memory of the kernel that needs most.
std::size_t local_bytes(tuning const& tuned, std::size_t key_bytes, std::size_t value_bytes, unsigned offset_bytes);

// The table: what is chosen without a measurement on the device.
tuning tune(device_facts const& device, std::size_t key_bytes, std::size_t value_bytes);

} // namespace pradix::opencl
