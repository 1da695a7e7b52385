// SPDX-License-Identifier: MIT
// The C interface to arrays in the memory of a CUDA device.
#include "src/api/c_calls.hpp"

#include <pradix/cuda.h>
#include <pradix/cuda.hpp>

namespace {

using namespace pradix::api;
using pradix::key_type;

pradix::cuda::launch translate_launch(pradix_cuda_launch const* from) {
    if (from == nullptr)
        return {};
    return {.stream = static_cast<pradix::cuda::stream_type>(from->stream),
            .workspace = translate(from->workspace, from->workspace_bytes),
            .count = from->count};
}

pradix::placement placed(int in_place) {
    return in_place != 0 ? pradix::placement::in_place : pradix::placement::out_of_place;
}

} // namespace

extern "C" {

pradix_status pradix_cuda_sort(pradix_type type, void const* keys_in, void* keys_out, size_t count,
                               pradix_cuda_launch const* launch, pradix_options const* options) {
    return guarded([&] {
        pradix::cuda::detail::sort(convert<key_type>(type), keys_in, keys_out, count, nullptr, nullptr, 0,
                                   translate_launch(launch), translate(options));
    });
}

pradix_status pradix_cuda_sort_pairs(pradix_type type, void const* keys_in, void* keys_out, void const* values_in,
                                     void* values_out, size_t value_bytes, size_t count,
                                     pradix_cuda_launch const* launch, pradix_options const* options) {
    return guarded([&] {
        check_values(value_bytes);
        pradix::cuda::detail::sort(convert<key_type>(type), keys_in, keys_out, count, values_in, values_out,
                                   value_bytes, translate_launch(launch), translate(options));
    });
}

pradix_status pradix_cuda_argsort(pradix_type type, void const* keys, size_t count, void* indices, size_t index_bytes,
                                  pradix_cuda_launch const* launch, pradix_options const* options) {
    return guarded([&] {
        pradix::cuda::detail::argsort(convert<key_type>(type), keys, count, indices, index_bytes,
                                      translate_launch(launch), translate(options));
    });
}

pradix_status pradix_cuda_workspace_bytes(pradix_type type, size_t count, size_t value_bytes, int in_place,
                                          size_t* bytes) {
    return guarded([&] {
        check_result(bytes);
        *bytes = pradix::cuda::workspace_bytes(convert<key_type>(type), count, value_bytes, placed(in_place));
    });
}

pradix_status pradix_cuda_least_workspace_bytes(pradix_type type, size_t count, size_t value_bytes, int in_place,
                                                size_t* bytes) {
    return guarded([&] {
        check_result(bytes);
        *bytes = pradix::cuda::least_workspace_bytes(convert<key_type>(type), count, value_bytes, placed(in_place));
    });
}

pradix_status pradix_cuda_argsort_workspace_bytes(pradix_type type, size_t count, size_t index_bytes, size_t* bytes) {
    return guarded([&] {
        check_result(bytes);
        *bytes = pradix::cuda::argsort_workspace_bytes(convert<key_type>(type), count, index_bytes);
    });
}
}
