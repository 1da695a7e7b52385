// SPDX-License-Identifier: MIT
// A look at some of the keys: are they in order, are there few different ones, are they spread evenly over the first
// two digits of the bits in which they differ? What it says is a guess; try_guess.cuh looks at all keys.
#pragma once

#include "src/cuda/block/count_known_keys.cuh"
#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/divided_items.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

inline constexpr unsigned survey_threads = 1024, survey_warps = survey_threads / warp_lanes;

template <class Bits>
struct survey_space {
    static constexpr unsigned most_width = 12;
    static constexpr unsigned tried_samples = 512, tables = 8;
    union {                                      // one after the other
        unsigned counts[1u << most_width];       // of the samples, by the first bits that differ
        unsigned noted[tables][most_known_keys]; // a sample for each value of a digit
    };
    Bits differing_of_warp[survey_warps];
    unsigned disorder_of_warp[survey_warps];
    unsigned uneven;
    unsigned pairs;              // of samples that share the first bits that differ
    unsigned telling_apart;      // a bit for each digit that was tried
    Bits samples[tried_samples]; // one for each of the first threads
};

template <class Bits, class Value>
class key_survey {
public:
    using space = survey_space<Bits>;

    __device__ key_survey(space& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), compared_(with.compared()) {}

    // Writes zeros while keys come.
    __device__ void run(zeros const& to_clear) {
        std::uint64_t const count = with_.count();
        if (count < samples || (to_clear.count == 0 && with_.state->plan.made_early()))
            return to_clear.write<survey_threads>(0, 1);
        look(count, to_clear);
        unsigned const begin = with_.digits.begin();
        // For fewer bits, three passes by all digits would do.
        bool const may_lead = with_.leading.possible && width_ > begin + 3 * radix_bits;
        auto const otherwise = may_lead && is_even(count) ? guess::even_prefixes : guess::none;
        if ((disorder_ & not_sorted) == 0)
            return report(guess::sorted, otherwise);
        if ((disorder_ & not_reversed) == 0)
            return with_.digits.in_place ? report(guess::none) : report(guess::reversed, otherwise);
        if ((with_.has_only_keys() || width_ > begin + radix_bits) && is_repeating() && find_telling_digit())
            return report(guess::known_keys);
        if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
            if (otherwise == guess::even_prefixes && threadIdx.x == 0)
                skip_counting(count);
        report(otherwise);
    }

private:
    static constexpr unsigned samples = survey_samples, each = samples / survey_threads;

