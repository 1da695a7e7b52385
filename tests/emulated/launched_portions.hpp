// SPDX-License-Identifier: MIT
// Launches of passes, as a sort on a device has them: portions that take turns at two rows of look-back state.
#pragma once

#include "src/cuda/instances/each_portion.cuh"
#include "tests/emulator/grid.hpp"

#include <vector>

namespace pradix::test::emulated {

template <class Tile>
class launched_portions {
public:
    launched_portions(std::size_t count, std::size_t portion_tiles, std::uint64_t seed) : count_(count), seed_(seed) {
        cuda::tuning tuned{};
        tuned.portion_items = portion_tiles * Tile::size;
        cut_ = cuda::cutting::of(count, {Tile::threads, Tile::items}, tuned);
        words_[0].assign(std::size_t{cut_.portion_tiles} * cuda::bins, 0);
        words_[1].assign(std::size_t{cut_.portion_tiles} * cuda::bins, ~0u); // cleared by the first launch
    }

    // Calls kernel(portion) by all threads of as many blocks as there are tiles, for each portion of so many passes.
    template <class Kernel>
    void run(unsigned passes, Kernel const& kernel) {
        cuda::each_portion(cut_, count_, {words_[0].data(), words_[1].data()}, 0, passes, 0,
                           [&](cuda::portion const& part, bool) {
                               run_grid(part.tiles, Tile::threads, seed_ + part.launch, [&] { kernel(part); });
                           });
    }

private:
    std::size_t const count_;
    std::uint64_t const seed_;
    cuda::cutting cut_{};
    std::vector<std::uint32_t> words_[2];
};

} // namespace pradix::test::emulated
