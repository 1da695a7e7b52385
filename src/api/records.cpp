// SPDX-License-Identifier: MIT
// Sorting records by several columns: as many columns as fit become one wide key, most significant first; what does
// not fit is sorted by in further passes, least significant group first, which works because every pass is stable.
#include "src/api/checked_sort.hpp"
#include "src/api/registry.hpp"
#include "src/core/gather.hpp"
#include "src/core/key_codec.hpp"
#include "src/core/scratch.hpp"
#include "src/core/timing.hpp"
#include "src/core/validate.hpp"
#include "src/cpu/backend.hpp"

#include <pradix/sort.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace pradix {

namespace {

struct record_array {
    core::attempt attempted;
    std::byte const* data;
    std::size_t count;
    std::size_t bytes; // of one record
};

// Memory for so many T, not initialised, for as long as it lives.
template <class T>
class room {
public:
    room(core::attempt const& attempted, std::size_t count) : bytes_(attempted, count * sizeof(T), {}) {}
    T* data() const { return reinterpret_cast<T*>(bytes_.data()); }

private:
    core::scratch bytes_;
};

// Appends the images of a column, in records that the indices name, below what their keys hold already.
template <class Bits, class Wide, class Index>
void append_images(record_array const& records, column const& by, std::span<Index const> indices, Wide* keys) {
    auto const codec = core::make_codec<Bits>(by.type, by.direction, by.nans, {});
    for (std::size_t i = 0; i < indices.size(); ++i) {
        Bits key;
        std::memcpy(&key, records.data + indices[i] * records.bytes + by.offset, sizeof key);
        Wide above = 0;
        if constexpr (sizeof(Bits) < sizeof(Wide))
            above = static_cast<Wide>(keys[i] << core::bit_count<Bits>);
        keys[i] = static_cast<Wide>(above | codec.encode(key));
    }
}

template <class Wide, class Index>
void append_column(record_array const& records, column const& by, std::span<Index const> indices, Wide* keys) {
    switch (key_bytes(by.type)) {
    case 1:
        return append_images<std::uint8_t>(records, by, indices, keys);
    case 2:
        return append_images<std::uint16_t>(records, by, indices, keys);
    case 4:
        return append_images<std::uint32_t>(records, by, indices, keys);
    case 8:
        if constexpr (sizeof(Wide) >= 8)
            return append_images<std::uint64_t>(records, by, indices, keys);
        break;
    default:
        if constexpr (sizeof(Wide) >= 16)
            return append_images<core::uint128>(records, by, indices, keys);
    }
}

// Columns that fit in one key together, and its type.
struct column_group {
    std::span<column const> columns;
    key_type wide;

