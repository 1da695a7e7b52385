// SPDX-License-Identifier: MIT
// Which backend does the work.
#pragma once

#include <pradix/backend.hpp>

#include <cstddef>

namespace pradix::api {

// From so many bytes of keys and values on, a GPU earns back the way there and back; a guess, on the side of the CPU.
inline constexpr std::size_t worth_a_transfer = std::size_t{64} << 20;

// The backend that `asked` stands for, for a call that moves so many bytes. Throws backend_unavailable if this build or
// machine does not have it.
backend choose_backend(backend asked, std::size_t bytes);

// Whether neither the options nor PRADIX_BACKEND ask for a certain one.
bool is_any_backend(backend asked);

} // namespace pradix::api
