// SPDX-License-Identifier: MIT
#pragma once

// Everything for arrays in host memory. Include single headers instead where compile time matters. For arrays on a
// device, include <pradix/cuda.hpp> or <pradix/opencl.hpp> as well.
#include <pradix/backend.hpp>
#include <pradix/error.hpp>
#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>
#include <pradix/version.hpp>
