// SPDX-License-Identifier: MIT
#include "src/core/validate.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace pradix::core {

void fail(attempt const& attempted, std::string const& wrong, std::string const& advice) {
    throw invalid_argument(attempted.text() + ": " + wrong + "; " + advice);
}

namespace {

template <class Enum>
bool in_range(Enum value, Enum last) {
    return static_cast<unsigned>(value) <= static_cast<unsigned>(last);
}

} // namespace

std::string attempt::text() const {
    std::string text = std::string(operation) + " of " + std::to_string(count) + " ";
    if (!type)
        return text + others;
    if (static_cast<std::size_t>(*type) < key_type_count)
        text += std::string(name(*type)) + " ";
    return text + "keys";
}

std::string address_of(char const* role) {
    return std::string("the address of ") + role;
}

array workspace_of(options const& how) {
    return {"the workspace", how.workspace.data(), how.workspace.size(), 1};
}

void check_key_type(attempt const& attempted, key_type type) {
    if (static_cast<std::size_t>(type) >= key_type_count)
        fail(attempted, "key type " + std::to_string(static_cast<unsigned>(type)) + " is not known",
             "use one of the key_type enumerators");
}

void check_options(attempt const& attempted, key_type type, options const& how) {
    char const* const strange = !in_range(how.direction, order::descending) ? "direction"
                                : !in_range(how.nans, nan_order::last)      ? "nans"
                                : !in_range(how.ties, stability::unstable)  ? "ties"
                                : !in_range(how.where, backend::cuda)       ? "where"
                                                                            : nullptr;
    if (strange != nullptr)
        fail(attempted, std::string("the option ") + strange + " is none of its enumerators",
             "start from default options");
    unsigned const width = static_cast<unsigned>(8 * key_bytes(type));
    unsigned const end = how.bits.end_for(width);
    if (how.bits.begin > end || end > width)
        fail(attempted, "bits [" + std::to_string(how.bits.begin) + ", " + std::to_string(end) + ") are not a range",
             "use 0 <= begin <= end <= " + std::to_string(width));
    if (how.nans == nan_order::last && !is_floating(type))
        fail(attempted, "nan_order::last is for floating keys", "leave it out for " + std::string(name(type)));
    if (how.nans == nan_order::last && !how.bits.is_all_of(width))
        fail(attempted,
             "nan_order::last with bits [" + std::to_string(how.bits.begin) + ", " + std::to_string(end) +
                 "), of which no NaN can be told",
             "leave one of them out");
    if (how.threads > most_threads)
        fail(attempted, std::to_string(how.threads) + " threads",
             "use 1 to " + std::to_string(most_threads) + ", or 0 to let pradix choose");
}

namespace {

void check_array(attempt const& attempted, array const& checked) {
    if (checked.count == 0 || checked.element_bytes == 0)
        return;
    if (checked.data == nullptr)
        fail(attempted, address_of(checked.role) + " is null", "pass an array, or 0 elements");
    auto const address = reinterpret_cast<std::uintptr_t>(checked.data);
    auto const most = std::numeric_limits<std::uintptr_t>::max();
    if (checked.count > (most - address) / checked.element_bytes)
        fail(attempted, "the end of " + std::string(checked.role) + " is beyond the address space",
             "check the number of elements");
}

bool overlap(array const& a, array const& b) {
    auto const begin = [](array const& of) { return reinterpret_cast<std::uintptr_t>(of.data); };
    auto const end = [&](array const& of) { return begin(of) + of.count * of.element_bytes; };
    return begin(a) < end(b) && begin(b) < end(a) && begin(a) != end(a) && begin(b) != end(b);
}

} // namespace

void check_arrays(attempt const& attempted, std::initializer_list<array> arrays) {
    for (array const& each : arrays)
        check_array(attempted, each);
    for (auto const* a = arrays.begin(); a != arrays.end(); ++a)
        for (auto const* b = a + 1; b != arrays.end(); ++b)
            if (overlap(*a, *b))
                fail(attempted, std::string(a->role) + " and " + b->role + " overlap", "pass separate arrays");
}

void check_count(attempt const& attempted, std::size_t value_bytes) {
    // Scratch is a few copies of the items; no array is that large.
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 16;
    std::size_t const key = attempted.type ? key_bytes(*attempted.type) : widest_key;
    std::size_t const item_bytes = key + std::max(value_bytes, sizeof(std::uint64_t));
    if (value_bytes > most || attempted.count > most / item_bytes)
        fail(attempted, "so many items, with their scratch, reach beyond the address space",
             "check the number of elements");
}

void check_workspace(attempt const& attempted, std::size_t bytes, std::size_t needed, char const* advice) {
    if (bytes < needed)
        fail(attempted, "the workspace has " + std::to_string(bytes) + " bytes", std::to_string(needed) + advice);
}

void check_index_bytes(attempt const& attempted, std::size_t index_bytes) {
    if (index_bytes != 4 && index_bytes != 8)
        fail(attempted, "indices of " + std::to_string(index_bytes) + " bytes", "use 4 or 8");
    if (index_bytes == 4 && attempted.count > std::uint64_t{1} << 32)
        fail(attempted, "4-byte indices cannot hold the positions", "use 8-byte indices");
}

void check_columns(attempt const& attempted, std::span<column const> columns, std::size_t record_bytes) {
    if (columns.empty())
        fail(attempted, "there is no column to sort by", "name at least one");
    for (column const& each : columns) {
        check_key_type(attempted, each.type);
        check_options(attempted, each.type, {.direction = each.direction, .nans = each.nans});
        if (each.offset > record_bytes || key_bytes(each.type) > record_bytes - each.offset)
            fail(attempted,
                 "column " + std::to_string(&each - columns.data()) + ", a " + std::string(name(each.type)) +
                     " at offset " + std::to_string(each.offset) + ", does not fit in " + std::to_string(record_bytes) +
                     " bytes",
                 "check the offset and the type");
    }
}

} // namespace pradix::core

namespace pradix::detail {

void throw_lengths_differ(char const* attempted, std::size_t keys, std::size_t values) {
    throw invalid_argument(std::string(attempted) + " of " + std::to_string(keys) + " keys: there are " +
                           std::to_string(values) + " elements beside them; pass ranges of one length");
}

} // namespace pradix::detail
