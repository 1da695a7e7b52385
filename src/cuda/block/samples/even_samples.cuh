// SPDX-License-Identifier: MIT
// Whether keys are so even, as far as samples show it, that two leading digits make groups which fit a block, and that
// a split sorts these well.
#pragma once

#include "src/cuda/block/samples/repeats_in_cluster.cuh"
#include "src/cuda/block/samples/spread_samples.cuh"

namespace pradix::cuda {

struct even_samples_space {
    static constexpr unsigned most_width = 12, values = 1u << most_width;
    union {                                  // one after the other
        alignas(16) unsigned counts[values]; // of samples, by some of their bits
        repeats_in_cluster_space repeated;
        struct {
            alignas(16) unsigned tags[values]; // of samples, from the bits that are counted downwards
            unsigned different[values];        // samples with such a value
        } behind;
    };
    unsigned uneven;
};

// What samples say about it. Blocks of a cluster may find it out together. Zero at first.
struct evenness {
    unsigned uneven;               // 1: some value of the leading bits has many more samples than others
    unsigned uneven_behind;        // 1: some value of the bits by which groups are split
    unsigned uneven_by_equal_keys; // 1: only because keys are equal, which is no hindrance
    unsigned pairs;                // of samples that share the first bits that differ
    samples_again again;
    float crowding_times; // that keys are there: groups are uneven then, each in its own way
};

template <class Bits, class Value>
class even_samples {
public:
    static constexpr bool are_narrow_alone = sizeof(Bits) == 4 && !has_values<Value>;

    __device__ even_samples(even_samples_space& shared, evenness& found, arguments<Bits, Value> const& with,
                            key_samples<Bits> const& samples, spread_samples<Bits> const& spread,
                            block_cluster const& cluster)
        : shared_(shared), found_(found), with_(with), cluster_(cluster), samples_(samples), spread_(spread),
          repeated_(shared.repeated, with, samples, cluster), count_(with.count()),
          usual_prefix_(prefix_width(count_, group_tile.size())) {}

    // By all threads of a block: has some value of the bits behind the leading ones, by which groups are split, many
    // more samples than others? Where equal keys are no hindrance, they are counted as one.
    __device__ void look_behind() {
        static_assert(rest_split_bits <= space::most_width);
        core::digit const digit = spread_.in_tops(split_digit(behind()));
        unsigned const most = 2 * survey_samples >> __popc(digit.of(spread_.differing));
        count(digit, most);
        if (!is_uneven()) {
            if (seem_even(digit, most) && threadIdx.x == 0)
                in_first_block().uneven_behind = 1;
            return;
        }
        bool const repeats = may_repeat() && are_even_but_for_equal_ones(digit, most);
        if (threadIdx.x == 0)
            (repeats ? in_first_block().uneven_by_equal_keys : in_first_block().uneven_behind) = 1;
    }

    // Has some value of the leading bits?
    __device__ void look_at_leading() {
        unsigned const leading = min(width(), space::most_width), items_of_bin = group_tile.size()
                                                                                 << (width() - leading);
        unsigned const most = may_have_large_groups()
                                  ? most_of_large_groups
                                  : static_cast<unsigned>(static_cast<float>(2 * items_of_bin) * share_);
        add_up(count(spread_.in_tops({spread_.width - leading, leading}), most), in_first_block().pairs);
        if (is_uneven() && threadIdx.x == 0)
            in_first_block().uneven = 1;
    }

    // Do keys repeat?
    __device__ void look_for_repeats(bool is_asked) { repeated_.look(is_asked, in_first_block().again.found); }

    // By the block that concludes, while others look: what does not depend on what they find, and takes a while.
    __device__ void estimate_chances() {
        if (threadIdx.x > 0)
            return;
        found_.again.if_twice = repeated_.again_if_twice();
        found_.crowding_times = crowding_times();
    }

