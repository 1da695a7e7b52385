// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

struct CUstream_st;

namespace pradix::cuda {

class lane;

// Copies between ordinary host memory and the current device; each has arrived when the call returns. Small arrays take
// the stream (a plain cudaMemcpy returns before the last bytes are on the device), large ones go through pinned chunks,
// filled by threads, as many as are allowed and of use, while others are under way: about as fast as the bus.
class transfers {
public:
    // Of arrays of up to so many bytes. Takes all the memory that copies need, so that none of them fails half-way for
    // lack of it; with less pinned memory than wanted, they are slower.
    transfers(std::size_t most_bytes, CUstream_st* stream, unsigned threads);
    ~transfers();
    transfers(transfers const&) = delete;
    transfers& operator=(transfers const&) = delete;

    void up(std::byte const* host, std::byte* device, std::size_t bytes) const;
    void down(std::byte const* device, std::byte* host, std::size_t bytes) const;

private:
    bool are_staged(std::size_t bytes) const;
    template <class Work>
    void on_lanes(Work const& work) const;

    CUstream_st* stream_;
    std::vector<std::unique_ptr<lane>> lanes_;
};

} // namespace pradix::cuda
