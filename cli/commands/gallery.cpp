// SPDX-License-Identifier: MIT
// The three commands of the gallery, and the list; gallery_run.cpp and gallery_trace.cpp have the other two.
#include "cli/commands/gallery.hpp"

#include "cli/commands/gallery_job.hpp"
#include "cli/io/output_file.hpp"
#include "gallery/sort.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace pradix::cli {
namespace {

using gallery::algorithm;
using gallery::platform;

constexpr char const* gallery_examples = R"(Examples:
  pradix gallery list
  pradix gallery trace split-2way --keys 0,5,2,7,1,3,6,4 --bits 3
  pradix gallery run histogram-scan-reorder keys.u32 --type u32 -o sorted.u32)";

constexpr char const* list_examples = R"(Examples:
  pradix gallery list
  pradix gallery list --json)";

constexpr char const* run_examples = R"(Examples:
  pradix gallery run histogram-scan-reorder keys.u32 --type u32 -o sorted.u32
  pradix gallery run coalesced-split keys.npy -o sorted.npy --radix-bits 4 --backend cuda
  pradix gallery run warp-ballot --keys 7,14,4,1)";

constexpr char const* trace_examples = R"(Examples:
  pradix gallery trace warp-ballot --keys 7,14,4,1 --bits 4
  pradix gallery trace coalesced-split --keys 0,5,2,7,1,3,6,4 --bits 3 --svg > passes.svg
  pradix gallery trace histogram-scan-reorder --type i32 --keys=-3,5,-1,0 --radix-bits 8 --json)";

constexpr platform platforms[] = {platform::opencl, platform::cuda};

std::string_view limit_text(algorithm const& of) {
    return of.most == gallery::limit::warp ? "32 keys" : of.most == gallery::limit::block ? "one block" : "memory";
}

std::vector<std::string_view> platforms_of(algorithm const& which) {
    std::vector<std::string_view> built;
    if (which.opencl != nullptr)
        built.push_back(name(platform::opencl));
    if (which.cuda != nullptr)
        built.push_back(name(platform::cuda));
    return built;
}

std::string list_as_text() {
    std::string text;
    for (algorithm const& each : gallery::algorithms()) {
        auto const built = platforms_of(each);
        text += fmt::format("{}: {}\n"
                            "    platforms  {}\n"
                            "    limit      {}\n"
                            "    stable     {}\n"
                            "    steps      {}\n"
                            "    work       {}\n"
                            "    source     {}\n",
                            each.name, each.teaches,
                            built.empty() ? "none in this build" : fmt::format("{}", fmt::join(built, ", ")),
                            limit_text(each), each.stable ? "yes" : "no", each.steps, each.work, each.source);
    }
    for (platform const each : platforms) {
        auto const found = gallery::devices(each);
        text += fmt::format("{} devices: {}\n", name(each),
                            found.empty() ? "none" : fmt::format("{}", fmt::join(found, ", ")));
    }
    return text;
}

std::string list_as_json() {
    nlohmann::ordered_json list = {{"schema", "pradix.gallery/1"}, {"algorithms", nlohmann::ordered_json::array()}};
    for (algorithm const& each : gallery::algorithms())
        list["algorithms"].push_back({{"name", each.name},
                                      {"teaches", each.teaches},
                                      {"platforms", platforms_of(each)},
                                      {"limit", limit_text(each)},
                                      {"stable", each.stable},
                                      {"steps", each.steps},
                                      {"work", each.work},
                                      {"source", each.source}});
    for (platform const each : platforms)
        list["devices"][std::string(name(each))] = gallery::devices(each);
    return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void add_list(CLI::App& gallery) {
    auto* const command = gallery.add_subcommand("list", "Say which algorithms there are, and what each teaches");
    auto const json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As JSON");
    command->footer(list_examples);
    command->callback([json] { print(*json ? list_as_json() : list_as_text()); });
}

void add_run(CLI::App& gallery) {
    auto* const command = gallery.add_subcommand("run", "Sort keys with one of the algorithms, and verify the result");
    auto const job = std::make_shared<gallery_run_job>();
    job->add_to(*command);
    command->add_option("FILE", job->input, "Raw or .npy file to sort, unless --keys is given")->type_name("");
    command
        ->add_option("-o,--output", job->output,
                     "File to write; - is standard output. Default: none for FILE, text on\n"
                     "standard output for --keys")
        ->type_name("FILE");
    command->add_option("--format", job->format, "raw or npy; for --output also text. Default: by the extension")
        ->type_name("NAME");
    command->add_flag("-q,--quiet", job->quiet, "No summary and no progress on standard error");
    command->footer(run_examples);
    command->callback([job] { run(*job); });
}

void add_trace(CLI::App& gallery) {
    auto* const command = gallery.add_subcommand("trace", "Show what the kernels leave in memory, pass by pass");
    auto const job = std::make_shared<gallery_trace_job>();
    job->add_to(*command);
    command->add_flag("--json", job->json, "As JSON");
    command->add_flag("--svg", job->svg, "As a picture of the ways that the keys go");
    command->footer(trace_examples);
    command->callback([job] { run(*job); });
}

} // namespace

void add_gallery(CLI::App& app) {
    auto* const command = app.add_subcommand("gallery", "Run and trace the classic radix sorts, for those who learn");
    command->require_subcommand(1);
    command->footer(gallery_examples);
    add_list(*command);
    add_run(*command);
    add_trace(*command);
}

} // namespace pradix::cli
