// SPDX-License-Identifier: MIT
// The places that items live in, with one interface: load and store single items, read and write blocks of them.
// The caller's arrays always hold keys and values as the caller knows them; scratch always holds encoded items.
// A place holds the result if items that are in order there need not be moved any more.
#pragma once

#include "src/core/key_codec.hpp"
#include "src/cpu/item.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pradix::cpu {

// Items read at a time: encoding a block vectorises, and the block stays in the L1 cache.
inline constexpr std::size_t block_items = 128;

// The caller's elements: of any type with these bits, at any address.
template <class T>
struct foreign {
    typedef T type __attribute__((may_alias, aligned(1)));
};

template <class Item>
struct scratch_view {
    using item_type = Item;
    Item* items;

    Item load(std::size_t i) const { return items[i]; }
    void store(std::size_t i, Item const& moved) const { items[i] = moved; }
    // The items from `begin` on, in place or, where they must be made first, in `block`.
    Item const* read(std::size_t begin, std::size_t, Item*) const { return items + begin; }
    bool holds_result() const { return false; }
};

template <class Bits>
struct keys_view {
    using item_type = item<Bits, no_value>;
    static constexpr bool keys_only = true;
    typename foreign<Bits>::type* keys;
    core::key_codec<Bits> codec;

    item_type load(std::size_t i) const { return {codec.encode(keys[i])}; }
    void store(std::size_t i, item_type moved) const { keys[i] = codec.decode(moved.key); }
    item_type const* read(std::size_t begin, std::size_t count, item_type* block) const {
        if (codec.is_identity() &&
            reinterpret_cast<std::uintptr_t>(keys) % alignof(item_type) == 0) { // an item is its key
            static_assert(sizeof(item_type) == sizeof(Bits));
            return reinterpret_cast<item_type const*>(keys + begin);
        }
        codec.encode_all(
            count, [&](std::size_t i) { return keys[begin + i]; },
            [&](std::size_t i, Bits image) { block[i].key = image; });
        return block;
    }
    void write(std::size_t begin, item_type const* items, std::size_t count) const {
        if (codec.is_identity())
            std::memcpy(keys + begin, items, count * sizeof(Bits));
        else
            codec.decode_all(
                count, [&](std::size_t i) { return items[i].key; },
                [&](std::size_t i, Bits key) { keys[begin + i] = key; });
    }
    bool holds_result() const { return true; }
    keys_view settled() const { return *this; }
};

template <class Bits, class Value>
struct pairs_view {
    using item_type = item<Bits, Value>;
    static constexpr bool keys_only = false;
    typename foreign<Bits>::type* keys;
    typename foreign<Value>::type* values;
    core::key_codec<Bits> codec;

    item_type load(std::size_t i) const { return {codec.encode(keys[i]), values[i]}; }
    void store(std::size_t i, item_type const& moved) const {
        keys[i] = codec.decode(moved.key);
        values[i] = moved.value;
    }
    item_type const* read(std::size_t begin, std::size_t count, item_type* block) const {
        codec.encode_all(
            count, [&](std::size_t i) { return keys[begin + i]; },
            [&](std::size_t i, Bits image) {
                block[i] = {image, values[begin + i]};
            });
        return block;
    }
    void write(std::size_t begin, item_type const* items, std::size_t count) const {
        codec.decode_all(
            count, [&](std::size_t i) { return items[i].key; },
            [&](std::size_t i, Bits key) {
                keys[begin + i] = key;
                values[begin + i] = items[i].value;
            });
    }
    bool holds_result() const { return true; }
    pairs_view settled() const { return *this; }
};

// Only the indices are written; they may be wider than those carried along. Until the first pass has written them,
// item i is key i.
template <class Bits, class Carried, class Index>
struct argsort_view {
    using item_type = item<Bits, Carried>;
    static constexpr bool keys_only = false;
    typename foreign<Bits>::type const* keys;
    typename foreign<Index>::type* indices;
    core::key_codec<Bits> codec;
    bool indexed = false;

    Carried index(std::size_t i) const { return static_cast<Carried>(indexed ? indices[i] : i); }
    item_type load(std::size_t i) const { return {codec.encode(keys[index(i)]), index(i)}; }
    void store(std::size_t i, item_type const& moved) const { indices[i] = moved.value; }
    item_type const* read(std::size_t begin, std::size_t count, item_type* block) const {
        codec.encode_all(
            count, [&](std::size_t i) { return keys[index(begin + i)]; },
            [&](std::size_t i, Bits image) {
                block[i] = {image, index(begin + i)};
            });
        return block;
    }
    void write(std::size_t begin, item_type const* items, std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i)
            indices[begin + i] = items[i].value;
    }
    bool holds_result() const { return indexed; }
    argsort_view settled() const {
        argsort_view later = *this;
        later.indexed = true;
        return later;
    }
};

// Calls work(item) for the items [begin, end) in order.
template <class View, class Work>
void for_each_item(View const& view, std::size_t begin, std::size_t end, Work const& work) {
    typename View::item_type block[block_items];
    while (begin < end) {
        std::size_t const count = std::min(block_items, end - begin);
        auto const* const items = view.read(begin, count, block);
        for (std::size_t i = 0; i < count; ++i)
            work(items[i]);
        begin += count;
    }
}

} // namespace pradix::cpu
