// SPDX-License-Identifier: MIT
// From a key type known at run time to a C++ type.
#pragma once

#include <pradix/key.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace pradix::cli {

__extension__ using uint128 = unsigned __int128;
__extension__ using int128 = __int128;

/// Calls f(std::type_identity<T>{}) with the C++ type of the key; 128-bit keys are the compiler's own integers.
template <class Function>
decltype(auto) visit_key(key_type type, Function&& f) {
    switch (type) {
    case key_type::u8:
        return f(std::type_identity<std::uint8_t>{});
    case key_type::u16:
        return f(std::type_identity<std::uint16_t>{});
    case key_type::u32:
        return f(std::type_identity<std::uint32_t>{});
    case key_type::u64:
        return f(std::type_identity<std::uint64_t>{});
    case key_type::u128:
        return f(std::type_identity<uint128>{});
    case key_type::i8:
        return f(std::type_identity<std::int8_t>{});
    case key_type::i16:
        return f(std::type_identity<std::int16_t>{});
    case key_type::i32:
        return f(std::type_identity<std::int32_t>{});
    case key_type::i64:
        return f(std::type_identity<std::int64_t>{});
    case key_type::i128:
        return f(std::type_identity<int128>{});
    case key_type::f16:
        return f(std::type_identity<f16>{});
    case key_type::bf16:
        return f(std::type_identity<bf16>{});
    case key_type::f32:
        return f(std::type_identity<float>{});
    case key_type::f64:
        return f(std::type_identity<double>{});
    case key_type::boolean:
        break;
    }
    return f(std::type_identity<bool>{});
}

} // namespace pradix::cli
