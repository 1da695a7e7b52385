// SPDX-License-Identifier: MIT
// The CUDA platform: from its devices to the algorithms performed on them.
#include "gallery/cuda/machine.hpp"

#include "gallery/algorithm.hpp"
#include "gallery/cuda/scan.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <bit>
#include <chrono>

namespace pradix::gallery::cuda {

namespace {

// The name is empty if there is no such device.
std::string name_of(int index) {
    cudaDeviceProp facts{};
    return cudaGetDeviceProperties(&facts, index) == cudaSuccess ? facts.name : std::string();
}

class cuda_machine final : public machine {
public:
    explicit cuda_machine(int index) : index_(index) {}

    std::string name() const override { return name_of(index_); }

    unsigned most_threads() const override {
        int threads = 0;
        check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, index_), "asking for the largest block");
        return static_cast<unsigned>(threads);
    }

    double sort(algorithm const& with, job const& work, void* keys, trace* traced) override {
        check(cudaSetDevice(index_), "choosing the device");
        stage on(scratch_, work, keys, traced);
        check(cudaDeviceSynchronize(), "waiting for the device");
        auto const begin = std::chrono::steady_clock::now();
        with.cuda(on);
        std::string const doing = std::string(with.name) + " of " + std::to_string(work.count) + " keys";
        check(cudaGetLastError(), doing);
        check(cudaDeviceSynchronize(), doing);
        std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - begin;
        on.copy_to(keys);
        return spent.count();
    }

    scan_result scan(scan_kind kind, std::span<std::uint32_t const> values, unsigned block) override {
        check(cudaSetDevice(index_), "choosing the device");
        stage on(scratch_, {.count = values.size(), .padded = values.size(), .block = block}, values.data(), nullptr);
        return kind == scan_kind::hillis_steele ? scan_block(on) : scan_tiles(on);
    }

private:
    // As many threads as values.
    static scan_result scan_block(stage& on) {
        std::size_t const step_count = std::bit_width(on.work.count - 1);
        std::uint32_t* const steps = on.scratch(std::max<std::size_t>(step_count * on.work.count, 1));
        scan_in_block(on.keys<std::uint32_t>(), on.count(), steps);
        return result_of(on, steps, step_count, on.work.count);
    }

    static scan_result scan_tiles(stage& on) {
        std::size_t const tile = 2 * std::size_t{on.work.block};
        std::size_t const step_count = on.work.count <= tile ? 2 * (std::bit_width(tile) - 1) : 0;
        std::uint32_t* const steps = step_count > 0 ? on.scratch(step_count * tile) : nullptr;
        scan_exclusive(on, on.keys<std::uint32_t>(), on.work.count, scan_space(on, on.work.count), steps);
        return result_of(on, steps, step_count, tile);
    }

    static scan_result result_of(stage& on, std::uint32_t const* steps, std::size_t step_count, std::size_t width) {
        check(cudaGetLastError(), "scan of " + std::to_string(on.work.count) + " values");
        scan_result result;
        result.values.resize(on.work.count);
        on.copy_to(result.values.data());
        for (std::size_t step = 0; step < step_count; ++step) {
            auto& values = result.steps.emplace_back(on.work.count);
            check(cudaMemcpy(values.data(), steps + step * width, values.size() * sizeof(values[0]),
                             cudaMemcpyDeviceToHost),
                  "reading a step");
        }
        return result;
    }

    int index_;
    device_scratch scratch_;
};

} // namespace

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess)
        return names;
    for (int device = 0; device < count; ++device)
        names.push_back(name_of(device));
    return names;
}

std::unique_ptr<machine> open_device(unsigned index) {
    std::size_t const count = device_names().size();
    if (index >= count)
        throw backend_unavailable("gallery: cuda has no device " + std::to_string(index) +
                                  ", the number of devices is " + std::to_string(count) + "; see pradix info");
    return std::make_unique<cuda_machine>(static_cast<int>(index));
}

} // namespace pradix::gallery::cuda
