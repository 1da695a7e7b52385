/* SPDX-License-Identifier: MIT */
/* The C interface to sorting in the memory of a CUDA device: the same sorts as <pradix/cuda.hpp>, which says more of
   each, with status codes instead of exceptions. Nothing of CUDA is needed to compile it. */
#ifndef PRADIX_CUDA_H
#define PRADIX_CUDA_H

#include <pradix/pradix.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a call runs on the device. Zero: on the default stream, without a workspace, all items. */
typedef struct pradix_cuda_launch {
    void* stream;    /* a cudaStream_t of the current device */
    void* workspace; /* device memory, any alignment; NULL if none is needed */
    size_t workspace_bytes;
    uint64_t const* count; /* device memory: items to sort, capped at the call's count; or NULL */
} pradix_cuda_launch;

/* All of these enqueue kernels and return. They never allocate device memory, never synchronise (CUDA may, when it
   loads a kernel at its first use), and can be captured in a graph. Arrays, workspace and count are memory of the
   current device and must stay valid until the work has completed; keys, indices and count are aligned to their
   elements. Values of 2, 4, 8 or 16 bytes must be aligned to their size. No two of all that overlap, but an output that
   is its input. `launch` may be NULL if all of it would be zero, `options` for the defaults: only order, bits and nan
   are used, the backend must be automatic or CUDA, and there must be no workspace. After PRADIX_INVALID_ARGUMENT and
   PRADIX_BACKEND_UNAVAILABLE nothing was enqueued; after PRADIX_DEVICE_ERROR and PRADIX_OUT_OF_MEMORY the output is
   undefined. pradix_last_error says what was wrong in this thread. */

pradix_status pradix_cuda_sort(pradix_type type, void const* keys_in, void* keys_out, size_t count,
                               pradix_cuda_launch const* launch, pradix_options const* options);

/* Stable. Keys and values are both in place or both not; a value has `value_bytes` bytes. */
pradix_status pradix_cuda_sort_pairs(pradix_type type, void const* keys_in, void* keys_out, void const* values_in,
                                     void* values_out, size_t value_bytes, size_t count,
                                     pradix_cuda_launch const* launch, pradix_options const* options);

/* Writes the permutation that sorts the keys: unsigned indices of 4 or 8 bytes. Stable. */
pradix_status pradix_cuda_argsort(pradix_type type, void const* keys, size_t count, void* indices, size_t index_bytes,
                                  pradix_cuda_launch const* launch, pradix_options const* options);

/* Bytes of workspace that are enough for up to `count` items; value_bytes 0: keys alone. No device is asked. With
   the least, which out of place may be much less, sorts take longer. */
pradix_status pradix_cuda_workspace_bytes(pradix_type type, size_t count, size_t value_bytes, int in_place,
                                          size_t* bytes);
pradix_status pradix_cuda_least_workspace_bytes(pradix_type type, size_t count, size_t value_bytes, int in_place,
                                                size_t* bytes);
pradix_status pradix_cuda_argsort_workspace_bytes(pradix_type type, size_t count, size_t index_bytes, size_t* bytes);

#ifdef __cplusplus
}
#endif

#endif
