// SPDX-License-Identifier: MIT
// The registry: what the tool lists, the tests check and the bench measures.
#pragma once

#include <span>
#include <string_view>

namespace pradix::gallery {

namespace opencl {
class stage;
}
namespace cuda {
class stage;
}

/// How many keys an algorithm takes: 32, as many as a block has threads, or as many as the device's memory holds.
enum class limit { memory, block, warp };

struct algorithm {
    std::string_view name;
    std::string_view teaches;
    std::string_view source;
    std::string_view steps; ///< parallel steps for n keys of b bits
    std::string_view work;  ///< operations of all threads together
    limit most = limit::memory;
    bool stable = true;
    unsigned radix_bits = 1;      ///< bits of a digit by default
    unsigned most_radix_bits = 0; ///< and at most; 0 if there is no choice
    unsigned block = 0;           ///< threads of a block by default; 0 if there is no choice
    unsigned trace_block = 0;     ///< so few that some keys fill several blocks in a trace; 0 for the default
    bool has_groups = false;      ///< divides keys among groups of items; a block is the items of a group
    unsigned trace_groups = 0;    ///< of so few keys, in a trace
    bool encodes = false;         ///< its kernels turn keys into unsigned numbers, and back, themselves

    void (*opencl)(opencl::stage& on) = nullptr; ///< null where the platform is not built
    void (*cuda)(cuda::stage& on) = nullptr;
};

/// In the order in which they build on each other.
std::span<algorithm const> algorithms();

/// Throws invalid_argument listing the names.
algorithm const& find_algorithm(std::string_view name);

} // namespace pradix::gallery
