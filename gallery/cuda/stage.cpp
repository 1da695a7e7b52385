// SPDX-License-Identifier: MIT
#include "gallery/cuda/stage.hpp"

#include <pradix/error.hpp>

#include <algorithm>

namespace pradix::gallery::cuda {

namespace {

template <class Word>
numbers widened(void const* from, std::size_t count) {
    std::vector<Word> words(count);
    check(cudaMemcpy(words.data(), from, count * sizeof(Word), cudaMemcpyDeviceToHost), "reading what a kernel wrote");
    return {words.begin(), words.end()};
}

} // namespace

void check(cudaError_t status, std::string const& doing) {
    if (status == cudaSuccess)
        return;
    std::string const text =
        "gallery, " + doing + ": CUDA says \"" + cudaGetErrorString(status) + "\" (" + cudaGetErrorName(status) + ")";
    if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver || status == cudaErrorInvalidDevice)
        throw backend_unavailable(text + "; see pradix info, or take opencl");
    if (status == cudaErrorMemoryAllocation)
        throw out_of_memory(text + "; free device memory or sort fewer keys");
    throw device_error(text + "; if an earlier kernel failed, only a new process can use the device again");
}

void* device_scratch::get(std::size_t index, std::size_t bytes) {
    if (index >= blocks_.size())
        blocks_.resize(index + 1);
    block& chosen = blocks_[index];
    if (chosen.bytes < std::max<std::size_t>(bytes, 1)) {
        chosen = {}; // freed before a larger one is asked for
        void* memory = nullptr;
        check(cudaMalloc(&memory, bytes), "allocating " + std::to_string(bytes) + " bytes");
        chosen.memory.reset(memory);
        chosen.bytes = bytes;
    }
    return chosen.memory.get();
}

stage::stage(device_scratch& from, job const& asked, void const* keys, trace* traced)
    : work(asked), from_(from), traced_(traced) {
    keys_ = scratch(work.padded * work.key_bytes / 4);
    other_ = scratch(work.padded * work.key_bytes / 4);
    check(cudaMemcpy(keys_, keys, work.padded * work.key_bytes, cudaMemcpyHostToDevice), "bringing keys to the device");
    if (traced_)
        input_ = images_of(keys_);
}

void stage::copy_to(void* keys) const {
    check(cudaMemcpy(keys, keys_, work.padded * work.key_bytes, cudaMemcpyDeviceToHost), "bringing keys back");
}

std::uint32_t* stage::scratch(std::size_t words) {
    return static_cast<std::uint32_t*>(from_.get(taken_++, words * 4));
}

void stage::begin_pass(unsigned low_bit, unsigned bits) {
    if (traced_)
        traced_->begin_pass(low_bit, bits, traced_->passes.empty() ? input_ : traced_->passes.back().result());
}

void stage::show(std::string const& label, std::uint32_t const* words, std::size_t count, notation shown) {
    if (traced_)
        traced_->row(label, widened<std::uint32_t>(words, count), shown);
}

void stage::show_keys(std::string const& label, void const* images) {
    if (traced_)
        traced_->row(label, images_of(images), notation::key);
}

void stage::show_move(std::uint32_t const* places, void const* images) {
    if (traced_)
        traced_->move(widened<std::uint32_t>(places, work.count), images_of(images));
}

numbers stage::images_of(void const* from) const {
    return work.key_bytes == 4 ? widened<std::uint32_t>(from, work.count) : widened<std::uint64_t>(from, work.count);
}

} // namespace pradix::gallery::cuda
