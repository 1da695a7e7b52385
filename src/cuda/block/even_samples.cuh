// SPDX-License-Identifier: MIT
// Whether keys are so even, as far as samples show it, that two leading digits make groups which a block can sort well.
#pragma once

#include "src/cuda/block/key_samples.cuh"
#include "src/cuda/block/sample_tag.cuh"

namespace pradix::cuda {

// By which a block splits a group of keys that differ in their lowest bits only, so many.
inline __device__ core::digit split_digit(unsigned bits) {
    unsigned const width = min(bits, rest_split_bits);
    return {bits - width, width};
}

struct even_samples_space {
    static constexpr unsigned most_width = 12, values = 1u << most_width, slots = survey_samples;
    union {                                  // one after the other
        alignas(16) unsigned counts[values]; // of samples, by some of their bits
        alignas(16) unsigned seen[slots];    // of samples
        struct {
            alignas(16) unsigned tags[values]; // of samples, from the bits that are counted downwards
            unsigned different[values];        // samples with such a value
        } behind;
    };
    unsigned uneven;
    unsigned pairs; // of samples that share the first bits that differ
    unsigned again; // samples that were seen before
};

template <class Bits, class Value>
class even_samples {
public:
    __device__ even_samples(even_samples_space& shared, arguments<Bits, Value> const& with,
                            key_samples<Bits> const& samples)
        : shared_(shared), with_(with), samples_(samples), count_(with.count()),
          prefix_(prefix_width(count_, group_tile.size())), behind_(samples.width - prefix_) {}

    // Whether no value of the leading bits has many more samples than others, nor one of the bits behind, by which
    // groups are split; and keys do not repeat so often that groups are uneven, each in its own way. Where equal keys
    // are no hindrance, they are counted as one. Leaves how wide prefixes are.
    __device__ bool are_even() {
        unsigned const leading = min(prefix_, space::most_width);
        static_assert(rest_split_bits <= space::most_width);
        unsigned const items_of_bin = group_tile.size() << (prefix_ - leading);
        if (threadIdx.x == 0) {
            shared_.uneven = shared_.pairs = shared_.again = 0; // before threads meet in the first count
            with_.state->prefix.shift = behind_;
            with_.state->prefix.width = prefix_;
        }
        bool const may_repeat = may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) && with_.has_only_keys();
        core::digit digit = split_digit(behind_);
        unsigned most = 2 * survey_samples >> __popc(digit.of(samples_.differing));
        bool repeat = false;
#pragma unroll 1 // code that runs once takes as long to come as to run
        for (unsigned i = 0; i < 2; ++i) {
            unsigned const pairs = __reduce_add_sync(all_lanes, count(digit, most));
            if (i == 1 && lane_of_thread() == 0)
                atomicAdd(&shared_.pairs, pairs);
            if (i == 0 && may_repeat && is_uneven())
                repeat = are_even_but_for_equal_ones(digit, most);
            digit = {samples_.width - leading, leading};
            most = with_.leading.may_have_large_groups
                       ? most_of_large_groups
                       : static_cast<unsigned>(static_cast<float>(2 * items_of_bin) * share_);
        }
        if (is_uneven())
            return false;
        repeat |= are_repeated();
        if (threadIdx.x == 0)
            with_.state->prefix.repeats = repeat;
        repeats_ = repeat;
        return may_repeat || !repeat;
    }

    // Once they are even: hardly more pairs of samples than by chance share their leading bits, and hardly any are
    // equal.
    __device__ bool are_random() const {
        unsigned const by_chance = survey_samples / 2 * (survey_samples - 1) >> min(prefix_, space::most_width);
        return !repeats_ && shared_.pairs <= by_chance + by_chance / 16;
    }

private:
    using space = even_samples_space;
    static constexpr unsigned most_by_chance = 24;        // samples of a value, where two are expected
    static constexpr unsigned most_of_large_groups = 128; // of a value of the leading bits

