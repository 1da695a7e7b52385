// SPDX-License-Identifier: MIT
// Where an algorithm is performed on a CUDA device: its keys and scratch, and what is shown to an audience.
#pragma once

#include "gallery/job.hpp"
#include "gallery/trace/trace.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pradix::gallery::cuda {

/// Throws backend_unavailable, out_of_memory or device_error with CUDA's own words. `doing` says what was attempted.
void check(cudaError_t status, std::string const& doing);

/// Scratch that is kept between sorts; block `index` holds what its last use left there.
class device_scratch {
public:
    void* get(std::size_t index, std::size_t bytes);

private:
    struct release {
        void operator()(void* memory) const { cudaFree(memory); }
    };
    struct block {
        std::unique_ptr<void, release> memory;
        std::size_t bytes = 0;
    };
    std::vector<block> blocks_;
};

class stage {
public:
    stage(device_scratch& from, job const& work, void const* keys, trace* traced);

    job const work;
    std::uint32_t count() const { return static_cast<std::uint32_t>(work.count); }

    /// The passes read the one, write the other and exchange them.
    template <class Key>
    Key* keys() const {
        return static_cast<Key*>(keys_);
    }
    template <class Key>
    Key* other() const {
        return static_cast<Key*>(other_);
    }
    void swap() { std::swap(keys_, other_); }
    void copy_to(void* keys) const;

    /// Memory for so many u32, kept for the next sort.
    std::uint32_t* scratch(std::size_t words);
    /// The same for what only a trace wants to know; null if none is wanted.
    std::uint32_t* record(std::size_t words) { return traced_ ? scratch(words) : nullptr; }
    template <class Key>
    Key* record_keys(std::size_t count) {
        return reinterpret_cast<Key*>(record(count * sizeof(Key) / 4));
    }

    // What follows does nothing unless the sort is traced.
    void show_sections(std::size_t size) {
        if (traced_)
            traced_->section = size;
    }
    void begin_pass(unsigned low_bit, unsigned bits);
    void show(std::string const& label, std::uint32_t const* words, std::size_t count,
              notation shown = notation::number);
    void show_keys(std::string const& label, void const* images);
    void show_move(std::uint32_t const* places, void const* images);
    bool traced() const { return traced_ != nullptr; }

private:
    numbers images_of(void const* from) const;

    device_scratch& from_;
    trace* traced_;
    numbers input_; // of a traced sort
    std::size_t taken_ = 0;
    void *keys_, *other_;
};

/// As many blocks of `size` as `count` needs.
constexpr unsigned blocks_of(std::size_t size, std::size_t count) {
    return static_cast<unsigned>((count + size - 1) / size);
}

/// Calls sort_u32(on) or sort_u64(on) by the width of the keys.
template <class Sort32, class Sort64>
void by_key_width(stage& on, Sort32 const& sort_u32, Sort64 const& sort_u64) {
    if (on.work.key_bytes == 4)
        sort_u32(on);
    else
        sort_u64(on);
}

} // namespace pradix::gallery::cuda
