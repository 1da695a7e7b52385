// SPDX-License-Identifier: MIT
#pragma once

// Everything: include a single header instead where compile time matters.
#include <pradix/backend.hpp>
#include <pradix/error.hpp>
#include <pradix/key.hpp>
#include <pradix/options.hpp>
#include <pradix/sort.hpp>
#include <pradix/version.hpp>
