// SPDX-License-Identifier: MIT
// From key types to key widths, and from any size of value to the sizes that have an instance.
#include "src/cpu/backend.hpp"

#include "src/core/gather.hpp"
#include "src/core/team.hpp"
#include "src/core/with_bits.hpp"
#include "src/cpu/engine.hpp"
#include "src/cpu/machine.hpp"
#include "src/cpu/workspace.hpp"

#include <numeric>
#include <utility>

namespace pradix::cpu {

namespace {

template <class Bits>
core::key_codec<Bits> codec_of(key_type type, options const& how) {
    return core::make_codec<Bits>(type, how.direction, how.nans, how.bits);
}

// Values that have no instance of their own travel as indices and are gathered in the end.
bool moves_directly(problem const& what) {
    return !what.indices_only && (what.value_bytes == 0 || what.value_bytes == 4 || what.value_bytes == 8);
}

std::size_t bytes_moved_with_key(problem const& what, std::uint64_t narrow_indices) {
    return moves_directly(what) ? what.value_bytes : what.count <= narrow_indices ? 4 : 8;
}

// Scratch of a sort through indices, after the engine's own: the indices and a copy of the values.
struct gather_space {
    std::byte* engine;
    std::byte* indices;
    std::byte* values;

    static gather_space take(arena& from, problem const& what, tuning const& t, std::size_t engine_bytes) {
        return {from.take<std::byte>(engine_bytes),
                from.take<std::byte>(what.count * bytes_moved_with_key(what, t.narrow_indices)),
                from.take<std::byte>(what.count * what.value_bytes)};
    }
};

std::size_t engine_bytes(problem const& what, tuning const& t) {
    return core::with_bits(what.type, [&](auto bits) {
        return workspace_bytes<decltype(bits)>(what.count, bytes_moved_with_key(what, t.narrow_indices), t);
    });
}

template <class Bits, class Index>
void sort_through_indices(problem const& what, Bits* keys, void* values, options const& how, tuning const& t,
                          std::byte* workspace) {
    std::size_t const engine = engine_bytes(what, t);
    arena memory{workspace};
    auto const space = gather_space::take(memory, what, t, engine);
    auto* const indices = reinterpret_cast<Index*>(space.indices);
    core::run_team(t.threads, [&](core::member const& me) {
        auto const [begin, end] = me.chunk(0, what.count);
        std::iota(indices + begin, indices + end, static_cast<Index>(begin));
    });
    sort_pairs(keys, indices, what.count, codec_of<Bits>(what.type, how), t, {space.engine, engine});
    core::gather(static_cast<std::byte*>(values), space.values, indices, what.count, what.value_bytes, t.threads);
}

template <class Bits>
void sort_bits(problem const& what, Bits* keys, void* values, options const& how, tuning const& t,
               std::byte* workspace) {
    auto const codec = codec_of<Bits>(what.type, how);
    std::span<std::byte> const scratch{workspace, workspace_bytes(what, t)};
    if (!moves_directly(what))
        what.count <= t.narrow_indices
            ? sort_through_indices<Bits, std::uint32_t>(what, keys, values, how, t, workspace)
            : sort_through_indices<Bits, std::uint64_t>(what, keys, values, how, t, workspace);
    else if (what.value_bytes == 0)
        sort_keys(keys, what.count, codec, t, scratch);
    else if (what.value_bytes == 4)
        sort_pairs(keys, static_cast<std::uint32_t*>(values), what.count, codec, t, scratch);
    else
        sort_pairs(keys, static_cast<std::uint64_t*>(values), what.count, codec, t, scratch);
}

} // namespace

tuning tune_for(problem const& what, options const& how) {
    machine const here{l2_bytes(), how.threads > 0 ? how.threads : default_threads()};
    std::size_t const moved = bytes_moved_with_key(what, most_narrow_indices);
    std::size_t const item = core::with_bits(what.type, [&](auto bits) { return item_bytes<decltype(bits)>(moved); });
    return tune(here, item, what.count);
}

std::size_t workspace_bytes(problem const& what, tuning const& t) {
    std::size_t const engine = engine_bytes(what, t);
    if (moves_directly(what) || what.indices_only || what.count == 0)
        return engine;
    arena needed;
    gather_space::take(needed, what, t, engine);
    return needed.bytes();
}

void sort(problem const& what, void* keys, void* values, options const& how, tuning const& t, std::byte* workspace) {
    core::with_bits(what.type,
                    [&](auto bits) { sort_bits(what, static_cast<decltype(bits)*>(keys), values, how, t, workspace); });
}

void argsort(problem const& what, void const* keys, void* indices, std::size_t index_bytes, options const& how,
             tuning const& t, std::byte* workspace) {
    core::with_bits(what.type, [&](auto bits) {
        using Bits = decltype(bits);
        auto const sort = [&]<class Carried, class Index>(Carried, Index) {
            pradix::cpu::argsort<Bits, Carried>(static_cast<Bits const*>(keys), static_cast<Index*>(indices),
                                                what.count, codec_of<Bits>(what.type, how), t,
                                                {workspace, workspace_bytes(what, t)});
        };
        if (index_bytes == 4)
            sort(std::uint32_t{}, std::uint32_t{});
        else if (what.count <= t.narrow_indices)
            sort(std::uint32_t{}, std::uint64_t{});
        else
            sort(std::uint64_t{}, std::uint64_t{});
    });
}

backend_info inspect() {
    std::string const model = model_name();
    std::string const shown = model.empty() ? "unknown CPU" : model;
    return {backend::cpu, "cpu", true, true, shown, {shown}};
}

} // namespace pradix::cpu
