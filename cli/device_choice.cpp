// SPDX-License-Identifier: MIT
#include "cli/device_choice.hpp"

#include "cli/error.hpp"
#include "src/core/number_in.hpp"

#include <pradix/backend.hpp>

#include <cstdlib>
#include <vector>

namespace pradix::cli {

namespace {

// By the option, or else by the environment.
backend asked_for(backend option) {
    char const* const variable = std::getenv("PRADIX_BACKEND");
    return option != backend::automatic || variable == nullptr
               ? option
               : backend_from_name(variable).value_or(backend::automatic);
}

} // namespace

backend parse_backend(std::string const& text) {
    if (text.empty())
        return backend::automatic;
    if (auto const found = backend_from_name(text))
        return *found;
    std::string names = "auto";
    for (backend const each : {backend::cuda, backend::opencl, backend::cpu})
        names += fmt::format(", {}", name(each));
    fail("--backend: there is no backend '{}'; it is one of {}", text, names);
}

unsigned parse_device(std::string const& text, backend option) {
    backend const of = asked_for(option);
    if (core::number_in<unsigned>(text).value_or(0) > 0 && of == backend::cpu)
        fail("--device {}: the cpu backend has one device, 0; omit --device or choose another --backend", text);
    if (text.empty() || text == "0")
        return 0;
    if (of == backend::automatic)
        fail("--device {}: every backend has devices of its own; add --backend", text);
    if (core::number_in<unsigned>(text))
        return choose_device(text, {}, name(of));
    return choose_device(text, inspect(of).devices, name(of));
}

unsigned choose_device(std::string const& text, std::span<std::string const> devices, std::string_view of) {
    if (text.empty())
        return 0;
    if (auto const number = core::number_in<unsigned>(text))
        return *number;
    std::vector<unsigned> found;
    std::string all;
    for (unsigned i = 0; i < devices.size(); ++i) {
        all += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, devices[i]);
        if (devices[i].find(text) != std::string::npos)
            found.push_back(i);
    }
    if (found.empty())
        fail("--device: no {} device has {} in its name; devices: {}", of, in_quotes(text), all.empty() ? "none" : all);
    if (found.size() > 1)
        fail("--device: {} is in the names of {} {} devices; write more of one name: {}", in_quotes(text), found.size(),
             of, all);
    return found.front();
}

} // namespace pradix::cli
