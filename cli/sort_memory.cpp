// SPDX-License-Identifier: MIT
#include "cli/sort_memory.hpp"

#include "cli/io/row_set.hpp"
#include "cli/row_order.hpp"

#include <pradix/sort.hpp>

#include <algorithm>

namespace pradix::cli {

std::uint64_t array_sort_bytes(key_type type, std::size_t count, std::size_t value_bytes, options const& how) {
    return count * (key_bytes(type) + value_bytes) + workspace_bytes(type, count, value_bytes, how);
}

std::uint64_t array_argsort_bytes(key_type type, std::size_t count, options const& how) {
    return count * (key_bytes(type) + index_bytes_for(count)) + argsort_workspace_bytes(type, count, how);
}

namespace {

std::uint64_t row_bytes(std::size_t text_bytes, std::uint64_t rows, std::span<column_key const> keys) {
    std::uint64_t of_row = sizeof(std::size_t); // where it begins
    for (column_key const& key : keys)
        of_row += key_bytes(key.how.type);
    return text_bytes + rows * of_row;
}

} // namespace

std::uint64_t row_bytes(std::string_view text, std::span<column_key const> keys) {
    return row_bytes(text.size(), most_rows(text), keys);
}

std::uint64_t row_sort_bytes(std::string_view text, std::span<column_key const> keys, options const& how) {
    std::uint64_t const rows = most_rows(text);
    return row_bytes(text.size(), rows, keys) + rows * index_bytes_for(rows) + row_order_bytes(keys, rows, how);
}

std::uint64_t key_row_sort_bytes(std::string_view text, column_key const& key, options const& how) {
    std::uint64_t const rows = most_rows(text);
    return std::max(row_bytes(text.size(), rows, {&key, 1}), array_sort_bytes(key.how.type, rows, 0, how));
}

} // namespace pradix::cli
