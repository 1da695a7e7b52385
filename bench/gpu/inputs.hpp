// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/key.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pradix::bench::gpu {

std::vector<std::string> distributions();
std::vector<std::string> distributions_of_matrix();

// Fills device memory with keys; the same arguments give the same keys. No key is a negative zero.
void fill_keys(void* keys, key_type type, std::uint64_t count, std::string const& distribution);

// 0, 1, 2 ... as values of 1, 2 or any multiple of 4 bytes, of which they take the first 4; narrower ones wrap around.
void fill_positions(void* values, std::size_t value_bytes, std::uint64_t count);

// Whether two device arrays hold the same bytes.
bool same_bytes(void const* a, void const* b, std::size_t bytes);

} // namespace pradix::bench::gpu
