// SPDX-License-Identifier: MIT
// Where samples of floats are dense: how many lie in each piece of their images (image_pieces.hpp).
#pragma once

#include "src/cuda/block/samples/further_samples.cuh"
#include "src/cuda/images/image_pieces.hpp"

namespace pradix::cuda {

// Of images: the least and the greatest one, and those next to zero; the greater ones inverted, so that all are the
// least.
template <class Bits>
struct sample_ends {
    Bits least = ~Bits{0}, not_below_zero = ~Bits{0}, above_zero = ~Bits{0}, not_greatest = ~Bits{0};

    __device__ void note(Bits image, Bits zero) {
        least = min(least, image);
        not_greatest = min(not_greatest, ~image);
        if (image > zero)
            above_zero = min(above_zero, image);
        if (image < zero - 1)
            not_below_zero = min(not_below_zero, ~image);
    }
    __device__ void add(sample_ends const& other) {
        least = min(least, other.least);
        not_below_zero = min(not_below_zero, other.not_below_zero);
        above_zero = min(above_zero, other.above_zero);
        not_greatest = min(not_greatest, other.not_greatest);
    }
    __device__ void become_least_in_warp() {
        least = least_in_warp(least);
        not_below_zero = least_in_warp(not_below_zero);
        above_zero = least_in_warp(above_zero);
        not_greatest = least_in_warp(not_greatest);
    }
};

template <class Bits>
struct piece_samples_space {
    sample_ends<Bits> ends_of_warp[survey_threads / warp_lanes];
    sample_ends<Bits> ends;                  // of this block
    unsigned samples[2 * most_pieces<Bits>]; // of each half of a piece
    unsigned zeros;                          // among those of a cluster, in its first block
};

// By all threads of a block.
template <class Bits>
class piece_samples {
public:
    // `pieces` is shared.
    __device__ piece_samples(piece_samples_space<Bits>& shared, arguments<Bits, no_value> const& with,
                             key_samples<Bits> const& samples, image_pieces<Bits>& pieces)
        : shared_(shared), with_(with), samples_(samples), pieces_(pieces) {}

    // Finds out which pieces there are, and counts samples. Keys are floats.
    __device__ void count() {
        find_ends([](auto const&) {});
        if (threadIdx.x == 0)
            pieces_ = pieces_around(shared_.ends); // which it has found
        __syncthreads();                           // pieces are known
        count_all();
        __syncthreads(); // samples are counted
    }
    // The same by the blocks of a cluster, survey_blocks of them, which meet: each looks at its part of further
    // samples. The first block knows the sums.
    __device__ void count_in_cluster(block_cluster const& cluster) {
        part_of_cluster const part{with_, more(), cluster};
        find_ends([&](auto const& note) { part.each(note); });
        if (threadIdx.x == 0)
            shared_.zeros = 0;
        cluster.meet(); // each has found the ends of its part, and no zeros are counted
        if (warp_of_thread() == 0) {
            sample_ends<Bits> ends = cluster.of_block(lane_of_thread() % cluster.size, shared_.ends);
            Bits const not_below_zero = least_but_few(ends.not_below_zero), above_zero = least_but_few(ends.above_zero);
            ends.become_least_in_warp();
            ends.not_below_zero = not_below_zero, ends.above_zero = above_zero;
            if (lane_of_thread() == 0)
                pieces_ = pieces_around(ends);
        }
        __syncthreads(); // pieces are known
        image_pieces<Bits> const pieces = pieces_;
        unsigned zeros = 0;
        auto const count = [&](Bits image) {
            atomicAdd(&shared_.samples[half_of(pieces, image)], 1u);
            zeros += pieces.fold.is_zero(image) ? 1 : 0;
        };
        part.each(count);
        if (cluster.rank == 0)
#pragma unroll
            for (Bits const image : samples_.images)
                count(image);
        if (zeros > 0)
            atomicAdd(&cluster.of_block(0, shared_.zeros), zeros);
        cluster.meet(); // each has counted its part
        if (cluster.rank == 0)
            add_other_parts(cluster);
        cluster.meet(); // all are counted
    }

