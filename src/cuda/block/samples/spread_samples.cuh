// SPDX-License-Identifier: MIT
// Samples as leading digits are cut from them: their images, or these spread over a power of two, if they fill a part
// of it; or equalized.
#pragma once

#include "src/cuda/block/samples/sampled_range.cuh"
#include "src/cuda/block/spread.cuh"
#include "src/cuda/images/key_equalizer.hpp"
#include "src/cuda/images/narrow_equalizer.hpp"
#include "src/cuda/plans/group_sizes.hpp"

namespace pradix::cuda {

template <class Bits>
struct spread_samples_space {
    sampled_range<unsigned> tops;
    sampled_range<Bits> images;
    unsigned differing_of_warp[survey_threads / warp_lanes];
    unsigned at_begin, at_end; // samples that lie near either end of their range
    unsigned some;             // of the spread samples
    alignas(16) key_spread<Bits> how;
};

template <class Bits>
using equalizer_of = std::conditional_t<sizeof(Bits) == 4, narrow_equalizer::encoder, key_equalizer>;

template <class Bits>
struct spread_samples {
    unsigned tops[samples_of_thread];    // as many of the leading bits as fit
    unsigned differing;                  // bits of these
    unsigned width;                      // of the samples, from the highest bit in which they differ downwards
    key_spread<Bits> const* how;         // shared memory; null: not over a power of two
    equalizer_of<Bits> const* equalizer; // null: they are not equalized; else
    unsigned prefix;                     // by so many bits keys are divided

    // Images, as they are.
    static __device__ spread_samples of(key_samples<Bits> const& samples) {
        spread_samples tops;
        tops.width = samples.width;
        tops.how = nullptr;
        tops.equalizer = nullptr;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            tops.tops[i] = static_cast<unsigned>(samples.images[i] >> tops.bits_behind());
        tops.differing = static_cast<unsigned>(samples.differing >> tops.bits_behind());
        return tops;
    }

    // What a digit of images is in the tops. It has to be among the leading 32 bits.
    __device__ core::digit in_tops(core::digit digit) const {
        return {digit.shift - bits_behind(), digit.width};
    }

    // By all threads of a block: spreads them, if leading digits are too uneven as they are, and are likely to be even
    // then.
    template <class Value>
    __device__ void spread_if_needed(spread_samples_space<Bits>& shared, arguments<Bits, Value> const& with,
                                     key_samples<Bits> const& samples) {
        if constexpr (may_spread(sizeof(Bits)))
            if (with.digits.are_bytes_of(sizeof(Bits)) && are_uneven(shared, with))
                spread(shared, samples);
    }

    // By all threads of a block: equalizes them like this, for keys that are divided by so many bits.
    __device__ void equalize(spread_samples_space<Bits>& shared, key_samples<Bits> const& samples,
                             equalizer_of<Bits> const& by, unsigned divided_by) {
        how = nullptr;
        equalizer = &by;
        prefix = divided_by;
        width = core::bit_count<Bits>;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            tops[i] = static_cast<unsigned>(by.apply(samples.images[i]) >> bits_behind());
        find_differing(shared);
    }

    __device__ bool is_spread() const {
        return how != nullptr || equalizer != nullptr;
    }
    // As many of the leading bits of a sample as it was before: less the first image of their range, or as it is.
    __device__ unsigned top_before(Bits image, key_samples<Bits> const& samples) const {
        Bits const before =
            static_cast<Bits>(how != nullptr ? image - how->range.first : image << (width - samples.width));
        return static_cast<unsigned>(before >> bits_behind());
    }

    __device__ Bits image_of(Bits image) const {
        return equalizer != nullptr ? static_cast<Bits>(equalizer->apply(image)) : apply(how, image);
    }

private:
    static constexpr unsigned parts = 32; // of their range, the first and the last one of which are its ends

    __device__ unsigned bits_behind() const {
        return max(width, 32u) - 32;
    }
    // The least number above all tops; of 32 bits, nearly.
    __device__ float numbers() const {
        return static_cast<float>(core::low_mask<unsigned>(width));
    }

    // By all threads, which meet.
    __device__ void find_differing(spread_samples_space<Bits>& shared) {
        if (threadIdx.x == 0)
            shared.some = tops[0];
        __syncthreads(); // one of the samples is known
        unsigned mine = 0;
#pragma unroll
        for (unsigned const top : tops)
            mine |= top ^ shared.some;
        differing = or_in_block(mine, shared.differing_of_warp);
    }

    // Whether groups that share leading digits would not fit a block; or areas of one size, if keys need not be
    // counted.
    template <class Value>
    __device__ bool are_uneven(spread_samples_space<Bits>& shared, arguments<Bits, Value> const& with) const {
        auto const range = sampled_range<unsigned>::likely(shared.tops.find(tops));
        std::uint64_t const count = with.count(), groups = std::uint64_t{1} << prefix_width(count, group_tile.size());
        float const part = static_cast<float>(range.span) / numbers(), // of all numbers
            items = static_cast<float>(count) / static_cast<float>(groups) / part;
        return part < 15.f / 16 &&
               (with.leading.may_skip_counting || items > static_cast<float>(group_tile.size()) * 7 / 8);
    }

    // If there are at least a fourth as many at either end as elsewhere: else keys lie beyond what samples show. Where
    // keys are nearly in order, there are hardly more at the end, which the last sample but one does not quite reach.
    __device__ void spread(spread_samples_space<Bits>& shared, key_samples<Bits> const& samples) {
        auto const range = sampled_range<Bits>::likely(shared.images.find(samples.images));
        if (threadIdx.x == 0) {
            shared.how = key_spread<Bits>::of(range);
            shared.at_begin = shared.at_end = 0;
        }
        __syncthreads(); // it is known how, and none is counted
        spread_samples spread;
        spread.width = core::bit_width(range.span);
        spread.how = &shared.how;
        spread.equalizer = nullptr;
        unsigned at_begin = 0, at_end = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            auto const part = static_cast<unsigned>((samples.images[i] - range.first) >> spread.bits_behind());
            unsigned const top = part + __umulhi(part, shared.how.factor);
            spread.tops[i] = top;
            at_begin += static_cast<float>(top) < spread.numbers() * (1.f / parts) ? 1 : 0;
            at_end += static_cast<float>(top) > spread.numbers() * (1 - 1.f / parts) ? 1 : 0;
        }
        add_up(at_begin, shared.at_begin);
        add_up(at_end, shared.at_end);
        spread.find_differing(shared); // and ends are counted
        if (min(shared.at_begin, shared.at_end) >= survey_samples / parts / 4 &&
            spread.width > most_undivided_digits * radix_bits)
            *this = spread;
    }
};

} // namespace pradix::cuda
