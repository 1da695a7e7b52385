// SPDX-License-Identifier: MIT
// The number that a whole text is.
#pragma once

#include "src/core/bits.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace pradix::core {

// As std::from_chars reads it; nothing if there is none, or more than a number, or if it does not fit.
template <class T>
std::optional<T> number_in(std::string_view text) {
    T number{};
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// The same of decimal digits and nothing else, for 128 bits, of which from_chars has no promise.
inline std::optional<uint128> number_of_digits(std::string_view digits) {
    uint128 number = 0;
    for (char const c : digits) {
        auto const digit = static_cast<unsigned>(c - '0');
        if (number > (~uint128{0} - digit) / 10)
            return std::nullopt;
        number = number * 10 + digit;
    }
    return number;
}

} // namespace pradix::core
