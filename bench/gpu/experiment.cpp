// SPDX-License-Identifier: MIT
#include "bench/gpu/experiment.hpp"

#include "bench/gpu/cub_sort.hpp"
#include "bench/gpu/inputs.hpp"

#include <pradix/cuda.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>

namespace pradix::bench::gpu {

struct cub_form {
    char const* name;
    bool double_buffer, wide_count;
};

namespace {

constexpr cub_form cub_forms[] = {{"cub", false, false},
                                  {"cub, 64-bit count", false, true},
                                  {"cub, DoubleBuffer", true, false},
                                  {"cub, DoubleBuffer, 64-bit count", true, true}};

double median(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return samples[samples.size() / 2];
}

json samples_of(contender const& each) {
    return {{"name", each.name}, {"samples_ms", each.samples}, {"median_ms", median(each.samples)}};
}

} // namespace

experiment::experiment(test_case const& what, std::vector<pradix_build> const& builds)
    : what_(what), builds_(builds), keys_(what.count * key_bytes(what.what.type)),
      values_(what.count * what.what.value_bytes) {
    fill_keys(keys_.pristine.get(), what.what.type, what.count, what.distribution);
    if (what.what.value_bytes > 0)
        fill_positions(values_.pristine.get(), what.what.value_bytes, what.count);
    for (pradix_build const& build : builds_)
        scratch_bytes_ = std::max(scratch_bytes_, pradix_bytes(build));
    for (cub_form const& form : cub_forms)
        scratch_bytes_ = std::max(scratch_bytes_, cub_bytes(form));
    scratch_ = cuda::allocate_on_device(scratch_bytes_);
}

std::size_t experiment::pradix_bytes(pradix_build const& build) const {
    return is_argsort() ? build.argsort_workspace_bytes(what_.what.type, what_.count, what_.what.value_bytes)
                        : build.workspace_bytes(what_.what.type, what_.count, what_.what.value_bytes, what_.where);
}

std::size_t experiment::least_bytes() const {
    return is_argsort()
               ? pradix_bytes(builds_[0])
               : cuda::least_workspace_bytes(what_.what.type, what_.count, what_.what.value_bytes, what_.where);
}

cub_arrays experiment::cub(cub_form const& form) const {
    return {{keys_.in.get(), keys_.out.get()},
            {values_.in.get(), values_.out.get()},
            what_.count,
            form.double_buffer,
            form.wide_count,
            what_.bits.begin,
            what_.bits.end_for(static_cast<unsigned>(8 * key_bytes(what_.what.type))),
            what_.direction == order::descending,
            scratch_.get(),
            scratch_bytes_};
}

std::size_t experiment::cub_bytes(cub_form const& form) const {
    cub_arrays with = cub(form);
    with.scratch = nullptr;
    cub_sort(what_.what, with, nullptr);
    return with.scratch_bytes;
}

void experiment::sort_with_cub(cub_form const& form) const {
    cub_arrays with = cub(form);
    cub_sort(what_.what, with, nullptr);
}

void experiment::sort_with_pradix(pradix_build const& build, std::size_t scratch_bytes) const {
    cuda::launch const run{.workspace = {scratch_.get(), scratch_bytes}};
    options const how{.direction = what_.direction, .bits = what_.bits};
    if (is_argsort())
        build.argsort(what_.what.type, keys_.in.get(), what_.count, values_.out.get(), what_.what.value_bytes, run,
                      how);
    else
        build.sort(what_.what.type, keys_.in.get(), sorted(keys_), what_.count,
                   values_.bytes ? values_.in.get() : nullptr, values_.bytes ? sorted(values_) : nullptr,
                   what_.what.value_bytes, run, how);
}

void experiment::copy() const {
    cuda::check(cudaMemcpyAsync(keys_.out.get(), keys_.in.get(), keys_.bytes, cudaMemcpyDeviceToDevice), "copying");
    if (values_.bytes > 0)
        cuda::check(cudaMemcpyAsync(values_.out.get(), values_.in.get(), values_.bytes, cudaMemcpyDeviceToDevice),
                    "copying");
}

// CUB's result against pradix's.
void experiment::check_result(pradix_build const& build, std::size_t scratch_bytes) const {
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
    sort_with_pradix(build, scratch_bytes);
    cuda::check(cudaDeviceSynchronize(), "sorting");
    if ((!is_argsort() && !same_bytes(keys.get(), sorted(keys_), keys_.bytes)) ||
        (values_.bytes > 0 && !same_bytes(values.get(), sorted(values_), values_.bytes)))
        throw std::runtime_error(name(what_.what) + ", " + std::to_string(what_.count) + ", " + what_.distribution +
                                 ": " + build.name + " and CUB differ");
}

// A copy, the forms of CUB, the builds of pradix, and pradix with less scratch.
std::vector<contender> experiment::contenders(bool usual_scratch_only) const {
    std::vector<contender> all{{"copy", [this] { copy(); }}};
    for (cub_form const& form : cub_forms)
        all.push_back({form.name, [this, &form] { sort_with_cub(form); }});
    auto const add = [&](std::string const& name, pradix_build const& build, std::size_t bytes) {
        check_result(build, bytes);
        all.push_back({name, [this, &build, bytes] { sort_with_pradix(build, bytes); }});
    };
    for (pradix_build const& build : builds_)
        add(build.name, build, scratch_bytes_);
    if (!usual_scratch_only && least_bytes() < pradix_bytes(builds_[0]))
        add(least_scratch, builds_[0], least_bytes());
    return all;
}

json experiment::run(unsigned rounds, bool usual_scratch_only, device_clock& clock, case_samples& samples) {
    std::vector<contender> all = contenders(usual_scratch_only);
    samples.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].samples.swap(samples[i]);
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random(rounds);
    for (unsigned round = 0; round <= rounds; ++round) {
        std::shuffle(order.begin(), order.end(), random); // what ran before leaves its traces in caches
        for (std::size_t const i : order) {
            keys_.restore();
            values_.restore();
            double const ms = clock.time(all[i].sort);
            if (round > 0) // the first one warms up
                all[i].samples.push_back(ms);
        }
    }
    json made = report(all);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].samples.swap(samples[i]);
    return made;
}

