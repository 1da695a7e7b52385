// SPDX-License-Identifier: MIT
// Reads and writes counts and sizes.
#include "cli/size.hpp"

#include "cli/error.hpp"

#include <algorithm>
#include <limits>

namespace pradix::cli {
namespace {

__extension__ using uint128 = unsigned __int128;

// The factor that a suffix stands for; 0 if it is none.
std::uint64_t factor_of(std::string_view suffix) {
    if (suffix.ends_with('B'))
        suffix.remove_suffix(1);
    if (suffix.empty())
        return 1;
    bool const binary = suffix.size() == 2 && suffix[1] == 'i';
    if (suffix.size() != 1 && !binary)
        return 0;
    std::size_t const power = std::string_view("KMGT").find(suffix[0] == 'k' ? 'K' : suffix[0]);
    if (power == std::string_view::npos)
        return 0;
    std::uint64_t factor = 1;
    for (std::size_t i = 0; i <= power; ++i)
        factor *= binary ? 1024 : 1000;
    return factor;
}

constexpr uint128 largest_factor = ~uint128{0};

// 10^N for an exponent "eN", 0 if it is none.
uint128 power_of(std::string_view exponent) {
    constexpr unsigned most = 38; // 128 bits hold no larger one
    unsigned power = 0;
    if (exponent.size() < 2 || (exponent[0] != 'e' && exponent[0] != 'E'))
        return 0;
    for (char const c : exponent.substr(1)) {
        if (c < '0' || c > '9')
            return 0;
        power = std::min(power * 10 + static_cast<unsigned>(c - '0'), most + 1);
    }
    if (power > most)
        return largest_factor;
    uint128 product = 1;
    for (unsigned i = 0; i < power; ++i)
        product *= 10;
    return product;
}

} // namespace

std::uint64_t parse_size(std::string_view text, std::string_view option) {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t mantissa = 0, fraction = 1;
    std::size_t digits = 0, at = 0;
    bool point = false;
    for (; at < text.size(); ++at) {
        if (text[at] == '.' && !point) {
            point = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9')
            break;
        auto const digit = static_cast<std::uint64_t>(text[at] - '0');
        if (mantissa > (largest - digit) / 10 || fraction > largest / 10)
            fail("{}: '{}' {}", option, text,
                 point ? "has too many decimals; write fewer" : "is too large; the limit is 2^64 - 1");
        mantissa = mantissa * 10 + digit;
        fraction *= point ? 10 : 1;
        ++digits;
    }
    uint128 const factor = std::max<uint128>(factor_of(text.substr(at)), power_of(text.substr(at)));
    if (digits == 0 || factor == 0)
        fail("{}: '{}' is not a size; write a number and K, M, G, T or Ki, Mi, Gi, Ti, for example 100M", option, text);
    uint128 const product = mantissa * factor;
    if ((mantissa != 0 && factor > largest_factor / mantissa) || product / fraction > largest)
        fail("{}: '{}' is too large; the limit is 2^64 - 1", option, text);
    if (product % fraction != 0)
        fail("{}: '{}' is not a whole number; write fewer decimals", option, text);
    return static_cast<std::uint64_t>(product / fraction);
}

std::string count_text(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, 1, ',');
    return text;
}

std::string counted(std::uint64_t count, std::string_view unit) {
    return fmt::format("{} {}{}", count, unit, plural(count));
}

std::string exact_bytes_text(std::uint64_t bytes) {
    return bytes < 1000 ? bytes_text(bytes) : fmt::format("{} ({} bytes)", bytes_text(bytes), bytes);
}

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1000)
        return counted(bytes, "byte");
    auto value = static_cast<double>(bytes) / 1000;
    char const* unit = "kB";
    for (char const* next : {"MB", "GB", "TB", "PB", "EB"}) {
        if (value < 999.5)
            break;
        value /= 1000;
        unit = next;
    }
    return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit);
}

} // namespace pradix::cli
