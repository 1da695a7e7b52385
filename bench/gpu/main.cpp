// SPDX-License-Identifier: MIT
// Sorts each case of the matrix with pradix and with CUB, in turn, in one process, on the same arrays, compares the
// results byte by byte, and writes times as JSON (schema pradix.bench/1).
#include "bench/gpu/cub_sort.hpp"
#include "bench/gpu/inputs.hpp"
#include "bench/harness/build_facts.hpp"
#include "src/cuda/memory.hpp"

#include <pradix/cuda.hpp>
#include <pradix/version.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>

namespace {

using namespace pradix;
using namespace pradix::bench::gpu;
using json = nlohmann::ordered_json;

struct settings {
    selection of_matrix;
    unsigned rounds = 9;
    bool usual_scratch_only = false;
    std::string file;
};

class device_clock {
public:
    device_clock() {
        cuda::check(cudaEventCreate(&begin_), "making an event");
        cuda::check(cudaEventCreate(&end_), "making an event");
    }

    // Milliseconds on the device, from an idle device to the end of the work.
    double time(std::function<void()> const& work) {
        cuda::check(cudaDeviceSynchronize(), "waiting");
        cuda::check(cudaEventRecord(begin_), "recording an event");
        work();
        cuda::check(cudaEventRecord(end_), "recording an event");
        cuda::check(cudaEventSynchronize(end_), "waiting for the work");
        float ms = 0;
        cuda::check(cudaEventElapsedTime(&ms, begin_, end_), "reading the time");
        return double{ms};
    }

private:
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

double median(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return samples[samples.size() / 2];
}

// One array in three: the pristine input, and two to sort in.
struct triple {
    cuda::device_memory pristine, in, out;
    std::size_t bytes;

    explicit triple(std::size_t size)
        : pristine(cuda::allocate_on_device(size)), in(cuda::allocate_on_device(size)),
          out(cuda::allocate_on_device(size)), bytes(size) {}
    void restore() const {
        if (bytes > 0)
            cuda::check(cudaMemcpyAsync(in.get(), pristine.get(), bytes, cudaMemcpyDeviceToDevice), "restoring");
    }
};

struct contender {
    std::string name;
    std::function<void()> sort;
    std::vector<double> samples{};
};

struct cub_form {
    char const* name;
    bool double_buffer, wide_count;
};
constexpr cub_form cub_forms[] = {{"cub", false, false},
                                  {"cub, 64-bit count", false, true},
                                  {"cub, DoubleBuffer", true, false},
                                  {"cub, DoubleBuffer, 64-bit count", true, true}};

// Of each contender, in one case.
using case_samples = std::vector<std::vector<double>>;

// A machine that others use has spells of some seconds in which calls of a few microseconds take longer: cases of so
// few items are measured again later, twice, and all samples count.
constexpr std::uint64_t few_items = std::uint64_t{1} << 20;
constexpr unsigned visits_of_few_items = 3;

// Of pradix, with less scratch.
constexpr char const* least_scratch = "least_scratch";

class experiment {
public:
    explicit experiment(test_case const& what)
        : what_(what), keys_(what.count * key_bytes(what.what.type)), values_(what.count * what.what.value_bytes) {
        fill_keys(keys_.pristine.get(), key_bytes(what.what.type), what.count, what.distribution);
        if (what.what.value_bytes > 0)
            fill_positions(values_.pristine.get(), what.what.value_bytes, what.count);
        scratch_bytes_ = pradix_bytes();
        for (cub_form const& form : cub_forms)
            scratch_bytes_ = std::max(scratch_bytes_, cub_bytes(form));
        scratch_ = cuda::allocate_on_device(scratch_bytes_);
    }

    // Adds to the samples so far.
    json run(unsigned rounds, bool usual_scratch_only, device_clock& clock, case_samples& samples) {
        std::vector<contender> all{{"pradix", [&] { sort_with_pradix(scratch_bytes_); }}, {"copy", [&] { copy(); }}};
        for (cub_form const& form : cub_forms)
            all.push_back({form.name, [&] { sort_with_cub(form); }});
        check_result(scratch_bytes_);
        if (!usual_scratch_only && least_bytes() < pradix_bytes()) {
            all.push_back({least_scratch, [&] { sort_with_pradix(least_bytes()); }});
            check_result(least_bytes());
        }
        samples.resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].samples.swap(samples[i]);
        for (unsigned round = 0; round <= rounds; ++round)
            for (contender& each : all) {
                keys_.restore();
                values_.restore();
                double const ms = clock.time(each.sort);
                if (round > 0) // the first one warms up
                    each.samples.push_back(ms);
            }
        json made = report(all);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].samples.swap(samples[i]);
        return made;
    }

private:
    bool is_argsort() const { return what_.what.op == operation::argsort; }

