// SPDX-License-Identifier: MIT
#pragma once

// The one place that holds the version; the build reads it from here.
#define PRADIX_VERSION_MAJOR 0
#define PRADIX_VERSION_MINOR 1
#define PRADIX_VERSION_PATCH 0

namespace pradix {

/// Version of the library that is linked, as "major.minor.patch"; the macros give that of the headers.
char const* version() noexcept;

} // namespace pradix
