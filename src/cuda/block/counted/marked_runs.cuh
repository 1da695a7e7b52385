// SPDX-License-Identifier: MIT
// Keys of one or two bytes are not moved but written anew, from a mark where each run of equal ones begins: the end of
// counting sort (Knuth, The Art of Computer Programming 3, section 5.2).
#pragma once

#include "src/cuda/block/counted/last_mark.cuh"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

// As many neighbouring keys, or marks, as a thread has at a time.
template <class Bits, unsigned Bytes>
struct alignas(Bytes) word_of_keys {
    static constexpr unsigned size = Bytes / sizeof(Bits);
    unsigned parts[Bytes / 4];

    // Those of an array begin where such a word may: so many places of the first one lie before it.
    static __device__ unsigned before(Bits const* keys) {
        return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(keys) % Bytes / sizeof(Bits));
    }
    static __device__ word_of_keys all(Bits key) {
        word_of_keys word;
#pragma unroll
        for (unsigned& part : word.parts)
            part = key * (~0u / low_key);
        return word;
    }
    static __device__ word_of_keys together(Bits const (&keys)[size]) {
        word_of_keys word{};
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            word.parts[i / of_part] |= unsigned{keys[i]} << i % of_part * width;
        return word;
    }
    __device__ Bits operator[](unsigned i) const {
        return static_cast<Bits>(parts[i / of_part] >> i % of_part * width);
    }
    // That is not 0, if any is.
    __device__ unsigned last() const {
        unsigned last = 0;
#pragma unroll
        for (unsigned const part : parts)
            last = part != 0 ? part : last;
        return last >> (last == 0 ? 0 : (31 - __clz(last)) / width * width);
    }

private:
    static constexpr unsigned of_part = 4 / sizeof(Bits), width = 8 * sizeof(Bits), low_key = (1u << width) - 1;
};

// Of up to `Most` keys, in words of `Bytes`.
template <class Bits, unsigned Threads, unsigned Most, unsigned Bytes>
class marked_runs {
    using word = word_of_keys<Bits, Bytes>;

public:
    // By all threads, as is all else but mark. For so many keys.
    __device__ void clear(unsigned count) {
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < count / word::size + 2; i += Threads)
            marks_[i] = {};
    }

    // By one thread, once all is clear: a run of keys with this image begins at this place of the output.
    __device__ void mark(Bits const* out, unsigned place, Bits image) {
        reinterpret_cast<Bits*>(marks_)[word::before(out) + place] = image;
    }

    // Once all are marked: from each to the next mark. Images rise, so that the last one is the largest. Marks may be
    // cleared again behind it, for all threads have met since they were read; and written, once they have met again.
    __device__ void write(Bits* out, unsigned count, core::key_order<Bits> const& codec) {
        unsigned const lead = word::before(out), end = lead + count;
        unsigned before = 0, turn = 0;
        for (unsigned begin = 0; begin < end; begin += Threads * word::size, turn ^= 1) {
            unsigned const first = begin + threadIdx.x * word::size;
            word const marks = first < end ? marks_[first / word::size] : word{};
            unsigned const last = marks.last();
            unsigned all = before;
            unsigned now = max(before, last_mark_before(last, last_of_warp_[turn], all));
            before = all;
            word keys;
            if (last == 0) {
                keys = word::all(codec.decode(static_cast<Bits>(now)));
            } else {
                Bits each[word::size];
#pragma unroll
                for (unsigned i = 0; i < word::size; ++i) {
                    now = max(now, unsigned{marks[i]});
                    each[i] = codec.decode(static_cast<Bits>(now));
                }
                keys = word::together(each);
            }
            if (first >= lead && first + word::size <= end)
                *reinterpret_cast<word*>(out - lead + first) = keys;
            else
#pragma unroll
                for (unsigned i = 0; i < word::size; ++i)
                    if (first + i - lead < count)
                        out[first + i - lead] = keys[i];
        }
    }

private:
    unsigned last_of_warp_[2][Threads / warp_lanes]; // images, of words and, by turns, of the next ones
    // The image of a run's keys where it begins in the output, else 0.
    word marks_[Most / word::size + 2];
};

} // namespace pradix::cuda
