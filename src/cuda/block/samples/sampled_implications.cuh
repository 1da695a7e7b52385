// SPDX-License-Identifier: MIT
// Which digits are implied by upper bits, as far as samples show it.
#pragma once

#include "src/cuda/block/implied_digits.cuh"
#include "src/cuda/block/samples/key_samples.cuh"

namespace pradix::cuda {

template <class Bits>
struct sampled_implications_space {
    seen_bits<Bits> seen[most_implying_bins];
    Bits differing_of_warp[survey_threads / warp_lanes];
};

template <class Bits, class Value>
class sampled_implications {
public:
    __device__ sampled_implications(sampled_implications_space<Bits>& shared, arguments<Bits, Value> const& with,
                                    key_samples<Bits> const& samples)
        : shared_(shared), digits_(with.digits), samples_(samples) {}

    // By all threads.
    __device__ implied_digits find() {
        unsigned const differing = digits_in(samples_.differing);
        if (differing == 0)
            return {};
        unsigned const highest = core::bit_width(differing) - 1, end = samples_.width,
                       width = min(end - digits_.digits[highest].shift, most_implying_bits);
        core::digit const by{end - width, width};
        return {by, differing & ~digits_in(bits_that_differ_in_bins(by)) & ~(1u << highest)};
    }

private:
    // Those that have some of these bits, a bit each.
    __device__ unsigned digits_in(Bits bits) const {
        unsigned digits = 0;
        for (unsigned p = 0; p < digits_.size; ++p)
            digits |= (digits_.digits[p].of(bits) != 0 ? 1u : 0u) << p;
        return digits;
    }

    // A sample of each thread is enough, and takes an eighth of the time.
    __device__ Bits bits_that_differ_in_bins(core::digit by) {
        Bits const image = samples_.images[0];
        seen_bits<Bits>& seen = shared_.seen[by.of(image)];
        if (threadIdx.x < most_implying_bins)
            shared_.seen[threadIdx.x] = {};
        __syncthreads(); // nothing is seen
        if (warp_of_thread() == 0)
            add_key(seen, image);
        __syncthreads(); // where bins are few, most is seen: all threads would add it at once
        if (warp_of_thread() > 0)
            add_key(seen, image);
        __syncthreads(); // all samples are seen
        return or_in_block(threadIdx.x < most_implying_bins ? shared_.seen[threadIdx.x].differing() : Bits{0},
                           shared_.differing_of_warp);
    }

    sampled_implications_space<Bits>& shared_;
    digit_table const& digits_;
    key_samples<Bits> const& samples_;
};

} // namespace pradix::cuda
