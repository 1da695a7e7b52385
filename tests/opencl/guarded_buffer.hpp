// SPDX-License-Identifier: MIT
#pragma once

#include "src/opencl/device_sort.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace pradix::test {

// Part of a buffer between two red zones, filled with poison.
class guarded_buffer {
public:
    guarded_buffer(cl::CommandQueue queue, std::size_t bytes, std::size_t misalignment = 0)
        : queue_(std::move(queue)), bytes_(bytes), before_(zone + misalignment), all_(before_ + bytes + zone),
          buffer_(queue_.getInfo<CL_QUEUE_CONTEXT>(), CL_MEM_READ_WRITE, all_) {
        put(nullptr, 0);
    }

    opencl::placed place() const { return {buffer_(), before_}; }
    cl_mem buffer() const { return buffer_(); }
    std::size_t offset() const { return before_; }
    std::size_t size() const { return bytes_; }

    // All of the buffer at once: oclgrind takes the bytes of a write at an offset for those at the start.
    void put(void const* from, std::size_t bytes) const {
        std::vector<unsigned char> all(all_, poison);
        if (bytes > 0)
            std::memcpy(all.data() + before_, from, bytes);
        queue_.enqueueWriteBuffer(buffer_, CL_TRUE, 0, all_, all.data());
    }
    void get(void* to, std::size_t bytes) const {
        if (bytes > 0)
            queue_.enqueueReadBuffer(buffer_, CL_TRUE, before_, bytes, to);
    }
    std::vector<std::byte> contents() const {
        std::vector<std::byte> all(bytes_);
        get(all.data(), bytes_);
        return all;
    }

    // Poison in the red zones.
    bool intact() const {
        std::vector<unsigned char> all(all_);
        queue_.enqueueReadBuffer(buffer_, CL_TRUE, 0, all_, all.data());
        for (std::size_t i = 0; i < all_; ++i)
            if ((i < before_ || i >= before_ + bytes_) && all[i] != poison)
                return false;
        return true;
    }

private:
    static constexpr std::size_t zone = 512;
    static constexpr unsigned char poison = 0xa5;
    cl::CommandQueue queue_;
    std::size_t bytes_, before_, all_;
    cl::Buffer buffer_;
};

} // namespace pradix::test
