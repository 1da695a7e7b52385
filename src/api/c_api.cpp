// SPDX-License-Identifier: MIT
// The C interface to arrays in host memory.
#include "src/api/c_calls.hpp"

#include <pradix/backend.hpp>
#include <pradix/version.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace pradix::api;

static_assert(PRADIX_BOOL == static_cast<int>(pradix::key_type::boolean));
static_assert(PRADIX_F16 == static_cast<int>(pradix::key_type::f16));
static_assert(PRADIX_CUDA == static_cast<int>(pradix::backend::cuda));
static_assert(PRADIX_DEVICE_ERROR == static_cast<int>(pradix::error_code::device_error));

// A fixed array, so that reporting lack of memory needs none.
thread_local char last_error[512] = "";

pradix::column translate(pradix_column const& from) {
    return {from.offset, convert<pradix::key_type>(from.type), convert<pradix::order>(from.order),
            convert<pradix::nan_order>(from.nan)};
}

std::vector<pradix::column> translate(char const* operation, pradix_column const* columns, size_t count) {
    if (columns == nullptr && count > 0)
        throw pradix::invalid_argument(std::string(operation) +
                                       ": the address of columns is null; pass that of the first one");
    if (count > SIZE_MAX / sizeof(pradix::column) / 2)
        throw pradix::invalid_argument(std::string(operation) + ": " + std::to_string(count) +
                                       " columns; check their number");
    std::vector<pradix::column> all;
    all.reserve(count);
    std::transform(columns, columns + count, std::back_inserter(all),
                   [](pradix_column const& each) { return translate(each); });
    return all;
}

// Of a backend that is not available, none.
std::vector<std::string> devices_of(pradix_backend id) {
    if (id > PRADIX_CUDA)
        throw pradix::invalid_argument("backend " + std::to_string(id) + " is not known; use one of pradix_backend");
    pradix::backend_info const found = pradix::inspect(convert<pradix::backend>(id));
    return found.available ? found.devices : std::vector<std::string>{};
}

} // namespace

pradix_status pradix::api::fail(pradix_status status, char const* message) noexcept {
    std::strncpy(last_error, message, sizeof last_error - 1);
    return status;
}

extern "C" {

pradix_status pradix_sort(pradix_type type, void* keys, size_t count, pradix_options const* options) {
    return guarded(
        [&] { pradix::detail::sort(convert<pradix::key_type>(type), keys, count, nullptr, 0, translate(options)); });
}

pradix_status pradix_sort_pairs(pradix_type type, void* keys, void* values, size_t value_bytes, size_t count,
                                pradix_options const* options) {
    return guarded([&] {
        check_values(value_bytes);
        pradix::detail::sort(convert<pradix::key_type>(type), keys, count, values, value_bytes, translate(options));
    });
}

pradix_status pradix_argsort(pradix_type type, void const* keys, size_t count, void* indices, size_t index_bytes,
                             pradix_options const* options) {
    return guarded([&] {
        pradix::detail::argsort(convert<pradix::key_type>(type), keys, count, indices, index_bytes, translate(options));
    });
}

pradix_status pradix_sort_records(void* records, size_t count, size_t record_bytes, pradix_column const* columns,
                                  size_t column_count, pradix_options const* options) {
    return guarded([&] {
        pradix::detail::sort_records(records, count, record_bytes, translate("sort_records", columns, column_count),
                                     translate(options));
    });
}

pradix_status pradix_argsort_records(void const* records, size_t count, size_t record_bytes,
                                     pradix_column const* columns, size_t column_count, void* indices,
                                     size_t index_bytes, pradix_options const* options) {
    return guarded([&] {
        pradix::detail::argsort_records(records, count, record_bytes,
                                        translate("argsort_records", columns, column_count), indices, index_bytes,
                                        translate(options));
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

pradix_status pradix_records_workspace_bytes(size_t count, pradix_column const* columns, size_t column_count,
                                             pradix_options const* options, size_t* bytes) {
    return guarded([&] {
        check_result(bytes);
        *bytes = pradix::records_workspace_bytes(count, translate("records_workspace_bytes", columns, column_count),
                                                 translate(options));
    });
}

pradix_status pradix_device_count(pradix_backend backend, size_t* count) {
    return guarded([&] {
        check_result(count, "device_count");
        *count = devices_of(backend).size();
    });
}

pradix_status pradix_device_name(pradix_backend backend, size_t index, char* name, size_t size) {
    return guarded([&] {
        if (name == nullptr || size == 0)
            throw pradix::invalid_argument(
                "device_name: there is no place for the result; pass an array of characters");
        auto const devices = devices_of(backend);
        if (index >= devices.size())
            throw pradix::invalid_argument("device_name: there is no device " + std::to_string(index) + " among " +
                                           std::to_string(devices.size()) + "; see pradix_device_count");
        name[devices[index].copy(name, size - 1)] = '\0';
    });
}

char const* pradix_last_error(void) {
    return last_error;
}

char const* pradix_version(void) {
    return pradix::version();
}
}
