// SPDX-License-Identifier: MIT
#include "cli/device_choice.hpp"

#include "cli/error.hpp"

#include <pradix/backend.hpp>

#include <charconv>
#include <vector>

namespace pradix::cli {

backend parse_backend(std::string const& text) {
    if (text.empty())
        return backend::automatic;
    if (auto const found = backend_from_name(text))
        return *found;
    std::string names = "auto";
    for (auto const& one : backends())
        names += fmt::format(", {}", one.name);
    fail("--backend: there is no backend '{}'; it is one of {}", text, names);
}

unsigned parse_device(std::string const& text, backend of) {
    if (text.empty())
        return 0;
    unsigned number = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem == std::errc{} && end == text.data() + text.size())
        return number;
    if (of == backend::automatic)
        fail("--device: '{}' is a name, and every backend has its own; add --backend", text);
    std::vector<unsigned> found;
    std::string all;
    for (auto const& one : backends())
        for (unsigned i = 0; one.id == of && i < one.devices.size(); ++i) {
            all += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, one.devices[i]);
            if (one.devices[i].find(text) != std::string::npos)
                found.push_back(i);
        }
    if (found.size() != 1)
        fail("--device: '{}' is in the names of {} devices of {}; write enough of one of: {}", text, found.size(),
             name(of), all.empty() ? "none" : all);
    return found.front();
}

} // namespace pradix::cli
