// SPDX-License-Identifier: MIT
// Sorting what is in OpenCL buffers already, on the caller's queue. Needs no OpenCL header in the user's build.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

// NOLINTBEGIN(bugprone-reserved-identifier): the names are OpenCL's
struct _cl_command_queue;
struct _cl_device_id;
struct _cl_event;
struct _cl_mem;
// NOLINTEND(bugprone-reserved-identifier)

namespace pradix::opencl {

/// The same types as cl_command_queue, cl_device_id, cl_event and cl_mem.
using queue_type = ::_cl_command_queue*;
using device_type = ::_cl_device_id*;
using event_type = ::_cl_event*;
using memory_type = ::_cl_mem*;

/// Elements [offset, offset + size) of a buffer or sub-buffer. `array<float const>` is only read.
template <class T>
struct array {
    memory_type buffer = nullptr;
    std::size_t offset = 0; ///< in elements of T
    std::size_t size = 0;   ///< in elements of T

    /// The same elements, to be read only.
    operator array<T const>() const { return {buffer, offset, size}; }
};

/// How a call runs on the device. Buffers of outputs, of arrays that are sorted in place, and of the workspace are read
/// and written (CL_MEM_READ_WRITE), others read; host memory that buffers use begins at a multiple of 16 bytes. OpenCL
/// keeps buffers that are released meanwhile until the sort has completed; their contents, and the workspace, must not
/// be used before. Sorts that may run at the same time need a workspace each.
struct launch {
    queue_type queue = nullptr;         ///< in order or out of order; its device sorts
    array<std::byte> workspace{};       ///< workspace_bytes(...), at any offset; undefined afterwards
    std::span<event_type const> wait{}; ///< the sort begins when these have completed
    event_type* done = nullptr;         ///< if given, set to the event that completes with the sort; release it
};

using pradix::placement;

namespace detail {

// An array without its type.
struct untyped {
    memory_type buffer = nullptr;
    std::size_t offset = 0; // in bytes
};

// An offset beyond all bytes remains that, and is refused, where the product would wrap.
template <class T>
untyped untyped_of(array<T> const& from) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    return {from.buffer, from.offset > most / sizeof(T) ? most : from.offset * sizeof(T)};
}

// The compiled core; values have no buffer if there are none.
void sort(key_type type, untyped keys_in, untyped keys_out, std::size_t count, untyped values_in, untyped values_out,
          std::size_t value_bytes, launch const& run, options const& how);
void argsort(key_type type, untyped keys, std::size_t count, untyped indices, std::size_t index_bytes,
             launch const& run, options const& how);

using pradix::detail::CopyOf;

} // namespace detail

/// Sorts keys in buffers from `in` to `out`, which must be the same array or not overlap.
///
/// Asynchronous: enqueues kernels on run.queue, flushes it and returns; never allocates device memory, never waits for
/// the device. The first call for a width of key and value compiles its kernels, or loads them from the cache on disk
/// (PRADIX_CACHE_DIR, by default the user's cache folder; none if empty), and keeps them for the process; see
/// release_programs(). Stable. The input is unchanged unless it is the output. Any thread may call it.
/// Of the options, direction, bits and nans are used; `where` must be automatic or opencl, `workspace` empty; the
/// others have to be valid. No two arrays, nor the workspace, may overlap, but an output that is its input. Scratch:
/// workspace_bytes(device, key_type_of<K>, in.size). Throws invalid_argument, or backend_unavailable in a build without
/// OpenCL, before anything is enqueued. If a command cannot be enqueued, throws device_error, out_of_memory or
/// backend_unavailable with OpenCL's message; `out` is then undefined. Source of the algorithm: histogram, scan and
/// stable reorder of each digit (Zagha and Blelloch, "Radix Sort for Vector Multiprocessors", 1991; Satish, Harris and
/// Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009). No kernel waits for another group of its
/// own launch.
template <class In, Key K>
requires detail::CopyOf<In, K>
void sort(array<In> in, array<K> out, launch const& run, options const& how = {}) {
    if (in.size != out.size)
        pradix::detail::throw_lengths_differ("opencl::sort", in.size, out.size);
    detail::sort(key_type_of<K>, detail::untyped_of(in), detail::untyped_of(out), in.size, {}, {}, 0, run, how);
}

/// The same, in place. Scratch: workspace_bytes with placement::in_place.
template <Key K>
requires(!std::is_const_v<K>) void sort(array<K> keys, launch const& run, options const& how = {}) {
    sort(keys, keys, run, how);
}

