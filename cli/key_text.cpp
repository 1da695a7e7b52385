// SPDX-License-Identifier: MIT
// Keys from and to text with the standard library's from_chars and to_chars.
#include "cli/key_text.hpp"

#include "cli/half.hpp"
#include "cli/key_visit.hpp"
#include "src/core/number_in.hpp"

#include <fmt/format.h>

#include <bit>
#include <cfenv>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>

namespace pradix::cli {
namespace {

std::string_view trimmed(std::string_view field) {
    auto const blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!field.empty() && blank(field.front()))
        field.remove_prefix(1);
    while (!field.empty() && blank(field.back()))
        field.remove_suffix(1);
    if (field.size() > 1 && field[0] == '+' && field[1] != '-' && field[1] != '+')
        field.remove_prefix(1);
    return field;
}

parse_result result_of(std::from_chars_result const& got, std::string_view field) {
    bool const whole = !field.empty() && got.ptr == field.data() + field.size();
    if (!whole || got.ec == std::errc::invalid_argument)
        return parse_result::not_a_number;
    return got.ec == std::errc{} ? parse_result::ok : parse_result::out_of_range;
}

template <std::integral T>
parse_result parse(std::string_view field, T& key) {
    auto const got = std::from_chars(field.data(), field.data() + field.size(), key);
    parse_result const result = result_of(got, field);
    bool const negative = std::is_unsigned_v<T> && result == parse_result::not_a_number && field.size() > 1 &&
                          field[0] == '-' && field.find_first_not_of("0123456789", 1) == field.npos;
    return negative ? parse_result::out_of_range : result;
}

// Below the smallest number from_chars gives up where IEEE 754 rounds; strtod rounds. Beyond the largest one a finite
// number would become infinity, equal to all others there.
template <std::floating_point T>
parse_result parse(std::string_view field, T& key) {
    auto const got = std::from_chars(field.data(), field.data() + field.size(), key);
    parse_result const result = result_of(got, field);
    if (result != parse_result::out_of_range)
        return result;
    std::string const text(field);
    if constexpr (std::same_as<T, float>)
        key = std::strtof(text.c_str(), nullptr);
    else
        key = std::strtod(text.c_str(), nullptr);
    return std::isinf(key) ? parse_result::out_of_range : parse_result::ok;
}

// The number, or of the floats beside it the odd one, which lies on the same side as the number of all that lies in the
// middle between two halves: these are even. (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008.)
float rounded_to_odd(std::string const& number) {
    auto const rounded = [&](int direction) {
        std::fesetround(direction);
        float const result = std::strtof(number.c_str(), nullptr);
        std::fesetround(FE_TONEAREST);
        return result;
    };
    float const below = rounded(FE_DOWNWARD);
    return (std::bit_cast<std::uint32_t>(below) & 1) != 0 ? below : rounded(FE_UPWARD);
}

// Rounded to the nearest float first, a number may come to lie in the middle between two halves, where nothing tells
// any more which one was nearer.
template <class T>
parse_result parse_half(std::string_view field, T& key, T (*narrow)(float)) {
    float wide = 0;
    parse_result const result = parse(field, wide);
    bool const near_middle =
        narrow(std::nextafter(wide, -HUGE_VALF)).bits != narrow(std::nextafter(wide, HUGE_VALF)).bits;
    if (result == parse_result::ok && near_middle)
        wide = rounded_to_odd(std::string(field));
    key = narrow(wide);
    bool const overflows = std::isfinite(wide) && !std::isfinite(to_float(key));
    return result == parse_result::ok && overflows ? parse_result::out_of_range : result;
}

parse_result parse(std::string_view field, f16& key) {
    return parse_half(field, key, to_f16);
}

parse_result parse(std::string_view field, bf16& key) {
    return parse_half(field, key, to_bf16);
}

parse_result parse(std::string_view field, bool& key) {
    key = field == "1" || field == "true" || field == "True" || field == "TRUE";
    bool const known = key || field == "0" || field == "false" || field == "False" || field == "FALSE";
    return known ? parse_result::ok : parse_result::not_a_number;
}

parse_result parse(std::string_view field, uint128& key) {
    if (field.empty())
        return parse_result::not_a_number;
    bool const negative = field[0] == '-';
    std::size_t const first = negative ? 1 : 0;
    if (first == field.size() || field.find_first_not_of("0123456789", first) != field.npos)
        return parse_result::not_a_number;
    auto const magnitude = core::number_of_digits(field.substr(first));
    key = magnitude.value_or(0);
    return negative || !magnitude ? parse_result::out_of_range : parse_result::ok;
}

parse_result parse(std::string_view field, int128& key) {
    bool const negative = field.size() > 1 && field[0] == '-';
    uint128 magnitude = 0;
    parse_result const result = parse(negative ? field.substr(1) : field, magnitude);
    if (result != parse_result::ok)
        return negative && field[1] == '-' ? parse_result::not_a_number : result;
    if (magnitude > (uint128{1} << 127) - !negative)
        return parse_result::out_of_range;
    key = static_cast<int128>(negative ? uint128{0} - magnitude : magnitude);
    return parse_result::ok;
}

template <class T>
parse_result parse_bytes(std::string_view field, void* key) {
    T value{};
    parse_result const result = parse(trimmed(field), value);
    std::memcpy(key, &value, sizeof(T));
    return result;
}

template <class T>
void append(std::string& text, T value) {
    char digits[64];
    auto const end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
    text.append(digits, end);
}
void append(std::string& text, f16 value) {
    append(text, to_float(value));
}
void append(std::string& text, bf16 value) {
    append(text, to_float(value));
}
void append(std::string& text, bool value) {
    text += value ? '1' : '0';
}
void append(std::string& text, uint128 value) {
    text += fmt::to_string(value);
}
void append(std::string& text, int128 value) {
    text += fmt::to_string(value);
}

template <class T>
T load(void const* key) {
    T value;
    std::memcpy(&value, key, sizeof(T));
    return value;
}
template <>
bool load<bool>(void const* key) { // a byte of a file may be neither 0 nor 1
    return load<std::uint8_t>(key) != 0;
}

} // namespace

