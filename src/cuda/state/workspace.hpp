// SPDX-License-Identifier: MIT
// The scratch of a sort on a device, laid out without asking one.
#pragma once

#include "src/cuda/state/control.hpp"

#include <cstddef>

namespace pradix::cuda {

// Hands out 256-byte aligned pieces; with no memory it only adds up what is needed, from any alignment.
class device_arena {
public:
    static constexpr std::size_t alignment = 256;

    explicit device_arena(std::byte* memory = nullptr)
        : memory_(memory), used_((alignment - reinterpret_cast<std::uintptr_t>(memory) % alignment) % alignment) {}

    template <class T>
    T* take(std::size_t count) {
        std::size_t const at = used_;
        used_ += (count * sizeof(T) + alignment - 1) / alignment * alignment;
        return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + at);
    }

    // Of an arena without memory.
    std::size_t bytes() const { return used_ == 0 ? 0 : used_ + alignment - 1; }

private:
    std::byte* memory_;
    std::size_t used_;
};

// How the items of a sort are cut: into portions, a launch each, of tiles, a block each.
struct cutting {
    tile_shape shape;
    std::uint64_t portion_items; // of every portion but the last, whole tiles
    std::uint64_t portions;
    unsigned portion_tiles;

    static constexpr cutting of(std::uint64_t count, tile_shape shape, tuning const& tuned) {
        std::uint64_t const tiles = (count + shape.size() - 1) / shape.size(), most = most_tiles(shape, tuned);
        std::uint64_t const portions = tiles == 0 ? 1 : (tiles + most - 1) / most;
        std::uint64_t const each = (tiles + portions - 1) / portions;
        return {shape, each * shape.size(), each == 0 ? 0 : (tiles + each - 1) / each, static_cast<unsigned>(each)};
    }

    // Of a portion.
    static constexpr std::uint64_t most_tiles(tile_shape shape, tuning const& tuned) {
        return (tuned.portion_items + shape.size() - 1) / shape.size();
    }

    constexpr unsigned tiles_of(std::uint64_t portion, std::uint64_t count) const {
        std::uint64_t const left = count - portion * portion_items;
        return left >= portion_items ? portion_tiles : static_cast<unsigned>((left + shape.size() - 1) / shape.size());
    }
};

// What the scratch of a sort has to have room for.
struct workspace_sizes {
    std::uint64_t items = 0;
    std::size_t key_bytes = 0, value_bytes = 0;
    bool keys_wanted = true;
    std::size_t look_back_words = 0; // of a launch
    unsigned groups = 0;             // at most
    std::size_t tie_words = 0;
    std::size_t report_bytes = 0;
};

// The pieces of the scratch.
struct engine_workspace {
    control* state;
    std::uint32_t* words[2];      // look-back state of a launch and of the next; words[0] lies right behind the state
    std::uint32_t* prefix_counts; // right behind words[0]
    std::uint32_t* crossing_ties; // right behind
    std::uint32_t* group_starts;
    std::uint32_t* group_cursors;
    std::byte* last_keys; // where the keys of the last pass but one go if no sorted keys are wanted
    std::byte* keys;      // scratch
    std::byte* values;    // scratch, right behind
    std::byte* reports;   // of a cooperative sort

    static engine_workspace take(device_arena& from, workspace_sizes const& of) {
        engine_workspace space{};
        space.state = from.take<control>(1);
        space.words[0] = from.take<std::uint32_t>(of.look_back_words);
        space.prefix_counts = from.take<std::uint32_t>(of.groups);
        space.crossing_ties = from.take<std::uint32_t>(of.tie_words);
        space.group_starts = from.take<std::uint32_t>(of.groups);
        space.group_cursors = from.take<std::uint32_t>(of.groups);
        space.words[1] = from.take<std::uint32_t>(of.look_back_words);
        space.last_keys = from.take<std::byte>(of.keys_wanted ? 0 : of.items * of.key_bytes);
        space.keys = from.take<std::byte>(of.items * of.key_bytes);
        space.values = from.take<std::byte>(of.items * of.value_bytes);
        space.reports = from.take<std::byte>(of.report_bytes);
        return space;
    }

    // From the start of the state to where groups start: what has to be zero when a sort begins.
    std::size_t bytes_to_clear() const { return bytes_before(group_starts); }
    std::size_t bytes_of_state() const { return bytes_before(words[0]); }

private:
    std::size_t bytes_before(std::uint32_t const* end) const {
        return static_cast<std::size_t>(reinterpret_cast<std::byte const*>(end) -
                                        reinterpret_cast<std::byte const*>(state));
    }
};

// How a sort with little scratch is cut: all items for passes over all of them, whose look-back state has to be small;
// and how many tiles one batch of buckets has at most.
struct range_cutting {
    cutting all;
    unsigned batch_tiles;

    static constexpr range_cutting of(std::uint64_t count, tile_shape shape, tuning tuned) {
        tuned.portion_items = std::min(tuned.portion_items, count / 8 + 1);
        return {cutting::of(count, shape, tuned), static_cast<unsigned>(range_items(count) / shape.size()) + bins};
    }

    constexpr unsigned most_tiles() const { return std::max(all.portion_tiles, batch_tiles); }
};

// Ranges are sorted by passes by all digits: keys that allow better are not cut into ranges.
constexpr tuning tuned_for_range(tuning tuned) {
    tuned.single_items = tuned.cooperative_items = tuned.even_items = tuned.leading_items = tuned.wide_items = 0;
    tuned.settled_items = ~std::uint64_t{0};
    return tuned;
}

} // namespace pradix::cuda
