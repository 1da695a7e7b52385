// SPDX-License-Identifier: MIT
// What <pradix/cuda.hpp> does in a build without nvcc.
#include "src/cuda/backend.hpp"

#include <pradix/cuda.hpp>

namespace pradix::cuda {

namespace {

[[noreturn]] void fail() {
    throw backend_unavailable(
        "backend cuda: this build of pradix has no CUDA part; build it where nvcc is, or use cpu");
}

} // namespace

namespace detail {

void sort(key_type, void const*, void*, std::size_t, void const*, void*, std::size_t, launch const&, options const&) {
    fail();
}

void argsort(key_type, void const*, std::size_t, void*, std::size_t, launch const&, options const&) {
    fail();
}

} // namespace detail

std::size_t workspace_bytes(key_type, std::size_t, std::size_t, placement) {
    fail();
}

std::size_t least_workspace_bytes(key_type, std::size_t, std::size_t, placement) {
    fail();
}

std::size_t argsort_workspace_bytes(key_type, std::size_t, std::size_t) {
    fail();
}

bool sort_host(key_type, void*, std::size_t, void*, std::size_t, options const&, bool) {
    fail();
}

bool argsort_host(key_type, void const*, std::size_t, void*, std::size_t, options const&, bool) {
    fail();
}

} // namespace pradix::cuda
