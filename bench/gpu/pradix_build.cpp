// SPDX-License-Identifier: MIT
#include "bench/gpu/pradix_build.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace pradix::bench::gpu {

namespace {

// The library's function of the same name as this build's.
template <class Function>
Function* take_from(void* library, std::string const& file, Function* function) {
    Dl_info about{};
    if (dladdr(reinterpret_cast<void*>(function), &about) == 0 || about.dli_sname == nullptr)
        throw std::runtime_error("this program has pradix as a static library; build it with BUILD_SHARED_LIBS=ON");
    void* const found = dlsym(library, about.dli_sname);
    if (found == nullptr)
        throw std::runtime_error(file + ": is no build of pradix like this one, it lacks " + about.dli_sname);
    if (found == reinterpret_cast<void*>(function))
        throw std::runtime_error(file + ": is what this program measures anyway; give another build");
    return reinterpret_cast<Function*>(found);
}

} // namespace

pradix_build load_build(std::string const& name_and_file) {
    auto const equals = name_and_file.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == name_and_file.size())
        throw std::runtime_error(name_and_file + ": is not of the form NAME=FILE");
    std::string const file = name_and_file.substr(equals + 1);
    // By its path: a name alone would be looked for where the loader looks, which may find this program's own.
    std::string const path = file.find('/') == std::string::npos ? "./" + file : file;
    // What it calls of itself is in itself, though this program has functions of the same names.
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (library == nullptr)
        throw std::runtime_error(std::string("loading another build: ") + dlerror());
    return {.name = name_and_file.substr(0, equals),
            .sort = take_from(library, file, &cuda::detail::sort),
            .argsort = take_from(library, file, &cuda::detail::argsort),
            .workspace_bytes = take_from(library, file, &cuda::workspace_bytes),
            .argsort_workspace_bytes = take_from(library, file, &cuda::argsort_workspace_bytes)};
}

} // namespace pradix::bench::gpu
