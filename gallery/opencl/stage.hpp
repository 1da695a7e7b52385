// SPDX-License-Identifier: MIT
// Where an algorithm is performed on an OpenCL device: its keys, scratch and launches, and what is shown to an
// audience.
#pragma once

#include "gallery/job.hpp"
#include "gallery/opencl/device.hpp"
#include "gallery/trace/trace.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace pradix::gallery::opencl {

using array = cl::Buffer; ///< in global memory; a null one is a null pointer in a kernel

class stage {
public:
    stage(device& on, job const& work, void const* keys, trace* traced);

    job const work;
    array keys, other; ///< the passes read the one, write the other and exchange them

    std::uint32_t count() const { return static_cast<std::uint32_t>(work.count); }
    device& on() { return device_; }

    /// Memory for so many u32, kept for the next sort.
    array scratch(std::size_t words);
    /// The same for what only a trace wants to know; null if none is wanted.
    array record(std::size_t words) { return traced_ ? scratch(words) : array(); }
    array record_keys(std::size_t count) { return record(count * work.key_bytes / 4); }

    /// Makes these sources the ones that launch() finds its kernels in; KEY is the type of the keys.
    void use(std::vector<std::string_view> const& sources, std::string const& options = "");

    /// Enqueues the kernel for `groups` blocks of `threads` threads.
    template <class... Arguments>
    void launch(char const* kernel, std::size_t groups, std::size_t threads, Arguments const&... arguments) {
        cl::Kernel call(program_, kernel);
        cl_uint index = 0;
        (set(call, index++, arguments), ...);
        device_.queue().enqueueNDRangeKernel(call, cl::NullRange, cl::NDRange(groups * threads), cl::NDRange(threads));
    }

    /// Arguments of a kernel: an array in local memory, of u32 or of keys, and a single number of the width of a key.
    struct local_words {
        std::size_t count;
    };
    struct local_keys {
        std::size_t count;
    };
    struct key_word {
        std::uint64_t value;
    };

    void copy_to(void* keys) const;

    // What follows does nothing unless the sort is traced.
    void show_sections(std::size_t size) {
        if (traced_)
            traced_->section = size;
    }
    void begin_pass(unsigned low_bit, unsigned bits);
    void show(std::string const& label, array const& words, std::size_t count, std::size_t first = 0,
              notation shown = notation::number);
    void show_keys(std::string const& label, array const& images, std::size_t first = 0);
    void show_move(array const& places, array const& images, std::size_t first_place = 0, std::size_t first_key = 0);
    bool traced() const { return traced_ != nullptr; }

private:
    void set(cl::Kernel& call, cl_uint index, std::uint32_t value) { call.setArg(index, value); }
    void set(cl::Kernel& call, cl_uint index, array const& memory) { call.setArg(index, memory); }
    void set(cl::Kernel& call, cl_uint index, local_words size) { call.setArg(index, cl::Local(size.count * 4)); }
    void set(cl::Kernel& call, cl_uint index, local_keys size) {
        call.setArg(index, cl::Local(size.count * work.key_bytes));
    }
    void set(cl::Kernel& call, cl_uint index, key_word word) { call.setArg(index, work.key_bytes, &word.value); }

    numbers words_of(array const& from, std::size_t first, std::size_t count) const;
    numbers images_of(array const& from, std::size_t first) const;

    device& device_;
    trace* traced_;
    numbers input_; // of a traced sort
    cl::Program program_;
    std::size_t taken_ = 0; // of the device's scratch
};

/// As many blocks of `size` as `count` needs.
constexpr std::size_t blocks_of(std::size_t size, std::size_t count) {
    return (count + size - 1) / size;
}

} // namespace pradix::gallery::opencl
