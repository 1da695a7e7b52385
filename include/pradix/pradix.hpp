// SPDX-License-Identifier: MIT
#pragma once

// All that sorts arrays in host memory. Include a single header instead where compile time matters. <pradix/cuda.hpp>
// and <pradix/opencl.hpp>, for arrays on a device, are included by themselves.
#include <pradix/backend.hpp>
#include <pradix/error.hpp>
#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>
#include <pradix/version.hpp>
