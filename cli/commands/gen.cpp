// SPDX-License-Identifier: MIT
// Makes keys piece by piece, so that the file may be larger than the memory.
#include "cli/commands/gen.hpp"

#include "bench/harness/distributions.hpp"
#include "cli/error.hpp"
#include "cli/io/key_array.hpp"
#include "cli/io/npy.hpp"
#include "cli/size.hpp"
#include "cli/whole_number.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace pradix::cli {
namespace {

constexpr char const* gen_examples = R"(Examples:
  pradix gen --type u32 -n 100M --dist uniform --seed 1 -o keys.u32
  pradix gen --type f64 -n 1.5M --dist zipf:1.2 -o samples.npy
  pradix gen --type i64 -n 10 --dist nearly:5 --format text -o -)";

struct gen_job {
    std::string type, count, distribution = "uniform", format, output;
    std::uint64_t seed = 1;
    bool quiet = false;
};

void run(gen_job const& job) {
    constexpr std::size_t piece_bytes = std::size_t{64} << 20;
    key_type const type = parse_key_type(job.type);
    std::uint64_t const count = parse_size(job.count, "-n");
    bench::distribution const shape = bench::parse_distribution(job.distribution);
    file_format const format = choose_format(job.output, job.format);
    std::size_t const width = key_bytes(type);
    if (count > std::numeric_limits<std::int64_t>::max() / width)
        fail("-n: {} keys of {} are more than a file can hold; ask for fewer", count, counted(width, "byte"));
    check_key_format(format, type, job.output);

    output_file out(job.output);
    std::uint64_t const bytes = format == file_format::text ? 0 : count * width; // the length of text is not known
    if (format != file_format::text)
        out.refuse_terminal("--format");
    out.refuse_too_many(bytes);
    progress steps(!job.quiet);
    steps.start("generate", bytes);
    if (format == file_format::npy)
        out.write(make_npy_header(type, count));
    std::size_t const most = piece_bytes / width;
    buffer keys(std::min<std::uint64_t>(count, most) * width);
    file_format const body = format == file_format::text ? file_format::text : file_format::raw;
    for (std::uint64_t first = 0; first < count; first += most) {
        std::size_t const part = std::min<std::uint64_t>(count - first, most);
        bench::fill_part(type, keys.data(), first, part, count, shape, job.seed);
        write_keys(out, body, type, keys.data(), part, steps);
    }
    out.commit();
}

} // namespace

void add_gen(CLI::App& app) {
    auto* const command = app.add_subcommand("gen", "Write generated keys to a file");
    auto const job = std::make_shared<gen_job>();
    command->add_option("-t,--type", job->type, "Type of the keys: u8 to u128, i8 to i128, f16 bf16 f32 f64, bool")
        ->required()
        ->type_name("TYPE");
    command->add_option("-n,--count", job->count, "How many keys: 1000, 100M, 1e8, 1.5Gi")
        ->required()
        ->type_name("COUNT");
    command
        ->add_option("-d,--dist", job->distribution,
                     "Distribution (default uniform):\n" + std::string(bench::distribution_forms))
        ->type_name("NAME");
    command->add_option("--seed", job->seed, "Same seed, same keys (default 1)")
        ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
        ->type_name("N");
    command->add_option("-o,--output", job->output, "File to write; - is standard output")
        ->required()
        ->type_name("FILE");
    command->add_option("--format", job->format, "raw, npy or text. Default: by the extension .npy or .txt, else raw")
        ->type_name("NAME");
    command->add_flag("-q,--quiet", job->quiet, "No progress on standard error");
    command->footer(gen_examples);
    command->callback([job] { run(*job); });
}

} // namespace pradix::cli
