// SPDX-License-Identifier: MIT
// The places that items live in, with one interface: load and store single items, read and write blocks of them, read
// blocks of their keys.
// The caller's arrays always hold keys and values as the caller knows them; scratch always holds encoded items.
// The caller's arrays take results two ways: write leaves them in the cache, stream, which may overwrite the items and
// as many spare ones, does not. A place holds the result if items that are in order there need not be moved any more.
#pragma once

#include "src/core/key_codec.hpp"
#include "src/cpu/item.hpp"
#include "src/cpu/stream.hpp"

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

// Asks for memory ahead of a loop that reads the given bytes: a loop that does as little with an element as counting it
// outruns the processor's own prefetcher.
inline void prefetch(void const* begin, std::size_t bytes) {
    constexpr std::size_t ahead = 2048, cache_line = 64;
    for (std::size_t byte = 0; byte < bytes; byte += cache_line)
        __builtin_prefetch(static_cast<char const*>(begin) + ahead + byte);
}

template <class Item>
struct scratch_view {
    using item_type = Item;
    using bits = typename Item::bits;
    Item* items;

    struct keys {
        Item const* items;
        bits operator[](std::size_t i) const { return items[i].key; }
    };

    Item load(std::size_t i) const { return items[i]; }
    void store(std::size_t i, Item const& moved) const { items[i] = moved; }
    // The items from `begin` on, in place or, where they must be made first, in `block`.
    Item const* read(std::size_t begin, std::size_t, Item*) const { return items + begin; }
    keys read_keys(std::size_t begin, std::size_t count, bits*) const {
        prefetch(items + begin, count * sizeof(Item));
        return {items + begin};
    }
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
    // Keys are their images, and may be read in place.
    bool is_ready() const { return codec.is_identity() && reinterpret_cast<std::uintptr_t>(keys) % alignof(Bits) == 0; }
    item_type const* read(std::size_t begin, std::size_t count, item_type* block) const {
        static_assert(sizeof(item_type) == sizeof(Bits));
        if (is_ready())
            return reinterpret_cast<item_type const*>(keys + begin);
        codec.encode_all(
            count, [&](std::size_t i) { return keys[begin + i]; },
            [&](std::size_t i, Bits image) { block[i].key = image; });
        return block;
    }
    Bits const* read_keys(std::size_t begin, std::size_t count, Bits* block) const {
        prefetch(keys + begin, count * sizeof(Bits));
        if (is_ready())
            return keys + begin;
        codec.encode_all(
            count, [&](std::size_t i) { return keys[begin + i]; },
            [&](std::size_t i, Bits image) { block[i] = image; });
        return block;
    }
    void stream(std::size_t begin, item_type* items, item_type*, std::size_t count) const {
        if (!codec.is_identity())
            codec.decode_all(
                count, [&](std::size_t i) { return items[i].key; },
                [&](std::size_t i, Bits key) { items[i].key = key; });
        stream_copy(keys + begin, items, count * sizeof(Bits));
    }
    void write(std::size_t begin, item_type const* items, std::size_t count) const {
        if (codec.is_identity())
            std::memcpy(keys + begin, items, count * sizeof(Bits));
        else
            codec.decode_all(
                count, [&](std::size_t i) { return items[i].key; },
                [&](std::size_t i, Bits key) { keys[begin + i] = key; });
    }
    void exchange(std::size_t i, std::size_t j) const {
        Bits const key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
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
    Bits const* read_keys(std::size_t begin, std::size_t count, Bits* block) const {
        prefetch(keys + begin, count * sizeof(Bits));
        codec.encode_all(
            count, [&](std::size_t i) { return keys[begin + i]; },
            [&](std::size_t i, Bits image) { block[i] = image; });
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
    void stream(std::size_t begin, item_type* items, item_type* spare, std::size_t count) const {
        constexpr bool keys_first = sizeof(Bits) >= sizeof(Value); // the wider ones first, so that both are aligned
        auto* const apart = reinterpret_cast<std::byte*>(spare);
        auto* const apart_keys = reinterpret_cast<Bits*>(keys_first ? apart : apart + count * sizeof(Value));
        auto* const apart_values = reinterpret_cast<Value*>(keys_first ? apart + count * sizeof(Bits) : apart);
        codec.decode_all(
            count, [&](std::size_t i) { return items[i].key; },
            [&](std::size_t i, Bits key) {
                apart_keys[i] = key;
                apart_values[i] = items[i].value;
            });
        stream_copy(keys + begin, apart_keys, count * sizeof(Bits));
        stream_copy(values + begin, apart_values, count * sizeof(Value));
    }
    void exchange(std::size_t i, std::size_t j) const {
        keys_view<Bits>{keys, codec}.exchange(i, j);
        keys_view<Value>{values, {}}.exchange(i, j);
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
    Bits const* read_keys(std::size_t begin, std::size_t count, Bits* block) const {
        if (!indexed)
            prefetch(keys + begin, count * sizeof(Bits));
        codec.encode_all(
            count, [&](std::size_t i) { return keys[index(begin + i)]; },
            [&](std::size_t i, Bits image) { block[i] = image; });
        return block;
    }
    void write(std::size_t begin, item_type const* items, std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i)
            indices[begin + i] = items[i].value;
    }
    void stream(std::size_t begin, item_type* items, item_type* spare, std::size_t count) const {
        static_assert(sizeof(Index) <= sizeof(item_type));
        auto* const apart = reinterpret_cast<Index*>(spare);
        for (std::size_t i = 0; i < count; ++i)
            apart[i] = items[i].value;
        stream_copy(indices + begin, apart, count * sizeof(Index));
    }
    void exchange(std::size_t i, std::size_t j) const {
        Carried const front = index(i);
        indices[i] = index(j);
        indices[j] = front;
    }
    bool holds_result() const { return indexed; }
    argsort_view settled() const {
        argsort_view later = *this;
        later.indexed = true;
        return later;
    }
};

// Calls work(item) for the items [begin, end) in order. Inlined always: what `work` captures must stay in registers.
template <class View, class Work>
[[gnu::always_inline]] inline void for_each_item(View const& view, std::size_t begin, std::size_t end,
                                                 Work const& work) {
    typename View::item_type block[block_items];
    while (begin < end) {
        std::size_t const count = std::min(block_items, end - begin);
        auto const* const items = view.read(begin, count, block);
        for (std::size_t i = 0; i < count; ++i)
            work(items[i]);
        begin += count;
    }
}

// Calls work(image) for the keys of the items [begin, end) in order.
template <class View, class Work>
[[gnu::always_inline]] inline void for_each_key(View const& view, std::size_t begin, std::size_t end,
                                                Work const& work) {
    typename View::item_type::bits block[block_items];
    while (begin < end) {
        std::size_t const count = std::min(block_items, end - begin);
        auto const keys = view.read_keys(begin, count, block);
        for (std::size_t i = 0; i < count; ++i)
            work(keys[i]);
        begin += count;
    }
}

} // namespace pradix::cpu
