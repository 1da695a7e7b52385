// SPDX-License-Identifier: MIT
// std::sort and std::stable_sort: of every key type alone, and of pairs of the common types.
#include "bench/harness/rival_types.hpp"

#include <algorithm>

namespace pradix::bench {
namespace {

// Keys without a C++ type of their own, compared as a user would have to: 16-bit floats through their bits.
struct half_key {
    std::int16_t bits;
    friend bool operator<(half_key a, half_key b) { return a.ordered() < b.ordered(); }
    [[nodiscard]] int ordered() const { return bits < 0 ? bits ^ 0x7fff : bits; }
};

__extension__ using unsigned_wide = unsigned __int128;
__extension__ using signed_wide = __int128;

template <class Body>
void with_any_keys(key_type type, void* items, Body const& body) {
    switch (type) {
    case key_type::u8:
    case key_type::boolean:
        return body(static_cast<std::uint8_t*>(items));
    case key_type::u16:
        return body(static_cast<std::uint16_t*>(items));
    case key_type::u128:
        return body(static_cast<unsigned_wide*>(items));
    case key_type::i8:
        return body(static_cast<std::int8_t*>(items));
    case key_type::i16:
        return body(static_cast<std::int16_t*>(items));
    case key_type::i128:
        return body(static_cast<signed_wide*>(items));
    case key_type::f16:
    case key_type::bf16:
        return body(static_cast<half_key*>(items));
    default:
        return with_items(type, 0, items, body);
    }
}

bool supports(key_type type, std::size_t value_bytes) {
    return value_bytes == 0 || common_type(type, value_bytes);
}

template <class Body>
void dispatch(key_type type, std::size_t value_bytes, void* items, Body const& body) {
    if (value_bytes == 0)
        with_any_keys(type, items, body);
    else
        with_items(type, value_bytes, items, body);
}

void sort(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned) {
    dispatch(type, value_bytes, items, [count](auto* first) { std::sort(first, first + count); });
}

void stable_sort(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned) {
    dispatch(type, value_bytes, items, [count](auto* first) { std::stable_sort(first, first + count); });
}

} // namespace

std::vector<rival> std_rivals() {
    return {{"std::sort", false, false, record_layout::key_first, supports, sort},
            {"std::stable_sort", true, false, record_layout::key_first, supports, stable_sort}};
}

} // namespace pradix::bench