    // Once all blocks have looked.
    __device__ bool are_repeating() const {
        return found_.uneven_by_equal_keys != 0 || found_.again.are_there(found_.crowding_times);
    }
    __device__ bool are_even() const { return found_.uneven == 0 && (may_have_large_groups() || !have_large_groups()); }
    // Whether so many keys of a group share a bin of a split that blocks take a pass for each digit that is left.
    __device__ bool crowd_groups() const { return found_.uneven_behind != 0 || (!may_repeat() && are_repeating()); }
    // Hardly more pairs of samples than by chance share their leading bits, and hardly any are equal: not as many as if
    // each key was there so many times more.
    __device__ bool are_random(float times) const {
        constexpr float most_by_accident = 3; // fewer than elsewhere: keys that lack room are divided in vain
        unsigned const by_chance = pairs_by_chance();
        bool const crowd_bins = are_narrow_alone ? found_.uneven_behind != 0 : crowd_groups() || are_repeating();
        return are_even() && !crowd_bins && !found_.again.are_there(times, most_by_accident) &&
               found_.pairs <= by_chance + by_chance / 16;
    }

    // Whether each key is there more than so many times, on average.
    __device__ bool are_repeating(float times) const { return found_.again.are_there(times); }

    // Whether keys repeat so often that buckets of a first digit have no more than so many different ones, and these
    // are so many all the same that buckets vary little: of pairs that share their leading bits, others than by chance
    // are equal keys.
    __device__ bool are_few_in_buckets(unsigned most) const {
        constexpr unsigned least = 26, all_pairs = survey_samples / 2 * (survey_samples - 1);
        float const times = static_cast<float>(count_) / static_cast<float>(bins * most);
        return found_.uneven == 0 && found_.uneven_behind == 0 && found_.uneven_by_equal_keys == 0 &&
               found_.pairs <= pairs_by_chance() + all_pairs / (bins * least) && found_.again.are_there(times);
    }

    // As many different keys as there are, if all are there as often.
    __device__ float different_keys() const { return static_cast<float>(count_) / (1 + found_.again.times()); }

    // Whether some group has more items than fit a block.
    __device__ bool have_large_groups() const { return have_groups_beyond(group_tile.size()); }
    // If none had more, so many pairs would not share their leading bits: the squares of the groups' sizes add up to no
    // more than if all were as large.
    __device__ bool have_groups_beyond(unsigned items) const {
        float const average = static_cast<float>(count_) / static_cast<float>(std::uint64_t{1} << width());
        float const most = static_cast<float>(pairs_by_chance()) * static_cast<float>(items) / average;
        return static_cast<float>(found_.pairs) > most + most / 16;
    }

    __device__ core::digit prefix() const { return {behind(), width()}; }

private:
    using space = even_samples_space;

    // Where all blocks note what they find.
    __device__ evenness& in_first_block() const { return cluster_.of_block(0, found_); }

    // Groups of keys that are there more often do not fit a block, or crowd their bins, and passes by all digits are
    // faster. Wide keys alone stay in groups, which have a way for crowds. Whether areas have room is asked apart.
    __device__ float crowding_times() const {
        constexpr float most_times = sizeof(Bits) > 4 || are_narrow_alone ? most_repeats_in_bins : 18;
        constexpr float deviations = 4.5; // the largest of 65,536 groups
        leading_digits const& leading = with_.leading;
        if (are_narrow_alone && leading.are_wide)
            return most_times;
        if (has_values<Value> || (leading.may_leave_rests && rest_fits(behind(), sizeof(std::uint32_t))))
            return min(most_repeats(count_ >> width(), group_tile.size(), deviations), most_times);
        return sizeof(Bits) > 4 ? 8 : 7;
    }

    // Of the prefix.
    __device__ unsigned width() const { return spread_.equalizer != nullptr ? spread_.prefix : usual_prefix_; }
    __device__ unsigned behind() const { return spread_.width - width(); }

