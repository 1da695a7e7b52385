// SPDX-License-Identifier: MIT
// Boost.Sort's parallel sorts, in sources of their own because each takes long to compile.
#pragma once

#include <pradix/key.hpp>

#include <cstddef>

namespace pradix::bench {

void boost_block(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned threads);
void boost_stable(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned threads);

} // namespace pradix::bench
