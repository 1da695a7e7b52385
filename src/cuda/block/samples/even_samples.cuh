// SPDX-License-Identifier: MIT
// Whether keys are so even, as far as samples show it, that two leading digits make groups which a block can sort well.
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"
#include "src/cuda/block/samples/sample_tag.cuh"
#include "src/cuda/warp/reduce.cuh"

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
};

// What samples say about it. Blocks of a cluster may find it out together. Zero at first.
struct evenness {
    unsigned uneven;  // 1: some value of a digit has many more samples than others
    unsigned repeats; // 1: only because keys are equal, which is no hindrance
    unsigned pairs;   // of samples that share the first bits that differ
    unsigned again;   // samples that were seen before
};

template <class Bits, class Value>
class even_samples {
public:
    __device__ even_samples(even_samples_space& shared, evenness& found, arguments<Bits, Value> const& with,
                            key_samples<Bits> const& samples, block_cluster const& cluster)
        : shared_(shared), found_(found), with_(with), samples_(samples), cluster_(cluster), count_(with.count()),
          prefix_(prefix_width(count_, group_tile.size())), behind_(samples.width - prefix_) {}

    // By all threads of a block: has some value of the bits behind the leading ones, by which groups are split, many
    // more samples than others? Where equal keys are no hindrance, they are counted as one.
    __device__ void look_behind() {
        static_assert(rest_split_bits <= space::most_width);
        core::digit const digit = split_digit(behind_);
        unsigned const most = 2 * survey_samples >> __popc(digit.of(samples_.differing));
        count(digit, most);
        if (!is_uneven())
            return;
        bool const repeats = may_repeat() && are_even_but_for_equal_ones(digit, most);
        if (threadIdx.x == 0)
            (repeats ? found_.repeats : found_.uneven) = 1;
    }

    // Has some value of the leading bits?
    __device__ void look_at_leading() {
        unsigned const leading = min(prefix_, space::most_width), items_of_bin = group_tile.size()
                                                                                 << (prefix_ - leading);
        unsigned const most = with_.leading.may_have_large_groups
                                  ? most_of_large_groups
                                  : static_cast<unsigned>(static_cast<float>(2 * items_of_bin) * share_);
        add_up(count(core::digit{samples_.width - leading, leading}, most), found_.pairs);
        if (is_uneven() && threadIdx.x == 0)
            found_.uneven = 1;
    }

    // Do keys repeat? A block notes its samples. Of long arrays, all blocks do so, and each compares its part of more
    // samples, which others do not see, with them.
    __device__ void look_for_repeats(bool is_asked) {
        unsigned const more = further_samples();
        if (!is_asked && more == 0)
            return;
        clear_table<survey_threads>(shared_.seen);
        __syncthreads(); // nothing is seen
        unsigned again = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            again += was_seen(samples_.images[i]);
        if (!is_asked)
            again = 0;
        if (more > 0)
            look_further(more, again);
        add_up(again, found_.again);
    }

    // Once all blocks have looked: so often that groups are uneven, each in its own way.
    __device__ bool are_repeating() const {
        return found_.repeats != 0 || are_there(some_times);
    }
    __device__ bool are_even() const {
        return found_.uneven == 0 && !have_large_groups() && (may_repeat() || !are_repeating());
    }
    // Hardly more pairs of samples than by chance share their leading bits, and hardly any are equal: not as many as if
    // each key was there so many times more.
    __device__ bool are_random(float times = some_times) const {
        unsigned const by_chance = pairs_by_chance();
        return are_even() && !are_repeating() && !are_there(min(times, some_times)) &&
               found_.pairs <= by_chance + by_chance / 16;
    }
    __device__ core::digit prefix() const {
        return {behind_, prefix_};
    }

private:
    using space = even_samples_space;
    static constexpr float some_times = sizeof(Bits) <= 4 ? 3 : 8; // of wider keys, passes by all digits take longer

    // Of samples that share their leading bits, if keys are spread evenly.
    __device__ unsigned pairs_by_chance() const {
        return survey_samples / 2 * (survey_samples - 1) >> min(prefix_, space::most_width);
    }