    // That end the list.
    static column_group last_of(std::span<column const> columns) {
        std::size_t size = 0, bytes = 0;
        while (size < columns.size()) {
            std::size_t const more = key_bytes(columns[columns.size() - size - 1].type);
            if (bytes + more > core::widest_key)
                break;
            bytes += more;
            ++size;
        }
        return {columns.last(size), bytes <= 4 ? key_type::u32 : bytes <= 8 ? key_type::u64 : key_type::u128};
    }
};

// Calls work(group) for all columns, the last ones first.
template <class Work>
void each_group(std::span<column const> columns, Work const& work) {
    while (!columns.empty()) {
        auto const group = column_group::last_of(columns);
        work(group);
        columns = columns.first(columns.size() - group.columns.size());
    }
}

template <class Wide, class Index>
void sort_by_group(record_array const& records, column_group const& group, Index* indices, options how) {
    room<Wide> const keys(records.attempted, records.count);
    core::run_team(how.threads, [&](core::member const& me) {
        auto const [begin, end] = me.chunk(0, records.count);
        std::fill(keys.data() + begin, keys.data() + end, Wide{0});
        for (column const& by : group.columns)
            append_column(records, by, std::span<Index const>(indices + begin, indices + end), keys.data() + begin);
    });
    how.ties = stability::stable; // what earlier groups have put in order stays so
    timing spent;
    timing* const total = std::exchange(how.spent, &spent);
    api::sort_checked(records.attempted, group.wide, keys.data(), records.count, indices, sizeof(Index), how);
    if (total != nullptr)
        core::add(*total, spent); // groups are of different width
}

// Writes the permutation that sorts the records; how.threads make the keys, too.
template <class Index>
void find_order(record_array const& records, std::span<column const> columns, Index* indices, options const& how) {
    if (how.spent != nullptr)
        *how.spent = {};
    core::run_team(how.threads, [&](core::member const& me) {
        auto const [begin, end] = me.chunk(0, records.count);
        std::iota(indices + begin, indices + end, static_cast<Index>(begin));
    });
    each_group(columns, [&](column_group const& group) {
        if (group.wide == key_type::u32)
            sort_by_group<std::uint32_t>(records, group, indices, how);
        else if (group.wide == key_type::u64)
            sort_by_group<std::uint64_t>(records, group, indices, how);
        else
            sort_by_group<core::uint128>(records, group, indices, how);
    });
}

// The same in memory of its own: once nothing can fail any more, the caller's indices are written, of any width.
template <class Index, class To>
void write_order(record_array const& records, std::span<column const> columns, To* indices, options const& how) {
    room<Index> const found(records.attempted, records.count);
    find_order(records, columns, found.data(), how);
    core::run_team(how.threads, [&](core::member const& me) {
        auto const [begin, end] = me.chunk(0, records.count);
        std::copy(found.data() + begin, found.data() + end, indices + begin);
    });
}

template <class Index>
void sort_in_place(std::byte* data, record_array const& records, std::span<column const> columns, options const& how) {
    room<Index> const indices(records.attempted, records.count);
    find_order(records, columns, indices.data(), how);
    room<std::byte> const copy(records.attempted, records.count * records.bytes);
    core::gather(data, copy.data(), indices.data(), records.count, records.bytes, how.threads);
}

// Whether positions of so many records fit in 4 bytes.
bool are_narrow(std::size_t count) {
    return count <= std::uint64_t{1} << 32;
}

void check(core::attempt const& attempted, std::size_t record_bytes, std::span<column const> columns,
           options const& how) {
    core::check_columns(attempted, columns, record_bytes);
    if (how.direction != order::ascending || how.nans != nan_order::by_bits || how.bits != bit_range{})
        throw invalid_argument(attempted.text() + ": direction, nans or bits are set for the whole record; "
                                                  "set direction and nans in each column");
    core::check_options(attempted, columns.front().type, how);
    api::choose_backend(how.where, 0);
}

// What is left to do for each record is done by as many threads as the passes have.
options with_team(std::size_t count, options how) {
    how.threads = cpu::tune_for({key_type::u32, count, sizeof(std::uint32_t)}, how).threads;
    return how;
}

} // namespace

namespace detail {

void argsort_records(void const* records, std::size_t count, std::size_t record_bytes, std::span<column const> columns,
                     void* indices, std::size_t index_bytes, options const& how) {
    core::attempt const attempted{"argsort_records", count, {}};
    record_array const from{attempted, static_cast<std::byte const*>(records), count, record_bytes};
    check(attempted, record_bytes, columns, how);
    core::check_index_bytes(attempted, index_bytes);
    core::check_arrays(
        attempted,
        {{"records", records, count, record_bytes}, {"indices", indices, count, index_bytes}, core::workspace_of(how)});
    core::check_count(attempted, record_bytes);
    options const with_threads = with_team(count, how);
    if (index_bytes == 4)
        write_order<std::uint32_t>(from, columns, static_cast<std::uint32_t*>(indices), with_threads);
    else if (are_narrow(count)) // fewer bytes to move with the keys
        write_order<std::uint32_t>(from, columns, static_cast<std::uint64_t*>(indices), with_threads);
    else
        write_order<std::uint64_t>(from, columns, static_cast<std::uint64_t*>(indices), with_threads);
}

void sort_records(void* records, std::size_t count, std::size_t record_bytes, std::span<column const> columns,
                  options const& how) {
    core::attempt const attempted{"sort_records", count, {}};
    auto* const to = static_cast<std::byte*>(records);
    record_array const from{attempted, to, count, record_bytes};
    check(attempted, record_bytes, columns, how);
    core::check_arrays(attempted, {{"records", records, count, record_bytes}, core::workspace_of(how)});
    core::check_count(attempted, record_bytes);
    if (are_narrow(count))
        sort_in_place<std::uint32_t>(to, from, columns, with_team(count, how));
    else
        sort_in_place<std::uint64_t>(to, from, columns, with_team(count, how));
}

} // namespace detail

std::size_t records_workspace_bytes(std::size_t count, std::span<column const> columns, options const& how) {
    core::attempt const attempted{"records_workspace_bytes", count, {}};
    check(attempted, std::numeric_limits<std::size_t>::max(), columns, how);
    std::size_t const index_bytes = are_narrow(count) ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
    core::check_count(attempted, index_bytes);
    options const with_threads = with_team(count, how);
    std::size_t most = 0;
    each_group(columns, [&](column_group const& group) {
        most = std::max(most, workspace_bytes(group.wide, count, index_bytes, with_threads));
    });
    return most;
}

} // namespace pradix
