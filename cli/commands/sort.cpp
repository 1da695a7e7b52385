// SPDX-License-Identifier: MIT
// The options of `pradix sort`.
#include "cli/commands/sort.hpp"

#include "cli/error.hpp"
#include "cli/io/output_file.hpp"
#include "cli/sort_job.hpp"
#include "cli/whole_number.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <memory>

namespace pradix::cli {
namespace {

constexpr char const* sort_examples = R"(Examples:
  pradix sort keys.u32 --type u32 -o sorted.u32 --verify
  pradix sort samples.npy -o samples.npy --descending --nan last
  pradix sort keys.u64 --type u64 -o sorted.u64 --values ids.u32 --values-output sorted-ids.u32
  pradix sort prices.csv --key price --type f64 -o by-price.csv
  pradix sort prices.csv --key day:desc --key price:f64 -o by-day.csv
  pradix sort samples.npy --argsort -o order.npy
  du -ab | cut -f1 | pradix sort - --format text | tail)";

struct named_file {
    std::string_view option;
    std::string path; // empty: not given
};

void refuse_same(named_file const& a, named_file const& b) {
    if (!a.path.empty() && !b.path.empty() && same_target(a.path, b.path))
        fail("sort: {} and {} are the same file; give them different names", a.option, b.option);
}

// An output may replace what it was made from, INPUT or --values, and nothing else that the command reads or writes.
void check_places(sort_job const& job) {
    auto const of_input = [](std::string const& path) { return path == "-" ? "/dev/stdin" : path; };
    named_file const input{"INPUT", of_input(job.input)}, values{"--values", of_input(job.values)};
    named_file const output{"-o", job.output}, values_output{"--values-output", job.values_output};
    named_file const report{"--json", job.json == "-" ? "" : job.json}; // goes to standard error if need be
    for (named_file const* other : {&input, &values, &output, &values_output})
        refuse_same(*other, report);
    refuse_same(input, values_output);
    refuse_same(values, output);
}

void check(sort_job& job) {
    if (job.output.empty() && job.input != "-")
        fail("sort: where to? give -o FILE, or -o - for standard output; FILE may be the input");
    if (job.output.empty())
        job.output = "-";
    if (job.values.empty() != job.values_output.empty())
        fail("sort: --values and --values-output go together; give both");
    if (job.argsort && !job.values.empty())
        fail("sort: --argsort writes a permutation and moves no values; omit one of them");
    if (job.input == "-" && job.values == "-")
        fail("sort: keys and values cannot both come from standard input; name a file for one of them");
    if (!job.values.empty() && same_target(job.output, job.values_output))
        fail("sort: keys and values would be written to the same place; give -o and --values-output different names");
    if (auto const promised = format_of_extension(job.values_output);
        promised && promised != choose_format(job.values, ""))
        fail("sort: values keep their format, and the name {} promises {}; give --values-output another name",
             job.values_output, name(*promised));
    check_places(job);
}

} // namespace

void add_sort(CLI::App& app) {
    auto* const command = app.add_subcommand("sort", "Sort a file of numbers, or of rows by a number in them");
    auto const job = std::make_shared<sort_job>();
    command->add_option("INPUT", job->input, "File to sort; - is standard input")->required()->type_name("");
    command
        ->add_option("-o,--output", job->output,
                     "File to write, which may be the input; - is standard output, the\n"
                     "default if INPUT is -")
        ->type_name("FILE");
    command
        ->add_option("--output-format", job->output_format,
                     "raw, npy, text or csv. Keys alone are converted between the first three; values keep\n"
                     "their format, rows of CSV theirs. Default: by the extension of -o, else as the input")
        ->type_name("NAME");
    job->keys.add_to(*command, "sort by");
    command
        ->add_option("--values", job->values, "Raw or .npy file with one value for each key, moved along with the keys")
        ->type_name("FILE");
    command->add_option("--values-output", job->values_output, "Where the moved values go")->type_name("FILE");
    command->add_flag("--argsort", job->argsort,
                      "Write the permutation that sorts, counted from 0, instead of the keys:\n"
                      "u32, or u64 for more than 2^32 keys");
    command
        ->add_option("--backend", job->backend,
                     "auto, cpu, opencl or cuda. Default: PRADIX_BACKEND, else cuda for large arrays if there is one")
        ->type_name("NAME");
    command
        ->add_option("--device", job->device,
                     "The backend's device, as pradix info lists them: its number (default 0) or part\n"
                     "of its name")
        ->type_name("N|NAME");
    command->add_option("-j,--threads", job->threads, "CPU threads. Default: PRADIX_THREADS, else all that may be used")
        ->transform(whole_number(1, 1024))
        ->type_name("N");
    command
        ->add_option("-S,--memory", job->memory,
                     "Refuse an input that takes more memory than this, e.g. 4Gi.\n"
                     "Default: what the machine or the container has")
        ->type_name("SIZE");
    command->add_flag("--verify", job->verify, "Check order and contents before anything is written");
    command->add_flag("--json{-}", job->json,
                      "Report as JSON: in FILE, else on standard output,\n"
                      "or standard error if the keys or values go there");
    command->add_flag("-q,--quiet", job->quiet, "No summary and no progress on standard error");
    command->footer(sort_examples);
    command->callback([job] {
        check(*job);
        run(*job);
    });
}

} // namespace pradix::cli
