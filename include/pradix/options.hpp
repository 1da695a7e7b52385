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
/// `last` puts every NaN after all numbers, in both directions. Numbers keep total order (-0 before +0), and so do NaNs
/// of either sign, +NaN before -NaN; NumPy leaves such ties in input order. Whole keys are compared then, no range of
/// bits.
enum class nan_order : std::uint8_t { by_bits, last };

/// Whether equal keys must keep their input order. `unstable` only permits otherwise. At present it changes nothing:
/// every sort is stable.
enum class stability : std::uint8_t { stable, unstable };

/// Where to sort arrays in host memory. `automatic` is what PRADIX_BACKEND names, if it is set. Otherwise it is CUDA
/// for 64 MiB and more, keys and values or indices together, and the CPU for less, without a CUDA device, or if that
/// lacks the memory or fails. It is never OpenCL.
enum class backend : std::uint8_t { automatic, cpu, opencl, cuda };

/// Whether input and output of a call in device memory are the same elements.
enum class placement : std::uint8_t { out_of_place, in_place };

/// Restricts the comparison to bits [begin, end) of the key, bit 0 the least significant. Bits are those of the
/// key in unsigned order: for a signed or floating key after its sign has been made to compare as unsigned.
/// begin == end compares nothing and keeps the input order.
struct bit_range {
    static constexpr unsigned whole = std::numeric_limits<unsigned>::max();
    unsigned begin = 0;
    unsigned end = whole; ///< `whole` stands for the width of the key

    /// `end` for a key of this many bits, `whole` resolved.
    constexpr unsigned end_for(unsigned key_bits) const noexcept { return end == whole ? key_bits : end; }
    /// Whether it restricts nothing for a key of this many bits.
    constexpr bool is_all_of(unsigned key_bits) const noexcept { return begin == 0 && end_for(key_bits) == key_bits; }
    bool operator==(bit_range const&) const = default;
};

/// Where a call on arrays in host memory ran, and where its time went, in seconds.
/// For records, the total of the sorts by all groups of columns, without building keys from the columns or moving the
/// records; `where` is the device if any of these sorts ran there.
struct timing {
    backend where = backend::automatic; ///< automatic: nothing had to be done
    double transfer = 0;                ///< to the device and back, with the allocation of device memory; 0 on the CPU
    double sorting = 0;
};

/// Everything that a sort can be told; the defaults are: ascending, all bits, stable, where `automatic` says.
struct options {
    order direction = order::ascending;
    bit_range bits{};
    nan_order nans = nan_order::by_bits;
    stability ties = stability::stable;
    backend where = backend::automatic;
    /// Index of the device in backend_info::devices, for backends that have several. One that is not there is an
    /// invalid_argument as soon as that backend is to sort; with `automatic`, only arrays that go to CUDA. The CPU
    /// backend has one, and ignores it.
    unsigned device = 0;
    unsigned threads = 0; ///< CPU threads, at most 1024; 0: PRADIX_THREADS if set, else what affinity and cgroup allow
    /// Scratch that the caller owns, any alignment, of workspace_bytes(...) or more; if shorter, invalid_argument
    /// before anything is changed. Empty: the call allocates and frees as much itself. Used by the CPU backend and, if
    /// `where` is opencl, by an OpenCL device that is a CPU; any other device allocates its own memory for the call.
    std::span<std::byte> workspace{};
    timing* spent = nullptr; ///< if given, filled when the call returns
};

} // namespace pradix
