// SPDX-License-Identifier: MIT
// The CPU backend as the API sees it: problems whose key type is a value, checked by the API beforehand.
#pragma once

#include "src/cpu/tuning.hpp"

#include <pradix/backend.hpp>
#include <pradix/key.hpp>

#include <cstddef>

namespace pradix::cpu {

struct problem {
    key_type type;
    std::size_t count;
    std::size_t value_bytes;   // of the values moved along, 0 for none
    bool indices_only = false; // an argsort, which moves indices only
};

// The tuning for a problem: of this machine, for as many threads as the options allow.
tuning tune_for(problem const& what, options const& how);

std::size_t workspace_bytes(problem const& what, tuning const& t);

// Both need exactly workspace_bytes(what, t) of workspace and cannot fail.
void sort(problem const& what, void* keys, void* values, options const& how, tuning const& t, std::byte* workspace);
void argsort(problem const& what, void const* keys, void* indices, std::size_t index_bytes, options const& how,
             tuning const& t, std::byte* workspace);

backend_info inspect();

} // namespace pradix::cpu
