// SPDX-License-Identifier: MIT
#pragma once

#include "src/opencl/command_chain.hpp"
#include "src/opencl/devices.hpp"
#include "src/opencl/program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::opencl {

// The largest unit that everything is a multiple of.
inline std::size_t unit_of(std::uint64_t bytes) {
    std::size_t unit = 16;
    while (bytes % unit != 0)
        unit /= 2;
    return unit;
}

// Brings values into the order that indices tell. Its program is there once it is made, before anything is enqueued.
class gathering {
public:
    gathering(problem const& what, placed from, placed to, placed indices, std::size_t index_bytes, stream const& on) {
        std::size_t const unit = unit_of(what.value_bytes | from.offset | to.offset);
        cl_ulong const units = what.value_bytes / unit;
        kernel_ = cl::Kernel(program_for(on.context, on.device, gather_source(unit, index_bytes)), "gather");
        unsigned index = 0;
        for (placed const each : {from, to, indices}) {
            set_buffer(kernel_, index++, each.buffer);
            kernel_.setArg(index++, cl_ulong{each.offset});
        }
        kernel_.setArg(index++, cl_ulong{what.count});
        kernel_.setArg(index, units);
        group_size_ = static_cast<unsigned>(std::min<std::size_t>(64, most_work_items(on.device)));
        std::uint64_t const enough = (what.count * units + group_size_ - 1) / group_size_;
        std::uint64_t const most = std::uint64_t{on.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()} * 32;
        groups_ = std::min(enough, most);
    }

    void run(command_chain& chain) { chain.launch(kernel_, groups_, group_size_); }

private:
    cl::Kernel kernel_;
    std::uint64_t groups_;
    unsigned group_size_;
};

} // namespace pradix::opencl
