// SPDX-License-Identifier: MIT
#include "src/api/registry.hpp"

#include "src/core/number_in.hpp"
#include "src/core/validate.hpp"
#include "src/cpu/backend.hpp"
#include "src/cpu/machine.hpp"
#include "src/cuda/inspect.hpp"
#include "src/opencl/inspect.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <cstdlib>

namespace pradix {

std::string_view name(backend id) noexcept {
    constexpr std::string_view names[] = {"automatic", "cpu", "opencl", "cuda"};
    auto const index = static_cast<std::size_t>(id);
    return index < std::size(names) ? names[index] : "unknown";
}

std::optional<backend> backend_from_name(std::string_view text) noexcept {
    if (text == "auto")
        return backend::automatic;
    for (backend const id : {backend::automatic, backend::cpu, backend::opencl, backend::cuda})
        if (text == name(id))
            return id;
    return std::nullopt;
}

std::vector<backend_info> backends() {
    return {cuda::inspect(), opencl::inspect(), cpu::inspect()};
}

backend_info inspect(backend id) {
    switch (id) {
    case backend::cuda:
        return cuda::inspect();
    case backend::opencl:
        return opencl::inspect();
    case backend::cpu:
        return cpu::inspect();
    default:
        return inspect(default_backend());
    }
}

backend default_backend() {
    return api::choose_backend(backend::automatic, api::worth_a_transfer);
}

unsigned default_threads() {
    char const* const text = std::getenv("PRADIX_THREADS");
    if (text == nullptr || *text == '\0')
        return [] {
            static unsigned const found = cpu::usable_threads(); // asked of the system once: it means reading files
            return found;
        }();
    auto const threads = core::number_in<unsigned>(text);
    if (!threads || *threads < 1 || *threads > core::most_threads)
        throw invalid_argument(std::string("environment variable PRADIX_THREADS: \"") + text +
                               "\" is not a number of threads; use 1 to " + std::to_string(core::most_threads) +
                               ", or unset it");
    return *threads;
}

namespace api {

namespace {

// PRADIX_BACKEND, or automatic if it is not set.
backend backend_of_environment() {
    char const* const text = std::getenv("PRADIX_BACKEND");
    if (text == nullptr || *text == '\0')
        return backend::automatic;
    if (auto const named = backend_from_name(text))
        return *named;
    throw backend_unavailable(std::string("environment variable PRADIX_BACKEND: \"") + text +
                              "\" is not a backend; use cpu, opencl, cuda or automatic, or unset it");
}

// Asked of the driver once: it takes a while.
bool has_cuda() {
    static bool const found = cuda::inspect().available;
    return found;
}

} // namespace

bool is_any_backend(backend asked) {
    return asked == backend::automatic && backend_of_environment() == backend::automatic;
}

backend choose_backend(backend asked, std::size_t bytes) {
    bool const from_options = asked != backend::automatic;
    if (!from_options)
        asked = backend_of_environment();
    if (asked == backend::automatic)
        return bytes >= worth_a_transfer && has_cuda() ? backend::cuda : backend::cpu;
    if (asked == backend::cpu || (asked == backend::cuda && has_cuda()))
        return asked;
    auto const info = inspect(asked);
    if (!info.available)
        throw backend_unavailable("backend " + std::string(info.name) + ", asked for by " +
                                  (from_options ? "the options" : "PRADIX_BACKEND") + ": " + info.detail +
                                  "; use cpu or automatic");
    return asked;
}

} // namespace api

} // namespace pradix
