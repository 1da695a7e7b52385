// SPDX-License-Identifier: MIT
// Every check of a caller's arguments, once, before anything is touched. Each throws pradix::invalid_argument.
#pragma once

#include <pradix/error.hpp>
#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

namespace pradix::core {

// Of a call on the CPU.
inline constexpr unsigned most_threads = 1024;

// Columns of records become keys of up to so many bytes.
inline constexpr std::size_t widest_key = 16;

// What the caller asked for, as messages begin: "sort of 10 u32 keys". Text is made only when there is something to
// say.
struct attempt {
    char const* operation;
    std::size_t count;
    std::optional<key_type> type;   // of keys
    char const* others = "records"; // what is counted if these are no keys

    std::string text() const;
};

// A caller's array as the checks see it; `role` is its name in messages.
struct array {
    char const* role;
    void const* data;
    std::size_t count;
    std::size_t element_bytes;
};

// As messages begin, whether the role is one thing or many: "the address of keys".
std::string address_of(char const* role);

array workspace_of(options const& how);

// Throws invalid_argument: "<attempt>: <wrong>; <advice>".
[[noreturn]] void fail(attempt const& attempted, std::string const& wrong, std::string const& advice);

void check_key_type(attempt const& attempted, key_type type);
void check_options(attempt const& attempted, key_type type, options const& how);
void check_arrays(attempt const& attempted,
                  std::initializer_list<array> arrays); // not null, of a possible size, disjoint
// That scratch for such items has a size at all. Values of `value_bytes`, or indices, are moved with the keys; records
// are values, too.
void check_count(attempt const& attempted, std::size_t value_bytes);
// Of a device call; `advice` goes after how many bytes are needed.
void check_workspace(attempt const& attempted, std::size_t bytes, std::size_t needed, char const* advice);
void check_index_bytes(attempt const& attempted, std::size_t index_bytes);
void check_columns(attempt const& attempted, std::span<column const> columns, std::size_t record_bytes);

} // namespace pradix::core
