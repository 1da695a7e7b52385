// SPDX-License-Identifier: MIT
// Sorts each case of the matrix with pradix and with CUB, in turn, in one process, on the same arrays, compares the
// results byte by byte, and writes times as JSON (schema pradix.bench/1).
#include "bench/gpu/cases.hpp"
#include "bench/gpu/experiment.hpp"
#include "bench/gpu/inputs.hpp"
#include "bench/gpu/paths.hpp"
#include "bench/harness/build_facts.hpp"
#include "src/cuda/memory.hpp"

#include <pradix/cuda.hpp>
#include <pradix/version.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <utility>

namespace {

using namespace pradix;
using namespace pradix::bench::gpu;

struct settings {
    selection of_matrix;
    unsigned rounds = 9;
    bool usual_scratch_only = false;
    std::vector<std::string> beside;  // other builds, NAME=FILE
    std::vector<std::string> without; // paths
    std::string file;
};

// A machine that others use has spells of some seconds in which calls of a few microseconds take longer: cases of so
// few items are measured again later, twice, and all samples count.
constexpr std::uint64_t few_items = std::uint64_t{1} << 20;
constexpr unsigned visits_of_few_items = 3;

json machine() {
    cudaDeviceProp device{};
    int driver = 0, runtime = 0;
    cuda::check(cudaGetDeviceProperties(&device, 0), "asking for the device");
    cuda::check(cudaDriverGetVersion(&driver), "asking for the driver");
    cuda::check(cudaRuntimeGetVersion(&runtime), "asking for the runtime");
    std::time_t const now = std::time(nullptr);
    char date[32] = "";
    std::strftime(date, sizeof date, "%FT%TZ", std::gmtime(&now));
    return {{"gpu", device.name},
            {"multiprocessors", device.multiProcessorCount},
            {"l2_bytes", device.l2CacheSize},
            {"memory_bytes", device.totalGlobalMem},
            {"driver", driver},
            {"cuda", runtime},
            {"build_type", bench::build_type},
            {"commit", bench::build_commit},
            {"version", std::to_string(PRADIX_VERSION_MAJOR) + "." + std::to_string(PRADIX_VERSION_MINOR) + "." +
                            std::to_string(PRADIX_VERSION_PATCH)},
            {"date", date},
            {"rivals", "CUB of the CUDA toolkit"},
            {"seed", 0},
            {"workspace", "given by the caller"}};
}

void print(json const& row, std::string const& what) {
    double const cub = best_of_cub(row);
    double const ms = row["median_ms"];
    std::printf("%-12s %10llu  %-10s %9.4f ms %8.2f GKey/s  cub %9.4f ms  ratio %6.2f  copy %5.1f %%", what.c_str(),
                static_cast<unsigned long long>(row["n"]), row["distribution"].get<std::string>().c_str(), ms,
                row["gkeys_per_s"].get<double>(), cub, cub / ms, 100 * row["copy_ms"].get<double>() / ms);
    if (row.contains(least_scratch))
        std::printf("  least scratch %9.4f ms", row[least_scratch]["median_ms"].get<double>());
    if (row.contains(beside))
        for (json const& build : row[beside])
            std::printf("  %s %9.4f ms, %.3f", build["name"].get<std::string>().c_str(),
                        build["median_ms"].get<double>(), build["median_ms"].get<double>() / ms);
    std::puts("");
    std::fflush(stdout);
}

std::vector<pradix_build> that_concern(test_case const& each, std::vector<pradix_build> const& builds) {
    std::vector<pradix_build> those;
    std::copy_if(builds.begin(), builds.end(), std::back_inserter(those),
                 [&](pradix_build const& build) { return build.concerns(each); });
    return those;
}

// A row for each case.
json measure(std::vector<test_case> const& cases, std::vector<pradix_build> const& builds, settings const& wanted) {
    device_clock clock;
    std::vector<case_samples> samples(cases.size());
    json results(cases.size(), nullptr);
    for (unsigned visit = 0; visit < visits_of_few_items; ++visit)
        for (std::size_t i = 0; i < cases.size(); ++i) {
            test_case const& each = cases[i];
            if (visit > 0 && each.count > few_items)
                continue;
            // What takes microseconds differs by a tenth from one time to the next.
            unsigned const rounds = each.count <= 1u << 16 ? 2 * wanted.rounds : wanted.rounds;
            auto const of_case = that_concern(each, builds);
            results[i] = experiment(each, of_case).run(rounds, wanted.usual_scratch_only, clock, samples[i]);
            if (visit + 1 == visits_of_few_items || each.count > few_items)
                print(results[i], name(each.what));
        }
    return results;
}

double geometric_mean(std::vector<double> const& numbers) {
    double logarithms = 0;
    for (double const each : numbers)
        logarithms += std::log(each);
    return std::exp(logarithms / static_cast<double>(numbers.size()));
}

// How many times as fast as the other build, a number for each row that has it.
std::vector<double> ratios_to(std::string const& build, json const& results) {
    std::vector<double> ratios;
    for (json const& row : results)
        for (json const& other : row.value(beside, json::array()))
            if (other["name"] == build)
                ratios.push_back(other["median_ms"].get<double>() / row["median_ms"].get<double>());
    return ratios;
}

void summarize(json const& results, std::vector<test_case> const& cases, std::vector<pradix_build> const& builds) {
    std::vector<double> to_cub;
    for (json const& row : results)
        to_cub.push_back(best_of_cub(row) / row["median_ms"].get<double>());
    auto const least = std::min_element(to_cub.begin(), to_cub.end()) - to_cub.begin();
    std::printf("%zu cases; times as fast as the fastest form of CUB: geometric mean %.3f, least %.3f\n",
                results.size(), geometric_mean(to_cub), to_cub[static_cast<std::size_t>(least)]);
    print(results[static_cast<std::size_t>(least)], name(cases[static_cast<std::size_t>(least)].what));
    for (std::size_t i = 1; i < builds.size(); ++i)
        if (auto const ratios = ratios_to(builds[i].name, results); !ratios.empty())
            std::printf("times as fast as %s: geometric mean %.3f of %zu, from %.3f to %.3f\n", builds[i].name.c_str(),
                        geometric_mean(ratios), ratios.size(), *std::min_element(ratios.begin(), ratios.end()),
                        *std::max_element(ratios.begin(), ratios.end()));
}

// A result a line, for there are hundreds.
void write(std::string const& file, json const& results) {
    std::ofstream out(file);
    out << "{\"schema\": \"pradix.bench/1\",\n \"machine\": " << machine() << ",\n \"results\": [";
    char const* between = "\n  ";
    for (json const& row : results)
        out << std::exchange(between, ",\n  ") << row;
    out << "]}\n";
    if (!out.flush())
        throw std::runtime_error(file + ": cannot be written");
}

void run(settings const& wanted) {
    std::vector<test_case> const cases = matrix(wanted.of_matrix);
    if (cases.empty())
        throw std::runtime_error("none of these --items is known, or can be sorted that way");
    std::vector<pradix_build> builds{wanted.without.empty() ? pradix_build{.name = "pradix"} : with_all_paths()};
    for (std::string const& other : wanted.beside)
        builds.push_back(load_build(other));
    for (std::string const& name : wanted.without)
        for (path const& left_out : paths_named(name))
            builds.push_back(without(left_out));
    json const results = measure(cases, builds, wanted);
    summarize(results, cases, builds);
    if (!wanted.file.empty())
        write(wanted.file, results);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Measure the CUDA backend of pradix beside CUB");
    settings wanted;
    app.add_option("--items", wanted.of_matrix.items, "Only these, for example \"u32\" \"u32 + u32\" \"argsort u64\"");
    app.add_option("--counts", wanted.of_matrix.counts, "So many items instead of the sizes of the matrix")
        ->check(CLI::PositiveNumber);
    app.add_option(
           "--rounds", wanted.rounds,
           "Samples of each contender at a visit, of which few items have three; twice as many up to 65,536 items")
        ->check(CLI::Range(1, 1000));
    app.add_option("--keys", wanted.of_matrix.keys, "These kinds of keys, of all items and sizes")
        ->check(CLI::IsMember(distributions()));
    std::vector<unsigned> bits;
    app.add_option("--bits", bits,
                   "Compare bits BEGIN to END only, of keys that have as many; or of some ranges in turn")
        ->type_name("BEGIN END");
    app.add_flag_callback(
        "--descending", [&] { wanted.of_matrix.direction = order::descending; }, "In descending order");
    app.add_flag_callback(
        "--in-place", [&] { wanted.of_matrix.where = placement::in_place; },
        "pradix sorts in place, CUB out of place or with a DoubleBuffer; not argsort");
    app.add_flag("--usual-scratch", wanted.usual_scratch_only, "Not with the least scratch, too");
    app.add_option("--beside", wanted.beside, "Other builds of pradix, too: NAME=LIBRARY, a shared one");
    app.add_option("--without", wanted.without,
                   "Also with this path left out, or each one in turn: what it is worth, where it may be taken")
        ->check(CLI::IsMember(path_names()));
    app.add_option("--json", wanted.file, "Results file");
    CLI11_PARSE(app, argc, argv);
    try {
        if (bits.size() % 2 != 0)
            throw std::runtime_error("--bits takes two numbers for each range");
        for (std::size_t i = 0; i < bits.size(); i += 2)
            wanted.of_matrix.bits.push_back({bits[i], bits[i + 1]});
        run(wanted);
        return 0;
    } catch (std::exception const& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 2;
    }
}