    // In either half of a piece.
    __device__ unsigned in_half(unsigned piece, unsigned half) const {
        return shared_.samples[2 * piece + half];
    }
    __device__ unsigned in(unsigned piece) const {
        return piece < most_pieces<Bits> ? in_half(piece, 0) + in_half(piece, 1) : 0;
    }
    // Of either sign; where blocks have counted together.
    __device__ unsigned zeros() const {
        return shared_.zeros;
    }
    // In all pieces.
    __device__ unsigned all() const {
        return (1 + more()) * survey_samples;
    }

private:
    // There are so few images that those which nobody expects to see make groups uneven.
    static constexpr bool is_narrow = sizeof(Bits) == 4;
    static constexpr unsigned narrow_more = 16;

    // So many times as many are counted, too, for what is left to chance makes groups uneven: the more, the less a sort
    // has to wait for them.
    __device__ unsigned more() const {
        return is_narrow ? narrow_more : with_.count() >> 25 != 0 ? 3 : 1;
    }

    // Of samples, and of those that note_further(note) notes. No samples are counted yet.
    template <class NoteFurther>
    __device__ void find_ends(NoteFurther const& note_further) {
        Bits const zero = greater_zero(with_.codec);
        sample_ends<Bits> ends;
#pragma unroll
        for (Bits const image : samples_.images)
            ends.note(image, zero);
        note_further([&](Bits image) { ends.note(image, zero); });
        ends.become_least_in_warp();
        if (lane_of_thread() == 0)
            shared_.ends_of_warp[warp_of_thread()] = ends;
        clear_together<survey_threads>(shared_.samples);
        __syncthreads(); // each warp has said its part, and no samples are counted
        if (warp_of_thread() == 0) {
            ends = shared_.ends_of_warp[lane_of_thread()];
            ends.become_least_in_warp();
            if (lane_of_thread() == 0)
                shared_.ends = ends;
        }
    }

    // By all lanes, of what the blocks of a cluster have found: not what three of them have by chance, as if each
    // octave had half as many images as the one before; if these are far away, there is more to it.
    __device__ Bits least_but_few(Bits each) const {
        constexpr unsigned few = 3, far = 6; // octaves beyond where pieces would end
        Bits const least = least_in_warp(each);
#pragma unroll
        for (unsigned i = 0; i < few; ++i)
            if (each == least_in_warp(each))
                each = ~Bits{0};
        Bits const likely = least_in_warp(each);
        return likely - least > Bits{octaves_to_spare() + far} << zero_fold<Bits>::octave_bits ? least : likely;
    }

    // Samples have shorter tails than all images. Towards zero, half as many lie in each octave as in the one before,
    // or samples of one sign in so many octaves that a fifteenth is more; in the other direction, three eighths more
    // are enough for bell-shaped and for log-normal numbers. Zero itself is no outlier. Of a sign that no sample has,
    // there is nothing. Of narrow keys, more samples are known, so that a quarter more is enough, and some hundred keys
    // may lie beyond.
    __device__ image_pieces<Bits> pieces_around(sample_ends<Bits> const& ends) const {
        Bits const zero = greater_zero(with_.codec), below_zero = ~ends.not_below_zero, greatest = ~ends.not_greatest;
        bool const has_below = ends.least < zero - 1;
        bool const has_above = greatest > zero;
        Bits const span = max(has_below ? below_zero - ends.least : 0, has_above ? greatest - ends.above_zero : 0),
                   from_zero = is_narrow ? span / 4 : span / 8 * 3;
        constexpr unsigned sampled_octaves = is_narrow ? 17 : 15;
        std::uint64_t const octave = max(span / sampled_octaves, Bits{1} << zero_fold<Bits>::octave_bits);
        auto const towards_zero = [&](Bits most) {
            return static_cast<Bits>(min(std::uint64_t{most}, octave * octaves_to_spare()));
        };
        auto const fold = zero_fold<Bits>::between(
            has_below ? below_zero + towards_zero(zero - 2 - below_zero) : zero - 2,
            has_above ? ends.above_zero - towards_zero(ends.above_zero - zero - 1) : zero + 1, zero);
        return image_pieces<Bits>::of(
            fold, has_below ? fold.apply(ends.least - min(ends.least, from_zero)) : fold.folded_zero - 1,
            has_above ? fold.apply(greatest + min(~greatest, from_zero)) : fold.folded_zero);
    }

