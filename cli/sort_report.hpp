// SPDX-License-Identifier: MIT
// What a run of `pradix sort` has to tell, as a line and as JSON.
#pragma once

#include "cli/io/format.hpp"
#include "cli/key_flags.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::cli {

struct sort_report {
    std::string input, output, values, values_output; ///< paths; of values empty if there are none
    file_format format = file_format::raw;
    std::string_view operation; ///< "sort", "sort_pairs", "argsort"
    std::uint64_t count = 0, bytes = 0, value_bytes = 0;
    std::vector<column_key> keys; ///< of rows
    key_order order{};            ///< of the only or the first key
    timing spent;                 ///< by the library, within `sort`
    unsigned device = 0;          ///< its number, if that was not the CPU
    unsigned threads = 0;
    double read = 0, sort = 0, verify = 0, write = 0, total = 0; ///< seconds
    std::optional<bool> verified;

    /// Nothing to sort counts as done by the CPU.
    bool on_cpu() const { return spent.where == backend::automatic || spent.where == backend::cpu; }
    double gkeys_per_s() const { return sort > 0 ? static_cast<double>(count) / sort / 1e9 : 0; }
};

/// One line for people.
std::string summary(sort_report const& report);

/// One object, schema "pradix.sort/1", and a newline.
std::string to_json(sort_report const& report);

} // namespace pradix::cli
