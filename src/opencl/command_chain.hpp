// SPDX-License-Identifier: MIT
#pragma once

#include "src/opencl/device_sort.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace pradix::opencl {

// Commands one after the other, also on a queue that would run them in any order.
class command_chain {
public:
    explicit command_chain(stream const& on)
        : on_(on),
          in_any_order_((on.queue.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
        for (cl_event each : on.wait)
            wait_.emplace_back(each, true);
    }

    void launch(cl::Kernel const& kernel, std::uint64_t groups, unsigned group_size) {
        cl::Event done;
        begin();
        on_.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group_size), cl::NDRange(group_size),
                                       &wait_, in_any_order_ || on_.done != nullptr ? &done : nullptr);
        follow(std::move(done));
    }

    void copy(cl::Buffer const& from, std::uint64_t from_offset, cl::Buffer const& to, std::uint64_t to_offset,
              std::uint64_t bytes) {
        cl::Event done;
        begin();
        on_.queue.enqueueCopyBuffer(from, to, from_offset, to_offset, bytes, &wait_, &done);
        follow(std::move(done));
    }

    // Gives the caller the event of the last command.
    void finish() {
        on_.queue.flush();
        if (on_.done == nullptr)
            return;
        *on_.done = last_();
        clRetainEvent(*on_.done);
    }

private:
    void begin() const {
        if (on_.begun != nullptr)
            *on_.begun = true;
    }
    void follow(cl::Event done) {
        last_ = std::move(done);
        wait_.clear();
        if (in_any_order_)
            wait_.push_back(last_);
    }

    stream const& on_;
    bool in_any_order_;
    std::vector<cl::Event> wait_;
    cl::Event last_;
};

// Of a kernel's arguments; null: there is none.
inline void set_buffer(cl::Kernel& kernel, unsigned index, cl_mem buffer) {
    kernel.setArg(index, sizeof(cl_mem), buffer == nullptr ? nullptr : &buffer);
}

} // namespace pradix::opencl