    std::size_t pradix_bytes() const {
        return is_argsort() ? cuda::argsort_workspace_bytes(what_.what.type, what_.count, what_.what.value_bytes)
                            : cuda::workspace_bytes(what_.what.type, what_.count, what_.what.value_bytes);
    }

    // Equal to pradix_bytes where less is not enough.
    std::size_t least_bytes() const {
        return is_argsort() ? pradix_bytes()
                            : cuda::least_workspace_bytes(what_.what.type, what_.count, what_.what.value_bytes);
    }

    cub_arrays cub(cub_form const& form) const {
        return {{keys_.in.get(), keys_.out.get()},
                {values_.in.get(), values_.out.get()},
                what_.count,
                form.double_buffer,
                form.wide_count,
                scratch_.get(),
                scratch_bytes_};
    }

    std::size_t cub_bytes(cub_form const& form) const {
        cub_arrays with = cub(form);
        with.scratch = nullptr;
        cub_sort(what_.what, with, nullptr);
        return with.scratch_bytes;
    }

    void sort_with_cub(cub_form const& form) const {
        cub_arrays with = cub(form);
        cub_sort(what_.what, with, nullptr);
    }

    void sort_with_pradix(std::size_t scratch_bytes) const {
        cuda::launch const run{.workspace = {scratch_.get(), scratch_bytes}};
        if (is_argsort())
            cuda::detail::argsort(what_.what.type, keys_.in.get(), what_.count, values_.out.get(),
                                  what_.what.value_bytes, run, {});
        else
            cuda::detail::sort(what_.what.type, keys_.in.get(), keys_.out.get(), what_.count,
                               values_.bytes ? values_.in.get() : nullptr, values_.bytes ? values_.out.get() : nullptr,
                               what_.what.value_bytes, run, {});
    }

    void copy() const {
        cuda::check(cudaMemcpyAsync(keys_.out.get(), keys_.in.get(), keys_.bytes, cudaMemcpyDeviceToDevice), "copying");
        if (values_.bytes > 0)
            cuda::check(cudaMemcpyAsync(values_.out.get(), values_.in.get(), values_.bytes, cudaMemcpyDeviceToDevice),
                        "copying");
    }

    // CUB's result, kept in `in`, against pradix's in `out`.
    void check_result(std::size_t scratch_bytes) const {
        keys_.restore();
        values_.restore();
        sort_with_cub(cub_forms[0]);
        auto const keys = cuda::allocate_on_device(keys_.bytes), values = cuda::allocate_on_device(values_.bytes);
        cuda::check(cudaMemcpy(keys.get(), keys_.out.get(), keys_.bytes, cudaMemcpyDeviceToDevice), "keeping keys");
        if (values_.bytes > 0)
            cuda::check(cudaMemcpy(values.get(), values_.out.get(), values_.bytes, cudaMemcpyDeviceToDevice),
                        "keeping values");
        cuda::check(cudaMemset(keys_.out.get(), 0x5a, keys_.bytes), "poisoning");
        if (values_.bytes > 0)
            cuda::check(cudaMemset(values_.out.get(), 0x5a, values_.bytes), "poisoning");
        sort_with_pradix(scratch_bytes);
        cuda::check(cudaDeviceSynchronize(), "sorting");
        if ((!is_argsort() && !same_bytes(keys.get(), keys_.out.get(), keys_.bytes)) ||
            (values_.bytes > 0 && !same_bytes(values.get(), values_.out.get(), values_.bytes)))
            throw std::runtime_error(name(what_.what) + ", " + std::to_string(what_.count) + ", " + what_.distribution +
                                     ": pradix and CUB differ");
    }

