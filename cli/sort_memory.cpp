// SPDX-License-Identifier: MIT
#include "cli/sort_memory.hpp"

#include "cli/io/row_set.hpp"
#include "cli/row_order.hpp"

#include <pradix/sort.hpp>

namespace pradix::cli {

std::uint64_t array_sort_bytes(key_type type, std::size_t count, std::size_t value_bytes, options const& how) {
    return count * (key_bytes(type) + value_bytes) + workspace_bytes(type, count, value_bytes, how);
}

std::uint64_t array_argsort_bytes(key_type type, std::size_t count, options const& how) {
    return count * (key_bytes(type) + index_bytes_for(count)) + argsort_workspace_bytes(type, count, how);
}

std::uint64_t row_sort_bytes(std::string_view text, std::span<column_key const> keys, options const& how) {
    std::uint64_t const rows = most_rows(text);
    std::uint64_t row_bytes = sizeof(std::size_t) + index_bytes_for(rows); // where it begins, and its index
    for (column_key const& key : keys)
        row_bytes += key_bytes(key.how.type);
    return text.size() + rows * row_bytes + row_order_bytes(keys, rows, how);
}

} // namespace pradix::cli