    // Towards zero, beyond samples.
    __device__ unsigned octaves_to_spare() const {
        constexpr unsigned wide_more = 8, narrow_less = 4;
        return is_narrow ? max(core::bit_width(with_.count() / all()), narrow_less + 1) - narrow_less
                         : core::bit_width(with_.count() / survey_samples) + wide_more;
    }

    // Of further samples after each of the first ones.
    __device__ void count_all() {
        image_pieces<Bits> const pieces = pieces_;
        Bits const* const keys = with_.keys_of(buffer::in);
        std::uint64_t const stride = survey_stride(with_.count());
#pragma unroll 1
        for (unsigned i = 0; i < more(); ++i) {
            Bits between[samples_of_thread];
#pragma unroll
            for (unsigned s = 0; s < samples_of_thread; ++s)
                between[s] = keys[place_between_samples(stride, threadIdx.x * samples_of_thread + s, i, more())];
#pragma unroll
            for (Bits const key : between)
                count(pieces, with_.codec.encode(key));
        }
#pragma unroll
        for (Bits const image : samples_.images)
            count(pieces, image);
    }
    // By all lanes. Many have the same half of a piece, or one of two: those count together.
    __device__ void count(image_pieces<Bits> const& pieces, Bits image) {
        unsigned const half = half_of(pieces, image);
        bool counts = true;
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            std::uint32_t const left = __ballot_sync(all_lanes, counts);
            if (left == 0)
                return;
            unsigned const leader = __ffs(left) - 1, likely = __shfl_sync(all_lanes, half, leader);
            std::uint32_t const alike = __ballot_sync(all_lanes, counts && half == likely);
            if (lane_of_thread() == leader)
                atomicAdd(&shared_.samples[likely], static_cast<unsigned>(__popc(alike)));
            counts &= half != likely;
        }
        if (counts)
            atomicAdd(&shared_.samples[half], 1u);
    }
    static __device__ unsigned half_of(image_pieces<Bits> const& pieces, Bits image) {
        Bits const place = pieces.place_of(image);
        return 2 * pieces.piece_at(place) + static_cast<unsigned>(place >> (pieces.width - 1) & 1);
    }

    // What a thread of a cluster has of further samples, in registers.
    class part_of_cluster {
    public:
        __device__ part_of_cluster(arguments<Bits, no_value> const& with, unsigned times, block_cluster const& cluster)
            : codec_(with.codec) {
            further_samples<Bits> const further{with, times};
#pragma unroll
            for (unsigned i = 0; i < rows; ++i)
                loaded_[i] = further.in_row(cluster.rank + i * survey_blocks);
        }
        // Calls work(image).
        template <class Work>
        __device__ void each(Work const& work) const {
#pragma unroll
            for (key_vector<Bits> const& vector : loaded_)
#pragma unroll
                for (Bits const key : vector.keys)
                    work(codec_.encode(key));
        }

    private:
        static constexpr unsigned rows = narrow_more / key_vector<Bits>::size * samples_of_thread / survey_blocks;
        core::key_order<Bits> const& codec_;
        key_vector<Bits> loaded_[rows];
    };
    __device__ void add_other_parts(block_cluster const& cluster) {
        for (unsigned i = threadIdx.x; i < 2 * pieces_.size(); i += survey_threads) {
            unsigned sum = shared_.samples[i];
#pragma unroll 8
            for (unsigned block = 1; block < cluster.size; ++block)
                sum += cluster.of_block(block, shared_.samples)[i];
            shared_.samples[i] = sum;
        }
    }

    piece_samples_space<Bits>& shared_;
    arguments<Bits, no_value> const& with_;
    key_samples<Bits> const& samples_;
    image_pieces<Bits>& pieces_;
};

} // namespace pradix::cuda
