// SPDX-License-Identifier: MIT
// How much memory a command may take: what --memory says, else what the machine and its containers have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pradix::cli {

struct memory_limit {
    std::uint64_t bytes;
    std::string_view whose;  ///< for messages: "this machine"
    std::string_view advice; ///< what may help besides splitting the input

    /// Throws error naming `file` if it needs more bytes.
    void check(std::uint64_t needed, std::string_view file, std::string_view about = "about") const;
};

/// `option` is --memory, which wins even if it says more; empty: the lesser of the machine's memory and what its cgroup
/// allows, each of which is 0 if it is not known or not limited. Throws error for what is no size.
memory_limit choose_memory_limit(std::string const& option, std::uint64_t machine, std::uint64_t cgroup);

/// The same on this machine.
memory_limit choose_memory_limit(std::string const& option);

} // namespace pradix::cli
