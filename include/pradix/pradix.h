/* SPDX-License-Identifier: MIT */
/* The C interface of pradix: the same sorts as <pradix/sort.hpp>, with status codes instead of exceptions.
   <pradix/cuda.h> has those of arrays in the memory of a CUDA device; those of OpenCL buffers are in C++ only. */
#ifndef PRADIX_PRADIX_H
#define PRADIX_PRADIX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pradix_status {
    PRADIX_OK = 0,
    PRADIX_INVALID_ARGUMENT = 1,
    PRADIX_OUT_OF_MEMORY = 2,
    PRADIX_BACKEND_UNAVAILABLE = 3,
    PRADIX_DEVICE_ERROR = 4
} pradix_status;

/* Types of keys, all little-endian; bool is one byte, 0 or 1. */
typedef enum pradix_type {
    PRADIX_U8,
    PRADIX_U16,
    PRADIX_U32,
    PRADIX_U64,
    PRADIX_U128,
    PRADIX_I8,
    PRADIX_I16,
    PRADIX_I32,
    PRADIX_I64,
    PRADIX_I128,
    PRADIX_F16,
    PRADIX_BF16,
    PRADIX_F32,
    PRADIX_F64,
    PRADIX_BOOL
} pradix_type;

typedef enum pradix_order { PRADIX_ASCENDING, PRADIX_DESCENDING } pradix_order;
typedef enum pradix_nan { PRADIX_NAN_BY_BITS, PRADIX_NAN_LAST } pradix_nan;
typedef enum pradix_backend { PRADIX_AUTOMATIC, PRADIX_CPU, PRADIX_OPENCL, PRADIX_CUDA } pradix_backend;

/* All zero means: ascending, all bits, NaNs by bits, and the library's choice of backend, threads and scratch.
   The members mean what those of pradix::options mean. */
typedef struct pradix_options {
    pradix_order order;
    unsigned bit_begin;
    unsigned bit_end; /* 0: the width of the key; to compare no bits at all, use {n, n} with n > 0 */
    pradix_nan nan;
    pradix_backend backend;
    unsigned threads;
    void* workspace; /* scratch of the caller's, any alignment, or NULL with 0 bytes */
    size_t workspace_bytes;
    unsigned device; /* which one, for a backend that has several */
} pradix_options;

/* All functions are synchronous and stable, retain nothing, and may be called concurrently by several threads on
   separate arrays, which are in host memory, aligned to their elements. `options` may be NULL for the defaults. If the
   status is not PRADIX_OK, pradix_last_error says what was wrong in this thread; the arrays are unchanged, or undefined
   after PRADIX_DEVICE_ERROR. */

/* Sorts `count` keys in place. */
pradix_status pradix_sort(pradix_type type, void* keys, size_t count, pradix_options const* options);

/* Sorts keys in place and moves values of `value_bytes` bytes each along. */
pradix_status pradix_sort_pairs(pradix_type type, void* keys, void* values, size_t value_bytes, size_t count,
                                pradix_options const* options);

/* Writes the permutation that sorts the keys: unsigned indices of 4 or 8 bytes. The keys are only read. */
pradix_status pradix_argsort(pradix_type type, void const* keys, size_t count, void* indices, size_t index_bytes,
                             pradix_options const* options);

/* A column of records: a key at the same offset in each, of any alignment. */
typedef struct pradix_column {
    size_t offset; /* bytes from the start of the record */
    pradix_type type;
    pradix_order order;
    pradix_nan nan;
} pradix_column;

/* Sorts whole records in place by several columns, the first being the most significant. The order, bits and nan of
   the options must be the defaults; each column has its own. Copies and keys are always allocated. A workspace is used
   for the passes: see pradix_records_workspace_bytes. */
pradix_status pradix_sort_records(void* records, size_t count, size_t record_bytes, pradix_column const* columns,
                                  size_t column_count, pradix_options const* options);

/* The same, but writes the permutation that sorts them, and only reads the records. */
pradix_status pradix_argsort_records(void const* records, size_t count, size_t record_bytes,
                                     pradix_column const* columns, size_t column_count, void* indices,
                                     size_t index_bytes, pradix_options const* options);

/* Bytes of workspace for pradix_sort (value_bytes 0) and pradix_sort_pairs, for pradix_argsort, and for both functions
   on records, of whose columns offsets do not matter. */
pradix_status pradix_workspace_bytes(pradix_type type, size_t count, size_t value_bytes, pradix_options const* options,
                                     size_t* bytes);
pradix_status pradix_argsort_workspace_bytes(pradix_type type, size_t count, pradix_options const* options,
                                             size_t* bytes);
pradix_status pradix_records_workspace_bytes(size_t count, pradix_column const* columns, size_t column_count,
                                             pradix_options const* options, size_t* bytes);

/* How many devices a backend has here, as the options' `device` counts them; 0: it is not available. PRADIX_AUTOMATIC
   stands for the backend that would be chosen for large arrays. */
pradix_status pradix_device_count(pradix_backend backend, size_t* count);

/* The name of one of them, cut if it does not fit `size` bytes with the zero behind it. */
pradix_status pradix_device_name(pradix_backend backend, size_t index, char* name, size_t size);

/* What went wrong in this thread's last call that did not return PRADIX_OK; "" before any. Valid until the next one.
   At most 511 bytes: what is longer is cut. */
char const* pradix_last_error(void);

/* Version of the library that is linked: "major.minor.patch". */
char const* pradix_version(void);

#ifdef __cplusplus
}
#endif

#endif