/// Sorts keys with values: the i-th value belongs to the i-th key, before and after. Stable in both directions.
///
/// Values are trivially copyable, of any size. Those of 4, 8 or 16 bytes move with the keys; others are gathered last,
/// by an index. Keys and values must both be in place or both not; see sort for the rest. Scratch:
/// workspace_bytes(device, key_type_of<K>, keys_in.size, sizeof(V), placement).
template <class KeyIn, Key K, class ValueIn, class V>
requires detail::CopyOf<KeyIn, K> && detail::CopyOf<ValueIn, V>
void sort_pairs(array<KeyIn> keys_in, array<K> keys_out, array<ValueIn> values_in, array<V> values_out,
                launch const& run, options const& how = {}) {
    for (std::size_t const size : {keys_out.size, values_in.size, values_out.size})
        if (size != keys_in.size)
            pradix::detail::throw_lengths_differ("opencl::sort_pairs", keys_in.size, size);
    detail::sort(key_type_of<K>, detail::untyped_of(keys_in), detail::untyped_of(keys_out), keys_in.size,
                 detail::untyped_of(values_in), detail::untyped_of(values_out), sizeof(V), run, how);
}

/// The same, in place. Scratch: workspace_bytes with placement::in_place.
template <Key K, class V>
requires(!std::is_const_v<K> && !std::is_const_v<V>) void sort_pairs(array<K> keys, array<V> values, launch const& run,
                                                                     options const& how = {}) {
    sort_pairs(keys, keys, values, values, run, how);
}

/// Writes the permutation that sorts `keys` to `indices`; keys are only read. Stable: equal keys have ascending
/// indices. Scratch: argsort_workspace_bytes(device, key_type_of<K>, keys.size, sizeof(index)). See sort for the rest.
template <class In, Index I>
requires Key<std::remove_const_t<In>>
void argsort(array<In> keys, array<I> indices, launch const& run, options const& how = {}) {
    if (keys.size != indices.size)
        pradix::detail::throw_lengths_differ("opencl::argsort", keys.size, indices.size);
    detail::argsort(key_type_of<std::remove_const_t<In>>, detail::untyped_of(keys), keys.size,
                    detail::untyped_of(indices), sizeof(I), run, how);
}

/// Bytes of scratch in a buffer of the device that are enough for sort (value_bytes 0) or sort_pairs of up to `count`
/// items, with any options. One copy of the items and a table of about 1 KiB for each group of work-items, 8 KiB on a
/// CPU; for values that follow an index, two indices per item besides and, in place, a copy of the values. It depends
/// on how the device was tuned, which a process looks up once, so other processes may tune it; after tune in this one,
/// ask again. Throws invalid_argument for a null device or more items than an address space holds, and
/// backend_unavailable in a build without OpenCL; so do argsort_workspace_bytes and tune.
std::size_t workspace_bytes(device_type device, key_type type, std::size_t count, std::size_t value_bytes = 0,
                            placement where = placement::out_of_place);

/// The same for argsort: two copies of the keys and one of the indices.
std::size_t argsort_workspace_bytes(device_type device, key_type type, std::size_t count, std::size_t index_bytes);

/// What to measure on a device, and where to put the result.
struct tuning_request {
    unsigned device = 0;                                       ///< index in backend_info::devices
    std::vector<key_type> types{key_type::u32, key_type::u64}; ///< their widths are what matters
    std::vector<std::size_t> value_bytes{0, 4, 8};             ///< 0, 4, 8 or 16
    std::size_t count = std::size_t{1} << 24;                  ///< items, uniformly random
    std::string path{};                                        ///< empty: the file that sorts on the device read
    std::function<void(std::string const&)> told{};            ///< if given, called with a line for each trial
};

/// Measures which sizes of groups, tiles and digits are best on a device, and writes them as JSON. Later calls by this
/// user on that device and driver read the file in the cache folder, or the one that PRADIX_OPENCL_TUNING names: a
/// process does so once, and again after its own calls of tune. From then on, sorts may need a larger workspace. Rows
/// for other widths are kept, also in a file that `path` names. Returns the path of the file. Takes seconds to minutes;
/// other threads may sort meanwhile, on another device if times are to mean something. Throws pradix::error.
std::string tune(tuning_request const& request);

/// Forgets the compiled programs of the process, which keep the contexts of earlier calls alive. Other threads may sort
/// meanwhile.
void release_programs();

} // namespace pradix::opencl
