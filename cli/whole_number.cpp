// SPDX-License-Identifier: MIT
#include "cli/whole_number.hpp"

#include "cli/printable.hpp"
#include "src/core/number_in.hpp"

#include <fmt/format.h>

#include <string>

namespace pradix::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    auto const check = [=](std::string& text) {
        auto const number = core::number_in<std::uint64_t>(text);
        if (!number || *number < least || *number > most)
            return fmt::format("{} is not a whole number from {} to {}", in_quotes(text), least, most);
        text = std::to_string(*number); // zeros in front would make it octal
        return std::string{};
    };
    return {check, ""};
}

} // namespace pradix::cli
