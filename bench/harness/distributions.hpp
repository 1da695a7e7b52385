// SPDX-License-Identifier: MIT
// Input data: keys of every type in the shapes that sorts are measured and tested on. Each key is a pure function of
// (seed, its position), so any part of the data can be made alone, by any thread, with the same result.
#pragma once

#include <pradix/key.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pradix::bench {

enum class shape { uniform, entropy, zipf, sorted, reverse, few, constant, nearly };

/// A shape and its one parameter; shapes without one have 0 here.
struct distribution {
    shape kind = shape::uniform;
    double parameter = 0;
    std::string digits{}; ///< of a constant that is a whole number, and may be none that a double can be
    bool operator==(distribution const&) const = default;
};

/// The forms that parse_distribution takes, for help texts.
inline constexpr std::string_view distribution_forms =
    "uniform, entropy:K (K 1 to 8), zipf:S (S above 0, to 1000), sorted, reverse, few:U (U 1 to 10^15), constant:C, "
    "zeros, nearly:P (P 0 to 100)";

/// Reads "name" or "name:parameter". Defaults: entropy:2, zipf:1, few:16, constant:0, nearly:1; "zeros" is constant:0.
/// Throws invalid_argument naming the accepted forms.
distribution parse_distribution(std::string_view text);

/// The text that parse_distribution reads back as the same distribution, with its parameter.
std::string to_string(distribution const& what);

/// Writes `count` keys. Floating keys are finite; boolean keys are 0 and 1.
///
/// uniform: every bit pattern alike. entropy:K: the bitwise AND of K uniform keys. zipf:S: key number r of a million
/// with density r^-S. sorted, reverse: one random key from each of `count` equal parts of the type's range.
/// few:U: U distinct values, or as many as the type has. constant:C: the value C. nearly:P: sorted, P percent of it
/// replaced by uniform keys. Large inputs are filled by default_threads() threads.
/// Throws invalid_argument if the type cannot hold C.
void fill(key_type type, void* keys, std::size_t count, distribution const& what, std::uint64_t seed);

/// The keys [first, first + part) of what fill would write for `count` keys, for data that is made piece by piece. By
/// as many threads.
void fill_part(key_type type, void* keys, std::size_t first, std::size_t part, std::size_t count,
               distribution const& what, std::uint64_t seed);

} // namespace pradix::bench
