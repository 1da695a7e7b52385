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
/// completed. The workspace may hold anything before and is undefined afterwards. Threads may call concurrently,
/// each with its own workspace.
struct launch {
    stream_type stream = nullptr;         ///< of the current device; nullptr: the default stream
    std::span<std::byte> workspace{};     ///< device memory, any alignment; each call documents the size
    std::uint64_t const* count = nullptr; ///< device memory, only read: items to sort, capped at the arrays' size
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

/// Sorts keys in device memory from `in` to `out`, which must be the same array or not overlap.
///
/// Asynchronous: enqueues kernels on run.stream and returns; never reads back, never allocates, never synchronises.
/// CUDA may do the last two when it loads a kernel at its first use: warm up with a call of the same kind and size, or
/// set CUDA_MODULE_LOADING=EAGER. Can be captured in a CUDA graph and replayed with other keys. Stable. The input is
/// unchanged unless it is the output.
/// With run.count, `in` and `out` are as long as the largest count; items beyond the count are not touched. Scratch:
/// workspace_bytes(key_type_of<K>, in.size()); least_workspace_bytes is the minimum. Pointers must be to memory of the
/// current device, or to pinned or managed memory, and aligned to their elements. Of the options, direction, bits and
/// nans are used; `where` must be automatic or cuda, `workspace` empty; the others have to be valid. No two arrays, nor
/// the workspace and the count, may overlap, but an output that is its input. Throws invalid_argument, or
/// backend_unavailable without a device, before anything is enqueued. If a launch fails, throws device_error (or
/// out_of_memory) with CUDA's message; `out` is then undefined.
///
/// Source of the algorithm: Adinets and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs",
/// 2022; the device skips passes whose digit is the same in all keys. Evenly spread keys of 4 bytes and more are
/// partitioned by their leading digits first, and then each group that shares these is sorted in shared memory. Up to
/// 2^20 items are sorted in one launch (keys alone: 3 * 2^20 of 4 bytes, 2^21 of 8; with values: 2.25 * 2^20 if both
/// have 4 bytes, 1.25 * 2^20 if each has 4 or 8 but not both 4). From a few thousand items on, this launch is
/// cooperative: it begins when each of up to 128 multiprocessors has room for a block. Up to 10 * 2^20 keys alone of 4
/// bytes also begin with a cooperative launch.
/// These sizes are for devices with 128 multiprocessors or more; with fewer, they are proportionally smaller.
template <class In, Key K>
requires detail::CopyOf<In, K>
void sort(std::span<In> in, std::span<K> out, launch const& run, options const& how = {}) {
    if (in.size() != out.size())
        pradix::detail::throw_lengths_differ("cuda::sort", in.size(), out.size());
    detail::sort(key_type_of<K>, in.data(), out.data(), in.size(), nullptr, nullptr, 0, run, how);
}

/// The same, in place. Scratch: workspace_bytes with placement::in_place.
template <Key K>
requires(!std::is_const_v<K>) void sort(std::span<K> keys, launch const& run, options const& how = {}) {
    sort(keys, keys, run, how);
}

/// Sorts keys with values: values_in[i] belongs to keys_in[i], and values_out[i] to keys_out[i]. Stable in both
/// directions.
///
/// Values are trivially copyable, of any size. Those of 4, 8 or 16 bytes move with the keys, and so do narrower ones,
/// in 4 bytes, of 2^21 items and more; others are gathered last, by an index. Values of 2, 4, 8 or 16 bytes must be
/// aligned to their size. Keys and values must both be in place or both not; see sort for the rest. Scratch:
/// workspace_bytes(key_type_of<K>, keys_in.size(), sizeof(V), placement).
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

/// The same, in place. Scratch: workspace_bytes with placement::in_place.
template <Key K, class V>
requires(!std::is_const_v<K> && !std::is_const_v<V>) void sort_pairs(std::span<K> keys, std::span<V> values,
                                                                     launch const& run, options const& how = {}) {
    sort_pairs(keys, keys, values, values, run, how);
}

/// Writes the permutation that sorts `keys` to `indices`; keys are only read. Stable: equal keys have ascending
/// indices. Scratch: argsort_workspace_bytes(key_type_of<K>, keys.size(), sizeof(I)), and no less. Also throws
/// invalid_argument if 4-byte indices cannot hold the positions. See sort for the rest.
template <class In, Index I>
requires Key<std::remove_const_t<In>>
void argsort(std::span<In> keys, std::span<I> indices, launch const& run, options const& how = {}) {
    if (keys.size() != indices.size())
        pradix::detail::throw_lengths_differ("cuda::argsort", keys.size(), indices.size());
    detail::argsort(key_type_of<std::remove_const_t<In>>, keys.data(), keys.size(), indices.data(), sizeof(I), run,
                    how);
}

/// Bytes of device scratch that are enough for sort (value_bytes 0) or sort_pairs of up to `count` items, with any
/// options. A pure function of its arguments: no device is asked. One copy of the items, plus up to 5 % (13 % for keys
/// alone of 1 byte, 7 % of 2 bytes), plus up to 1.7 MiB. Keys alone that may be sorted by pieces of their range (up to
/// 2^21 of 8 bytes or 10 * 2^20 of 4, and an eighth beyond) need up to another eighth of the keys. Values of other
/// sizes than 4, 8 and 16 bytes need a copy of the keys and two indices per item instead of a copy of the items and, in
/// place, a copy of the values; out of place, those of 1 to 3 bytes need 12 bytes per item beside the copy of the keys,
/// from 2^21 items on. Throws invalid_argument for more items than an address space holds, and
/// backend_unavailable in a build without CUDA; so do the two functions below.
std::size_t workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes = 0,
                            placement where = placement::out_of_place);

/// The least device scratch with which sort and sort_pairs work, as stably as with workspace_bytes, but more slowly.
/// From 2^24 items on, out of place, without values or with ones of 4, 8 or 16 bytes, it is about a tenth of the items'
/// bytes: 9.6 to 10.7 % at 2^28, 9.7 to 12.4 % at 2^24, most for narrow keys alone. It is then enough for fewer items,
/// too, even below 2^24. Otherwise it is the same as workspace_bytes. At 2^28, evenly spread keys take 1.0 to 1.6 times
/// as long: they go by their leading digit to the output and from there, some buckets at a time, to scratch and back.
/// Others take up to 4 times as long, and 65,536 different ones up to 6.3 times: by exact counts they are cut into
/// ranges of at most 0.094 * count items, partitioned by these into the output, and sorted there in place, range by
/// range. At 2^24 it is up to 3.8 times for evenly spread keys and 9 for input that is otherwise fastest, at 2^30 up to
/// 3.2 times.
std::size_t least_workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes = 0,
                                  placement where = placement::out_of_place);

/// workspace_bytes for argsort: two copies of the keys and one of the indices, plus up to 4 %, plus up to 1.1 MiB.
std::size_t argsort_workspace_bytes(key_type type, std::size_t count, std::size_t index_bytes);

} // namespace pradix::cuda
