// SPDX-License-Identifier: MIT
// Sorting what is in CUDA device memory already. Needs no CUDA header and no nvcc in the user's build.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

struct CUstream_st;

namespace pradix::cuda {

/// The same type as cudaStream_t.
using stream_type = ::CUstream_st*;

/// How a call runs on the device. Arrays, workspace and count must stay valid until the work enqueued by the call has
/// completed; the workspace holds nothing of use before or after it. Threads may call at once, each with a workspace of
/// its own.
struct launch {
    stream_type stream = nullptr;         ///< nullptr: the default stream
    std::span<std::byte> workspace{};     ///< device memory, any alignment, of as many bytes as the call says
    std::uint64_t const* count = nullptr; ///< device memory, which the call only reads: sort that many, at most all
};

using pradix::placement;

namespace detail {

// The compiled core; `values_in` and `values_out` are null if there are none.
void sort(key_type type, void const* keys_in, void* keys_out, std::size_t count, void const* values_in,
          void* values_out, std::size_t value_bytes, launch const& run, options const& how);
void argsort(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
             launch const& run, options const& how);

using pradix::detail::CopyOf;

} // namespace detail

/// Sorts keys in device memory from `in` to `out`, which are the same or do not overlap.
///
/// Asynchronous: enqueues kernels on run.stream and returns; never allocates, never synchronises, never reads back. May
/// be captured in a CUDA graph, and replayed with other keys. Stable. The input is unchanged unless it is the output.
/// With run.count, `in` and `out` are as long as the count can get, and the items behind it are left alone. Scratch:
/// workspace_bytes(key_type_of<K>, in.size()), or least_workspace_bytes and more. The pointers belong to the current
/// device, or to pinned or managed memory, and are aligned to their elements. Of the options, direction, bits and nans
/// count; `where` has to be automatic or cuda, `workspace` empty, and the others are ignored. Throws invalid_argument,
/// or backend_unavailable without a device, before anything is enqueued; device_error (or out_of_memory), with CUDA's
/// own words, if a launch fails, and then `out` is undefined.
///
/// Source of the algorithm: Adinets and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for
/// GPUs", 2022; passes whose digit is the same in all keys are left out, on the device. Keys of 4 bytes and more that
/// are spread evenly are sorted by their leading digits first, and then each group of keys that share these in shared
/// memory. Up to 2^20 items (3 * 2^20 keys alone of 4 bytes, 2^21 of 8 bytes; 2.25 * 2^20 where keys and values have 4
/// bytes, 1.25 * 2^20 where both have 4 or 8), the sort is one launch, which from a few thousand items on is
/// cooperative: it begins when there is room for a block on each of up to 128 multiprocessors. Up to 10 * 2^20 keys
/// alone of 4 bytes begin with one, too.
/// The sizes for one launch are those of devices with 128 multiprocessors or more; with fewer, they are smaller in
/// proportion.
template <class In, Key K>
requires detail::CopyOf<In, K>
void sort(std::span<In> in, std::span<K> out, launch const& run, options const& how = {}) {
    if (in.size() != out.size())
        pradix::detail::throw_lengths_differ("cuda::sort", in.size(), out.size());
    detail::sort(key_type_of<K>, in.data(), out.data(), in.size(), nullptr, nullptr, 0, run, how);
}

/// The same, in place.
template <Key K>
requires(!std::is_const_v<K>) void sort(std::span<K> keys, launch const& run, options const& how = {}) {
    sort(keys, keys, run, how);
}

/// Sorts keys with values: values_in[i] belongs to keys_in[i], and values_out[i] to keys_out[i]. Stable in both
/// directions.
///
/// Values are trivially copyable, of any size; those of 4, 8 or 16 bytes travel with the keys and are aligned to their
/// size, others follow an index in the end. Keys and values are both in place or both not; see sort for the rest.
/// Scratch: workspace_bytes(key_type_of<K>, keys_in.size(), sizeof(V), placement).
template <class KeyIn, Key K, class ValueIn, class V>
requires detail::CopyOf<KeyIn, K> && detail::CopyOf<ValueIn, V>
void sort_pairs(std::span<KeyIn> keys_in, std::span<K> keys_out, std::span<ValueIn> values_in, std::span<V> values_out,
                launch const& run, options const& how = {}) {
    for (std::size_t const size : {keys_out.size(), values_in.size(), values_out.size()})
        if (size != keys_in.size())
            pradix::detail::throw_lengths_differ("cuda::sort_pairs", keys_in.size(), size);
    detail::sort(key_type_of<K>, keys_in.data(), keys_out.data(), keys_in.size(), values_in.data(), values_out.data(),
                 sizeof(V), run, how);
}

/// The same, in place.
template <Key K, class V>
requires(!std::is_const_v<K> && !std::is_const_v<V>) void sort_pairs(std::span<K> keys, std::span<V> values,
                                                                     launch const& run, options const& how = {}) {
    sort_pairs(keys, keys, values, values, run, how);
}

/// Writes the permutation that sorts `keys` to `indices`; keys are only read. Stable: equal keys have ascending
/// indices. Scratch: argsort_workspace_bytes(key_type_of<K>, keys.size(), sizeof(I)); there is no way with less. Throws
/// invalid_argument if an index of 4 bytes cannot hold the positions, too. See sort for the rest.
template <class In, Index I>
requires Key<std::remove_const_t<In>>
void argsort(std::span<In> keys, std::span<I> indices, launch const& run, options const& how = {}) {
    if (keys.size() != indices.size())
        pradix::detail::throw_lengths_differ("cuda::argsort", keys.size(), indices.size());
    detail::argsort(key_type_of<std::remove_const_t<In>>, keys.data(), keys.size(), indices.data(), sizeof(I), run,
                    how);
}

/// Bytes of device scratch that are enough for sort (value_bytes 0) or sort_pairs of up to `count` items, with any
/// options. A pure function of its arguments: no device is asked. One copy of the items, up to 5 % more (keys alone of
/// 2 bytes 7 %, of 1 byte 13 %), and up to 1.7 MiB besides. Keys alone that may be sorted by pieces of their range, up
/// to 2^21 of 8 bytes or 10 * 2^20 of 4, and an eighth more of them, need another eighth of the keys. With values that
/// follow an index, it is a copy of the keys and two indices per item instead of a copy of the items and, in place, a
/// copy of the values.
std::size_t workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes = 0,
                            placement where = placement::out_of_place);

/// With less device scratch than workspace_bytes, but this much at least, sort and sort_pairs still work, and as
/// stably. From 2^24 items on, out of place, without values or with ones of 4, 8 or 16 bytes, it is a tenth to an
/// eighth of the items' bytes: at 2^28 9.6 to 10.7 %, at 2^24 9.7 to 13.2 %, most for narrow keys alone; it is enough
/// for fewer items, too, also for fewer than 2^24. Otherwise it is the same as workspace_bytes. At 2^28 items it
/// takes 1.1 to 1.6 times as long for evenly spread keys, which go by their leading digit into the output and from
/// there, some buckets at a time, to scratch and back; up to three times for others, which are cut into ranges of at
/// most 0.094 * count items by exact counts, partitioned by ranges into the output, and sorted there range by range, in
/// place.
std::size_t least_workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes = 0,
                                  placement where = placement::out_of_place);

/// As workspace_bytes, for argsort: two copies of the keys and one of the indices, up to 4 % more, and up to 1.1 MiB
/// besides.
std::size_t argsort_workspace_bytes(key_type type, std::size_t count, std::size_t index_bytes);

} // namespace pradix::cuda
