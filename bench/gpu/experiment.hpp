// SPDX-License-Identifier: MIT
// One case of the matrix: builds of pradix, forms of CUB and a copy, by turns, on the same arrays.
#pragma once

#include "bench/gpu/cases.hpp"
#include "bench/gpu/device_clock.hpp"
#include "bench/gpu/pradix_build.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pradix::bench::gpu {

using json = nlohmann::ordered_json;

// Members that not every row of the results has: pradix with less scratch, and other builds of it.
constexpr char const* least_scratch = "least_scratch";
constexpr char const* beside = "beside";

// Of each contender, in milliseconds.
using case_samples = std::vector<std::vector<double>>;

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

struct cub_form;
struct cub_arrays;

class experiment {
public:
    // Of the builds, the first is the one that CUB and the others are compared with.
    experiment(test_case const& what, std::vector<pradix_build> const& builds);

    // Compares each build's result with CUB's byte by byte (std::runtime_error where they differ), adds to the samples
    // so far, and returns the row of the results that these make.
    json run(unsigned rounds, bool usual_scratch_only, device_clock& clock, case_samples& samples);

private:
    bool is_argsort() const { return what_.what.op == operation::argsort; }
    bool in_place() const { return what_.where == placement::in_place; }
    // Where pradix puts the result.
    void* sorted(triple const& array) const { return in_place() ? array.in.get() : array.out.get(); }
    std::size_t pradix_bytes(pradix_build const& build) const;
    std::size_t least_bytes() const; // equal to this build's pradix_bytes where less is not enough
    cub_arrays cub(cub_form const& form) const;
    std::size_t cub_bytes(cub_form const& form) const;

    void sort_with_cub(cub_form const& form) const;
    void sort_with_pradix(pradix_build const& build, std::size_t scratch_bytes) const;
    void copy() const;
    void check_result(pradix_build const& build, std::size_t scratch_bytes) const;

    std::vector<contender> contenders(bool usual_scratch_only) const;
    json report(std::vector<contender> const& all) const;

    test_case const& what_;
    std::vector<pradix_build> const& builds_;
    triple keys_, values_;
    std::size_t scratch_bytes_ = 0;
    cuda::device_memory scratch_;
};

// The median of the fastest form of CUB, of a row.
double best_of_cub(json const& row);

} // namespace pradix::bench::gpu
