// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace pradix {

/// What kind of thing went wrong. The kinds are part of the API, the texts are not.
enum class error_code {
    invalid_argument = 1, ///< the caller can correct it: sizes, ranges, overlap, alignment, options
    out_of_memory,        ///< scratch or device memory could not be had
    backend_unavailable,  ///< the backend asked for is not in this build or not on this machine
    device_error,         ///< a device reported a failure; the message carries its own words
};

/// Base of what pradix throws. what() reads "what was attempted: what is wrong; what to do". Functions that return a
/// vector can throw std::bad_alloc as well. A call that throws leaves arrays in host memory unchanged, unless a device
/// failed midway: after device_error, what the call was to write is undefined. A call of cuda.hpp or opencl.hpp that
/// throws invalid_argument has enqueued nothing; after other errors, what it was to write is undefined.
class error : public std::runtime_error {
public:
    error(error_code code, std::string const& message) : std::runtime_error(message), code_(code) {}
    [[nodiscard]] error_code code() const noexcept { return code_; }

private:
    error_code code_;
};

class invalid_argument : public error {
public:
    explicit invalid_argument(std::string const& message) : error(error_code::invalid_argument, message) {}
};

class out_of_memory : public error {
public:
    explicit out_of_memory(std::string const& message) : error(error_code::out_of_memory, message) {}
};

class backend_unavailable : public error {
public:
    explicit backend_unavailable(std::string const& message) : error(error_code::backend_unavailable, message) {}
};

class device_error : public error {
public:
    explicit device_error(std::string const& message) : error(error_code::device_error, message) {}
};

} // namespace pradix
