// SPDX-License-Identifier: MIT
// Sorts, and says how that went: a line on standard error, and a report where --json wants it.
#include "cli/sort_job.hpp"

#include "cli/error.hpp"
#include "cli/io/output_file.hpp"
#include "cli/sort_phases.hpp"

#include <memory>

namespace pradix::cli {

void run(sort_job const& job) {
    std::unique_ptr<output_file> json_file; // opened first, so that a bad path is found before the work
    if (!job.json.empty() && job.json != "-")
        json_file = std::make_unique<output_file>(job.json);
    sort_report const report = sort_files(job, json_file.get());
    if (!job.quiet)
        write_to_stderr("pradix: " + summary(report));
    if (job.json.empty() || json_file)
        return;
    std::string const object = to_json(report);
    if (same_target(job.output, "-") || same_target(job.values_output, "-"))
        return write_to_stderr(object);
    try {
        print(object);
    } catch (error const& problem) {
        fail("{}; that was the report, the sorted output is complete", problem.what());
    }
}

} // namespace pradix::cli
