// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace pradix {

/// Every type of key that pradix sorts. All are little-endian in memory.
enum class key_type : std::uint8_t { u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f16, bf16, f32, f64, boolean };

/// How many key types there are; they are numbered from 0.
inline constexpr std::size_t key_type_count = 15;

/// Bytes of one key: 1, 2, 4, 8 or 16. `type` has to be one of the enumerators.
constexpr std::size_t key_bytes(key_type type) noexcept {
    constexpr std::uint8_t bytes[key_type_count] = {1, 2, 4, 8, 16, 1, 2, 4, 8, 16, 2, 2, 4, 8, 1};
    return bytes[static_cast<std::size_t>(type)];
}

/// True for f16, bf16, f32 and f64: the types that `nan_order` and IEEE order concern.
constexpr bool is_floating(key_type type) noexcept {
    return type >= key_type::f16 && type <= key_type::f64;
}

/// "u32", "f16", "bool" ...: the names that the command line and the JSON files use; "unknown" for a number that is no
/// enumerator.
std::string_view name(key_type type) noexcept;

/// The type of that name, or nothing.
std::optional<key_type> key_type_from_name(std::string_view name) noexcept;

/// IEEE 754 binary16 and bfloat16 as bit patterns: C++20 has no portable type for them.
struct f16 {
    std::uint16_t bits;
};
struct bf16 {
    std::uint16_t bits;
};

/// 128-bit integers as two words, for compilers and interfaces without __int128.
struct alignas(16) u128 {
    std::uint64_t low, high;
    friend constexpr bool operator==(u128 const&, u128 const&) = default;
};
struct alignas(16) i128 {
    std::uint64_t low;
    std::int64_t high;
    friend constexpr bool operator==(i128 const&, i128 const&) = default;
};

namespace detail {

template <class T>
inline constexpr bool is_u128 = std::is_same_v<T, u128>;
template <class T>
inline constexpr bool is_i128 = std::is_same_v<T, i128>;
#ifdef __SIZEOF_INT128__
__extension__ template <>
inline constexpr bool is_u128<unsigned __int128> = true;
__extension__ template <>
inline constexpr bool is_i128<__int128> = true;
#endif

template <class T>
constexpr auto usual_key_type() {
    if constexpr (std::is_enum_v<T>)
        return usual_key_type<std::underlying_type_t<T>>();
    else if constexpr (std::is_same_v<T, bool>)
        return key_type::boolean;
    else if constexpr (std::is_same_v<T, f16>)
        return key_type::f16;
    else if constexpr (std::is_same_v<T, bf16>)
        return key_type::bf16;
    else if constexpr (std::is_same_v<T, float>)
        return key_type::f32;
    else if constexpr (std::is_same_v<T, double>)
        return key_type::f64;
    else if constexpr (is_u128<T>)
        return key_type::u128;
    else if constexpr (is_i128<T>)
        return key_type::i128;
    else if constexpr (std::is_integral_v<T>) {
        constexpr int index = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        constexpr int first = static_cast<int>(std::is_signed_v<T> ? key_type::i8 : key_type::u8);
        return static_cast<key_type>(first + index);
    } else
        return nullptr;
}

} // namespace detail

/// Maps a C++ type to its key type. Specialise it for a type of your own with the same bits,
/// for example a library's half type: `template <> inline constexpr auto pradix::key_type_of<half> =
/// pradix::key_type::f16;`
template <class T>
inline constexpr auto key_type_of = detail::usual_key_type<T>();

/// A type that pradix can sort by: any integer, character or enumeration, bool, float, double, 128-bit integers, f16,
/// bf16; and those for which key_type_of is specialised, as it has to be for C++23's std::float32_t and its like.
template <class T>
concept Key = std::is_same_v<std::remove_cvref_t<decltype(key_type_of<std::remove_cv_t<T>>)>, key_type> &&
              sizeof(T) == key_bytes(key_type_of<std::remove_cv_t<T>>);

} // namespace pradix
