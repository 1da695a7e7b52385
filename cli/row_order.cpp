// SPDX-License-Identifier: MIT
// Key by key from the last to the first, each by a stable sort: among rows that are equal in a key, the order by the
// keys behind it stays. So it does among rows whose key is empty, which are sorted as 0 and then go to one side.
#include "cli/row_order.hpp"

#include "cli/key_visit.hpp"
#include "src/core/timing.hpp"

#include <pradix/sort.hpp>

#include <algorithm>

namespace pradix::cli {
namespace {

template <class T, class Index>
buffer gather(T const* keys, Index const* indices, std::size_t count) {
    buffer gathered(count * sizeof(T));
    auto* const to = reinterpret_cast<T*>(gathered.data());
    for (std::size_t i = 0; i < count; ++i)
        to[i] = keys[indices[i]];
    return gathered;
}

// The keys of the column in the order so far.
buffer gather(key_column const& column, buffer const& indices, std::size_t count, std::size_t index_bytes) {
    // Bytes of a boolean may hold anything.
    key_type const type = column.how.type == key_type::boolean ? key_type::u8 : column.how.type;
    return visit_key(type, [&]<class T>(std::type_identity<T>) {
        auto const* const keys = reinterpret_cast<T const*>(column.keys.data());
        return index_bytes == 4 ? gather(keys, reinterpret_cast<std::uint32_t const*>(indices.data()), count)
                                : gather(keys, reinterpret_cast<std::uint64_t const*>(indices.data()), count);
    });
}

template <class Index>
void place_empty_keys(Index* indices, std::size_t count, key_column const& column) {
    bool const first = column.empties == empty_keys::first;
    std::stable_partition(indices, indices + count, [&](Index i) { return column.is_empty(i) == first; });
}

void place_empty_keys(buffer& indices, std::size_t count, std::size_t index_bytes, key_column const& column) {
    if (column.empty.empty())
        return;
    if (index_bytes == 4)
        place_empty_keys(reinterpret_cast<std::uint32_t*>(indices.data()), count, column);
    else
        place_empty_keys(reinterpret_cast<std::uint64_t*>(indices.data()), count, column);
}

} // namespace

buffer order_of_rows(std::span<key_column const> columns, std::size_t count, std::size_t index_bytes,
                     options const& base) {
    buffer indices(count * index_bytes);
    key_column const& last = columns.back();
    detail::argsort(last.how.type, last.keys.data(), count, indices.data(), index_bytes, with_order(base, last.how));
    place_empty_keys(indices, count, index_bytes, last);
    for (std::size_t i = columns.size() - 1; i-- > 0;) {
        timing const before = base.spent != nullptr ? *base.spent : timing{};
        buffer keys = gather(columns[i], indices, count, index_bytes);
        detail::sort(columns[i].how.type, keys.data(), count, indices.data(), index_bytes,
                     with_order(base, columns[i].how));
        place_empty_keys(indices, count, index_bytes, columns[i]);
        if (base.spent != nullptr)
            core::add(*base.spent, before);
    }
    return indices;
}

std::uint64_t row_order_bytes(std::span<column_key const> keys, std::size_t count, options const& base) {
    key_order const& last = keys.back().how;
    std::uint64_t most = argsort_workspace_bytes(last.type, count, with_order(base, last));
    for (column_key const& key : keys.first(keys.size() - 1)) {
        std::uint64_t const gathered = count * key_bytes(key.how.type);
        most = std::max(
            most, gathered + workspace_bytes(key.how.type, count, index_bytes_for(count), with_order(base, key.how)));
    }
    return most;
}

} // namespace pradix::cli
