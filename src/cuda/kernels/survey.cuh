// SPDX-License-Identifier: MIT
// A look at some of the keys: are they in order, are there few different ones, are most of them equal, are they spread
// evenly over the first two digits of the bits in which they differ, or would be if they were equalized, are some
// leading digits enough to tell nearly all apart, do upper bits imply other digits? What it says is a guess;
// try_guess.cuh looks at all keys. Each question is answered by one block of a cluster.
#pragma once

#include "src/cuda/block/samples/survey_report.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// What is asked about samples. One object with what follows, since pointers to its parts would keep these in memory.
template <class Bits, class Value>
class key_survey : survey_report<Bits, Value> {
    using report = survey_report<Bits, Value>;
    using conclusions = survey_conclusions<Bits, Value>;

public:
    using report::report;

    __device__ void run() {
        if (may_lead_)
            ask_whether_even();
        if (cluster_.rank == 0)
            even_.estimate_chances();
        if (is_asked())
            ask_what_is_soon_told();
        if (!samples_.are_sorted() && !samples_.are_reversed()) {
            ask_whether_few();
            if constexpr (may_settle_ties(sizeof(Bits)))
                if (with_.leading.may_settle_ties)
                    ask_whether_tied();
            if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>))
                if (with_.leading.may_table_keys && is_asked_last())
                    ask_whether_dense();
        }
        cluster_.meet(); // all is answered
        if constexpr (may_equalize_narrow(sizeof(Bits), value_bytes<Value>))
            if (with_.leading.may_equalize && cluster_.size == survey_blocks)
                equalize_narrow();
        if (cluster_.rank > 0)
            return;
        if constexpr (cuda::may_equalize(sizeof(Bits), value_bytes<Value>))
            if (may_equalize())
                equalize();
        report::write();
    }