    // Whether some group has more items than fit a block. If none had, so many pairs would not share their leading
    // bits: the squares of the groups' sizes add up to no more than if all were as large as a block. Not asked where
    // large groups are sorted, too, nor where wider digits make smaller ones.
    __device__ bool have_large_groups() const {
        if (with_.leading.may_have_large_groups || with_.leading.are_wide)
            return false;
        float const average = static_cast<float>(count_) / static_cast<float>(std::uint64_t{1} << prefix_);
        float const most = static_cast<float>(pairs_by_chance()) * static_cast<float>(group_tile.size()) / average;
        return static_cast<float>(found_.pairs) > most + most / 16;
    }

    // Whether more samples were seen before than if each key was there so many times more.
    __device__ bool are_there(float times) const {
        // So many samples met one in its slot, on average.
        auto const blocks = static_cast<float>(cluster_.size), more = static_cast<float>(further_samples());
        float const compared = met_in(1) + blocks * (met_in(1 + more / blocks) - met_in(1));
        return static_cast<float>(found_.again) > max(compared * space::slots * times * share_, 4.0f);
    }

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
        clear_table<survey_threads>(shared_.counts, 1u << digit.width);
        if (threadIdx.x == 0)
            shared_.uneven = 0;
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
        clear_table<survey_threads>(tags);
        clear_table<survey_threads>(different);
        __syncthreads(); // all have seen that they are uneven, and nothing is noted
        if (threadIdx.x == 0)
            shared_.uneven = 0;
        __syncthreads(); // they may be even
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            Bits const image = samples_.images[i] & compared;
            if (note(tags[slot_of(image, space::values)], tag_of(image)) == 0 &&
                atomicAdd(&different[digit.of(image)], 1u) >= max(most, most_by_chance))
                shared_.uneven = 1;
        }
        return !is_uneven();
    }

    __device__ bool may_repeat() const {
        return may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) && with_.has_only_keys();
    }

    // So many times as many samples: the more keys there are, the less their sort has to wait for them. What is divided
    // in order has less room for groups that equal keys make uneven.
    __device__ unsigned further_samples() const {
        unsigned const usual = count_ >> 27 != 0 ? 8 : count_ >> 25 != 0 ? 4 : 0;
        return with_.leading.are_wide && sizeof(Bits) == 4 ? 64 : with_.leading.in_order ? 2 * usual : usual;
    }

    // Of so many times as many samples as there are slots, one after the other: how many times as many find theirs
    // taken, nearly.
    static __device__ float met_in(float times) {
        return times * times / (times + 2);
    }

    // A sample is noted in a slot of its own, if this is free.
    __device__ unsigned was_seen(Bits image) {
        unsigned const tag = tag_of(image);
        return note(shared_.seen[slot_of(image, space::slots)], tag) == tag ? 1 : 0;
    }

    // At this block's part of so many times as many samples, vectors of neighbours: what limits a block is how many it
    // asks for. Neighbours that are equal, as where input is in order, count once.
    __device__ void look_further(unsigned times, unsigned& again) {
        constexpr unsigned size = key_vector<Bits>::size, at_once = 4;
        Bits const* const keys = with_.keys_of(buffer::in);
        auto const* const aligned =
            reinterpret_cast<key_vector<Bits> const*>(keys + key_vector<Bits>::keys_before_aligned(keys));
        std::uint64_t const stride = survey_stride(count_);
        unsigned const places = times / size, rows = places * samples_of_thread; // a vector at each
        auto const vector = [&](unsigned row) {
            unsigned const sample = row % samples_of_thread * survey_threads + threadIdx.x;
            return place_between_samples(stride, sample, row / samples_of_thread, places) / size;
        };
#pragma unroll 1
        for (unsigned first = cluster_.rank; first < rows; first += at_once * cluster_.size) {
            key_vector<Bits> loaded[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (unsigned const row = first + i * cluster_.size; row < rows)
                    loaded[i] = aligned[vector(row)];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (first + i * cluster_.size < rows)
                    again += seen_of(loaded[i]);
        }
    }

    __device__ unsigned seen_of(key_vector<Bits> const& loaded) {
        unsigned again = 0;
#pragma unroll
        for (unsigned i = 0; i < key_vector<Bits>::size; ++i)
            if (i == 0 || loaded.keys[i] != loaded.keys[i - 1])
                again += was_seen(with_.codec.encode(loaded.keys[i]) & with_.compared());
        return again;
    }

    space& shared_;
    evenness& found_;
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
    block_cluster const& cluster_;
    std::uint64_t const count_;                                                           // of all keys
    float const share_ = static_cast<float>(survey_samples) / static_cast<float>(count_); // of them are samples
    unsigned const prefix_, behind_;
};

} // namespace pradix::cuda
