// SPDX-License-Identifier: MIT
// Kernels for one width of key and value, compiled when they are first needed.
#pragma once

#include "src/opencl/headers.hpp"
#include "src/opencl/tuning.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pradix::opencl {

// What a program is made from.
struct program_source {
    std::span<std::string_view const> files; // their texts one behind the other
    std::string options;                     // of the compiler
};

program_source sort_source(tuning const& tuned, std::size_t key_bytes, std::size_t value_bytes, unsigned offset_bytes);
program_source gather_source(std::size_t unit_bytes, std::size_t index_bytes);

// The program for the context and its device: the one of an earlier call, else the one on disk, else built. Programs
// are kept until release_programs(), and keep their context. Any thread may call it. Throws cl::Error, or device_error
// with the compiler's words.
cl::Program program_for(cl::Context const& context, cl::Device const& device, program_source const& source);

void release_programs();

} // namespace pradix::opencl
