// SPDX-License-Identifier: MIT
// Equal keys are written anew instead of being moved: the end of counting sort (Knuth, The Art of Computer Programming
// 3, section 5.2).
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// The run in [low, high] that this place is in: the last one that starts at or before it.
template <class Start>
__device__ unsigned run_at(Start const* starts, unsigned low, unsigned high, std::uint64_t place) {
    while (low < high) {
        unsigned const middle = (low + high + 1) / 2;
        if (starts[middle] <= place)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// As much of a vector as lies before `end`. Aligned: its place in the output is.
template <class Bits>
__device__ void write_vector(Bits* const& out, std::uint64_t first, std::uint64_t const& end,
                             key_vector<Bits> const& vector, bool const& aligned) {
    constexpr unsigned size = key_vector<Bits>::size;
    if (aligned && first + size <= end)
        *reinterpret_cast<key_vector<Bits>*>(out + first) = vector;
    else
        for (unsigned i = 0; i < size && first + i < end; ++i)
            out[first + i] = vector.keys[i];
}

// Of memory: what is written side by side begins with a whole one, or ends of it are written twice, half by half.
template <class Bits>
inline constexpr unsigned keys_of_line = 128 / sizeof(Bits);

// Each block writes a part of the output: whole lines of an array that begins with one, but for the end.
struct part_of_block {
    std::uint64_t begin, end;

    template <class Bits>
    static __device__ part_of_block of(std::uint64_t count) {
        constexpr unsigned size = keys_of_line<Bits>;
        std::uint64_t const lines = (count + size - 1) / size;
        std::uint64_t const each = (lines + gridDim.x - 1) / gridDim.x * size;
        std::uint64_t const begin = min(blockIdx.x * each, count);
        return {begin, min(begin + each, count)};
    }
};

// A part of the output, by all threads of a block; only the runs from `first` to `last` are in it. Run i starts at
// starts[i], and ends where the next one starts; key(i) is its key.
template <unsigned Threads, class Bits, class Start, class Key>
__device__ void fill_part(Bits* out, part_of_block const& part, Start const* starts, unsigned first_run,
                          unsigned last_run, Key const& key) {
    constexpr unsigned size = key_vector<Bits>::size;
    auto const [begin, end] = part;
    bool const aligned = reinterpret_cast<std::uintptr_t>(out + begin) % 16 == 0;
    unsigned run = first_run;
    std::uint64_t run_end = 0;
    Bits now{};
    auto const move_to = [&](std::uint64_t place) {
        if (place >= run_end) {
            run = run_at(starts, run, last_run, place);
            run_end = starts[run + 1];
            now = key(run);
        }
    };
    auto const write = [&](std::uint64_t first, key_vector<Bits> const& vector) {
        write_vector(out, first, end, vector, aligned);
    };
    std::uint64_t first = begin + threadIdx.x * size;
    while (first < end) {
        key_vector<Bits> vector;
#pragma unroll
        for (unsigned i = 0; i < size; ++i) { // in which runs may end
            if (first + i < end)
                move_to(first + i);
            vector.keys[i] = now;
        }
        write(first, vector);
        first += Threads * size;
        // What lies in one run.
        move_to(min(first, end - 1));
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            vector.keys[i] = now;
        for (std::uint64_t const whole = min(run_end, end); first + size <= whole; first += Threads * size)
            write(first, vector);
    }
}

// This block's part of `count` keys, by all threads. The last run is `last`, and starts[last + 1] is where it ends.
// `ends` is shared.
template <unsigned Threads, class Bits, class Start, class Key>
__device__ void fill_runs(Bits* out, std::uint64_t count, Start const* starts, unsigned last, Key const& key,
                          unsigned (&ends)[2]) {
    auto const part = part_of_block::of<Bits>(count);
    if (part.begin == part.end)
        return;
    if (threadIdx.x < 2)
        ends[threadIdx.x] = run_at(starts, 0, last, threadIdx.x == 0 ? part.begin : part.end - 1);
    __syncthreads(); // the runs of this block are known
    fill_part<Threads>(out, part, starts, ends[0], ends[1], key);
}

// Some neighbouring runs.
template <class Bits>
struct short_runs {
    static constexpr unsigned most = 1024;
    unsigned starts[most + 1]; // from the line on that the first one begins in; behind the last, where it ends
    Bits keys[most];
};

// So many of them, by all threads of a block. A warp writes a row at a time, from a line on, and goes from run to run.
template <unsigned Threads, class Bits>
__device__ void fill_rows(Bits* line, short_runs<Bits> const& shared, unsigned runs) {
    using vector = key_vector<Bits>;
    constexpr unsigned row = warp_lanes * vector::size;
    unsigned const begin = shared.starts[0], end = shared.starts[runs];
    unsigned run = 0, run_end = shared.starts[1];
    for (unsigned at = warp_of_thread() * row; at < end; at += Threads * vector::size) {
        while (at >= run_end) { // each lane looks where another one of the next runs starts
            unsigned const next = run + 1 + lane_of_thread();
            run += __popc(__ballot_sync(all_lanes, next < runs && shared.starts[min(next, runs)] <= at));
            run_end = shared.starts[run + 1];
        }
        unsigned const first = at + lane_of_thread() * vector::size;
        vector keys;
#pragma unroll
        for (Bits& each : keys.keys)
            each = shared.keys[run];
        while (run_end < min(at + row, end)) { // the others of this row
            unsigned const from = run_end;
            Bits const now = shared.keys[++run];
            run_end = shared.starts[run + 1];
#pragma unroll
            for (unsigned i = 0; i < vector::size; ++i)
                keys.keys[i] = first + i >= from ? now : keys.keys[i];
        }
        if (first >= begin && first + vector::size <= end)
            *reinterpret_cast<vector*>(line + first) = keys;
        else
#pragma unroll
            for (unsigned i = 0; i < vector::size; ++i)
                if (first + i >= begin && first + i < end)
                    line[first + i] = keys.keys[i];
    }
}

// So many runs from `out` on, by all threads of a block: of so many that searching for them would take longer than
// writing. Run i starts at starts[i], and the last one ends at starts[runs]; key(i) is its key.
template <unsigned Threads, class Bits, class Key>
__device__ void fill_short_runs(short_runs<Bits>& shared, Bits* out, unsigned const* starts, unsigned runs,
                                Key const& key) {
    for (unsigned first = 0; first < runs; first += shared.most) {
        unsigned const size = min(runs - first, shared.most), start = starts[first];
        auto const before =
            static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out + start) / sizeof(Bits) % keys_of_line<Bits>);
        for (unsigned i = threadIdx.x; i <= size; i += Threads) {
            shared.starts[i] = starts[first + i] - start + before;
            if (i < size)
                shared.keys[i] = key(first + i);
        }
        __syncthreads(); // runs are known
        fill_rows<Threads>(out + start - before, shared, size);
        __syncthreads(); // they are written, and others may take their place
    }
}

} // namespace pradix::cuda
