// SPDX-License-Identifier: MIT
// A grid of CUDA threads on one core, where there is no GPU: each thread is a fiber that runs until it has to wait for
// others, in an order drawn anew from a seed each time. Shows what a kernel computes, meetings that not all attend, and
// races in a block's shared memory (races.hpp). Its blocks are one cluster. What it does not know: races between
// blocks, other memory orders than that of its turns, shared arrays that are not declared `extern`, time.
#pragma once

#include "tests/emulator/races.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace pradix::cuda {

// Shared memory, of the block that runs.
extern unsigned char memory[227 * 1024];

} // namespace pradix::cuda

namespace pradix::test::emulated {

inline constexpr unsigned warp_lanes = 32;

// Calls kernel() by all threads of all blocks. Shared memory has anything in it at first. Throws std::logic_error if
// threads wait for others that never come, race with each other, or end before their copies, and what a thread throws.
void run_grid(unsigned blocks, unsigned threads, std::uint64_t seed, std::function<void()> const& kernel);

// The rest is for what stands for CUDA's headers, about the thread that calls.
struct index {
    unsigned x;
};
index thread_index();
index block_index();
index grid_size();

void meet_block();
bool meet_block_with(bool mine);          // whether any thread says so
unsigned meet_block_and_count(bool mine); // how many do
void meet_warp();
void meet_lanes(); // of a warp, to exchange words: it says nothing of memory
void note_access(access how, void const* place, std::size_t bytes, void const* code);
void copy_async(void* to, void const* from, std::size_t bytes, void const* code);
void end_copies(); // of this thread
void arrive_at_cluster(bool orders_memory);
void wait_for_cluster();
void let_others_run();

// A word for each lane of its warp.
std::array<unsigned, warp_lanes>& words_of_warp();

// Where a place in this block's shared memory is in that of another block.
std::byte* in_block(unsigned block, std::byte* place);

} // namespace pradix::test::emulated
