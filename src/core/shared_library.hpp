// SPDX-License-Identifier: MIT
// A system library that may or may not be there, looked up at run time, so that pradix loads without it.
#pragma once

#include <dlfcn.h>

namespace pradix::core {

class shared_library {
public:
    // Stays loaded for the rest of the process: drivers do not like to be unloaded.
    explicit shared_library(char const* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {}
    shared_library(shared_library const&) = delete;
    shared_library& operator=(shared_library const&) = delete;
    ~shared_library() {
        if (handle_)
            dlclose(handle_);
    }

    explicit operator bool() const { return handle_ != nullptr; }

    // Finds a function; false if the library or the function is not there.
    template <class Function>
    bool find(char const* name, Function*& function) const {
        function = handle_ ? reinterpret_cast<Function*>(dlsym(handle_, name)) : nullptr;
        return function != nullptr;
    }

private:
    void* handle_;
};

} // namespace pradix::core
