// SPDX-License-Identifier: MIT
// The other sorts that pradix is measured against, each called in its fastest form.
#pragma once

#include <pradix/key.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace pradix::bench {

/// Where the two parts of a pair lie in the records that a rival sorts.
enum class record_layout { key_first, value_first };

/// One rival. It sorts an array of keys (value_bytes 0), or of records of a key and a value, by key, in place.
struct rival {
    std::string_view name;
    bool stable;
    bool parallel; ///< uses the threads it is given; otherwise it always runs on one
    record_layout layout;
    bool (*supports)(key_type type, std::size_t value_bytes);
    void (*run)(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned threads);
};

/// All rivals of this build; std::sort is always the first.
std::vector<rival> const& rivals();

/// The rival of that name. Throws invalid_argument naming those of this build.
rival const& find_rival(std::string_view name);

} // namespace pradix::bench
