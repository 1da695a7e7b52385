// SPDX-License-Identifier: MIT
// What all functions of the C interface do: options translated, exceptions turned into codes.
#pragma once

#include <pradix/pradix.h>
#include <pradix/sort.hpp>

#include <cstddef>
#include <new>
#include <span>
#include <string>

namespace pradix::api {

// Notes the message for pradix_last_error, and returns the status.
pradix_status fail(pradix_status status, char const* message) noexcept;

// Enumerators of C may be any number: what does not fit becomes one that the checks reject, too.
template <class To>
To convert(unsigned from) {
    return static_cast<To>(from < 255 ? from : 255);
}

inline std::span<std::byte> translate(void* workspace, size_t bytes) {
    return {static_cast<std::byte*>(workspace), bytes};
}

inline options translate(pradix_options const* from) {
    if (from == nullptr)
        return {};
    unsigned const end = from->bit_end == 0 ? bit_range::whole : from->bit_end;
    return {.direction = convert<order>(from->order),
            .bits = {from->bit_begin, end},
            .nans = convert<nan_order>(from->nan),
            .where = convert<backend>(from->backend),
            .device = from->device,
            .threads = from->threads,
            .workspace = translate(from->workspace, from->workspace_bytes)};
}

inline void check_result(size_t const* result, char const* operation = "workspace_bytes") {
    if (result == nullptr)
        throw invalid_argument(std::string(operation) +
                               ": there is no place for the result; pass the address of a size_t");
}

inline void check_values(size_t value_bytes) {
    if (value_bytes == 0)
        throw invalid_argument("sort_pairs: values of 0 bytes; sort keys alone instead");
}

template <class Work>
pradix_status guarded(Work const& work) noexcept {
    try {
        work();
        return PRADIX_OK;
    } catch (error const& e) {
        return fail(static_cast<pradix_status>(e.code()), e.what());
    } catch (std::bad_alloc const&) {
        return fail(PRADIX_OUT_OF_MEMORY, "pradix: out of memory; free some, or sort in parts");
    } catch (std::exception const& e) {
        return fail(PRADIX_DEVICE_ERROR, e.what());
    }
}

} // namespace pradix::api
