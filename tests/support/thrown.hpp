// SPDX-License-Identifier: MIT
// What a call that should be refused says.
#pragma once

#include <pradix/error.hpp>

#include <string>

namespace pradix::test {

template <class Call>
std::string message_of(Call const& call) {
    try {
        call();
    } catch (invalid_argument const& error) {
        return error.what();
    }
    return "nothing was thrown";
}

} // namespace pradix::test
