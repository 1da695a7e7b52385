// SPDX-License-Identifier: MIT
#include "cli/memory_limit.hpp"

#include "cli/error.hpp"
#include "cli/size.hpp"
#include "src/cpu/cgroup.hpp"
#include "src/cpu/machine.hpp"

#include <limits>

namespace pradix::cli {

void memory_limit::check(std::uint64_t needed, std::string_view file, std::string_view about) const {
    if (needed > bytes)
        fail("{}: needs {} {} of memory and {} allows {}; {} or split the input", file, about, exact_bytes_text(needed),
             whose, exact_bytes_text(bytes), advice);
}

memory_limit choose_memory_limit(std::string const& option, std::uint64_t machine, std::uint64_t cgroup) {
    if (!option.empty())
        return {parse_size(option, "--memory"), "--memory", "allow more"};
    if (cgroup != 0 && (machine == 0 || cgroup < machine))
        return {cgroup, "the cgroup", "allow the container more"};
    constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    return {machine == 0 ? unlimited : machine, "this machine", "try all the same with --memory"};
}

memory_limit choose_memory_limit(std::string const& option) {
    return choose_memory_limit(option, cpu::memory_bytes(), cpu::memory_by_cgroup());
}

} // namespace pradix::cli
