// SPDX-License-Identifier: MIT
// Different keys and how often each is there, in a hash table with linear probing (Knuth, The Art of Computer
// Programming 3, section 6.4, algorithm L). In memory that is zero at first, of a block or of the whole grid.
#pragma once

#include "src/cuda/block/mixed.cuh"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/match.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits>
struct key_table {
    static constexpr unsigned most_keys = most_tabled_keys; // but the image 0
    // Of two slots, as many as there is room for.
    static constexpr unsigned homes = most_keys / 16 * (sizeof(Bits) == 4 ? 32 : 21);
    static constexpr unsigned most_probes = 64;
    static constexpr unsigned slots = 2 * (1 + homes + 1) + most_probes;

    // The first slot where a key with this image is sought. The image 0, which says that a slot is free, has a home of
    // its own.
    static __device__ unsigned home_of(Bits image) {
        auto const hash = static_cast<unsigned>(mixed(image) >> 32);
        return 2 * (static_cast<unsigned>(std::uint64_t{hash} * homes >> 32) + (image != 0 ? 1 : 0));
    }

    // By all threads of a block.
    template <unsigned Threads>
    __device__ void clear() {
        clear_together<Threads>(*this);
    }

    // In shared memory: adds keys with these images; more than one by all lanes of a warp. False, then for all of them,
    // if there is no room.
    template <std::size_t Size>
    __device__ bool add(Bits const (&added)[Size]) {
        unsigned slot[Size];
        bool is_there[Size];
#pragma unroll
        for (unsigned i = 0; i < Size; ++i) {
            slot[i] = home_of(added[i]);
            auto const [first, second] = two_seen_now(images + slot[i]);
            is_there[i] = first == added[i] || second == added[i];
            slot[i] += is_there[i] ? (first == added[i] ? 0 : 1) : (first != 0 && second != 0 ? 2 : 0); // from there on
        }
        bool fit = true;
#pragma unroll
        for (unsigned i = 0; i < Size; ++i) {
            if (!is_there[i])
                fit &= find(added[i], slot[i]);
            // The lanes add together: else the compiler lets those go on alone that have found theirs.
            fit = Size > 1 ? __all_sync(all_lanes, fit) : fit;
            atomicAdd(&counts[slot[i]], 1u);
        }
        return fit;
    }
    // The same by one thread of a key that is there so many times.
    __device__ bool add(Bits image, unsigned times) {
        unsigned slot = home_of(image);
        bool const fits = find(image, slot);
        atomicAdd(&counts[slot], times);
        return fits;
    }

    // By all threads of a block, once all are added: puts the different ones down, in any order. `size` is 0 at first.
    template <unsigned Threads>
    __device__ void list(Bits* images_to, unsigned* counts_to, unsigned& size_of_list) const {
        for (unsigned slot = threadIdx.x; slot < slots; slot += Threads)
            if (unsigned const count = seen_now(counts[slot]); count > 0) {
                unsigned const at = atomicAdd(&size_of_list, 1u);
                images_to[at] = seen_now(images[slot]);
                counts_to[at] = count;
            }
    }

    alignas(16) Bits images[slots];
    unsigned counts[slots];
    unsigned size;

private:
    using word = std::conditional_t<sizeof(Bits) == 4, unsigned, unsigned long long>;

    // Makes `slot`, its home at first, the one where the key is, or is put now. False if there is no room.
    __device__ bool find(Bits image, unsigned& slot) {
        for (unsigned const end = slot + most_probes; slot < end; ++slot) {
            Bits noted = seen_now(images[slot]);
            if (noted == 0 && image != 0) {
                noted = static_cast<Bits>(atomicCAS(reinterpret_cast<word*>(images + slot), word{0}, word{image}));
                if (noted == 0)
                    return atomicAdd(&size, 1u) < most_keys;
            }
            if (noted == image)
                return true;
        }
        return false;
    }
};

} // namespace pradix::cuda
