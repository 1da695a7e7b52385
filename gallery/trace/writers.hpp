// SPDX-License-Identifier: MIT
// A trace for people and programs.
#pragma once

#include "gallery/trace/trace.hpp"

#include <functional>
#include <string>

namespace pradix::gallery {

/// What a trace does not say itself.
struct trace_view {
    std::string algorithm, platform, device, type;
    unsigned shown_bits = 32; ///< of the keys, from the least significant one
    std::function<std::string(std::uint64_t image)> key_text;
};

/// Tables, a pass each: what the seeds of the algorithms show on paper.
std::string to_text(trace const& of, trace_view const& seen);

/// Schema pradix.trace/1. Keys are strings, all else numbers.
std::string to_json(trace const& of, trace_view const& seen);

/// A picture: a row of keys for each step of a pass, and the ways of the keys between them.
std::string to_svg(trace const& of, trace_view const& seen);

/// "0101": the bits [0, count) of the image, the most significant first.
std::string binary_text(std::uint64_t image, unsigned count);

/// "bit 3", "bits 4 to 7".
std::string digit_text(trace_pass const& pass);

} // namespace pradix::gallery
