// SPDX-License-Identifier: MIT
// Which backend does the work.
#pragma once

#include <pradix/backend.hpp>

namespace pradix::api {

// The backend that `asked` stands for. Throws backend_unavailable if this build or machine does not have it.
backend choose_backend(backend asked);

} // namespace pradix::api