    // Notes if a value of the digit has more samples than `most`, if that is not few, and returns a part of how many
    // pairs of samples share their value. All that is noted is known once threads have met.
    __device__ unsigned count(core::digit digit, unsigned most) {
        // Samples of one value would wait for each other. Far apart, where input in order has others, that many threads
        // find their own value again tells enough.
        bool shares = false;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned const value = digit.of(samples_.images[i]);
            shares |= value == __shfl_xor_sync(all_lanes, value, warp_lanes / 2);
        }
        clear(shared_.counts, 1u << digit.width);
        if (__syncthreads_count(shares) > survey_threads / 16 + most) { // and counters are clear
            shared_.uneven = 1;
            return 0;
        }
        unsigned pairs = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned const before = atomicAdd(&shared_.counts[digit.of(samples_.images[i])], 1u);
            pairs += before;
            if (before >= max(most, most_by_chance))
                shared_.uneven = 1;
        }
        __syncthreads(); // all samples are counted
        return pairs;
    }

    // By all threads, once counts are complete.
    __device__ bool is_uneven() {
        __syncthreads(); // whether they are uneven is known
        return shared_.uneven != 0;
    }

    // The same once more, but of samples with the same value of the digit and of all that is behind it, one is counted.
    __device__ bool are_even_but_for_equal_ones(core::digit digit, unsigned most) {
        Bits const compared = core::low_mask<Bits>(digit.shift + digit.width);
        auto& [tags, different] = shared_.behind;
        clear(tags, space::values);
        clear(different, space::values);
        __syncthreads(); // all have seen that they are uneven, and nothing is noted
        if (threadIdx.x == 0)
            shared_.uneven = 0;
        __syncthreads(); // they may be even
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            Bits const image = samples_.images[i] & compared;
            unsigned const tag = tag_of(image);
            bool const is_first = (__match_any_sync(all_lanes, tag) & lanes_below()) == 0; // others would wait for it
            if (is_first && atomicCAS(&tags[slot_of(image, space::values)], 0u, tag) == 0 &&
                atomicAdd(&different[digit.of(image)], 1u) >= max(most, most_by_chance))
                shared_.uneven = 1;
        }
        return !is_uneven();
    }

    static __device__ unsigned slot_of(Bits image, unsigned slots) {
        return static_cast<unsigned>(mixed(image) >> 16) % slots;
    }

    template <unsigned Size>
    static __device__ void clear(unsigned (&counters)[Size], unsigned size) {
        auto* const vectors = reinterpret_cast<uint4*>(counters);
        for (unsigned i = threadIdx.x; i < size / 4; i += survey_threads)
            vectors[i] = {};
    }

    // Counts samples that are equal to one before, of long arrays more samples than others see. Whether there are as
    // many as of keys of which each is there some times.
    __device__ bool are_repeated() {
        constexpr unsigned some_times = sizeof(Bits) <= 4 ? 3 : 8; // of wider keys, passes by all digits take longer
        clear(shared_.seen, space::slots);
        __syncthreads(); // nothing is seen
        unsigned again = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            again += was_seen(samples_.images[i]);
        unsigned const more = count_ >> 27 != 0 ? 8 : count_ >> 25 != 0 ? 4 : 0; // times as many
        if (more > 0)
            look_further(more, again);
        again = __reduce_add_sync(all_lanes, again);
        if (lane_of_thread() == 0)
            atomicAdd(&shared_.again, again);
        __syncthreads(); // all are counted
        // So many slots are taken while samples are looked at, on average.
        unsigned const rounds = 1 + more;
        unsigned const taken = space::slots * rounds / (rounds + 2);
        return static_cast<float>(shared_.again) > max(static_cast<float>(rounds * taken * some_times) * share_, 4.0f);
    }

    // A sample is noted in a slot of its own, if this is free.
    __device__ unsigned was_seen(Bits image) {
        unsigned const tag = tag_of(image);
        return atomicCAS(&shared_.seen[slot_of(image, space::slots)], 0u, tag) == tag ? 1 : 0;
    }

    // At so many times as many samples, vectors of neighbours: what limits a block alone is how many it asks for.
    // Neighbours that are equal, as where input is in order, count once.
    __device__ void look_further(unsigned times, unsigned& again) {
        constexpr unsigned size = key_vector<Bits>::size, vectors = 4;
        Bits const* const keys = with_.keys_of(buffer::in);
        auto const misaligned = reinterpret_cast<std::uintptr_t>(keys) / sizeof(Bits) % size;
        auto const* const aligned = reinterpret_cast<key_vector<Bits> const*>(keys + (size - misaligned) % size);
        std::uint64_t const apart = (survey_stride(count_) / times - 1) | 1; // of vectors
        unsigned const rounds = times * survey_samples / (vectors * size * survey_threads);
#pragma unroll 1
        for (unsigned round = 0; round < rounds; ++round) {
            key_vector<Bits> loaded[vectors];
#pragma unroll
            for (unsigned v = 0; v < vectors; ++v)
                loaded[v] = aligned[apart * ((round * vectors + v) * survey_threads + threadIdx.x)];
#pragma unroll
            for (unsigned v = 0; v < vectors; ++v)
#pragma unroll
                for (unsigned i = 0; i < size; ++i) {
                    Bits const image = with_.codec.encode(loaded[v].keys[i]) & with_.compared();
                    if (i == 0 || loaded[v].keys[i] != loaded[v].keys[i - 1])
                        again += was_seen(image);
                }
        }
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
    std::uint64_t const count_;                                                           // of all keys
    float const share_ = static_cast<float>(survey_samples) / static_cast<float>(count_); // of them are samples
    unsigned const prefix_, behind_;
    bool repeats_ = false;
};

} // namespace pradix::cuda
