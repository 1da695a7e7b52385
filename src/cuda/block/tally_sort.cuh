// SPDX-License-Identifier: MIT
// Keys alone of which nothing is left to compare but a few bits: each possible key has a tally of two bits, and a key's
// place is the number of tally marks before its own. A word of tallies is a bin; within it they are counted by
// population count, so that nothing is left to sort.
#pragma once

#include "src/cuda/block/scan.cuh"
#include "src/cuda/block/segment.cuh"

namespace pradix::cuda {

// Where the tally of a key is: in which word, and from which bit of it upwards.
struct tally_place {
    static constexpr unsigned keys_of_word = 16, most = 3;
    static_assert(4 * keys_of_word * most < 256);

    unsigned bit; // of all words together

    __device__ explicit tally_place(unsigned key) : bit(2 * key) {}
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
struct tally_space {
    static constexpr unsigned words = (1u << tallied_bits) / tally_place::keys_of_word;
    alignas(16) std::uint32_t tallies[words];
    alignas(16) std::uint16_t before[words]; // keys in the words before
    unsigned keys[Tile::size];               // by place
    unsigned sum_of_warp[Tile::warps];
};

template <class Bits, class Tile>
class tally_sort {
public:
    using space = tally_space<Tile>;

    __device__ tally_sort(space& shared, core::key_order<Bits> const& codec, segment<Bits, no_value, true> const& items)
        : shared_(shared), codec_(codec), items_(items) {}

    // Returns false, with nothing written, if some key is there more often than can be told. By all threads.
    __device__ bool run() {
        clear();
        load();
        __syncthreads(); // tallies are clear
        bool const told = tally();
        if (!__syncthreads_and(told)) // and tallies are complete
            return false;
        scan_words();
        place();
        for_rows([&](unsigned i) {
            unsigned const slot = i * threads + threadIdx.x;
            items_.keys_out[slot] = codec_.decode(high_ | shared_.keys[slot]);
        });
        return true;
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static constexpr unsigned words_of_thread = space::words / threads;
    static_assert(words_of_thread % 8 == 0 && Tile::size < 1u << 16);

    __device__ void clear() {
        auto* const fours = reinterpret_cast<uint4*>(shared_.tallies);
#pragma unroll
        for (unsigned i = 0; i < words_of_thread / 4; ++i)
            fours[i * threads + threadIdx.x] = {};
    }

    template <class Work>
    __device__ void for_rows(Work const& work) const {
        each_row<threads, rows>(items_.count, work);
    }

    // All at once, without a branch.
    __device__ void load() {
        unsigned const mask = (1u << items_.width) - 1;
        Bits const* const images = items_.keys_in + threadIdx.x;
        high_ = items_.keys_in[0] & ~static_cast<Bits>(mask);
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            left_[i] = 0;
            if (holds_row<threads>(i, items_.count))
                left_[i] = static_cast<unsigned>(images[i * threads]) & mask;
        }
    }

    __device__ unsigned key(unsigned i) const {
        return left_[i] & ((1u << tallied_bits) - 1);
    }

    __device__ bool tally() {
        bool told = true;
        for_rows([&](unsigned i) {
            tally_place const place{left_[i]};
            unsigned const equal = place.tally_in(atomicAdd(&shared_.tallies[place.word()], place.mark()));
            told &= equal < tally_place::most;
            left_[i] |= equal << tallied_bits;
        });
        return told;
    }

    // A thread looks after neighbouring words, four at a time: their sums are bytes of a word, and a product adds them
    // up.
    __device__ void scan_words() {
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
        unsigned before = scan_in_block(sum, shared_.sum_of_warp) * both_halves;
        auto* const out = reinterpret_cast<uint2*>(shared_.before) + threadIdx.x * fours;
#pragma unroll
        for (unsigned i = 0; i < fours; ++i) {
            unsigned const up_to = sums[i] << 8; // byte i: of the words before i
            out[i] = {before + __byte_perm(up_to, 0, 0x4140), before + __byte_perm(up_to, 0, 0x4342)};
            before += (sums[i] >> 24) * both_halves;
        }
        __syncthreads(); // words know what is before them
    }

    __device__ void place() {
        for_rows([&](unsigned i) {
            tally_place const place{key(i)};
            std::uint32_t const before = place.part_before(shared_.tallies[place.word()]);
            unsigned const equal = left_[i] >> tallied_bits;
            shared_.keys[shared_.before[place.word()] + sum_of_tallies(before) + equal] = key(i);
        });
        __syncthreads(); // keys are in their places
    }

    space& shared_;
    core::key_order<Bits> const& codec_;
    segment<Bits, no_value, true> const& items_;
    Bits high_;           // what all images share
    unsigned left_[rows]; // the bits left, and from tallied_bits on how many equal keys were tallied before it
};

} // namespace pradix::cuda
