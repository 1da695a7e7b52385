// SPDX-License-Identifier: MIT
// The C interface: options translated, exceptions turned into codes.
#include <pradix/pradix.h>
#include <pradix/pradix.hpp>

#include <cstring>
#include <string>

namespace {

static_assert(PRADIX_BOOL == static_cast<int>(pradix::key_type::boolean));
static_assert(PRADIX_F16 == static_cast<int>(pradix::key_type::f16));
static_assert(PRADIX_CUDA == static_cast<int>(pradix::backend::cuda));
static_assert(PRADIX_DEVICE_ERROR == static_cast<int>(pradix::error_code::device_error));

// A fixed array, so that reporting lack of memory needs none.
thread_local char last_error[512] = "";

pradix_status fail(pradix_status status, char const* message) noexcept {
    std::strncpy(last_error, message, sizeof last_error - 1);
    return status;
}

// Enumerators of C may be any number: what does not fit becomes one that the checks reject, too.
template <class To>
To convert(unsigned from) {
    return static_cast<To>(from < 255 ? from : 255);
}

pradix::options translate(pradix_options const* from) {
    if (from == nullptr)
        return {};
    unsigned const end = from->bit_end == 0 ? pradix::bit_range::whole : from->bit_end;
    return {.direction = convert<pradix::order>(from->order),
            .bits = {from->bit_begin, end},
            .nans = convert<pradix::nan_order>(from->nan),
            .where = convert<pradix::backend>(from->backend),
            .device = from->device,
            .threads = from->threads,
            .workspace = {static_cast<std::byte*>(from->workspace), from->workspace ? from->workspace_bytes : 0}};
}

void check_result(size_t const* bytes) {
    if (bytes == nullptr)
        throw pradix::invalid_argument(
            "workspace_bytes: there is no place for the result; pass the address of a size_t");
}

template <class Work>
pradix_status guarded(Work const& work) noexcept {
    try {
        work();
        return PRADIX_OK;
    } catch (pradix::error const& e) {
        return fail(static_cast<pradix_status>(e.code()), e.what());
    } catch (std::bad_alloc const&) {
        return fail(PRADIX_OUT_OF_MEMORY, "pradix: out of memory; free some, or sort in parts");
    } catch (std::exception const& e) {
        return fail(PRADIX_DEVICE_ERROR, e.what());
    }
}

} // namespace

extern "C" {

pradix_status pradix_sort(pradix_type type, void* keys, size_t count, pradix_options const* options) {
    return guarded(
        [&] { pradix::detail::sort(convert<pradix::key_type>(type), keys, count, nullptr, 0, translate(options)); });
}

pradix_status pradix_sort_pairs(pradix_type type, void* keys, void* values, size_t value_bytes, size_t count,
                                pradix_options const* options) {
    return guarded([&] {
        if (value_bytes == 0)
            throw pradix::invalid_argument("pradix_sort_pairs: values of 0 bytes; use pradix_sort for keys alone");
        pradix::detail::sort(convert<pradix::key_type>(type), keys, count, values, value_bytes, translate(options));
    });
}

pradix_status pradix_argsort(pradix_type type, void const* keys, size_t count, void* indices, size_t index_bytes,
                             pradix_options const* options) {
    return guarded([&] {
        pradix::detail::argsort(convert<pradix::key_type>(type), keys, count, indices, index_bytes, translate(options));
    });
}

pradix_status pradix_workspace_bytes(pradix_type type, size_t count, size_t value_bytes, pradix_options const* options,
                                     size_t* bytes) {
    return guarded([&] {
        check_result(bytes);
        *bytes = pradix::workspace_bytes(convert<pradix::key_type>(type), count, value_bytes, translate(options));
    });
}

pradix_status pradix_argsort_workspace_bytes(pradix_type type, size_t count, pradix_options const* options,
                                             size_t* bytes) {
    return guarded([&] {
        check_result(bytes);
        *bytes = pradix::argsort_workspace_bytes(convert<pradix::key_type>(type), count, translate(options));
    });
}

char const* pradix_last_error(void) {
    return last_error;
}

char const* pradix_version(void) {
    return pradix::version();
}
}