key_parser parser_of(key_type type) {
    return visit_key(type, []<class T>(std::type_identity<T>) -> key_parser { return parse_bytes<T>; });
}

void append_key(std::string& text, key_type type, void const* key) {
    visit_key(type, [&]<class T>(std::type_identity<T>) { append(text, load<T>(key)); });
}

std::string key_text(key_type type, void const* key) {
    std::string text;
    append_key(text, type, key);
    if (is_floating(type) && text.ends_with("nan")) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, key, key_bytes(type));
        text += fmt::format(" (bits {:#x})", bits);
    }
    return text;
}

std::string complaint(parse_result result, key_type type) {
    if (result == parse_result::not_a_number)
        return fmt::format("is not {} {}{}",
                           std::string_view("if").find(name(type)[0]) == std::string_view::npos ? "a" : "an",
                           name(type), type == key_type::boolean ? " (0, 1, true or false)" : " number");
    return visit_key(type, [&]<class T>(std::type_identity<T>) {
        if constexpr (std::is_integral_v<T> || sizeof(T) == 16) {
            using wide = std::conditional_t<T(-1) < T(0), int128, uint128>;
            wide const lowest = T(-1) < T(0) ? wide(T(uint128{1} << (sizeof(T) * 8 - 1))) : wide{0};
            wide const highest = T(-1) < T(0) ? wide(-(lowest + 1)) : wide(T(-1));
            return fmt::format("does not fit {} ({} to {})", name(type), lowest, highest);
        } else {
            return fmt::format("does not fit {}", name(type));
        }
    });
}

std::string_view type_advice(parse_result result, key_type type) {
    if (result != parse_result::out_of_range || !is_floating(type))
        return "choose another type";
    return type == key_type::f64 ? "write inf if that is meant" : "use type f64";
}

} // namespace pradix::cli
