// SPDX-License-Identifier: MIT
// Definitions of src/cpu/engine.hpp, for the files of this folder that instantiate them.
#pragma once

#include "src/cpu/engine.hpp"
#include "src/cpu/sorter.hpp"

namespace pradix::cpu {

// Inputs up to this many bytes in two buffers are sorted on the stack.
inline constexpr std::size_t stack_bytes = 32 << 10;

template <class Item>
bool fits_stack(std::size_t count) {
    return 2 * count * sizeof(Item) <= stack_bytes;
}

inline bool fits_cache(std::size_t count, tuning const& t) {
    return t.threads == 1 && count <= t.local_items;
}

template <class Item>
std::size_t bytes_for(std::size_t count, tuning const& t, bool keys_only) {
    if (fits_cache(count, t) && fits_stack<Item>(count))
        return 0;
    arena needed;
    if (fits_cache(count, t)) {
        needed.take<Item>(count);
        needed.take<Item>(count);
    } else {
        sort_space<Item>::take(needed, t, count, keys_only);
    }
    return needed.bytes();
}

template <class Array>
void sort_array(Array const& array, std::size_t count, tuning const& t, std::span<std::byte> workspace) {
    using item = typename Array::item_type;
    if (fits_cache(count, t) && fits_stack<item>(count)) {
        alignas(line_bytes) std::byte stack[stack_bytes];
        auto* const items = reinterpret_cast<item*>(stack);
        return sort_small(array, count, items, items + count);
    }
    arena memory{workspace.data()};
    if (fits_cache(count, t)) {
        item* const front = memory.take<item>(count);
        return sort_small(array, count, front, memory.take<item>(count));
    }
    sorter<Array>{array, count, t, sort_space<item>::take(memory, t, count, Array::keys_only)}.run();
}

template <class Bits>
void sort_keys(Bits* keys, std::size_t count, core::key_codec<Bits> const& codec, tuning const& t,
               std::span<std::byte> workspace) {
    sort_array(keys_view<Bits>{keys, codec}, count, t, workspace);
}

template <class Bits, class Value>
void sort_pairs(Bits* keys, Value* values, std::size_t count, core::key_codec<Bits> const& codec, tuning const& t,
                std::span<std::byte> workspace) {
    sort_array(pairs_view<Bits, Value>{keys, values, codec}, count, t, workspace);
}

template <class Bits, class Carried, class Index>
void argsort(Bits const* keys, Index* indices, std::size_t count, core::key_codec<Bits> const& codec, tuning const& t,
             std::span<std::byte> workspace) {
    sort_array(argsort_view<Bits, Carried, Index>{keys, indices, codec}, count, t, workspace);
}

template <class Bits>
std::size_t item_bytes(std::size_t value_bytes) {
    return value_bytes == 0   ? sizeof(item<Bits, no_value>)
           : value_bytes == 4 ? sizeof(item<Bits, std::uint32_t>)
                              : sizeof(item<Bits, std::uint64_t>);
}

template <class Bits>
std::size_t workspace_bytes(std::size_t count, std::size_t value_bytes, tuning const& t) {
    return value_bytes == 0   ? bytes_for<item<Bits, no_value>>(count, t, true)
           : value_bytes == 4 ? bytes_for<item<Bits, std::uint32_t>>(count, t, false)
                              : bytes_for<item<Bits, std::uint64_t>>(count, t, false);
}

} // namespace pradix::cpu

#define PRADIX_INSTANTIATE_ARGSORT(Bits, Carried, Index)                                                               \
    template void argsort<Bits, Carried, Index>(Bits const*, Index*, std::size_t, core::key_codec<Bits> const&,        \
                                                tuning const&, std::span<std::byte>);
#define PRADIX_INSTANTIATE_PAIRS(Bits, Value)                                                                          \
    template void sort_pairs(Bits*, Value*, std::size_t, core::key_codec<Bits> const&, tuning const&,                  \
                             std::span<std::byte>);
#define PRADIX_INSTANTIATE_ENGINE(Bits)                                                                                \
    namespace pradix::cpu {                                                                                            \
    template void sort_keys(Bits*, std::size_t, core::key_codec<Bits> const&, tuning const&, std::span<std::byte>);    \
    PRADIX_INSTANTIATE_PAIRS(Bits, std::uint32_t)                                                                      \
    PRADIX_INSTANTIATE_PAIRS(Bits, std::uint64_t)                                                                      \
    PRADIX_INSTANTIATE_ARGSORT(Bits, std::uint32_t, std::uint32_t)                                                     \
    PRADIX_INSTANTIATE_ARGSORT(Bits, std::uint32_t, std::uint64_t)                                                     \
    PRADIX_INSTANTIATE_ARGSORT(Bits, std::uint64_t, std::uint64_t)                                                     \
    template std::size_t item_bytes<Bits>(std::size_t);                                                                \
    template std::size_t workspace_bytes<Bits>(std::size_t, std::size_t, tuning const&);                               \
    }
