// SPDX-License-Identifier: MIT
// Whether a device runs what the CUDA backend was compiled for.
#pragma once

#include <string_view>

namespace pradix::cuda {

// Architectures in CMake's words, for example "80-real, 90": machine code is for devices of the same major and no
// lesser minor capability, PTX ("-virtual", or without a suffix) for all later ones; "100a" is for that one alone,
// "100f" for its generation.
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
        bool const is_of_device = suffix.starts_with('a'), is_of_family = suffix.starts_with('f');
        if (is_of_device || is_of_family)
            suffix.remove_prefix(1);
        bool const is_same = 10 * major + minor == capability,
                   is_alike = major == capability / 10 && minor >= capability % 10,
                   is_later = 10 * major + minor >= capability;
        if (is_of_device   ? is_same
            : is_of_family ? is_alike
                           : (suffix != "-virtual" && is_alike) || (suffix != "-real" && is_later))
            return true;
    }
    return false;
}

} // namespace pradix::cuda
