// SPDX-License-Identifier: MIT
// The CPU backend with limits so small that a few hundred keys take every path: partitions of partitions, buckets for
// the whole team, counting, wide indices.
#pragma once

#include "tests/support/check.hpp"

#include <vector>

namespace pradix::test {

// They sort what the public entry points would pass on: two keys or more, and at least one bit compared.
std::vector<engine> const& shrunken_cpu_engines();

} // namespace pradix::test
