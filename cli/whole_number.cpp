// SPDX-License-Identifier: MIT
#include "cli/whole_number.hpp"

#include "cli/printable.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace pradix::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    auto const check = [=](std::string& text) {
        std::uint64_t number = 0;
        auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
        bool const whole = problem == std::errc{} && end == text.data() + text.size();
        if (!whole || number < least || number > most)
            return fmt::format("{} is not a whole number from {} to {}", cli::quoted(text), least, most);
        text = std::to_string(number); // zeros in front would make it octal
        return std::string{};
    };
    return {check, ""};
}

} // namespace pradix::cli
