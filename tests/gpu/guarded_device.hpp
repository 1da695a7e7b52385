// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/memory.hpp"
#include "tests/gpu/check_on_device.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace pradix::test {

// Device memory between two red zones, filled with poison.
class guarded_device {
public:
    explicit guarded_device(std::size_t bytes, std::size_t misalignment = 0)
        : bytes_(bytes), before_(zone + misalignment), all_(before_ + bytes + zone),
          memory_(cuda::allocate_on_device(all_)) {
        cuda::check(cudaMemset(memory_.get(), std::to_integer<int>(poison), all_), "poisoning");
    }

    std::byte* data() const { return memory_.get() + before_; }
    std::size_t size() const { return bytes_; }

    void put(void const* from, std::size_t bytes) const {
        if (bytes > 0)
            cuda::check(cudaMemcpy(data(), from, bytes, cudaMemcpyHostToDevice), "putting");
    }
    void get(void* to, std::size_t bytes) const {
        if (bytes > 0)
            cuda::check(cudaMemcpy(to, data(), bytes, cudaMemcpyDeviceToHost), "getting");
    }
    void copy(guarded_device const& from, std::size_t bytes) const {
        cuda::check(cudaMemcpy(data(), from.data(), bytes, cudaMemcpyDeviceToDevice), "copying");
    }
    std::vector<std::byte> contents() const {
        std::vector<std::byte> all(bytes_);
        get(all.data(), bytes_);
        return all;
    }

    // Poison from `used` bytes of the data on, and in the red zones.
    bool intact(std::size_t used) const {
        return are_all(memory_.get(), before_, poison) && are_all(data() + used, all_ - before_ - used, poison);
    }
    bool intact() const { return intact(bytes_); }

private:
    static constexpr std::size_t zone = 512;
    static constexpr std::byte poison{0xa5};
    std::size_t bytes_, before_, all_;
    cuda::device_memory memory_;
};

} // namespace pradix::test
