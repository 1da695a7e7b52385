// SPDX-License-Identifier: MIT
// Prints what a bug report needs to know.
#include "cli/commands/info.hpp"

#include "bench/harness/machine.hpp"
#include "cli/error.hpp"
#include "cli/io/output_file.hpp"
#include "cli/size.hpp"

#include <pradix/backend.hpp>
#include <pradix/error.hpp>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <thread>

namespace pradix::cli {
namespace {

constexpr char const* info_examples = R"(Examples:
  pradix info
  pradix info --json)";

std::string or_unknown(std::string const& text) {
    return text.empty() ? "unknown" : text;
}

std::string memory_text(bench::machine_facts const& machine) {
    if (machine.memory_limit == 0 || machine.memory_limit >= machine.memory_bytes)
        return bytes_text(machine.memory_bytes);
    return fmt::format("{} allowed by the cgroup, {} in the machine", bytes_text(machine.memory_limit),
                       bytes_text(machine.memory_bytes));
}

// For large arrays; or why there is none.
struct chosen_backend {
    std::string name, problem;

    static chosen_backend now() {
        try {
            return {std::string(pradix::name(default_backend())), ""};
        } catch (pradix::error const& problem) {
            return {"", one_line(problem.what())};
        }
    }
};

std::string as_text(bench::machine_facts const& machine) {
    std::string text;
    auto const line = [&](std::string_view label, std::string const& value) {
        text += fmt::format("{:<12}{}\n", label, or_unknown(value));
    };
    std::string const commit = machine.commit.empty() ? "" : fmt::format(" (commit {})", machine.commit);
    line("pradix", machine.version + commit);
    line("compiler", machine.compiler);
    line("build", fmt::format("{}{}{}", machine.build_type, machine.flags.empty() ? "" : ", ", machine.flags));
    line("cpu", machine.cpu);
    line("threads", fmt::format("{}, {} in the machine",
                                machine.threads_problem.empty() ? fmt::format("{} used", machine.threads)
                                                                : one_line(machine.threads_problem),
                                std::thread::hardware_concurrency()));
    line("caches", fmt::format("{}", fmt::join(machine.caches, ", ")));
    line("memory", memory_text(machine));
    line("system", machine.system);
    line("huge pages", machine.huge_pages);
    auto const chosen = chosen_backend::now();
    line("default", chosen.problem.empty() ? chosen.name + " for large arrays" : chosen.problem);
    for (backend_info const& one : backends()) {
        char const* const state = one.available ? "available" : one.built ? "no device" : "not built";
        line(one.name, fmt::format("{}: {}", state, one.detail));
        for (std::size_t i = 0; i < one.devices.size(); ++i)
            line("", fmt::format("device {}: {}", i, one.devices[i]));
    }
    return text;
}

std::string as_json(bench::machine_facts const& machine) {
    nlohmann::ordered_json object = {
        {"schema", "pradix.info/1"},
        {"version", machine.version},
        {"commit", machine.commit},
        {"build", {{"compiler", machine.compiler}, {"type", machine.build_type}, {"flags", machine.flags}}},
        {"machine",
         {{"cpu", machine.cpu},
          {"threads", machine.threads},
          {"caches", machine.caches},
          {"memory_bytes", machine.memory_bytes},
          {"memory_limit_bytes", nullptr},
          {"system", machine.system},
          {"huge_pages", machine.huge_pages}}},
        {"backends", nlohmann::ordered_json::array()},
    };
    if (machine.memory_limit != 0)
        object["machine"]["memory_limit_bytes"] = machine.memory_limit;
    if (!machine.threads_problem.empty())
        object["machine"]["threads_problem"] = one_line(machine.threads_problem);
    auto const chosen = chosen_backend::now();
    object["default_backend"] = chosen.problem.empty() ? nlohmann::ordered_json(chosen.name) : nullptr;
    if (!chosen.problem.empty())
        object["default_backend_problem"] = chosen.problem;
    for (backend_info const& one : backends())
        object["backends"].push_back({{"name", one.name},
                                      {"built", one.built},
                                      {"available", one.available},
                                      {"detail", one.detail},
                                      {"devices", one.devices}});
    return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace

void add_info(CLI::App& app) {
    auto* const command = app.add_subcommand("info", "Say what this build and this machine have, for a bug report");
    auto const json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As JSON");
    command->footer(info_examples);
    command->callback([json] {
        bench::machine_facts const machine = bench::this_machine();
        print(*json ? as_json(machine) : as_text(machine));
    });
}

} // namespace pradix::cli