    json report(std::vector<contender> const& all) const {
        double const ms = median(all[0].samples), copy_ms = median(all[1].samples);
        json rivals = json::array();
        for (std::size_t i = 2; i < 2 + std::size(cub_forms); ++i)
            rivals.push_back(samples_of(all[i]));
        auto const bytes = static_cast<double>(keys_.bytes + values_.bytes);
        json made{{"op", name(what_.what.op)},
                  {"type", pradix::name(what_.what.type)},
                  {"value_bytes", what_.what.value_bytes},
                  {"n", what_.count},
                  {"distribution", what_.distribution},
                  {"backend", "cuda"},
                  {"threads", 0},
                  {"samples_ms", all[0].samples},
                  {"median_ms", ms},
                  {"gkeys_per_s", static_cast<double>(what_.count) / ms * 1e-6},
                  {"copy_ms", copy_ms},
                  {"copy_gb_per_s", 2 * bytes / copy_ms * 1e-6},
                  {"scratch_bytes", pradix_bytes()},
                  {"rivals", rivals}};
        if (all.back().name == least_scratch) {
            made[least_scratch] = samples_of(all.back());
            made[least_scratch]["scratch_bytes"] = least_bytes();
        }
        return made;
    }

    static json samples_of(contender const& each) {
        return {{"name", each.name}, {"samples_ms", each.samples}, {"median_ms", median(each.samples)}};
    }

    test_case const& what_;
    triple keys_, values_;
    std::size_t scratch_bytes_ = 0;
    cuda::device_memory scratch_;
};

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

double best_of_cub(json const& row) {
    double best = 1e300;
    for (json const& rival : row["rivals"])
        best = std::min(best, rival["median_ms"].get<double>());
    return best;
}

void print(json const& row, std::string const& what) {
    double const cub = best_of_cub(row);
    double const ms = row["median_ms"];
    std::printf("%-12s %10llu  %-10s %9.4f ms %8.2f GKey/s  cub %9.4f ms  ratio %6.2f  copy %5.1f %%", what.c_str(),
                static_cast<unsigned long long>(row["n"]), row["distribution"].get<std::string>().c_str(), ms,
                row["gkeys_per_s"].get<double>(), cub, cub / ms, 100 * row["copy_ms"].get<double>() / ms);
    if (row.contains(least_scratch))
        std::printf("  least scratch %9.4f ms", row[least_scratch]["median_ms"].get<double>());
    std::puts("");
    std::fflush(stdout);
}

int run(settings const& wanted) {
    device_clock clock;
    std::vector<test_case> const cases = matrix(wanted.of_matrix);
    std::vector<case_samples> samples(cases.size());
    json results(cases.size(), nullptr);
    for (unsigned visit = 0; visit < visits_of_few_items; ++visit)
        for (std::size_t i = 0; i < cases.size(); ++i) {
            test_case const& each = cases[i];
            if (visit > 0 && each.count > few_items)
                continue;
            // What takes microseconds differs by a tenth from one time to the next.
            unsigned const rounds = each.count <= 1u << 16 ? 2 * wanted.rounds : wanted.rounds;
            results[i] = experiment(each).run(rounds, wanted.usual_scratch_only, clock, samples[i]);
            if (visit + 1 == visits_of_few_items || each.count > few_items)
                print(results[i], name(each.what));
        }
    double logarithms = 0, least_ratio = 1e9;
    for (json const& row : results) {
        double const ratio = best_of_cub(row) / row["median_ms"].get<double>();
        logarithms += std::log(ratio);
        least_ratio = std::min(least_ratio, ratio);
    }
    std::printf("%zu cases; times as fast as the fastest form of CUB: geometric mean %.3f, least %.3f\n",
                results.size(), std::exp(logarithms / static_cast<double>(std::max<std::size_t>(results.size(), 1))),
                least_ratio);
    if (!wanted.file.empty()) {
        std::ofstream out(wanted.file);
        out << json{{"schema", "pradix.bench/1"}, {"machine", machine()}, {"results", results}}.dump(1) << '\n';
        if (!out.flush())
            throw std::runtime_error(wanted.file + ": cannot be written");
    }
    return 0;
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
    app.add_flag("--usual-scratch", wanted.usual_scratch_only, "Not with the least scratch, too");
    app.add_option("--json", wanted.file, "Results file");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(wanted);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 2;
    }
}
