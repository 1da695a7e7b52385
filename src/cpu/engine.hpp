// SPDX-License-Identifier: MIT
// The typed entry points of the CPU engine. Their templates are instantiated in src/cpu/instances, one file a key
// width; everybody else sees these declarations only. Tests pass a tuning of their own to reach every path with few
// keys.
#pragma once

#include "src/core/key_codec.hpp"
#include "src/cpu/tuning.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace pradix::cpu {

// None of these throws or allocates memory (starting threads aside). `workspace` holds at least as many bytes as the
// function of the same name below says, for the same tuning.
template <class Bits>
void sort_keys(Bits* keys, std::size_t count, core::key_codec<Bits> const& codec, tuning const& t,
               std::span<std::byte> workspace);

template <class Bits, class Value> // Value: std::uint32_t or std::uint64_t
void sort_pairs(Bits* keys, Value* values, std::size_t count, core::key_codec<Bits> const& codec, tuning const& t,
                std::span<std::byte> workspace);

// Carries indices of type Carried, wide enough for `count`, and writes them as Index, at least as wide.
template <class Bits, class Carried, class Index>
void argsort(Bits const* keys, Index* indices, std::size_t count, core::key_codec<Bits> const& codec, tuning const& t,
             std::span<std::byte> workspace);

// Bytes of one item: a key with a value (or index) of that many bytes, 0 for none.
template <class Bits>
std::size_t item_bytes(std::size_t value_bytes);

template <class Bits>
std::size_t workspace_bytes(std::size_t count, std::size_t value_bytes, tuning const& t);

} // namespace pradix::cpu
