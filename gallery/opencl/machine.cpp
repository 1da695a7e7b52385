// SPDX-License-Identifier: MIT
// The OpenCL platform: from its devices to the algorithms performed on them.
#include "gallery/opencl/machine.hpp"

#include "gallery/algorithm.hpp"
#include "gallery/opencl/scan.hpp"
#include "gallery/opencl/scan_blelloch.cl.hpp"
#include "gallery/opencl/scan_hillis_steele.cl.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <bit>
#include <chrono>

namespace pradix::gallery::opencl {

namespace {

// Runs work() and says what OpenCL says, if it throws, in the words of pradix.
template <class Work>
auto in_our_words(std::string const& doing, Work const& work) {
    try {
        return work();
    } catch (cl::Error const& problem) {
        std::string const text =
            "gallery, " + doing + ": OpenCL's " + problem.what() + " fails with code " + std::to_string(problem.err());
        bool const no_memory = problem.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                               problem.err() == CL_OUT_OF_RESOURCES || problem.err() == CL_OUT_OF_HOST_MEMORY ||
                               problem.err() == CL_INVALID_BUFFER_SIZE;
        if (no_memory)
            throw out_of_memory(text + ", which means too little memory; sort fewer keys");
        throw device_error(text + "; see CL/cl.h, or try another device");
    }
}

class opencl_machine final : public machine {
public:
    explicit opencl_machine(cl::Device const& chosen) : device_(chosen) {}

    std::string name() const override { return device_.name(); }
    unsigned most_threads() const override { return static_cast<unsigned>(device_.most_threads()); }

    double sort(algorithm const& with, job const& work, void* keys, trace* traced) override {
        return in_our_words(std::string(with.name) + " of " + std::to_string(work.count) + " keys", [&] {
            stage on(device_, work, keys, traced);
            auto const begin = std::chrono::steady_clock::now();
            with.opencl(on);
            device_.queue().finish();
            std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - begin;
            on.copy_to(keys);
            return spent.count();
        });
    }

    scan_result scan(scan_kind kind, std::span<std::uint32_t const> values, unsigned block) override {
        return in_our_words("scan of " + std::to_string(values.size()) + " values", [&] {
            stage on(device_, {.count = values.size(), .padded = values.size(), .block = block}, values.data(),
                     nullptr);
            return kind == scan_kind::hillis_steele ? scan_in_block(on, values.size()) : scan_tiles(on, values.size());
        });
    }

private:
    // As many threads as values.
    scan_result scan_in_block(stage& on, std::size_t count) {
        std::size_t const step_count = std::bit_width(count - 1);
        array const steps = on.scratch(std::max<std::size_t>(step_count * count, 1));
        on.use({scan_hillis_steele_source});
        on.launch("scan_block", 1, count, on.keys, steps, stage::local_words{count});
        return result_of(on, steps, step_count, count);
    }

    scan_result scan_tiles(stage& on, std::size_t count) {
        std::size_t const tile = 2 * std::size_t{on.work.block};
        std::size_t const step_count = count <= tile ? 2 * (std::bit_width(tile) - 1) : 0;
        array const steps = step_count > 0 ? on.scratch(step_count * tile) : array();
        on.use({scan_blelloch_source});
        scan_exclusive(on, on.keys, count, scan_space(on, count), steps);
        return result_of(on, steps, step_count, tile);
    }

    scan_result result_of(stage& on, array const& steps, std::size_t step_count, std::size_t width) {
        scan_result result;
        result.values.resize(on.count());
        on.copy_to(result.values.data());
        for (std::size_t step = 0; step < step_count; ++step) {
            result.steps.emplace_back(on.count());
            device_.queue().enqueueReadBuffer(steps, CL_TRUE, step * width * 4, on.count() * std::size_t{4},
                                              result.steps.back().data());
        }
        return result;
    }

    device device_;
};

} // namespace

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (cl::Device const& each : all_devices())
        names.push_back(each.getInfo<CL_DEVICE_NAME>());
    return names;
}

std::unique_ptr<machine> open_device(unsigned index) {
    auto const all = all_devices();
    if (index >= all.size())
        throw backend_unavailable("gallery: opencl has no device " + std::to_string(index) +
                                  ", the number of devices is " + std::to_string(all.size()) + "; see pradix info");
    return in_our_words("opening the device", [&] { return std::make_unique<opencl_machine>(all[index]); });
}

} // namespace pradix::gallery::opencl
