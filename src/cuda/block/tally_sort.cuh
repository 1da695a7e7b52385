// SPDX-License-Identifier: MIT
// Items of which nothing is left to compare but a few bits, and nothing but their keys to move: each possible key has a
// tally of two bits, and an item's place is the number of tally marks before its own. A word of tallies is a bin;
// within it they are counted by population count, so that nothing is left to sort.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/segment.cuh"

namespace pradix::cuda {

// Where the tally of a key is: in which word, and from which bit of it upwards.
struct tally_place {
    static constexpr unsigned keys_of_word = 16, most = 3;

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

template <class Bits, class Tile>
struct tally_space {
    static constexpr unsigned words = (1u << tallied_bits) / tally_place::keys_of_word;
    alignas(16) std::uint32_t tallies[words];
    alignas(16) std::uint16_t before[words]; // items in the words before
    Bits images[Tile::size];                 // by place
    unsigned sum_of_warp[Tile::warps];
};

template <class Bits, class Value, class Tile, bool Encoded>
class tally_sort {
public:
    using space = tally_space<Bits, Tile>;

    __device__ tally_sort(space& shared, arguments<Bits, Value> const& with, segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items), mask_((1u << items.width) - 1) {}

    // Whether nothing can tell keys apart that compare equal, and so few bits are left.
    static __device__ bool can_sort(arguments<Bits, Value> const& with, segment<Bits, Value, Encoded> const& items) {
        return with.has_only_keys() && items.width <= tallied_bits;
    }

    // Returns false, with nothing written to the output, if some key is there more often than can be told. By all
    // threads.
    __device__ bool run() {
        clear();
        load();
        __syncthreads(); // tallies are clear
        bool const told = tally();
        if (!__syncthreads_and(told)) // and tallies are complete
            return false;
        scan_words();
        place();
        write();
        return true;
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static constexpr unsigned words_of_thread = space::words / threads;
    static_assert(words_of_thread % 8 == 0 && rows <= 16);

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
    __device__ bool holds(unsigned i) const {
        return holds_row<threads>(i, items_.count);
    }

    // All at once, without a branch.
    __device__ void load() {
        Bits const* const keys_in = items_.keys_in + threadIdx.x;
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            images_[i] = 0;
            if (holds(i))
                images_[i] = items_.image(with_, keys_in[i * threads]);
        }
    }

    // What is left to compare.
    __device__ unsigned key(unsigned i) const {
        return static_cast<unsigned>(images_[i] - items_.base) & mask_;
    }

    __device__ bool tally() {
        bool told = true;
        for_rows([&](unsigned i) {
            tally_place const place{key(i)};
            unsigned const equal = place.tally_in(atomicAdd(&shared_.tallies[place.word()], place.mark()));
            told &= equal < tally_place::most;
            equal_before_ |= equal << 2 * i;
        });
        return told;
    }

    // A thread looks after neighbouring words.
    __device__ void scan_words() {
        std::uint32_t words[words_of_thread];
        auto const* const fours = reinterpret_cast<uint4 const*>(shared_.tallies) + threadIdx.x * words_of_thread / 4;
        unsigned sum = 0;
#pragma unroll
        for (unsigned i = 0; i < words_of_thread; i += 4) {
            uint4 const four = fours[i / 4];
            words[i] = sum_of_tallies(four.x);
            words[i + 1] = sum_of_tallies(four.y);
            words[i + 2] = sum_of_tallies(four.z);
            words[i + 3] = sum_of_tallies(four.w);
            sum += words[i] + words[i + 1] + words[i + 2] + words[i + 3];
        }
        unsigned const inclusive = scan_in_warp(sum);
        if (lane_of_thread() == warp_lanes - 1)
            shared_.sum_of_warp[warp_of_thread()] = inclusive;
        __syncthreads(); // sums are written before they are read
        unsigned const lane = lane_of_thread();
        unsigned before =
            inclusive - sum + __reduce_add_sync(all_lanes, lane < warp_of_thread() ? shared_.sum_of_warp[lane] : 0);
        auto* const out = reinterpret_cast<uint4*>(shared_.before) + threadIdx.x * words_of_thread / 8;
#pragma unroll
        for (unsigned i = 0; i < words_of_thread; i += 8) {
            unsigned pairs[4];
#pragma unroll
            for (unsigned j = 0; j < 4; ++j) {
                unsigned const next = before + words[i + 2 * j];
                pairs[j] = before | next << 16;
                before = next + words[i + 2 * j + 1];
            }
            out[i / 8] = {pairs[0], pairs[1], pairs[2], pairs[3]};
        }
        __syncthreads(); // words know what is before them
    }

    __device__ void place() {
        for_rows([&](unsigned i) {
            tally_place const place{key(i)};
            std::uint32_t const before = place.part_before(shared_.tallies[place.word()]);
            unsigned const equal = equal_before_ >> 2 * i & tally_place::most;
            shared_.images[shared_.before[place.word()] + sum_of_tallies(before) + equal] = images_[i];
        });
        __syncthreads(); // items are in their places
    }

    __device__ void write() const {
        if (items_.keys_out == nullptr)
            return;
        Bits const* const images = shared_.images + threadIdx.x;
        Bits* const keys_out = items_.keys_out + threadIdx.x;
        for_rows([&](unsigned i) { keys_out[i * threads] = with_.codec.decode(images[i * threads]); });
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
    unsigned const mask_;
    Bits images_[rows];
    unsigned equal_before_ = 0; // two bits an item: how many equal ones were tallied before it
};

} // namespace pradix::cuda
