// SPDX-License-Identifier: MIT
// Whether keys repeat, as far as the samples of a cluster show it and further ones that are compared with them. Where a
// whole grid looks at once, repeats_in_grid.cuh asks less of each block.
#pragma once

#include "src/cuda/block/samples/further_samples.cuh"
#include "src/cuda/block/samples/sample_tag.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

struct repeats_in_cluster_space {
    static constexpr unsigned slots = survey_samples;
    alignas(16) unsigned tags[slots]; // of samples
};

// Samples that were seen before.
struct samples_again {
    unsigned found;
    float if_twice; // so many would have been, on average, if each key was there once more

    // Whether they are more than if each key was there so many times more, and more than chance may find.
    __device__ bool are_there(float times, float by_chance = 4) const {
        return static_cast<float>(found) > max(if_twice * times, by_chance);
    }
    // How often each key is there, if all are as often.
    __device__ float times() const { return static_cast<float>(found) / if_twice; }
};

template <class Bits, class Value>
class repeats_in_cluster {
public:
    using space = repeats_in_cluster_space;

    __device__ repeats_in_cluster(space& shared, arguments<Bits, Value> const& with, key_samples<Bits> const& samples,
                                  block_cluster const& cluster)
        : shared_(shared), with_(with), samples_(samples), cluster_(cluster), count_(with.count()) {}

    // By all threads: adds samples that were seen before to `seen_again`. The block that is asked notes its samples. Of
    // long arrays, all blocks do so, and each compares its part of more samples, which others do not see, with them.
    __device__ void look(bool is_asked, unsigned& seen_again) {
        unsigned const more = further_times();
        if (!is_asked && more == 0)
            return;
        clear_together<survey_threads>(shared_.tags);
        __syncthreads(); // nothing is seen
        unsigned again = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            again += was_seen(samples_.images[i]);
        if (!is_asked)
            again = 0;
        if (more > 0)
            look_further(more, again);
        add_up(again, seen_again);
    }

    // So many samples would have been seen before, on average, if each key was there once more.
    __device__ float again_if_twice() const {
        float const share = static_cast<float>(survey_samples) / static_cast<float>(count_); // of keys are samples
        // So many samples met one in its slot, on average.
        auto const blocks = static_cast<float>(cluster_.size), more = static_cast<float>(further_times());
        float const compared = met_in(1) + blocks * (met_in(1 + more / blocks) - met_in(1));
        return compared * space::slots * share;
    }

private:
    // So many times as many samples: the more keys there are, the less their sort has to wait for them, and wide ones
    // lose more if chance decides. What is divided in order has less room for groups that equal keys make uneven; and
    // wide keys alone are not divided at all without having been counted if a few are equal.
    __device__ unsigned further_times() const {
        constexpr bool wide_keys = sizeof(Bits) >= 8;
        leading_digits const& leading = with_.leading;
        unsigned const usual = count_ >> 27 != 0 ? 8 : count_ >> 25 != 0 ? 4 : wide_keys && count_ >> 23 != 0 ? 2 : 0;
        bool const tells_few = wide_keys ? leading.may_skip_counting : leading.are_wide;
        return tells_few ? 64 : leading.in_order ? 2 * usual : usual;
    }

    // Of so many times as many samples as there are slots, one after the other: how many times as many find theirs
    // taken, nearly.
    static __device__ float met_in(float times) {
        return times * times / (times + 2);
    }

    // A sample is noted in a slot of its own, if this is free.
    __device__ unsigned was_seen(Bits image) {
        unsigned const tag = tag_of(image);
        return note(shared_.tags[slot_of(image, space::slots)], tag) == tag ? 1 : 0;
    }

    // At this block's part of so many times as many samples. Neighbours that are equal, as where input is in order,
    // count once.
    __device__ void look_further(unsigned times, unsigned& again) {
        constexpr unsigned at_once = 4;
        further_samples<Bits> const further{with_, times};
        unsigned const rows = further.rows();
#pragma unroll 1
        for (unsigned first = cluster_.rank; first < rows; first += at_once * cluster_.size) {
            key_vector<Bits> loaded[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (unsigned const row = first + i * cluster_.size; row < rows)
                    loaded[i] = further.in_row(row);
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
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
    block_cluster const& cluster_;
    std::uint64_t const count_; // of all keys
};

} // namespace pradix::cuda
