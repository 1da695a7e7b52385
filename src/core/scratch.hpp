// SPDX-License-Identifier: MIT
// Scratch for a call: the caller's workspace, or memory of its own for as long as the call lasts.
#pragma once

#include "src/core/validate.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace pradix::core {

class scratch {
public:
    // Throws invalid_argument if a workspace was given but is too small, out_of_memory if none can be had.
    scratch(attempt const& attempted, std::size_t bytes, std::span<std::byte> workspace);

    std::byte* data() const { return data_; }

private:
    struct release {
        std::size_t bytes;
        void operator()(std::byte* memory) const;
    };
    std::unique_ptr<std::byte, release> own_;
    std::byte* data_;
};

} // namespace pradix::core
