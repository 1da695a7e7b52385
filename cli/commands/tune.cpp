// SPDX-License-Identifier: MIT
// The options of `pradix tune`.
#include "cli/commands/tune.hpp"

#include "cli/device_choice.hpp"
#include "cli/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/io/key_array.hpp"
#include "cli/io/output_file.hpp"
#include "cli/size.hpp"
#include "cli/whole_number.hpp"

#include <pradix/opencl.hpp>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <memory>

namespace pradix::cli {
namespace {

constexpr char const* tune_examples = R"(Examples:
  pradix tune --backend opencl
  pradix tune --backend opencl --device GeForce --type u32 --value-bytes 0,4 -n 64M
  pradix tune --backend opencl -o tuning.json && PRADIX_OPENCL_TUNING=tuning.json pradix bench --backend opencl)";

struct tune_job {
    std::string backend = "opencl", device, count = "16M", output;
    std::vector<std::string> types{"u32", "u64"};
    std::vector<std::size_t> value_bytes{0, 4, 8};
    bool quiet = false;
};

void run(tune_job const& job) {
    if (parse_backend(job.backend) != backend::opencl)
        fail("--backend {}: only opencl is tuned on the machine; omit it", job.backend);
    if (job.output == "-")
        fail("-o -: a tuning is kept in a file; name one");
    opencl::tuning_request request{.device = parse_device(job.device, backend::opencl),
                                   .types = {},
                                   .value_bytes = job.value_bytes,
                                   .count = parse_size(job.count, "-n"),
                                   .path = job.output,
                                   .told = {}};
    for (std::string const& type : job.types)
        request.types.push_back(parse_key_type(type));
    if (!job.quiet)
        request.told = [](std::string const& line) { print_to_readers(line + "\n"); }; // the file is what matters
    output_begins(); // it saves what it has found so far
    std::string const path = opencl::tune(request);
    print(fmt::format("written to {}\n", path));
}

} // namespace

void add_tune(CLI::App& app) {
    auto* const command = app.add_subcommand("tune", "Measure the best geometry for an OpenCL device and keep it");
    auto const job = std::make_shared<tune_job>();
    command->add_option("--backend", job->backend, "opencl, the only one that is tuned on the machine")
        ->type_name("NAME");
    command->add_option("--device", job->device, "Its number in pradix info (default 0) or part of its name")
        ->type_name("N|NAME");
    command->add_option("-t,--type", job->types, "Types of the keys, for their widths (default u32,u64)")
        ->delimiter(',')
        ->type_name("LIST");
    command->add_option("--value-bytes", job->value_bytes, "Sizes of the values: 0, 4, 8 or 16 (default 0,4,8)")
        ->delimiter(',')
        ->transform(whole_number(0, 16))
        ->check(CLI::IsMember({0, 4, 8, 16}))
        ->type_name("LIST");
    command->add_option("-n,--count", job->count, "Items to measure with (default 16M)")->type_name("N");
    command
        ->add_option("-o,--output", job->output,
                     "File to write, for PRADIX_OPENCL_TUNING. Default: the one that this\n"
                     "variable names, or else the device's file in the cache folder, from\n"
                     "where every sort takes it")
        ->type_name("FILE");
    command->add_flag("-q,--quiet", job->quiet, "Do not list the trials");
    command->footer(tune_examples);
    command->callback([job] { run(*job); });
}

} // namespace pradix::cli
