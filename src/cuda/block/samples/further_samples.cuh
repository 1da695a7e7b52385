// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"

namespace pradix::cuda {

// So many times as many samples as those that all threads have, between these, a multiple of the keys of a vector. They
// are vectors of neighbours: what limits a block is how many it asks for.
template <class Bits>
class further_samples {
public:
    template <class Value>
    __device__ further_samples(arguments<Bits, Value> const& with, unsigned times)
        : vectors_(reinterpret_cast<key_vector<Bits> const*>(
              with.keys_of(buffer::in) + key_vector<Bits>::keys_before_aligned(with.keys_of(buffer::in)))),
          stride_(survey_stride(with.count())), places_(times / key_vector<Bits>::size) {}

    // Of which each thread has a vector.
    __device__ unsigned rows() const { return places_ * samples_of_thread; }
    __device__ key_vector<Bits> in_row(unsigned row) const {
        unsigned const sample = row % samples_of_thread * survey_threads + threadIdx.x;
        return vectors_[place_between_samples(stride_, sample, row / samples_of_thread, places_) /
                        key_vector<Bits>::size];
    }

private:
    key_vector<Bits> const* const vectors_;
    std::uint64_t const stride_;
    unsigned const places_; // behind each sample
};

} // namespace pradix::cuda
