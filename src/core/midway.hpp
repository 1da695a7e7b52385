// SPDX-License-Identifier: MIT
// The kind of a failure tells whether the caller's arrays are as they were.
#pragma once

#include "src/core/validate.hpp"

#include <new>
#include <string>

namespace pradix::core {

// Gives the result of work(are_written), which sets that before the first write to the caller's arrays. What fails from
// then on throws device_error, whatever it was.
template <class Work>
auto telling_failures_midway(attempt const& attempted, Work const& work) {
    bool are_written = false;
    try {
        return work(are_written);
    } catch (error const& failure) {
        if (are_written)
            throw device_error(failure.what());
        throw;
    } catch (std::bad_alloc const&) {
        std::string const text = attempted.text() + ": the host has no memory left; free some, or sort in parts";
        if (are_written)
            throw device_error(text);
        throw out_of_memory(text);
    }
}

} // namespace pradix::core
