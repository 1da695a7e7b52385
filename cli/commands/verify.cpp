// SPDX-License-Identifier: MIT
// Checks order by comparing neighbours and contents by a checksum without order; nothing here sorts.
#include "cli/commands/verify.hpp"

#include "cli/error.hpp"
#include "cli/io/key_array.hpp"
#include "cli/io/row_text.hpp"
#include "cli/key_flags.hpp"
#include "cli/key_text.hpp"
#include "cli/keyed_rows.hpp"
#include "cli/memory_limit.hpp"
#include "cli/multiset.hpp"
#include "cli/size.hpp"
#include "cli/sort_memory.hpp"

#include <pradix/backend.hpp>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <cerrno>
#include <filesystem>
#include <memory>

#include <unistd.h>

namespace pradix::cli {
namespace {

constexpr char const* verify_examples = R"(Examples:
  pradix verify sorted.u32 --type u32
  pradix verify sorted.u32 --type u32 --against keys.u32
  pradix verify by-price.csv --key price --type f64 --against prices.csv

Exit code: 0 sorted (and the same contents), 1 not, 2 trouble.)";

struct verify_job {
    std::string file, against;
    key_flags keys;
    bool quiet = false;
};

// What is compared between two files, and where the first one is out of order.
struct findings {
    key_type type{};
    multiset items;
    std::string header;
    std::string disorder; // where the file is not sorted, and how; empty: in order
};

std::string text_of(key_column const& column, std::size_t i) {
    key_type const type = column.how.type;
    return column.is_empty(i) ? "an empty key" : key_text(type, column.keys.data() + i * key_bytes(type));
}

// The keys at a place that is out of order and those before it.
std::string disorder_at(std::size_t bad, std::span<key_column const> columns) {
    auto const keys = [&](std::size_t i) {
        std::string text;
        for (key_column const& column : columns)
            text += (text.empty() ? "" : ", ") + text_of(column, i);
        return columns.size() > 1 ? "(" + text + ")" : text;
    };
    return fmt::format("{} comes after {}", keys(bad), keys(bad - 1));
}

// The first place that is out of order; empty if there is none.
std::string disorder_of(key_column const& column, std::size_t count, std::string_view file, unsigned threads) {
    std::span<key_column const> const columns(&column, 1);
    auto const bad = first_disorder(columns, count, threads);
    return bad ? fmt::format("{}: not sorted: index {}: {}", file, *bad, disorder_at(*bad, columns)) : "";
}

std::string disorder_of(keyed_rows const& read, std::string_view file, unsigned threads) {
    row_set const& rows = read.rows;
    auto const bad = first_disorder(read.columns, rows.count(), threads);
    return bad ? fmt::format("{}:{}: not sorted: {}", file, line_of(rows.text.text(), rows.begins[*bad]),
                             disorder_at(*bad, read.columns))
               : "";
}

// There is no option that allows more.
memory_limit limit_of_verify() {
    memory_limit limit = choose_memory_limit("");
    limit.advice = "check it where there is more memory";
    return limit;
}

findings look_at(std::string const& path, key_flags const& flags, std::optional<key_type> type, bool check_order) {
    file_format const format = choose_format(path, flags.format);
    flags.check_for(format);
    input_file file(path);
    memory_limit const limit = limit_of_verify();
    file.allow(limit.bytes, limit);
    unsigned const threads = default_threads();
    progress steps(false);
    findings found;
    if (has_rows(format)) {
        std::vector<column_key> const keys = flags.keys_of_rows();
        found.type = keys.front().how.type;
        buffer text = file.read_rest(steps, 2);
        limit.check(row_bytes(text.text(), keys), file.name());
        keyed_rows const read =
            parse_rows(std::move(text), format, flags.layout_of(path), keys, file.name(), {threads});
        found.items = multiset_of_rows(read.rows, threads);
        found.header = without_ending(without_mark(read.rows.header()));
        if (check_order)
            found.disorder = disorder_of(read, file.name(), threads);
    } else {
        array_layout const layout = read_layout(file, format, flags.format.empty() ? &raw_keys : nullptr, type);
        key_order const how = flags.order_of(layout.type);
        key_array array = read_keys(file, layout, steps);
        found.type = layout.type;
        found.items = multiset_of_keys(array.keys.data(), array.count, key_bytes(layout.type), threads);
        key_column const column{how, std::move(array.keys)};
        if (check_order)
            found.disorder = disorder_of(column, array.count, file.name(), threads);
    }
    return found;
}

void run(verify_job const& job) {
    if (job.file == "-" && job.against == "-")
        fail("verify: FILE and --against cannot both come from standard input; name a file for one of them");
    std::error_code unknown;
    if (std::filesystem::is_directory(job.against, unknown))
        fail("{}: is a directory; name a file", job.against);
    if (!job.against.empty() && job.against != "-" && ::access(job.against.c_str(), R_OK) != 0)
        fail_with_errno(job.against, "read it", errno); // whatever FILE is like
    auto const rows_in = [&](std::string const& file) { return has_rows(choose_format(file, job.keys.format)); };
    if (!job.against.empty() && rows_in(job.file) != rows_in(job.against))
        fail("verify: {} has rows of text and the other file has not; compare files of one kind",
             rows_in(job.file) ? job.file : job.against);
    auto const print_line = [&](std::string const& line) {
        if (!job.quiet) // the exit code says it, too
            print_to_readers(one_line(line) + "\n");
    };
    auto const say = [&](std::string const& verdict) {
        print_line(fmt::format("{}: {}", job.file == "-" ? "standard input" : job.file, verdict));
    };
    findings const found = look_at(job.file, job.keys, job.keys.wanted_type(), true);
    if (!found.disorder.empty()) {
        print_line(found.disorder);
        throw exit_status{1};
    }
    auto const keys_of = [&](findings const& in) {
        std::string const unit = job.keys.keys.size() > 1 ? "row" : fmt::format("{} key", name(in.type));
        return fmt::format("{} {}{}", count_text(in.items.count), unit, plural(in.items.count));
    };
    std::string const keys = keys_of(found);
    if (job.against.empty())
        return say("sorted, " + keys);
    findings const other = look_at(job.against, job.keys, job.keys.wanted_type(), false);
    if (found.type != other.type)
        fail("verify: {} holds {} and {} holds {}; compare files of one type", job.file, name(found.type), job.against,
             name(other.type));
    if (found.items.count != other.items.count)
        say(fmt::format("sorted, but holds {} and {} holds {}", keys, job.against, keys_of(other)));
    else if (found.items != other.items)
        say(fmt::format("sorted, {}, but not the same as in {}", keys, job.against));
    else if (found.header != other.header)
        say(fmt::format("sorted, but its header is not that of {}", job.against));
    else
        return say(fmt::format("sorted, {}, the same as in {}", keys, job.against));
    throw exit_status{1};
}

} // namespace

void add_verify(CLI::App& app) {
    auto* const command = app.add_subcommand("verify", "Check that a file is sorted");
    auto const job = std::make_shared<verify_job>();
    command->add_option("FILE", job->file, "File to check; - is standard input")->required()->type_name("");
    command->add_option("--against", job->against, "Check too that FILE holds what this file holds, in any order")
        ->type_name("INPUT");
    job->keys.add_to(*command, "check");
    command->add_flag("-q,--quiet", job->quiet, "Say nothing, only exit with 0, 1 or 2");
    command->footer(verify_examples);
    command->callback([job] { run(*job); });
}

} // namespace pradix::cli
