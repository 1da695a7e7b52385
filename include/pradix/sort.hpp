// SPDX-License-Identifier: MIT
// Sorting arrays that the CPU can read and write; for device memory see cuda.hpp and opencl.hpp, for a pointer to it is
// not recognised here. Calls are synchronous, even when a device sorts, and retain nothing. Threads may call
// concurrently, as long as none writes to an array or a workspace that another one uses.
#pragma once

#include <pradix/error.hpp>
#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

namespace pradix {

/// One column of a record, for sorting by several keys: the first column is the most significant.
struct column {
    std::size_t offset; ///< bytes from the start of the record; any alignment
    key_type type;
    order direction = order::ascending;
    nan_order nans = nan_order::by_bits;
};

namespace detail {

template <class R>
using element_t = std::remove_pointer_t<decltype(std::data(std::declval<R&>()))>;

template <class R>
concept Contiguous = requires(R& range) {
    std::data(range);
    std::size(range);
}
&&std::is_trivially_copyable_v<element_t<R>>;

template <class R>
concept Writable = Contiguous<R> && !std::is_const_v<element_t<R>>;

// The compiled core. One function per operation; the key's type is a value here.
void sort(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how);
void argsort(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
             options const& how);
void sort_records(void* records, std::size_t count, std::size_t record_bytes, std::span<column const> columns,
                  options const& how);
void argsort_records(void const* records, std::size_t count, std::size_t record_bytes, std::span<column const> columns,
                     void* indices, std::size_t index_bytes, options const& how);
[[noreturn]] void throw_lengths_differ(char const* attempted, std::size_t keys, std::size_t values);

// What may be copied from an input to an output of another constness.
template <class In, class Out>
concept CopyOf = std::is_same_v<std::remove_const_t<In>, Out> && std::is_trivially_copyable_v<Out>;

} // namespace detail

/// A contiguous range of keys that can be written: vector, array, span, C array.
template <class R>
concept KeyRange = detail::Writable<R> && Key<detail::element_t<R>>;

/// The same, where reading is enough.
template <class R>
concept ConstKeyRange = detail::Contiguous<R> && Key<detail::element_t<R>>;

/// Indices can be 4 or 8 bytes wide; 4 bytes hold the positions of up to 2^32 keys.
template <class T>
concept Index = std::is_integral_v<T> && std::is_unsigned_v<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

/// Sorts `keys` in place.
///
/// Stable (visible only with a bit range, since keys that compare equal are otherwise identical). Synchronous. Scratch:
/// workspace_bytes(type, keys.size(), 0, how); O(n) time. Throws pradix::error; `keys` is then unchanged, or undefined
/// after device_error.
/// Source of the algorithm: one most-significant-digit partition with software write combining (Wassenberg and Sanders,
/// "Engineering a Multi-core Radix Sort", 2011), then least-significant-digit passes inside the cache.
template <KeyRange R>
void sort(R&& keys, options const& how = {}) {
    using K = detail::element_t<R>;
    detail::sort(key_type_of<K>, std::data(keys), std::size(keys), nullptr, 0, how);
}

/// Sorts `keys` in place and moves `values` along: values[i] belongs to keys[i] before and after.
///
/// Stable. Synchronous. Values are trivially copyable, of any size; they must not overlap the keys, nor either of them
/// the workspace.
/// Scratch: workspace_bytes(type, keys.size(), sizeof(value), how). Throws pradix::error; both ranges are then
/// unchanged, or undefined after device_error.
template <KeyRange R, detail::Writable V>
void sort_pairs(R&& keys, V&& values, options const& how = {}) {
    using K = detail::element_t<R>;
    if (std::size(keys) != std::size(values))
        detail::throw_lengths_differ("sort_pairs", std::size(keys), std::size(values));
    detail::sort(key_type_of<K>, std::data(keys), std::size(keys), std::data(values), sizeof(detail::element_t<V>),
                 how);
}

/// Writes to `indices` the permutation that sorts `keys`: keys[indices[0]] is the first in order. Keys are only read.
///
/// Stable: equal keys have ascending indices. Synchronous. Keys, indices and the workspace must not overlap. Scratch:
/// argsort_workspace_bytes(type, keys.size(), how).
/// Throws invalid_argument if the lengths differ or 4-byte indices cannot hold the positions, and pradix::error as sort
/// does; `indices` is then unchanged, or undefined after device_error.
template <ConstKeyRange R, detail::Writable I>
requires Index<detail::element_t<I>>
void argsort(R const& keys, I&& indices, options const& how = {}) {
    using K = std::remove_const_t<detail::element_t<R const>>;
    if (std::size(keys) != std::size(indices))
        detail::throw_lengths_differ("argsort", std::size(keys), std::size(indices));
    detail::argsort(key_type_of<K>, std::data(keys), std::size(keys), std::data(indices), sizeof(detail::element_t<I>),
                    how);
}

/// The same, returning a new vector of indices. Throws std::bad_alloc if there is no memory for it.
template <Index I = std::size_t, ConstKeyRange R>
std::vector<I> argsort(R const& keys, options const& how = {}) {
    std::vector<I> indices(std::size(keys));
    argsort(keys, indices, how);
    return indices;
}

/// Sorts whole records in place by several columns, the first being the most significant.
///
/// Stable. Synchronous. how.direction, how.nans and how.bits must be the defaults: each column has its own direction
/// and nans. The call always allocates an index, up to 16 bytes of key and a copy for each record. how.workspace, if
/// given, is used for the passes: records_workspace_bytes(records.size(), columns, how). Throws pradix::error; the
/// records are then unchanged.
template <detail::Writable R>
void sort_records(R&& records, std::span<column const> columns, options const& how = {}) {
    detail::sort_records(std::data(records), std::size(records), sizeof(detail::element_t<R>), columns, how);
}

template <detail::Writable R>
void sort_records(R&& records, std::initializer_list<column> columns, options const& how = {}) {
    sort_records(records, std::span<column const>(columns.begin(), columns.size()), how);
}

/// Writes to `indices`, which must not overlap the records, the permutation that sort_records would apply. Records are
/// only read. Stable: equal records have ascending indices. Synchronous. Allocates and uses scratch as sort_records
/// does. Throws invalid_argument if the lengths differ or 4-byte indices cannot hold the positions, and pradix::error
/// as sort_records does.
template <detail::Contiguous R, detail::Writable I>
requires Index<detail::element_t<I>>
void argsort_records(R const& records, std::span<column const> columns, I&& indices, options const& how = {}) {
    if (std::size(records) != std::size(indices))
        detail::throw_lengths_differ("argsort_records", std::size(records), std::size(indices));
    detail::argsort_records(std::data(records), std::size(records), sizeof(detail::element_t<R const>), columns,
                            std::data(indices), sizeof(detail::element_t<I>), how);
}

template <detail::Contiguous R, detail::Writable I>
requires Index<detail::element_t<I>>
void argsort_records(R const& records, std::initializer_list<column> columns, I&& indices, options const& how = {}) {
    argsort_records(records, std::span<column const>(columns.begin(), columns.size()), indices, how);
}

/// The same, returning a new vector of indices. Throws std::bad_alloc if there is no memory for it.
template <Index I = std::size_t, detail::Contiguous R>
std::vector<I> argsort_records(R const& records, std::span<column const> columns, options const& how = {}) {
    std::vector<I> indices(std::size(records));
    argsort_records(records, columns, indices, how);
    return indices;
}

template <Index I = std::size_t, detail::Contiguous R>
std::vector<I> argsort_records(R const& records, std::initializer_list<column> columns, options const& how = {}) {
    return argsort_records<I>(records, std::span<column const>(columns.begin(), columns.size()), how);
}

/// Bytes of scratch that sort (value_bytes 0) or sort_pairs needs on the CPU. Of millions of items and more about one
/// copy of the keys, or, with values of 4 or 8 bytes, of structures of a key and its value. Values of other sizes take
/// an index: a copy of structures of a key and an index, the indices (4 bytes each, 8 beyond 2^32 items) and a copy of
/// the values, which for keys and values of 1 byte is 13 bytes an item. To this come counters and buffers of each
/// thread, some copies of an array of 2^18 items. Depends on the arguments, the thread count that how.threads resolves
/// to and the size of the L2 cache. 0 if the input is small enough for the stack, or if how.where names a device with
/// memory of its own, which the call allocates. If how.where is opencl and the device is a CPU, the size that this
/// device needs; throws if there is no such device. Throws invalid_argument also for more items than an address space
/// holds.
std::size_t workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes = 0, options const& how = {});

/// The same for argsort.
std::size_t argsort_workspace_bytes(key_type type, std::size_t count, options const& how = {});

/// The same for sort_records and argsort_records by these columns, of which offsets do not matter.
std::size_t records_workspace_bytes(std::size_t count, std::span<column const> columns, options const& how = {});

inline std::size_t records_workspace_bytes(std::size_t count, std::initializer_list<column> columns,
                                           options const& how = {}) {
    return records_workspace_bytes(count, std::span<column const>(columns.begin(), columns.size()), how);
}

} // namespace pradix
