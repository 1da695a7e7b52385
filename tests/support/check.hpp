// SPDX-License-Identifier: MIT
// One row of the test table: what to sort and how. The three checks run it through an engine, inside red zones and
// with exactly the workspace that the engine asks for, and compare every byte with the oracle.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace pradix::test {

struct sort_case {
    key_type type = key_type::u32;
    std::size_t count = 0;
    shape like = shape::uniform;
    options how{};                // its workspace is set by the checks
    std::size_t value_bytes = 4;  // of pairs
    std::size_t index_bytes = 4;  // of argsort
    bool own_workspace = true;    // else the library allocates
    std::size_t misalignment = 0; // of all arrays and the workspace, in bytes
};

std::string describe(sort_case const& row);

// Something that sorts: the public entry points, or those of a backend with a tuning of the test's choice.
struct engine {
    std::string name;
    std::function<void(key_type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const&)>
        sort;
    std::function<void(key_type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                       options const&)>
        argsort;
    std::function<std::size_t(key_type, std::size_t count, std::size_t value_bytes, options const&)> workspace_bytes;
    std::function<std::size_t(key_type, std::size_t count, options const&)> argsort_workspace_bytes;
};

// The library as users call it.
engine public_engine();

::testing::AssertionResult sorts_keys(engine const& with, sort_case const& row);
::testing::AssertionResult sorts_pairs(engine const& with, sort_case const& row);
::testing::AssertionResult sorts_indices(engine const& with, sort_case const& row);

} // namespace pradix::test
