// SPDX-License-Identifier: MIT
// Multiplies the axes out, measures problem by problem, and shows and saves each as soon as it is known.
#include "cli/commands/bench.hpp"

#include "bench/harness/plot.hpp"
#include "bench/harness/report.hpp"
#include "cli/commands/bench_table.hpp"
#include "cli/commands/status_line.hpp"
#include "cli/error.hpp"
#include "cli/io/key_array.hpp"
#include "cli/io/output_file.hpp"
#include "cli/size.hpp"
#include "cli/whole_number.hpp"
#include "src/core/number_in.hpp"

#include <pradix/backend.hpp>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

namespace pradix::cli {
namespace {

constexpr char const* bench_examples = R"(Examples:
  pradix bench
  pradix bench --type u32,u64 -n 1K,1M,100M --threads 1,2 --rival all --json results.json
  pradix bench --value-bytes 4 -n 1M --dist uniform,zeros,sorted,zipf --rival std::stable_sort
  pradix bench -n 1K,10K,100K,1M,10M --dist uniform,zeros --json results.json --plot figures)";

struct bench_job {
    std::vector<std::string> operations, types{"u32"}, counts{"1K", "10K", "100K", "1M", "10M"},
        distributions{"uniform"}, backends{"cpu"}, rivals{"std::sort"};
    std::vector<std::uint32_t> value_bytes, threads;
    std::size_t samples = 0;
    bench::method how;
    std::string json, plot;
    bool quiet = false;
};

std::vector<bench::operation> parse_operations(bench_job const& job) {
    std::vector<bench::operation> found;
    for (std::string const& text : job.operations) {
        if (text == "sort")
            found.push_back(bench::operation::sort);
        else if (text == "sort_pairs")
            found.push_back(bench::operation::sort_pairs);
        else if (text == "argsort")
            found.push_back(bench::operation::argsort);
        else if (text == "segmented_sort" || text == "top_k")
            fail("--op {}: pradix has no such operation yet; use sort, sort_pairs or argsort", text);
        else
            fail("--op {}: not known; use sort, sort_pairs or argsort", text);
    }
    if (!found.empty())
        return found;
    // Without --op the sizes of the values say what is meant.
    bool const keys = job.value_bytes.empty() || std::ranges::count(job.value_bytes, 0) != 0;
    if (keys)
        found.push_back(bench::operation::sort);
    if (std::ranges::any_of(job.value_bytes, [](auto bytes) { return bytes != 0; }))
        found.push_back(bench::operation::sort_pairs);
    return found;
}

// The sizes of the values that the operation is measured with.
std::vector<std::size_t> value_sizes(bench::operation op, bench_job const& job, std::size_t count) {
    if (op == bench::operation::sort)
        return {0};
    if (op == bench::operation::argsort)
        return {count >> 32 == 0 ? std::size_t{4} : std::size_t{8}};
    std::vector<std::size_t> sizes;
    std::ranges::copy_if(job.value_bytes, std::back_inserter(sizes), [](auto bytes) { return bytes != 0; });
    if (sizes.empty() && !job.value_bytes.empty())
        fail("--op sort_pairs: --value-bytes 0 leaves nothing to pair; give a size such as 4 or 8");
    return sizes.empty() ? std::vector<std::size_t>{4} : sizes;
}

// What CLI::Range takes for a number may be none.
std::string wrong_with_seconds(std::string const& text) {
    auto const seconds = core::number_in<double>(text);
    return seconds && *seconds >= 0 && *seconds <= 3600 ? "" : fmt::format("{} is not 0 to 3600", in_quotes(text));
}

std::size_t parse_count(std::string const& text) {
    std::uint64_t const count = parse_size(text, "-n");
    if (count == 0 || count > std::uint64_t{1} << 40)
        fail("-n {}: not a size to measure; give 1 to 1Ti keys", text);
    return count;
}

std::vector<bench::problem> parse_problems(bench_job const& job) {
    auto const operations = parse_operations(job);
    bool const with_values = std::ranges::any_of(job.value_bytes, [](auto bytes) { return bytes != 0; });
    if (with_values && std::ranges::count(operations, bench::operation::sort_pairs) == 0)
        fail("--value-bytes: what --op names has no values of a size to choose; add sort_pairs, or omit one of them");
    auto const is_nothing = [&](std::string const& text) { return parse_count(text) < 2; };
    if (!job.how.transfers && std::ranges::any_of(job.counts, is_nothing))
        fail("--device-time: a single key is not sorted, and takes no time; choose larger counts with -n");
    std::vector<bench::problem> problems;
    for (bench::operation const op : operations)
        for (std::string const& type : job.types)
            for (std::string const& distribution : job.distributions)
                for (std::string const& text : job.counts) {
                    std::size_t const count = parse_count(text);
                    for (std::size_t const bytes : value_sizes(op, job, count))
                        problems.push_back(
                            {op, parse_key_type(type), bytes, count, bench::parse_distribution(distribution)});
                }
    return problems;
}

std::vector<bench::setting> parse_settings(bench_job const& job) {
    std::vector<unsigned> threads(job.threads.begin(), job.threads.end());
    if (threads.empty())
        threads = {1, default_threads()};
    std::ranges::sort(threads);
    threads.erase(std::unique(threads.begin(), threads.end()), threads.end());

    std::vector<bench::setting> settings;
    for (std::string const& text : job.backends) {
        auto chosen = backend_from_name(text);
        if (!chosen)
            fail("--backend {}: not known; see pradix info", text);
        if (*chosen == backend::automatic)
            chosen = default_backend();
        if (auto const found = inspect(*chosen); !found.available)
            fail("--backend {}: {}; see pradix info", text, found.detail);
        if (*chosen == backend::cpu)
            for (unsigned const count : threads)
                settings.push_back({*chosen, count});
        else // a device has its own; only the copy beside it goes by the number
            settings.push_back({*chosen, threads.back()});
    }
    return settings;
}

std::vector<bench::rival const*> parse_rivals(std::vector<std::string> const& names) {
    std::vector<bench::rival const*> found;
    for (std::string const& each : names)
        if (each == "all")
            for (bench::rival const& one : bench::rivals())
                found.push_back(&one);
        else if (each != "none")
            found.push_back(&bench::find_rival(each));
    return found;
}

// For people. Results that go to a file are measured even if nobody looks on.
void show(std::string const& text, bool in_file) {
    in_file ? print_to_readers(text) : print(text);
}

void save(std::string const& path, std::string const& text) {
    output_file out(path);
    out.write(text);
    out.commit();
}

void draw(std::string const& results, std::string const& folder) {
    std::string const script = bench::plot_script();
    auto const command = bench::plot_command(script.empty() ? "plot.py" : script, results, folder);
    if (script.empty())
        print(fmt::format("To draw the results, with bench/plot.py from the sources: {}\n", fmt::join(command, " ")));
    else if (auto const failure = bench::failure_of(command))
        fail("--plot {}: {}; the results are in {}, to draw them run: {}", folder, *failure, results,
             fmt::join(command, " "));
}

void run(bench_job& job) {
    std::vector<bench::problem> const problems = parse_problems(job);
    job.how.settings = parse_settings(job);
    job.how.rivals = parse_rivals(job.rivals);
    if (job.samples != 0)
        job.how.rules = {.fewest = job.samples, .most = job.samples, .least_time = 0, .most_time = 0};
    if (job.samples == 0 && job.how.rules.least_time > job.how.rules.most_time)
        fail("--min-time {}: is longer than --max-time, {} seconds; give a longer --max-time", job.how.rules.least_time,
             job.how.rules.most_time);
    if (!job.plot.empty() && job.json.empty())
        job.json = (std::filesystem::path(job.plot) / "bench.json").string();
    if (!job.json.empty() && same_target(job.json, "-"))
        job.json = "-";
    if (!job.plot.empty() && job.json == "-")
        fail("--plot {}: needs the results in a file; name one with --json", job.plot);
    if (!job.plot.empty() && !bench::plot_script().empty())
        if (auto const failure = bench::failure_of({"python3", "-c", "import matplotlib"}))
            fail("--plot {}: {}; install python3-matplotlib, or omit --plot", job.plot, *failure);
    std::error_code refused;
    if (!job.plot.empty() && !std::filesystem::create_directories(job.plot, refused) && refused)
        fail_with_errno(job.plot, "make the folder", refused.value());
    std::unique_ptr<output_file> once; // what is no file, as a pipe, gets the results in the end
    if (!job.json.empty()) {
        once = std::make_unique<output_file>(job.json); // better to learn before the measuring that it is not writable
        if (once->is_replaced())
            once.reset();
    }

    bool const people = job.json != "-";
    bench::machine_facts const machine = bench::this_machine();
    bench_table const shown(job.how.rivals);
    if (people)
        show(fmt::format("{}, {}, commit {}, {}\n{}", machine.cpu, machine.compiler,
                         machine.commit.empty() ? "unknown" : machine.commit, machine.build_type, shown.head()),
             !job.json.empty());
    status_line status(!job.quiet);
    std::vector<bench::result> results;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        bench::problem const& what = problems[i];
        std::string const label = fmt::format("[{}/{}] {} {}, n {}, {}: ", i + 1, problems.size(), bench::name(what.op),
                                              pradix::name(what.type), short_count(what.count), to_string(what.input));
        bench::observer const told{.step = [&](std::string_view step) { status.show(label + std::string(step)); },
                                   .rejected = [&](std::string_view wrong) { status.say(wrong); }};
        auto measured = bench::measure_problem(what, job.how, told);
        status.clear();
        for (bench::result& each : measured) {
            if (people)
                show(shown.row(each), !job.json.empty());
            results.push_back(std::move(each));
        }
        if (!job.json.empty() && !once)
            save(job.json, bench::to_json(machine, job.how, results));
    }
    if (once) {
        once->write(bench::to_json(machine, job.how, results));
        once->commit();
    }
    if (!job.plot.empty())
        draw(job.json, job.plot);
}

} // namespace

