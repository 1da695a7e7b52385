// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace pradix::test {

// An environment variable for the length of a test.
class environment {
public:
    environment(char const* name, char const* value) : name_(name) {
        if (char const* const old = std::getenv(name))
            old_ = old;
        setenv(name, value, 1);
    }
    ~environment() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
    environment(environment const&) = delete;
    environment& operator=(environment const&) = delete;

private:
    char const* name_;
    std::optional<std::string> old_;
};

} // namespace pradix::test
