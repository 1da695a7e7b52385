// SPDX-License-Identifier: MIT
// Keys alone of which no more is left to compare than a few bits, their rests: each possible rest has a tally of two
// bits, and a rest's place is the number of tally marks before its own. A word of tallies is a bin; within it they are
// counted by population count, so that nothing is left to sort.
#pragma once

#include "src/cuda/block/scan.cuh"
#include "src/cuda/state/arguments.cuh"

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
struct tally_space {
    static constexpr unsigned words = (1u << tallied_bits) / tally_place::rests_of_word;
    alignas(16) std::uint32_t tallies[words];
    alignas(16) std::uint16_t before[words];       // keys in the words before
    alignas(16) rest_of_key rests[Tile::size + 4]; // in order
    unsigned sum_of_warp[Tile::warps];
};

// Neighbouring keys that share all bits but their rests.
template <class Bits>
struct tallied_keys {
    rest_of_key const* rests; // aligned to two
    Bits* out;                // which may be the same memory
    unsigned count;
    Bits shared_bits;

    __device__ Bits image(unsigned rest) const { return shared_bits | static_cast<Bits>(rest); }
};

template <class Bits, class Tile>
class tally_sort {
public:
    using space = tally_space<Tile>;

    __device__ tally_sort(space& shared, core::key_order<Bits> const& codec, tallied_keys<Bits> const& items)
        : shared_(shared), codec_(codec), items_(items) {}

    // By all threads. Returns false if some key is there more often than can be told: then images are in the output, in
    // any order.
    __device__ bool run() {
        clear();
        load();
        __syncthreads(); // tallies are clear
        bool const told = tally();
        if (!__syncthreads_and(told)) { // and tallies are complete
            write_images();
            return false;
        }
        scan_words();
        place();
        write();
        return true;
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items / 2;
    static constexpr unsigned words_of_thread = space::words / threads;
    static_assert(words_of_thread % 8 == 0 && Tile::items % 2 == 0 && Tile::size < 1u << 16);

    __device__ void clear() {
        auto* const fours = reinterpret_cast<uint4*>(shared_.tallies);
#pragma unroll
        for (unsigned i = 0; i < words_of_thread / 4; ++i)
            fours[i * threads + threadIdx.x] = {};
    }

    // Two neighbouring rests at a time; behind the last one there is memory.
    __device__ void load() {
        auto const* const pairs = reinterpret_cast<unsigned const*>(items_.rests) + threadIdx.x;
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            pairs_[i] = 0;
            if (2 * (i * threads + threadIdx.x) < items_.count)
                pairs_[i] = pairs[i * threads];
        }
    }

    template <class Work>
    __device__ void each_rest(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            unsigned const at = 2 * (i * threads + threadIdx.x);
            if (at >= items_.count)
                break;
            work(at, pairs_[i] & 0xffff, 2 * i);
            if (at + 1 < items_.count)
                work(at + 1, pairs_[i] >> 16, 2 * i + 1);
        }
    }

    __device__ bool tally() {
        bool told = true;
        each_rest([&](unsigned, unsigned rest, unsigned i) {
            tally_place const place{rest};
            unsigned const equal = place.tally_in(atomicAdd(&shared_.tallies[place.word()], place.mark()));
            told &= equal < tally_place::most;
            equals_ |= equal << 2 * i;
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
        unsigned before = (scan_in_block(sum, shared_.sum_of_warp) + aside()) * both_halves;
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
        each_rest([&](unsigned, unsigned rest, unsigned i) {
            tally_place const place{rest};
            std::uint32_t const before = place.part_before(shared_.tallies[place.word()]);
            unsigned const equal = equals_ >> 2 * i & 3;
            shared_.rests[shared_.before[place.word()] + sum_of_tallies(before) + equal] =
                static_cast<rest_of_key>(rest);
        });
        __syncthreads(); // rests are in their places
    }

    // So many slots are left free, so that vectors of the output are vectors of slots.
    __device__ unsigned aside() const {
        return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(items_.out) / sizeof(Bits) % vector::size);
    }

    __device__ void write() const {
        unsigned const begin = aside(), end = begin + items_.count;
        Bits* const out = items_.out - begin;
        for (unsigned at = threadIdx.x * vector::size; at < end; at += threads * vector::size) {
            vector keys;
#pragma unroll
            for (unsigned i = 0; i < vector::size; ++i)
                keys.keys[i] = codec_.decode(items_.image(shared_.rests[at + i]));
            keys.write_within(out, at, begin, end);
        }
    }

    __device__ void write_images() const {
        each_rest([&](unsigned at, unsigned rest, unsigned) { items_.out[at] = items_.image(rest); });
    }

    using vector = key_vector<Bits>;

    space& shared_;
    core::key_order<Bits> const& codec_;
    tallied_keys<Bits> const& items_;
    unsigned pairs_[rows]; // of rests
    unsigned equals_ = 0;
};

} // namespace pradix::cuda