    // Of samples that share their leading bits, if keys are spread evenly.
    __device__ unsigned pairs_by_chance() const {
        return survey_samples / 2 * (survey_samples - 1) >> min(width(), space::most_width);
    }

    // As samples tell. They are sorted, too; or wider digits make smaller ones.
    __device__ bool may_have_large_groups() const {
        leading_digits const& leading = with_.leading;
        return leading.may_have_many_large_groups || leading.are_wide ||
               (leading.may_have_large_groups && spread_.equalizer != nullptr);
    }

    static constexpr unsigned most_by_chance = 24;        // samples of a value, where two are expected
    static constexpr unsigned most_of_large_groups = 128; // of a value of the leading bits

    // Notes if a value of the digit has more samples than `most`, if that is not few, and returns a part of how many
    // pairs of samples share their value. All that is noted is known once threads have met.
    __device__ unsigned count(core::digit digit, unsigned most) {
        return count(digit, most, [&](unsigned i) { return spread_.tops[i]; });
    }
    // The same of other leading bits of a thread's i-th sample.
    template <class TopOf>
    __device__ unsigned count(core::digit digit, unsigned most, TopOf const& top_of) {
        // Samples of one value would wait for each other. Far apart, where input in order has others, that many threads
        // find their own value again tells enough.
        bool shares = false;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned const value = digit.of(top_of(i));
            shares |= value == __shfl_xor_sync(all_lanes, value, warp_lanes / 2);
        }
        zeros{reinterpret_cast<uint4*>(shared_.counts), (1u << digit.width) / 4}.template write<survey_threads>(0, 1);
        if (threadIdx.x == 0)
            shared_.uneven = 0;
        if (__syncthreads_count(shares) > survey_threads / 16 + most) { // and counters are clear
            shared_.uneven = 1;
            return 0;
        }
        unsigned pairs = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned const before = atomicAdd(&shared_.counts[digit.of(top_of(i))], 1u);
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

    // The same once more, but of samples with the same bits behind the leading ones, one is counted.
    __device__ bool are_even_but_for_equal_ones(core::digit digit, unsigned most) {
        Bits const compared = core::low_mask<Bits>(behind());
        auto& [tags, different] = shared_.behind;
        clear_together<survey_threads>(tags);
        clear_together<survey_threads>(different);
        __syncthreads(); // all have seen that they are uneven, and nothing is noted
        if (threadIdx.x == 0)
            shared_.uneven = 0;
        __syncthreads(); // they may be even
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            Bits const image = spread_.image_of(samples_.images[i]) & compared;
            if (note(tags[slot_of(image, space::values)], tag_of(image)) == 0 &&
                atomicAdd(&different[digit.of(spread_.tops[i])], 1u) >= max(most, most_by_chance))
                shared_.uneven = 1;
        }
        return !is_uneven();
    }

    // Only because images are spread? Where numbers are put together, such as a row and a place in it, that moves each
    // row elsewhere, so that the bits behind are even over all of them. Not asked of items with values: blocks sort
    // such groups faster than passes do.
    __device__ bool seem_even(core::digit digit, unsigned most) {
        if (has_values<Value> || !spread_.is_spread())
            return false;
        __syncthreads(); // all have seen that they are even
        count(digit, most, [&](unsigned i) { return spread_.top_before(samples_.images[i], samples_); });
        return is_uneven();
    }

    __device__ bool may_repeat() const {
        return may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) && with_.has_only_keys();
    }

    space& shared_;
    evenness& found_;
    arguments<Bits, Value> const& with_;
    block_cluster const& cluster_;
    key_samples<Bits> const& samples_;
    spread_samples<Bits> const& spread_;
    repeats_in_cluster<Bits, Value> repeated_;
    std::uint64_t const count_;                                                           // of all keys
    float const share_ = static_cast<float>(survey_samples) / static_cast<float>(count_); // of them are samples
    unsigned const usual_prefix_;
};

} // namespace pradix::cuda