    // In which bits do samples differ? Each with the next one, some with the key behind, and all keys at the very end,
    // where they may have been appended: are they in order?
    __device__ void look(std::uint64_t count, zeros const& to_clear) {
        Bits const* const keys = with_.keys_of(buffer::in);
        std::uint64_t const apart = survey_stride(count), first = threadIdx.x * each * apart;
        bool const strictly = !with_.has_only_keys();
        Bits const first_image = with_.codec.encode(keys[0]) & compared_;
        Bits const behind = keys[first + 1];
        Bits const end[] = {keys[count - 2 - threadIdx.x], keys[count - 1 - threadIdx.x]};
#pragma unroll
        for (unsigned i = 0; i < each; ++i)
            images_[i] = keys[first + i * apart];
        to_clear.write<survey_threads>(0, 1);
        Bits differing = 0;
        unsigned disorder = 0;
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            images_[i] = with_.codec.encode(images_[i]) & compared_;
            differing |= images_[i] ^ first_image;
            if (i > 0)
                disorder |= disorder_of<Bits>(images_[i - 1], images_[i], strictly);
        }
        disorder |= disorder_of<Bits>(images_[0], with_.codec.encode(behind) & compared_, strictly);
        disorder |=
            disorder_of<Bits>(with_.codec.encode(end[0]) & compared_, with_.codec.encode(end[1]) & compared_, strictly);
        if (threadIdx.x == 0)
            shared_.telling_apart = shared_.uneven = shared_.pairs = 0;
        differing_ = or_in_block(differing, shared_.differing_of_warp); // flags are clear, too
        width_ = core::bit_width(differing_);
        disorder_ = or_in_block(disorder, shared_.disorder_of_warp);
    }

    // Whether many threads have two equal samples: of 256 different keys a tenth, of 1,024 a thirtieth of them.
    __device__ bool is_repeating() const {
        constexpr unsigned many = survey_threads / 128;
        bool repeats = false;
#pragma unroll
        for (unsigned i = 0; i < each; ++i)
#pragma unroll
            for (unsigned j = 0; j < i; ++j)
                repeats |= images_[i] == images_[j];
        return __syncthreads_count(repeats) > many;
    }

    // Looks for a digit that no two different samples share. Warps try digits on a part of the samples; those that pass
    // are tried on all.
    __device__ bool find_telling_digit() {
        try_digits();
        constexpr unsigned most_tries = 4;
        unsigned passing = shared_.telling_apart;
        for (unsigned i = 0; i < most_tries && passing != 0; ++i, passing &= passing - 1) {
            core::digit const digit = candidate(__ffs(passing) - 1);
            if (tells_all_apart(digit)) {
                if (threadIdx.x == 0)
                    with_.state->known.digit = digit;
                return true;
            }
        }
        return false;
    }

    // Of so many digits between the lowest and the highest bit.
    static constexpr unsigned candidates = 16;
    __device__ core::digit candidate(unsigned i) const {
        unsigned const begin = with_.digits.begin();
        unsigned const width = min(with_.has_only_keys() ? most_known_bits : radix_bits, width_ - begin);
        return {begin + (width_ - width - begin) * i / (candidates - 1), width};
    }

    // A warp notes one sample for each value of the digit, then all samples are compared with the one noted.
    __device__ void try_digits() {
        if (threadIdx.x < space::tried_samples)
            shared_.samples[threadIdx.x] = images_[0];
        __syncthreads(); // samples are known
        unsigned const warp = warp_of_thread(), lane = lane_of_thread();
        if (warp < space::tables)
            for (unsigned i = warp; i < candidates; i += space::tables) {
                core::digit const digit = candidate(i);
                unsigned(&noted)[most_known_keys] = shared_.noted[warp];
                for (unsigned bin = lane; bin < most_known_keys; bin += warp_lanes)
                    noted[bin] = 0;
                __syncwarp(); // nothing is noted
                for (unsigned s = lane; s < space::tried_samples; s += warp_lanes)
                    atomicMax(&noted[digit.of(shared_.samples[s])], s);
                __syncwarp(); // all samples are noted
                bool apart = true;
                for (unsigned s = lane; s < space::tried_samples; s += warp_lanes)
                    apart &= shared_.samples[noted[digit.of(shared_.samples[s])]] == shared_.samples[s];
                if (__all_sync(all_lanes, apart) && lane == 0)
                    atomicOr(&shared_.telling_apart, 1u << i);
                __syncwarp(); // all have read what is noted
            }
        __syncthreads(); // all digits are tried
    }

    // Leaves the samples by their digit, if it does.
    __device__ bool tells_all_apart(core::digit digit) {
        auto* const images = reinterpret_cast<Bits*>(with_.state->known.images);
        unsigned(&noted)[most_known_keys] = shared_.noted[0];
        static_assert(survey_threads == most_known_keys, "a thread a bin");
        noted[threadIdx.x] = 0;
        __syncthreads();                                // nothing is noted, and the images of the last try are read
        unsigned const number = threadIdx.x * each + 1; // of this thread's first sample
#pragma unroll
        for (unsigned i = 0; i < each; ++i)
            atomicMax(&noted[digit.of(images_[i])], number + i);
        __syncthreads(); // all samples are noted
        // Bins without a sample get one that is not theirs: no key is equal to it.
        if (noted[threadIdx.x] == 0)
            images[threadIdx.x] = shared_.samples[0];
#pragma unroll
        for (unsigned i = 0; i < each; ++i)
            if (noted[digit.of(images_[i])] == number + i)
                images[digit.of(images_[i])] = images_[i];
        __syncthreads(); // each bin has its image
        bool apart = true;
#pragma unroll
        for (unsigned i = 0; i < each; ++i)
            apart &= images[digit.of(images_[i])] == images_[i];
        return __syncthreads_and(apart);
    }

    // If keys are so even that they need not be counted before they are divided: hardly more pairs of samples than by
    // chance share their leading bits, and those by which groups are split differ, too.
    __device__ void skip_counting(std::uint64_t count) const {
        unsigned const prefix = prefix_width(count, with_.leading.group_items);
        unsigned const by_chance = samples / 2 * (samples - 1) >> min(prefix, space::most_width);
        if (!with_.leading.may_skip_counting || shared_.pairs > by_chance + by_chance / 16)
            return;
        using items = divided_items<Bits, Value>;
        unsigned const width =
            uncounted_prefix_width(count, width_, items::value_width(count), sizeof(typename items::word),
                                   with_.leading.group_items, with_.leading.may_tally);
        unsigned const shift = width_ - width;
        Bits const split =
            core::low_mask<Bits>(shift) & ~core::low_mask<Bits>(shift > rest_split_bits ? shift - rest_split_bits : 0);
        if (width > 0 && (differing_ & split) == split)
            with_.state->prefix.uncounted = {shift, width};
    }

    // Whether no value of the leading bits has many more samples than others, nor one of the bits behind, by which
    // groups are split.
    __device__ bool is_even(std::uint64_t count) {
        unsigned const prefix = prefix_width(count, with_.leading.group_items), behind = width_ - prefix;
        unsigned const leading = min(prefix, space::most_width), split = min(behind, rest_split_bits);
        static_assert(rest_split_bits <= space::most_width);
        std::uint64_t const items_of_bin = std::uint64_t{with_.leading.group_items} << (prefix - leading);
        core::digit digit{behind - split, split};
        unsigned most = 2 * samples >> __popc(digit.of(differing_));
#pragma unroll 1 // code that runs once takes as long to come as to run
        for (unsigned i = 0; i < 2; ++i) {
            bool const is_leading = i == 1;
            if (is_leading) {
                digit = {width_ - leading, leading};
                most = static_cast<unsigned>(2 * items_of_bin * samples / count);
            }
            unsigned const pairs = __reduce_add_sync(all_lanes, count_samples(digit, most));
            if (is_leading && lane_of_thread() == 0)
                atomicAdd(&shared_.pairs, pairs);
        }
        __syncthreads(); // all samples are counted
        if (threadIdx.x == 0) {
            with_.state->prefix.shift = behind;
            with_.state->prefix.width = prefix;
        }
        return shared_.uneven == 0;
    }

    // Notes if a value of the digit has more samples than `most`, if that is not few, and returns a part of how many
    // pairs of samples share their value.
    __device__ unsigned count_samples(core::digit digit, unsigned most) {
        constexpr unsigned most_by_chance = 24; // where two are expected
        __syncthreads();                        // the samples of another digit are counted
        for (unsigned i = threadIdx.x; i < 1u << digit.width; i += survey_threads)
            shared_.counts[i] = 0;
        __syncthreads(); // counters are clear
        unsigned pairs = 0;
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            unsigned const before = atomicAdd(&shared_.counts[digit.of(images_[i])], 1u);
            pairs += before;
            if (before >= max(most, most_by_chance))
                shared_.uneven = 1;
        }
        return pairs;
    }

    __device__ void report(guess guessed, guess otherwise = guess::none) const {
        if (threadIdx.x == 0) {
            with_.state->guessed = guessed;
            with_.state->otherwise = otherwise;
        }
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    Bits const compared_;
    Bits images_[each];     // of neighbouring samples, what is compared of them
    unsigned disorder_ = 0; // of all samples
    Bits differing_ = 0;    // bits of samples
    unsigned width_ = 0;    // from the highest one downwards
};

// The first block looks at the keys and clears the state, which it writes to; the others clear what is behind it.
template <class Bits, class Value>
__global__ __launch_bounds__(survey_threads) void survey(arguments<Bits, Value> const with, zeros const of_state,
                                                         zeros const behind) {
    __shared__ survey_space<Bits> shared;
    wait_for_previous_kernel();
    if (blockIdx.x == 0)
        key_survey<Bits, Value>(shared, with).run(of_state);
    else
        behind.write<survey_threads>(blockIdx.x - 1, gridDim.x - 1);
}

} // namespace pradix::cuda
