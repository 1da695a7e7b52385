// SPDX-License-Identifier: MIT
// Measures every algorithm of the gallery on one platform against the number of keys, beside pradix and std::sort, for
// uniform and for constant u32 keys, and writes times as JSON (schema pradix.gallery_bench/1). Every result is compared
// with that of std::sort. Times are of keys that lie in the memory of the device already.
#include "bench/harness/distributions.hpp"
#include "bench/harness/machine.hpp"
#include "gallery/sort.hpp"

#include <pradix/backend.hpp>
#include <pradix/sort.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>

namespace {

using namespace pradix;
using json = nlohmann::ordered_json;
using key_array = std::vector<std::uint32_t>;

struct contender {
    std::string name;
    std::size_t most_keys;
    std::function<double(key_array&)> sort; // returns seconds
};

double time_std_sort(key_array& keys) {
    auto const begin = std::chrono::steady_clock::now();
    std::sort(keys.begin(), keys.end());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double time_pradix(backend where, key_array& keys) {
    timing spent;
    pradix::sort(keys, {.where = where, .spent = &spent});
    return spent.sorting;
}

contender classic(gallery::machine& on, gallery::algorithm const& with, gallery::settings const& how) {
    std::string const digits = how.radix_bits == 0 ? "" : fmt::format(", {} bits", how.radix_bits);
    return {std::string(with.name) + digits, gallery::most_keys(with, on), [&on, &with, how](key_array& keys) {
                return gallery::sort(with, on, key_type::u32, keys.data(), keys.size(), how);
            }};
}

std::vector<contender> all_contenders(gallery::machine& on, gallery::platform platform, std::size_t most) {
    std::vector<contender> all;
    for (gallery::algorithm const& each : gallery::algorithms())
        all.push_back(classic(on, each, {}));
    all.push_back(classic(on, gallery::find_algorithm("coalesced-split"), {.radix_bits = 4}));
    for (backend_info const& each : backends())
        if (each.available && (each.id == backend::cpu || each.name == gallery::name(platform)))
            all.push_back({fmt::format("pradix {}", each.name), most,
                           [id = each.id](key_array& keys) { return time_pradix(id, keys); }});
    all.push_back({"std::sort", most, time_std_sort});
    return all;
}

// One warm-up, which loads kernels, and then the samples.
json measure(contender const& with, key_array const& input, key_array const& expected, unsigned samples) {
    std::vector<double> ms;
    for (unsigned sample = 0; sample <= samples; ++sample) {
        key_array keys = input;
        double const seconds = with.sort(keys);
        if (keys != expected)
            throw std::runtime_error(fmt::format("{} of {} keys: not sorted", with.name, keys.size()));
        if (sample > 0)
            ms.push_back(1e3 * seconds);
    }
    std::vector<double> ranked = ms;
    std::sort(ranked.begin(), ranked.end());
    double sum = 0;
    for (double const each : ms)
        sum += each;
    return {{"samples_ms", ms}, {"median_ms", ranked[ranked.size() / 2]}, {"mean_ms", sum / double(ms.size())}};
}

// From a warp to `most`, four times as many each time.
std::vector<std::size_t> counts_up_to(std::size_t most) {
    std::vector<std::size_t> counts;
    for (std::size_t count = 32; count < most; count *= 4)
        counts.push_back(count);
    counts.push_back(most);
    return counts;
}

json machine_of(bench::machine_facts const& facts) {
    return {{"cpu", facts.cpu},           {"threads", facts.threads}, {"system", facts.system},
            {"compiler", facts.compiler}, {"flags", facts.flags},     {"build_type", facts.build_type},
            {"commit", facts.commit},     {"version", facts.version}, {"date", facts.date}};
}

void run(std::string const& backend_name, std::size_t most, unsigned samples, std::string const& file) {
    if (most < 32)
        throw std::runtime_error("--most: fewer than 32 keys are not measured; give 32 or more");
    auto const platform = backend_name == "cuda" ? gallery::platform::cuda : gallery::platform::opencl;
    auto const on = gallery::open(platform);
    json results = json::array();
    for (char const* const distribution : {"uniform", "constant:0"})
        for (std::size_t const count : counts_up_to(most)) {
            key_array input(count);
            bench::fill(key_type::u32, input.data(), count, bench::parse_distribution(distribution), 1);
            key_array expected = input;
            std::sort(expected.begin(), expected.end());
            for (contender const& each : all_contenders(*on, platform, most)) {
                if (count > each.most_keys)
                    continue;
                json row = {{"name", each.name}, {"type", "u32"}, {"n", count}, {"distribution", distribution}};
                row.update(measure(each, input, expected, samples));
                fmt::print("{:<11} {:>10} {:<24} {:>12.4f} ms\n", distribution, count, each.name,
                           row["median_ms"].get<double>());
                results.push_back(row);
            }
        }
    json const all = {{"schema", "pradix.gallery_bench/1"},
                      {"platform", gallery::name(platform)},
                      {"device", on->name()},
                      {"machine", machine_of(bench::this_machine())},
                      {"results", results}};
    std::ofstream out(file);
    out << all.dump(1) << '\n';
    if (!out.flush())
        throw std::runtime_error(file + ": could not be written; choose another place");
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures the gallery beside pradix and std::sort.");
    std::string backend = "opencl", file;
    std::size_t most = std::size_t{1} << 19;
    unsigned samples = 5;
    app.add_option("--backend", backend, "opencl or cuda (default opencl)")->check(CLI::IsMember({"opencl", "cuda"}));
    app.add_option("--most", most, "Measure up to this many keys (default 524288)");
    app.add_option("--samples", samples, "Samples of each measurement (default 5)")->check(CLI::Range(1u, 1000u));
    app.add_option("--json", file, "File to write")->required();
    CLI11_PARSE(app, argc, argv);
    try {
        run(backend, most, samples, file);
    } catch (std::exception const& problem) {
        fmt::print(stderr, "pradix_gallery_bench: {}\n", problem.what());
        return 2;
    }
    return 0;
}
