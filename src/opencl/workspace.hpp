// SPDX-License-Identifier: MIT
// The scratch of a sort on an OpenCL device, laid out without asking one: offsets from its start.
#pragma once

#include "src/opencl/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::opencl {

// Hands out aligned pieces one behind the other.
class layout {
public:
    static constexpr std::uint64_t alignment = 128; // a cache line, and that of the widest type

    // Of `bytes` bytes; of nothing, nothing.
    std::uint64_t take(std::uint64_t bytes) {
        std::uint64_t const at = used_;
        used_ += (bytes + alignment - 1) / alignment * alignment;
        return at;
    }

    // With room to begin at an aligned address, wherever the workspace begins.
    std::uint64_t bytes() const { return used_ == 0 ? 0 : used_ + alignment - 1; }

    static std::uint64_t aligned(std::uint64_t offset) { return (offset + alignment - 1) / alignment * alignment; }

private:
    std::uint64_t used_ = 0;
};

// How the items are cut into chunks, one a group.
struct cutting {
    std::uint64_t chunk; // items, whole tiles
    unsigned groups;

    static cutting of(std::uint64_t count, tuning const& tuned) {
        std::uint64_t const groups = most_groups(count, tuned), tiles = tiles_of(count, tuned);
        std::uint64_t const each = std::max<std::uint64_t>(1, (tiles + groups - 1) / groups) * tuned.tile();
        return {each, static_cast<unsigned>(std::max<std::uint64_t>(1, (count + each - 1) / each))};
    }

    // Of so many items, or fewer: where chunks become a tile longer, groups become fewer.
    static std::uint64_t most_groups(std::uint64_t count, tuning const& tuned) {
        std::uint64_t const longest = std::uint64_t{1} << 31; // groups count with 32 bits
        std::uint64_t const wanted = std::max<std::uint64_t>(tuned.groups, (count + longest - 1) / longest);
        return std::clamp<std::uint64_t>(tiles_of(count, tuned), 1, wanted);
    }

private:
    static std::uint64_t tiles_of(std::uint64_t count, tuning const& tuned) {
        return (count + tuned.tile() - 1) / tuned.tile();
    }
};

} // namespace pradix::opencl
