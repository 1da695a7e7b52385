// SPDX-License-Identifier: MIT
// Every check of a caller's arguments, once, before anything is touched. Each throws pradix::invalid_argument.
#pragma once

#include <pradix/error.hpp>
#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace pradix::api {

// A caller's array as the checks see it; `role` is its name in messages.
struct array {
    char const* role;
    void const* data;
    std::size_t count;
    std::size_t element_bytes;
};

void check_key_type(std::string const& attempted, key_type type);
void check_options(std::string const& attempted, key_type type, options const& how);
void check_array(std::string const& attempted, array const& checked); // not null, size within the address space
void check_disjoint(std::string const& attempted, array const& a, array const& b);
void check_index_bytes(std::string const& attempted, std::size_t count, std::size_t index_bytes);
void check_columns(std::string const& attempted, std::span<column const> columns, std::size_t record_bytes);

// "sort of 10 u32 keys": how messages begin.
std::string attempt(char const* operation, std::size_t count, key_type type);

} // namespace pradix::api