void add_bench(CLI::App& app) {
    auto* const command = app.add_subcommand("bench", "Measure pradix beside other sorts");
    auto const job = std::make_shared<bench_job>();
    auto const axis = [command](std::string const& flags, auto& values, std::string const& text) {
        return command->add_option(flags, values, text)->delimiter(',')->type_name("LIST");
    };
    std::string rivals;
    for (bench::rival const& each : bench::rivals())
        rivals += std::string(each.name) + ", ";

    axis("--op", job->operations, "sort, sort_pairs, argsort (default: by --value-bytes)");
    axis("-t,--type", job->types, "Types of the keys (default u32)");
    axis("--value-bytes", job->value_bytes, "Sizes of the values, 0 for keys alone (default 0; sort_pairs: 4)")
        ->transform(whole_number(0, 4096));
    axis("-n,--count", job->counts, "Numbers of keys: 1000, 100M, 64Ki (default 1K,10K,100K,1M,10M)");
    axis("-d,--dist", job->distributions,
         "Distributions (default uniform):\n" + std::string(bench::distribution_forms));
    axis("--threads", job->threads, "Thread counts (default: 1, and all)")->transform(whole_number(1, 1024));
    axis("--backend", job->backends, "Backends (default cpu)");
    axis("--rival", job->rivals, "Rivals (default std::sort): " + rivals + "all, none");
    command->add_option("--samples", job->samples, "Take exactly this many samples of everything")
        ->transform(whole_number(1, 100000))
        ->type_name("N");
    command->add_option("--min-time", job->how.rules.least_time, "Sample each contender for at least this long (0.2)")
        ->check(wrong_with_seconds)
        ->type_name("SECONDS");
    command
        ->add_option("--max-time", job->how.rules.most_time,
                     "Stop after this long and 3 samples, settled or not (default 3)")
        ->check(wrong_with_seconds)
        ->type_name("SECONDS");
    command->add_option("--seed", job->how.seed, "Same seed, same input (default 1)")
        ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
        ->type_name("N");
    command->add_flag("--allocate", job->how.allocate, "Let each call of pradix allocate its own workspace");
    command->add_flag_callback(
        "--device-time", [job] { job->how.transfers = false; },
        "Leave the transfers to a device and back out of pradix's times");
    command
        ->add_option("--json", job->json,
                     "Results file, saved after every problem, or once if it is a pipe;\n"
                     "- is standard output")
        ->type_name("FILE");
    command->add_option("--plot", job->plot, "Draw the results into this folder with bench/plot.py")->type_name("DIR");
    command->add_flag("-q,--quiet", job->quiet, "No progress line");
    command->footer(bench_examples);
    command->callback([job] { run(*job); });
}

} // namespace pradix::cli
