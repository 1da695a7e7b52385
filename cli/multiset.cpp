// SPDX-License-Identifier: MIT
// Sums mixes of items, so that the order of the items does not matter.
#include "cli/multiset.hpp"

#include "cli/parts.hpp"

#include <cstring>

namespace pradix::cli {
namespace {

// Two unrelated odd constants start the two mixes, so that a collision in one says nothing about the other.
constexpr std::uint64_t seeds[2] = {0x9e3779b97f4a7c15, 0xd1342543de82ef95};

// The finaliser of splitmix64: a bijection whose output bits each depend on all input bits.
constexpr std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
}

constexpr std::uint64_t absorb(std::uint64_t state, std::uint64_t word) {
    return mix(state * 5 + word + 1);
}

std::uint64_t mix_bytes(std::uint64_t state, std::byte const* bytes, std::size_t size) {
    state = absorb(state, size);
    for (; size >= 8; bytes += 8, size -= 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        state = absorb(state, word);
    }
    std::uint64_t rest = 0;
    if (size != 0)
        std::memcpy(&rest, bytes, size);
    return absorb(state, rest);
}

template <class Word>
multiset of_words(void const* keys, std::size_t count, unsigned threads) {
    auto const* const words = static_cast<Word const*>(keys);
    return sum(by_pieces(threads, count, [&](std::size_t begin, std::size_t end) {
        std::uint64_t first = 0, second = 0;
        for (std::size_t i = begin; i < end; ++i) {
            first += absorb(seeds[0], words[i]);
            second += absorb(seeds[1], words[i]);
        }
        return multiset{end - begin, {first, second}};
    }));
}

} // namespace

void multiset::add(std::span<std::byte const> item) {
    ++count;
    for (int i = 0; i < 2; ++i)
        sums[i] += mix_bytes(seeds[i], item.data(), item.size());
}

multiset sum(std::span<multiset const> parts) {
    multiset total;
    for (multiset const& part : parts) {
        total.count += part.count;
        for (int i = 0; i < 2; ++i)
            total.sums[i] += part.sums[i];
    }
    return total;
}

multiset multiset_of_keys(void const* keys, std::size_t count, std::size_t key_bytes, unsigned threads) {
    switch (key_bytes) {
    case 1:
        return of_words<std::uint8_t>(keys, count, threads);
    case 2:
        return of_words<std::uint16_t>(keys, count, threads);
    case 4:
        return of_words<std::uint32_t>(keys, count, threads);
    case 8:
        return of_words<std::uint64_t>(keys, count, threads);
    default:
        return multiset_of_pairs(keys, count, key_bytes, nullptr, 0, threads);
    }
}

multiset multiset_of_pairs(void const* keys, std::size_t count, std::size_t key_bytes, void const* values,
                           std::size_t value_bytes, unsigned threads) {
    return sum(by_pieces(threads, count, [&](std::size_t begin, std::size_t end) {
        multiset total{end - begin};
        auto const* key = static_cast<std::byte const*>(keys) + begin * key_bytes;
        auto const* value = static_cast<std::byte const*>(values) + begin * value_bytes;
        for (std::size_t i = begin; i < end; ++i, key += key_bytes, value += value_bytes)
            for (int lane = 0; lane < 2; ++lane)
                total.sums[lane] += mix_bytes(mix_bytes(seeds[lane], key, key_bytes), value, value_bytes);
        return total;
    }));
}

} // namespace pradix::cli
