// SPDX-License-Identifier: MIT
#include "cli/sort_outputs.hpp"

#include "cli/error.hpp"
#include "cli/io/key_array.hpp"

namespace pradix::cli {
namespace {

// What --output-format says, else the extension of the output, else the input's format. Rows of CSV stay rows, and
// lines of text stay as they are unless raw or .npy keys are asked for.
file_format choose_output_format(sort_job const& job, file_format input) {
    bool const asked = !job.output_format.empty();
    auto const format =
        asked ? parse_format(job.output_format, "--output-format") : format_of_extension(job.output).value_or(input);
    if (job.argsort)
        return format == file_format::csv && !asked ? file_format::text : format; // indices have no columns
    if (input == file_format::csv && format != file_format::csv) {
        if (asked || format == file_format::npy)
            fail("{}: rows of CSV cannot be written as {}, which has no columns; write csv, or --argsort",
                 asked ? "--output-format" : job.output, name(format));
        return file_format::csv;
    }
    return input == file_format::text && format == file_format::csv && !asked ? file_format::text : format;
}

// Rows keep their delimiters. Under a name that promises others they could not be read back.
void check_delimiter(sort_job const& job) {
    bool const asked = !job.output_format.empty() || !job.keys.delimiter.empty();
    if (asked || format_of_extension(job.output) != file_format::csv)
        return;
    auto const delimiter = [](std::string const& path) { return usual_delimiter(path) == '\t' ? "tabs" : "commas"; };
    std::string_view const promised = delimiter(job.output), kept = delimiter(job.input);
    if (promised != kept)
        fail("{}: its name promises {} between fields, and rows keep their {}; choose another name, or add "
             "--output-format csv",
             job.output, promised, kept);
}

} // namespace

sort_outputs::sort_outputs(sort_job const& job, file_format input)
    : job_(job), input_(input), format_(choose_output_format(job, input)) {
    if (input == file_format::csv && have_rows())
        check_delimiter(job);
}

bool sort_outputs::have_rows() const {
    return !job_.argsort &&
           (input_ == file_format::csv || (input_ == file_format::text && format_ == file_format::text));
}

void sort_outputs::open(key_type type) {
    if (!have_rows())
        check_key_format(format_, job_.argsort ? key_type::u64 : type, job_.output);
    keys_ = std::make_unique<output_file>(job_.output);
    if (format_ == file_format::raw || format_ == file_format::npy)
        keys_->refuse_terminal("--output-format");
    if (!job_.values.empty())
        values_ = std::make_unique<output_file>(job_.values_output);
}

void sort_outputs::finish() {
    for (auto* out : {values_.get(), keys_.get()})
        if (out)
            out->finish();
}

void sort_outputs::commit(output_file* json_file) const {
    output_file* const outputs[] = {values_.get(), keys_.get(), json_file};
    commit_all(outputs);
}

} // namespace pradix::cli
