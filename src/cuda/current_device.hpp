// SPDX-License-Identifier: MIT
// What the driver is asked in every call: few items are sorted in microseconds, so each question counts.
#pragma once

struct CUstream_st;

namespace pradix::cuda {

int current_device();

// False if the driver says that the stream is of another device. It does from 12.8 on, unless the stream is being
// captured: the question would end that.
bool may_be_of(int device, CUstream_st* stream);

// Whether the driver says that this is memory of the device. It takes half of the time of cudaPointerGetAttributes,
// which tells what other pointers are.
bool is_memory_of(int device, void const* data);

// How many multiprocessors a stream may use if it is being captured: that of a green context may use some only. Without
// capture the greatest number, for a launch that needs more is refused then; from a graph it would wait forever.
unsigned multiprocessors_when_replayed(CUstream_st* stream);

} // namespace pradix::cuda
