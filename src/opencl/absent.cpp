// SPDX-License-Identifier: MIT
// What <pradix/opencl.hpp> does in a build without OpenCL.
#include "src/opencl/backend.hpp"

#include <pradix/opencl.hpp>

namespace pradix::opencl {

namespace {

[[noreturn]] void fail() {
    throw backend_unavailable(
        "backend opencl: this build of pradix has no OpenCL part; build it where an OpenCL loader "
        "and CL/opencl.hpp are, or use cpu");
}

} // namespace

namespace detail {

void sort(key_type, untyped, untyped, std::size_t, untyped, untyped, std::size_t, launch const&, options const&) {
    fail();
}

void argsort(key_type, untyped, std::size_t, untyped, std::size_t, launch const&, options const&) {
    fail();
}

} // namespace detail

std::size_t workspace_bytes(device_type, key_type, std::size_t, std::size_t, placement) {
    fail();
}

std::size_t argsort_workspace_bytes(device_type, key_type, std::size_t, std::size_t) {
    fail();
}

std::string tune(tuning_request const&) {
    fail();
}

void release_programs() {}

void sort_host(key_type, void*, std::size_t, void*, std::size_t, options const&) {
    fail();
}

void argsort_host(key_type, void const*, std::size_t, void*, std::size_t, options const&) {
    fail();
}

std::size_t host_workspace_bytes(key_type, std::size_t, std::size_t, options const&) {
    fail();
}

std::size_t host_argsort_workspace_bytes(key_type, std::size_t, options const&) {
    fail();
}

} // namespace pradix::opencl
