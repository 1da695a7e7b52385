// SPDX-License-Identifier: MIT
// What is measured: the matrix of operations, types, sizes and distributions.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pradix::bench::gpu {

enum class operation : std::uint8_t { sort, sort_pairs, argsort };

struct items {
    operation op;
    key_type type;
    std::size_t value_bytes; // of the values, or of the indices
};

struct test_case {
    items what;
    std::uint64_t count;
    std::string distribution;
    bit_range bits; // that are compared
    order direction;
    placement where; // of what pradix sorts; CUB always has an output beside its input
};

std::string name(operation op);
std::string name(items const& what); // "u32", "u32 + u32", "argsort u32"

// Of what is empty, all that the matrix has; else what is there instead.
struct selection {
    std::vector<std::string> items; // names
    std::vector<std::uint64_t> counts;
    std::vector<std::string> keys; // distributions
    std::vector<bit_range> bits;   // of keys that have as many
    order direction = order::ascending;
    placement where = placement::out_of_place; // in place: no argsort
};
std::vector<test_case> matrix(selection const& wanted);

} // namespace pradix::bench::gpu
