// SPDX-License-Identifier: MIT
// The gallery as its users call it: checks, the codec, and the way to the device.
#pragma once

#include "gallery/algorithm.hpp"
#include "gallery/job.hpp"
#include "gallery/machine.hpp"

#include <pradix/key.hpp>

namespace pradix::gallery {

/// True for the types that the gallery sorts: u32 u64 i32 i64 f32 f64.
bool takes(key_type type);

/// The most keys of an array that the algorithm takes on this device.
std::size_t most_keys(algorithm const& with, machine const& on);

/// Sorts `count` keys in host memory in ascending order (floats in IEEE total order), or each of how.arrays arrays of
/// `count` keys. Stable. Returns, when all is done, the seconds of machine::sort. The device needs memory for two
/// arrays of keys and, where the limit is memory, for one to four arrays of count + 1 u32 or for the table of counts;
/// the machine keeps it for the next sort. With `traced`, which must be empty and is for few keys, records every pass
/// in it. Throws invalid_argument for settings that the algorithm does not have, for other types than takes() says, and
/// for more keys than most_keys(); what machine::sort throws; then keys are as they were.
double sort(algorithm const& with, machine& on, key_type type, void* keys, std::size_t count, settings const& how = {},
            trace* traced = nullptr);

} // namespace pradix::gallery
