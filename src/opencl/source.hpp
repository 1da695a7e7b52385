// SPDX-License-Identifier: MIT
// The kernels as text, embedded when the library is built.
#pragma once

#include <span>
#include <string_view>

namespace pradix::opencl {

struct kernel_file {
    std::string_view name; // from src/opencl/kernels: "chunk/count.cl"
    std::string_view text;
};

std::span<kernel_file const> kernel_files();

} // namespace pradix::opencl
