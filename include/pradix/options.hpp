// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace pradix {

/// Direction of the sort. Equal keys keep their input order in both directions.
enum class order : std::uint8_t { ascending, descending };

/// Where NaNs go. `by_bits` is IEEE total order: -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.
/// `last` puts every NaN behind all numbers, in both directions. Numbers keep total order (-0 before +0) and NaNs go by
/// their bits, where NumPy leaves such ties in input order.
enum class nan_order : std::uint8_t { by_bits, last };

/// Whether equal keys must keep their input order. `unstable` only permits otherwise; it never has to differ.
enum class stability : std::uint8_t { stable, unstable };

/// Where to sort. `automatic` takes PRADIX_BACKEND if it is set, else the fastest backend that is available.
enum class backend : std::uint8_t { automatic, cpu, opencl, cuda };

/// Restricts the comparison to bits [begin, end) of the key, bit 0 the least significant. Bits are those of the
/// key in unsigned order: for a signed or floating key after its sign has been made to compare as unsigned.
/// begin == end compares nothing and keeps the input order.
struct bit_range {
    static constexpr unsigned whole = std::numeric_limits<unsigned>::max();
    unsigned begin = 0;
    unsigned end = whole; ///< `whole` stands for the width of the key
    bool operator==(bit_range const&) const = default;
};

/// Everything that a sort can be told; the defaults are: ascending, all bits, stable, on the fastest device.
struct options {
    order direction = order::ascending;
    bit_range bits{};
    nan_order nans = nan_order::by_bits;
    stability ties = stability::stable;
    backend where = backend::automatic;
    unsigned threads = 0; ///< CPU threads; 0: PRADIX_THREADS if set, else what affinity and cgroup allow
    /// Scratch that the caller owns, any alignment. Empty: the call allocates and frees workspace_bytes(...) itself.
    std::span<std::byte> workspace{};
};

} // namespace pradix
