// SPDX-License-Identifier: MIT
#pragma once

#include "bench/harness/distributions.hpp"
#include "bench/harness/key_space.hpp"

namespace pradix::bench {

/// The key of a constant distribution. Throws invalid_argument if the type cannot hold it.
key_bits constant_key(key_type type, distribution const& what);

} // namespace pradix::bench
