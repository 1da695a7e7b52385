// SPDX-License-Identifier: MIT
#include "cli/commands/gallery.hpp"

#include "cli/error.hpp"
#include "cli/io/key_array.hpp"
#include "cli/key_flags.hpp"
#include "cli/key_text.hpp"
#include "cli/multiset.hpp"
#include "cli/size.hpp"
#include "gallery/sort.hpp"
#include "gallery/trace/writers.hpp"

#include "src/core/key_codec.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <fmt/ranges.h>

#include <charconv>
#include <cstring>
#include <memory>

namespace pradix::cli {
namespace {

constexpr char const* examples = R"(Examples:
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

// What `run` and `trace` have in common.
struct gallery_job {
    std::string algorithm, backend, type, bits;
    std::vector<std::string> keys;
    unsigned device = 0;
    gallery::settings how;

    void add_to(CLI::App& command) {
        command.add_option("NAME", algorithm, "Algorithm, as pradix gallery list names it")->required()->type_name("");
        command.add_option("--keys", keys, "Keys to sort: 7,14,4,1; write --keys=-7,... if the first one is negative")
            ->delimiter(',')
            ->type_name("LIST");
        command.add_option("-t,--type", type, "Type of the keys: u32 u64 i32 i64 f32 f64. Default for --keys: u32")
            ->type_name("TYPE");
        command.add_option("--bits", bits, "N: the lowest N bits; LO:HI: bits LO to HI - 1. Default: all")
            ->type_name("RANGE");
        command.add_option("--radix-bits", how.radix_bits, "Bits of a digit, where the algorithm leaves the choice")
            ->check(CLI::Range(1u, 8u))
            ->type_name("N");
        command.add_option("--block", how.block, "Threads of a block, a power of two from 2 to 256")->type_name("N");
        command.add_option("--groups", how.groups, "Groups of histogram-scan-reorder")->type_name("N");
        command.add_option("--backend", backend, "opencl or cuda. Default: the one that has a device, CUDA first")
            ->type_name("NAME");
        command.add_option("--device", device, "Number of the backend's device (default 0)")->type_name("N");
    }
};

struct run_job : gallery_job {
    std::string input, output, format;
    bool quiet = false;
};

struct trace_job : gallery_job {
    bool json = false, svg = false;
};

gallery::platform platform_of(std::string const& name) {
    if (name == "opencl")
        return gallery::platform::opencl;
    if (name == "cuda")
        return gallery::platform::cuda;
    if (!name.empty())
        fail("--backend: the gallery has no '{}'; it is opencl or cuda", name);
    for (gallery::platform const each : {gallery::platform::cuda, gallery::platform::opencl})
        if (!gallery::devices(each).empty())
            return each;
    fail("gallery: neither CUDA nor OpenCL has a device here; install a driver, for a CPU for example PoCL "
         "(pocl-opencl-icd)");
}

unsigned bit_number(std::string_view text, std::string_view whole) {
    unsigned bit = 0;
    auto const got = std::from_chars(text.data(), text.data() + text.size(), bit);
    if (got.ec != std::errc{} || got.ptr != text.data() + text.size())
        fail("--bits: '{}' is no range; write N for the lowest N bits, or LO:HI", whole);
    return bit;
}

bit_range bits_of(std::string const& text) {
    if (text.empty())
        return {};
    std::size_t const colon = text.find(':');
    if (colon == text.npos)
        return {0, bit_number(text, text)};
    return {bit_number(std::string_view(text).substr(0, colon), text),
            bit_number(std::string_view(text).substr(colon + 1), text)};
}

key_array keys_of(gallery_job const& job) {
    key_type const type = job.type.empty() ? key_type::u32 : parse_key_type(job.type);
    key_array array{type, job.keys.size(), buffer(job.keys.size() * key_bytes(type))};
    for (std::size_t i = 0; i < job.keys.size(); ++i) {
        parse_result const got = parser_of(type)(job.keys[i], array.keys.data() + i * key_bytes(type));
        if (got != parse_result::ok)
            fail("--keys: {} {}; write for example --keys 7,14,4,1", cli::quoted(job.keys[i]), complaint(got, type));
    }
    return array;
}

key_array read_input(run_job const& job, progress& steps) {
    if (job.input.empty() == job.keys.empty())
        fail("gallery run: what is to be sorted? give either FILE or --keys");
    if (!job.keys.empty())
        return keys_of(job);
    file_format const format = choose_format(job.input, job.format);
    if (format != file_format::raw && format != file_format::npy)
        fail("{}: the gallery reads raw and .npy files; use pradix sort for {}", job.input, name(format));
    input_file file(job.input);
    auto const wanted = job.type.empty() ? std::nullopt : std::optional(parse_key_type(job.type));
    return read_keys(file, read_layout(file, format, wanted), steps);
}

// Order and contents, with none of the code that sorts.
void verify(std::string_view who, key_array const& sorted, multiset const& before, bit_range bits) {
    if (auto const at = first_disorder({.type = sorted.type, .bits = bits}, sorted.keys.data(), sorted.count))
        fail("{}: key {} of its result is out of order; please report this, with the input", who, *at);
    if (multiset_of_keys(sorted.keys.data(), sorted.count, key_bytes(sorted.type)) != before)
        fail("{}: its result does not hold the keys of the input; please report this, with the input", who);
}

void write_result(run_job const& job, key_array const& sorted, progress& steps) {
    if (job.output.empty() && job.keys.empty())
        return;
    std::string const path = job.output.empty() ? "-" : job.output;
    file_format const format = job.output.empty() ? file_format::text : choose_format(path, job.format);
    check_key_format(format, sorted.type, path);
    output_file out(path);
    write_keys(out, format, sorted.type, sorted.keys.data(), sorted.count, steps);
    out.commit();
}

void run(run_job& job) {
    gallery::algorithm const& chosen = gallery::find_algorithm(job.algorithm);
    gallery::platform const where = platform_of(job.backend);
    auto const on = gallery::open(where, job.device);
    progress steps(!job.quiet);
    key_array keys = read_input(job, steps);
    job.how.bits = bits_of(job.bits);
    multiset const before = multiset_of_keys(keys.keys.data(), keys.count, key_bytes(keys.type));
    double const seconds = gallery::sort(chosen, *on, keys.type, keys.keys.data(), keys.count, job.how);
    verify(chosen.name, keys, before, job.how.bits);
    write_result(job, keys, steps);
    if (!job.quiet)
        fmt::print(stderr, "pradix: {} sorted {} {} keys on {} ({}) in {:.3f} ms, verified\n", chosen.name,
                   count_text(keys.count), pradix::name(keys.type), gallery::name(where), on->name(), 1e3 * seconds);
}

// The text of a key from its unsigned image.
template <class Bits>
std::string text_of_image(key_type type, std::uint64_t image) {
    auto const codec = core::make_codec<Bits>(type, order::ascending, nan_order::by_bits, {});
    Bits const key = codec.decode(static_cast<Bits>(image));
    return key_text(type, &key);
}

void trace(trace_job& job) {
    constexpr std::size_t most = 64;
    if (job.json && job.svg)
        fail("gallery trace: --json and --svg are two outputs; choose one");
    if (job.keys.empty() || job.keys.size() > most)
        fail("gallery trace: {} keys; give 1 to {} of them with --keys", job.keys.size(), most);
    gallery::algorithm const& chosen = gallery::find_algorithm(job.algorithm);
    gallery::platform const where = platform_of(job.backend);
    key_array keys = keys_of(job);
    job.how.bits = bits_of(job.bits);
    if (job.how.block == 0)
        job.how.block = chosen.trace_block;
    if (job.how.groups == 0)
        job.how.groups = chosen.trace_groups;
    auto const on = gallery::open(where, job.device);
    gallery::trace seen;
    gallery::sort(chosen, *on, keys.type, keys.keys.data(), keys.count, job.how, &seen);

    unsigned const width = static_cast<unsigned>(8 * key_bytes(keys.type));
    gallery::trace_view const view{.algorithm = std::string(chosen.name),
                                   .platform = std::string(gallery::name(where)),
                                   .device = on->name(),
                                   .type = std::string(pradix::name(keys.type)),
                                   .shown_bits = job.how.bits.end_for(width),
                                   .key_text = [&](std::uint64_t image) {
                                       return width == 32 ? text_of_image<std::uint32_t>(keys.type, image)
                                                          : text_of_image<std::uint64_t>(keys.type, image);
                                   }};
    print(job.json  ? gallery::to_json(seen, view)
          : job.svg ? gallery::to_svg(seen, view)
                    : gallery::to_text(seen, view));
}

std::string limit_text(gallery::algorithm const& of) {
    return of.most == gallery::limit::warp ? "32 keys" : of.most == gallery::limit::block ? "one block" : "memory";
}

std::string platforms_text(gallery::algorithm const& of) {
    return of.opencl && of.cuda ? "opencl, cuda" : of.opencl ? "opencl" : of.cuda ? "cuda" : "none in this build";
}

void list_as_text() {
    std::string text;
    for (gallery::algorithm const& each : gallery::algorithms())
        text += fmt::format("{}\n    {}\n    platforms  {}\n    limit      {}\n    stable     {}\n    steps      {}\n"
                            "    work       {}\n    source     {}\n",
                            each.name, each.teaches, platforms_text(each), limit_text(each), each.stable ? "yes" : "no",
                            each.steps, each.work, each.source);
    for (gallery::platform const each : {gallery::platform::opencl, gallery::platform::cuda})
        text += fmt::format(
            "{} devices here: {}\n", gallery::name(each),
            gallery::devices(each).empty() ? "none" : fmt::format("{}", fmt::join(gallery::devices(each), ", ")));
    print(text);
}

} // namespace

void add_gallery(CLI::App& app) {
    auto* const command = app.add_subcommand("gallery", "Run and trace the classic radix sorts, for those who learn");
    command->require_subcommand(1);
    command->footer(examples);

    auto* const list = command->add_subcommand("list", "Say what the gallery has");
    list->footer(list_examples);
    list->callback([] { list_as_text(); });

    auto* const run_command =
        command->add_subcommand("run", "Sort keys with one of the algorithms, and verify the result");
    auto const to_run = std::make_shared<run_job>();
    to_run->add_to(*run_command);
    run_command->add_option("FILE", to_run->input, "Raw or .npy file to sort")->type_name("");
    run_command
        ->add_option("-o,--output", to_run->output,
                     "File to write; - is standard output. Default: none, or for --keys, text on standard output")
        ->type_name("FILE");
    run_command->add_option("--format", to_run->format, "raw, npy or, for the output, text. Default: by the extension")
        ->type_name("NAME");
    run_command->add_flag("-q,--quiet", to_run->quiet, "No summary on standard error");
    run_command->footer(run_examples);
    run_command->callback([to_run] { run(*to_run); });

    auto* const trace_command = command->add_subcommand("trace", "Show what every pass does, step by step");
    auto const to_trace = std::make_shared<trace_job>();
    to_trace->add_to(*trace_command);
    trace_command->add_flag("--json", to_trace->json, "As JSON");
    trace_command->add_flag("--svg", to_trace->svg, "As a picture of the ways that the keys go");
    trace_command->footer(trace_examples);
    trace_command->callback([to_trace] { trace(*to_trace); });
}

} // namespace pradix::cli