json experiment::report(std::vector<contender> const& all) const {
    contender const &copy = all[0], *const cub = &all[1], *const pradix = cub + std::size(cub_forms);
    double const ms = median(pradix->samples), copy_ms = median(copy.samples);
    json rivals = json::array(), other_builds = json::array();
    for (std::size_t i = 0; i < std::size(cub_forms); ++i)
        rivals.push_back(samples_of(cub[i]));
    for (std::size_t i = 1; i < builds_.size(); ++i)
        other_builds.push_back(samples_of(pradix[i]));
    auto const bytes = static_cast<double>(keys_.bytes + values_.bytes);
    json made{{"op", name(what_.what.op)},
              {"type", pradix::name(what_.what.type)},
              {"value_bytes", what_.what.value_bytes},
              {"n", what_.count},
              {"distribution", what_.distribution},
              {"backend", "cuda"},
              {"threads", 0},
              {"samples_ms", pradix->samples},
              {"median_ms", ms},
              {"gkeys_per_s", static_cast<double>(what_.count) / ms * 1e-6},
              {"copy_ms", copy_ms},
              {"copy_gb_per_s", 2 * bytes / copy_ms * 1e-6},
              {"scratch_bytes", pradix_bytes(builds_[0])},
              {"rivals", rivals}};
    if (what_.bits != bit_range{})
        made["bits"] = {what_.bits.begin, what_.bits.end};
    if (what_.direction == order::descending)
        made["direction"] = "descending";
    if (in_place())
        made["placement"] = "in place";
    if (!other_builds.empty())
        made[beside] = other_builds;
    if (all.back().name == least_scratch) {
        made[least_scratch] = samples_of(all.back());
        made[least_scratch]["scratch_bytes"] = least_bytes();
    }
    return made;
}

double best_of_cub(json const& row) {
    double best = 1e300;
    for (json const& rival : row["rivals"])
        best = std::min(best, rival["median_ms"].get<double>());
    return best;
}

} // namespace pradix::bench::gpu