private:
    using conclusions::shared_, conclusions::with_, conclusions::cluster_, conclusions::samples_, conclusions::answers_,
        conclusions::spread_, conclusions::even_, conclusions::may_lead_, conclusions::are_even_throughout,
        conclusions::may_equalize;
    using typename conclusions::ties;
    static constexpr unsigned questions = 5 + (may_settle_ties(sizeof(Bits)) ? ties::most - ties::fewest + 1 : 0);
    static_assert(questions <= survey_blocks, "each is asked by a block of a cluster");

    // Where all blocks note their answers.
    __device__ survey_answers& in_first_block() const { return cluster_.of_block(0, answers_); }

    // Whether the next question is this block's.
    __device__ bool is_asked() {
        __syncthreads(); // what the question before has noted is read
        return cluster_.size == 1 || asked_++ == cluster_.rank;
    }
    // Of the last question: a block that has no other one, or the first one, whose other one is soon answered.
    __device__ bool is_asked_last() {
        constexpr unsigned last = questions < survey_blocks ? questions : 0;
        __syncthreads(); // what the question before has noted is read
        return cluster_.size == 1 || cluster_.rank == last;
    }

    // The block that is asked next says by how many bits keys are divided, and so has to know whether images are
    // spread.
    __device__ void ask_whether_even() {
        constexpr unsigned questions_here = 3;
        if (cluster_.size == 1 || cluster_.rank <= questions_here)
            spread_.spread_if_needed(shared_.spread, with_, samples_);
        if (is_asked())
            even_.look_behind();
        if (is_asked())
            even_.look_at_leading();
        even_.look_for_repeats(is_asked());
    }

    // By one block.
    __device__ void ask_what_is_soon_told() {
        if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
            if (may_lead_ && with_.leading.may_skip_counting && threadIdx.x == 0)
                in_first_block().uncounted = uncounted_prefix(with_, spread_);
        if (with_.most_set_aside > 0) {
            Bits& majority = *reinterpret_cast<Bits*>(with_.state->majority.image);
            unsigned const equal = sampled_majority<Bits>{shared_.majority, samples_}.find(majority);
            if (threadIdx.x == 0)
                in_first_block().equal = equal;
            __syncthreads(); // what was noted for that is read
        }
        implied_digits const likely = sampled_implications<Bits, Value>{shared_.implications, with_, samples_}.find();
        if (threadIdx.x == 0)
            with_.state->implied.likely = likely;
    }

    __device__ void ask_whether_dense() {
        sampled_density<Bits> density{shared_.density, samples_};
        Bits first{};
        bool const narrow = density.are_narrow(first),
                   dense = !narrow && with_.leading.may_count_buckets && density.are_dense_in_buckets(with_.count());
        if (threadIdx.x == 0) {
            in_first_block().are_narrow = narrow ? 1 : 0;
            in_first_block().are_dense = dense ? 1 : 0;
            *reinterpret_cast<Bits*>(with_.state->range.first) = first;
            if (dense) {
                with_.state->spreading.template over_range<Bits>() = shared_.density.spread;
                with_.state->prefix.are_spread = shared_.density.spreads;
            }
        }
        __syncthreads(); // what was noted for that is read
    }

    __device__ void ask_whether_few() {
        bool const may_be = with_.has_only_keys() || samples_.width > with_.digits.begin() + radix_bits;
        if (!is_asked() || !may_be)
            return;
        telling_digit<Bits, Value> telling{shared_.telling, with_, samples_};
        bool const found = telling.find();
        if (threadIdx.x > 0)
            return;
        in_first_block().are_few = found ? 1 : 0;
        in_first_block().different = shared_.telling.different;
        if constexpr (may_table_keys(sizeof(Bits)))
            in_first_block().fit_table = !found && with_.leading.may_table_keys && telling.fit_table() ? 1 : 0;
    }

    // Not if a block that is alone knows that groups are the best way.
    __device__ void ask_whether_tied() {
#pragma unroll 1
        for (unsigned leading = ties::fewest; leading <= ties::most; ++leading)
            if (is_asked() && (cluster_.size > 1 || !are_even_throughout()) &&
                ties{shared_.ties, with_, samples_}.tie_seldom(leading) && threadIdx.x == 0)
                atomicOr(&in_first_block().tie_seldom, 1u << leading);
    }

    // By all threads of a block: equalizes images, if they are even then.
    __device__ void equalize() {
        unsigned const width = equalizer_maker{shared_.equalizer, with_, samples_}.make();
        if (width == 0)
            return;
        key_spreading& spreading = with_.state->spreading;
        copy_together<survey_threads, uint4>(spreading.equalizer, shared_.equalizer.made);
        try_equalized(spreading.equalizer, width, [&] {
            even_.look_behind();
            __syncthreads(); // what was noted for that is read
            even_.look_at_leading();
            __syncthreads(); // it is known
            return are_even_throughout();
        });
    }

    // The same by all blocks, for narrow ones, if the first one says so.
    __device__ void equalize_narrow() {
        if (cluster_.rank == 0 && threadIdx.x < cluster_.size)
            cluster_.of_block(threadIdx.x, shared_.equalizes) = may_equalize();
        cluster_.meet(); // all know
        if (!shared_.equalizes)
            return;
        constexpr unsigned width = narrow_equalizer::prefix_width;
        narrow_equalizer_maker maker{shared_.narrow_equalizer, with_, samples_, cluster_};
        if (!maker.make(layout_of_areas(with_, width, true)))
            return;
        float const times = maker.times();
        key_spreading& spreading = with_.state->spreading;
        copy_together<survey_threads, uint4>(spreading.narrow_equalizer, shared_.narrow_equalizer.made);
        try_equalized(spreading.narrow_equalizer.to, width, [&] {
            even_.look_at_leading();
            __syncthreads(); // it is known
            return even_.are_even() && !even_.are_repeating(most_times + 2 * times);
        });
        if (spread_.equalizer != nullptr && threadIdx.x == 0) {
            answers_.uncounted = {narrow_equalizer::rest_bits, width};
            answers_.even.again.found = 0; // keys that repeat do no harm
        }
        __syncthreads(); // it is known by how many bits keys are divided
    }
    static constexpr float most_times = 3; // that keys are there, besides those that are next to each other

    // By all threads of a block, which have copied the equalizer: whether images are even then.
    template <class AreEven>
    __device__ void try_equalized(equalizer_of<Bits> const& by, unsigned width, AreEven const& are_even_then) {
        auto const spread = spread_;
        evenness found{};
        if (threadIdx.x == 0) {
            found = answers_.even;
            answers_.even = {.uneven = 0,
                             .uneven_behind = 0,
                             .uneven_by_equal_keys = 0,
                             .pairs = 0,
                             .again = found.again,
                             .crowding_times = found.crowding_times};
        }
        __syncthreads(); // the equalizer can be read from there, and nothing is found
        spread_.equalize(shared_.spread, samples_, by, width);
        bool const are_even = are_even_then();
        __syncthreads(); // all have looked at what is found
        if (!are_even)
            spread_ = spread;
        if (!are_even && threadIdx.x == 0)
            answers_.even = found;
        __syncthreads(); // the answers are those of the images that are divided
    }

    unsigned asked_ = 0;
};

// The first cluster looks at the keys and clears the state, which it writes to; the other blocks clear what is behind
// it.
template <class Bits, class Value>
__global__ __launch_bounds__(survey_threads) void survey(arguments<Bits, Value> const with, zeros const of_state,
                                                         zeros const behind) {
    auto& shared = at_kept_address(dynamic_space<survey_space<Bits>>());
    auto const cluster = block_cluster::of_this_block();
    wait_for_previous_kernel();
    if (blockIdx.x >= cluster.size)
        return behind.write<survey_threads>(blockIdx.x - cluster.size, gridDim.x - cluster.size);
    if (with.count() < survey_samples || (of_state.count == 0 && with.state->plan.made_early())) {
        of_state.write<survey_threads>(cluster.rank, cluster.size);
        cluster.meet(); // zeros are written
    } else {
        if (threadIdx.x == 0)
            shared.answers = {}; // before blocks meet
        auto const samples = key_samples<Bits>::take(shared.samples, with, of_state, cluster);
        auto spread = spread_samples<Bits>::of(samples);
        key_survey<Bits, Value>{shared, with, cluster, samples, spread, shared.answers}.run();
    }
    if (cluster.rank == 0 && threadIdx.x == 0)
        with.state->to_sort = with.count();
}

} // namespace pradix::cuda
