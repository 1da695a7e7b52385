// SPDX-License-Identifier: MIT
// Whether a device runs what the CUDA backend was compiled for.
#pragma once

#include <string_view>

namespace pradix::cuda {

// Architectures in CMake's words, for example "80-real, 90": machine code is for devices of the same major and no
// lesser minor capability, PTX ("-virtual", or without a suffix) for all later ones.
constexpr bool runs_on(std::string_view architectures, unsigned major, unsigned minor) {
    while (!architectures.empty()) {
        std::size_t const end = architectures.find(", ");
        std::string_view const each = architectures.substr(0, end);
        architectures = end == architectures.npos ? std::string_view{} : architectures.substr(end + 2);
        unsigned capability = 0;
        std::size_t digits = 0;
        for (; digits < each.size() && each[digits] >= '0' && each[digits] <= '9'; ++digits)
            capability = 10 * capability + static_cast<unsigned>(each[digits] - '0');
        if (digits == 0)
            return true; // native and the like: for the devices of the machine that built it
        std::string_view suffix = each.substr(digits);
        bool const is_of_one_kind = suffix.starts_with('a') || suffix.starts_with('f'); // with PTX for itself
        if (is_of_one_kind)
            suffix.remove_prefix(1);
        if (suffix != "-virtual" && major == capability / 10 && minor >= capability % 10)
            return true;
        if (suffix != "-real" && !is_of_one_kind && 10 * major + minor >= capability)
            return true;
    }
    return false;
}

} // namespace pradix::cuda
