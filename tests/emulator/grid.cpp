// SPDX-License-Identifier: MIT
// What kernels call, in the grid that runs.
#include "tests/emulator/grid.hpp"

#include "tests/emulator/scheduler.hpp"

namespace pradix::cuda {

alignas(1024) unsigned char memory[sizeof memory];

} // namespace pradix::cuda

namespace pradix::test::emulated {

void run_grid(unsigned blocks, unsigned threads, std::uint64_t seed, std::function<void()> const& kernel) {
    grid all(blocks, threads, seed, kernel);
    grid::running = &all;
    struct at_end {
        ~at_end() { grid::running = nullptr; }
    } const last;
    all.run_all();
}

index thread_index() {
    return {grid::now->number};
}
index block_index() {
    return {grid::now->block};
}
index grid_size() {
    return {grid::running->size()};
}

void meet_block() {
    grid::running->meet(grid::running->of_block());
}
unsigned meet_block_and_count(bool mine) {
    unsigned& said = grid::running->said();
    said += mine ? 1 : 0;
    meet_block();
    unsigned const all = said;
    meet_block(); // all have seen it
    said -= mine ? 1 : 0;
    meet_block(); // nobody counts for the next time yet
    return all;
}
bool meet_block_with(bool mine) {
    std::uint64_t const turn = grid::running->of_block().turn;
    std::uint64_t& says = grid::running->turn_that_says();
    if (mine)
        says = turn;
    meet_block();
    bool const any = says == turn;
    meet_block(); // all have seen it
    return any;
}
void meet_warp() {
    warp& mine = grid::running->of_warp();
    std::uint32_t const turn = mine.memory_turn;
    meet_lanes();
    mine.memory_turn = turn + 1;
}
void meet_lanes() {
    grid::running->meet(grid::running->of_warp().all);
}

void note_access(access how, void const* place, std::size_t bytes, void const* code) {
    if (grid::now != nullptr)
        grid::running->note_access(how, place, bytes, code);
}

void copy_async(void* to, void const* from, std::size_t bytes, void const* code) {
    grid::running->copy_async({to, from, bytes, code});
}
void end_copies() {
    grid::running->end_copies();
}

void arrive_at_cluster(bool orders_memory) {
    meeting& cluster = grid::running->of_cluster();
    grid::now->arrival_orders = orders_memory;
    grid::now->came_to_cluster += orders_memory ? 1 : 0;
    grid::now->has_arrived = true;
    grid::now->turn_of_cluster = cluster.turn;
    cluster.arrive();
}
void wait_for_cluster() {
    grid::running->wait_for(grid::running->of_cluster(), grid::now->turn_of_cluster);
    grid::now->left_cluster += grid::now->arrival_orders ? 1 : 0;
}

void let_others_run() {
    grid::running->pause();
}

std::array<unsigned, warp_lanes>& words_of_warp() {
    return grid::running->of_warp().words;
}

std::byte* in_block(unsigned block, std::byte* place) {
    return grid::running->in_block(block, place);
}

} // namespace pradix::test::emulated
