// SPDX-License-Identifier: MIT
// Rests of a few bits, counted so that their places are known: each possible rest has a tally of two bits, and a rest's
// place is the number of tally marks before its own. A word of tallies is a bin; within it they are counted by
// population count, so that nothing is left to sort.
#pragma once

#include "src/cuda/block/scan.cuh"
#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

// Where the tally of a rest is: in which word, and from which bit of it upwards.
struct tally_place {
    static constexpr unsigned rests_of_word = 16, most = 3;
    static_assert(4 * rests_of_word * most < 256); // sums of four words are bytes

    unsigned bit; // of all words together

    __device__ explicit tally_place(unsigned rest) : bit(2 * rest) {}
    __device__ unsigned word() const { return bit / 32; }
    // Shifts by the lowest five bits of their last argument.
    __device__ std::uint32_t mark() const { return __funnelshift_l(0, 1, bit); }
    __device__ unsigned tally_in(std::uint32_t word) const { return __funnelshift_r(word, 0, bit) & most; }
    __device__ std::uint32_t part_before(std::uint32_t word) const { return word & ~__funnelshift_l(0, ~0u, bit); }
};

// All tallies of a word; the high bit of each counts twice.
__device__ inline unsigned sum_of_tallies(std::uint32_t word) {
    return __popc(word) + __popc(word & 0xaaaaaaaa);
}

template <class Tile>
struct tallies_space {
    static constexpr unsigned words = (1u << tallied_bits) / tally_place::rests_of_word;
    alignas(16) std::uint32_t tallies[words];
    alignas(16) std::uint16_t before[words]; // rests in the words before
    unsigned sum_of_warp[Tile::warps];
};

// Used by all threads, one step after the other; between these, threads meet.
template <class Tile>
class rest_tallies {
public:
    using space = tallies_space<Tile>;

    __device__ explicit rest_tallies(space& shared) : shared_(shared) {}

    __device__ void clear() {
        auto* const fours = reinterpret_cast<uint4*>(shared_.tallies);
#pragma unroll
        for (unsigned i = 0; i < words_of_thread / 4; ++i)
            fours[i * threads + threadIdx.x] = {};
    }

    // Two neighbouring rests at a time, which are aligned to two; behind the last one there is memory.
    __device__ void load(rest_of_key const* rests, unsigned count) {
        auto const* const pairs = reinterpret_cast<unsigned const*>(rests) + threadIdx.x;
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            pairs_[i] = 0;
            if (2 * (i * threads + threadIdx.x) < count)
                pairs_[i] = pairs[i * threads];
        }
    }

    // Calls work(where it was, rest, i) for the rests of this thread.
    template <class Work>
    __device__ void each_rest(unsigned count, Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            unsigned const at = 2 * (i * threads + threadIdx.x);
            if (at >= count)
                break;
            work(at, pairs_[i] & 0xffff, 2 * i);
            if (at + 1 < count)
                work(at + 1, pairs_[i] >> 16, 2 * i + 1);
        }
    }

    // Returns whether no rest of this thread was there too often.
    __device__ bool tally(unsigned count) {
        bool told = true;
        each_rest(count, [&](unsigned, unsigned rest, unsigned i) {
            tally_place const place{rest};
            unsigned const equal = place.tally_in(atomicAdd(&shared_.tallies[place.word()], place.mark()));
            told &= equal < tally_place::most;
            equals_ |= equal << 2 * i;
        });
        return told;
    }

    // From so many places upwards. A thread looks after neighbouring words, four at a time: their sums are bytes of a
    // word, and a product adds them up.
    __device__ void scan_words(unsigned first_place) {
        constexpr unsigned fours = words_of_thread / 4;
        auto const* const tallies = reinterpret_cast<uint4 const*>(shared_.tallies) + threadIdx.x * fours;
        unsigned sums[fours], sum = 0; // byte i: of the words up to i
#pragma unroll
        for (unsigned i = 0; i < fours; ++i) {
            uint4 const four = tallies[i];
            sums[i] = (sum_of_tallies(four.x) | sum_of_tallies(four.y) << 8 | sum_of_tallies(four.z) << 16 |
                       sum_of_tallies(four.w) << 24) *
                      0x01010101;
            sum += sums[i] >> 24;
        }
        constexpr unsigned both_halves = 0x10001;
        unsigned before = (scan_in_block(sum, shared_.sum_of_warp) + first_place) * both_halves;
        auto* const out = reinterpret_cast<uint2*>(shared_.before) + threadIdx.x * fours;
#pragma unroll
        for (unsigned i = 0; i < fours; ++i) {
            unsigned const up_to = sums[i] << 8; // byte i: of the words before i
            out[i] = {before + __byte_perm(up_to, 0, 0x4140), before + __byte_perm(up_to, 0, 0x4342)};
            before += (sums[i] >> 24) * both_halves;
        }
        __syncthreads(); // words know what is before them
    }

    // How often a rest of this thread was there before, which is not the order of the input.
    __device__ unsigned equal_before(unsigned i) const {
        return equals_ >> 2 * i & 3;
    }
    // Where the rests that are equal to this one begin, and how many they are.
    struct equal_rests {
        unsigned first, count;
    };
    __device__ equal_rests equals_of(unsigned rest) const {
        tally_place const place{rest};
        std::uint32_t const word = shared_.tallies[place.word()];
        return {shared_.before[place.word()] + sum_of_tallies(place.part_before(word)), place.tally_in(word)};
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items / 2;
    static constexpr unsigned words_of_thread = space::words / threads;
    static_assert(words_of_thread % 8 == 0 && Tile::items % 2 == 0 && Tile::size < 1u << 16);

    space& shared_;
    unsigned pairs_[rows]; // of rests
    unsigned equals_ = 0;
};

} // namespace pradix::cuda
