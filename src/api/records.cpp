// SPDX-License-Identifier: MIT
// Sorting records by several columns: as many columns as fit become one wide key, most significant first; what does
// not fit is sorted by in further passes, least significant group first, which works because every pass is stable.
#include "src/api/registry.hpp"
#include "src/api/validate.hpp"
#include "src/core/key_codec.hpp"

#include <pradix/sort.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace pradix {

namespace {

struct record_array {
    std::byte const* data;
    std::size_t count;
    std::size_t bytes; // of one record
};

// Appends the column's images, below what the keys hold already.
template <class Bits, class Wide, class Index>
void append_images(record_array const& records, column const& by, std::vector<Index> const& indices, Wide* keys) {
    auto const codec = core::make_codec<Bits>(by.type, by.direction, by.nans, {});
    for (std::size_t i = 0; i < records.count; ++i) {
        Bits key;
        std::memcpy(&key, records.data + indices[i] * records.bytes + by.offset, sizeof key);
        Wide above = 0;
        if constexpr (sizeof(Bits) < sizeof(Wide))
            above = static_cast<Wide>(keys[i] << core::bit_count<Bits>);
        keys[i] = static_cast<Wide>(above | codec.encode(key));
    }
}

template <class Wide, class Index>
void append_column(record_array const& records, column const& by, std::vector<Index> const& indices, Wide* keys) {
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

// Groups are of different width, so that a device may sort some of them only.
void add(timing& total, timing const& group) {
    total.where = std::max(total.where, group.where);
    total.transfer += group.transfer;
    total.sorting += group.sorting;
}

template <class Wide, class Index>
void sort_by_group(key_type wide, record_array const& records, std::span<column const> group,
                   std::vector<Index>& indices, options how) {
    std::vector<Wide> keys(records.count);
    for (column const& by : group)
        append_column(records, by, indices, keys.data());
    how.ties = stability::stable; // what earlier groups have put in order stays so
    timing spent;
    timing* const total = std::exchange(how.spent, &spent);
    detail::sort(wide, keys.data(), keys.size(), indices.data(), sizeof(Index), how);
    if (total != nullptr)
        add(*total, spent);
}

// The columns that end the list and fit in one key together.
std::span<column const> last_group(std::span<column const> columns, std::size_t& bytes) {
    std::size_t size = 0;
    bytes = 0;
    while (size < columns.size()) {
        std::size_t const more = key_bytes(columns[columns.size() - size - 1].type);
        if (bytes + more > api::widest_key)
            break;
        bytes += more;
        ++size;
    }
    return columns.last(size);
}

template <class Index>
std::vector<Index> sorted_indices(record_array const& records, std::span<column const> columns, options const& how) {
    if (how.spent != nullptr)
        *how.spent = {};
    std::vector<Index> indices(records.count);
    std::iota(indices.begin(), indices.end(), Index{0});
    while (!columns.empty()) {
        std::size_t bytes = 0;
        auto const group = last_group(columns, bytes);
        if (bytes <= 4)
            sort_by_group<std::uint32_t>(key_type::u32, records, group, indices, how);
        else if (bytes <= 8)
            sort_by_group<std::uint64_t>(key_type::u64, records, group, indices, how);
        else
            sort_by_group<core::uint128>(key_type::u128, records, group, indices, how);
        columns = columns.first(columns.size() - group.size());
    }
    return indices;
}

// Calls work(indices) with the sorted order in the narrowest type of index.
template <class Work>
void with_sorted_indices(record_array const& records, std::span<column const> columns, options const& how,
                         Work const& work) {
    if (records.count <= std::uint64_t{1} << 32)
        work(sorted_indices<std::uint32_t>(records, columns, how));
    else
        work(sorted_indices<std::uint64_t>(records, columns, how));
}

void check(api::attempt const& attempted, record_array const& records, std::span<column const> columns,
           options const& how) {
    api::check_columns(attempted, columns, records.bytes);
    if (how.direction != order::ascending || how.nans != nan_order::by_bits || how.bits != bit_range{})
        throw invalid_argument(attempted.text() + ": direction, nans or bits are set for the whole record; "
                                                  "set direction and nans in each column");
    api::choose_backend(how.where, 0);
}

} // namespace

namespace detail {

void argsort_records(void const* records, std::size_t count, std::size_t record_bytes, std::span<column const> columns,
                     void* indices, std::size_t index_bytes, options const& how) {
    api::attempt const attempted{"argsort_records", count, {}};
    record_array const from{static_cast<std::byte const*>(records), count, record_bytes};
    check(attempted, from, columns, how);
    api::check_index_bytes(attempted, index_bytes);
    api::check_arrays(
        attempted,
        {{"records", records, count, record_bytes}, {"indices", indices, count, index_bytes}, api::workspace_of(how)});
    api::check_count(attempted, record_bytes);
    try {
        with_sorted_indices(from, columns, how, [&](auto const& sorted) {
            for (std::size_t i = 0; i < count; ++i)
                if (index_bytes == 4)
                    static_cast<std::uint32_t*>(indices)[i] = static_cast<std::uint32_t>(sorted[i]);
                else
                    static_cast<std::uint64_t*>(indices)[i] = sorted[i];
        });
    } catch (std::bad_alloc const&) {
        throw out_of_memory(attempted.text() + ": there is no memory for their keys and indices; sort in parts");
    }
}

void sort_records(void* records, std::size_t count, std::size_t record_bytes, std::span<column const> columns,
                  options const& how) {
    api::attempt const attempted{"sort_records", count, {}};
    auto* const to = static_cast<std::byte*>(records);
    record_array const from{to, count, record_bytes};
    check(attempted, from, columns, how);
    api::check_arrays(attempted, {{"records", records, count, record_bytes}, api::workspace_of(how)});
    api::check_count(attempted, record_bytes);
    try {
        with_sorted_indices(from, columns, how, [&](auto const& sorted) {
            std::vector<std::byte> const copy(to, to + count * record_bytes);
            for (std::size_t i = 0; i < count; ++i)
                std::memcpy(to + i * record_bytes, copy.data() + sorted[i] * record_bytes, record_bytes);
        });
    } catch (std::bad_alloc const&) {
        throw out_of_memory(attempted.text() + ": there is no memory for their keys, indices and copy; sort in parts");
    }
}

} // namespace detail

} // namespace pradix
