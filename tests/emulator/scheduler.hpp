// SPDX-License-Identifier: MIT
// Runs the threads of a grid (grid.hpp) one after the other: which of them may go on, in which order, and what each
// block's shared memory holds meanwhile.
#pragma once

#include "tests/emulator/grid.hpp"

#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

namespace pradix::test::emulated {

using boost::context::fiber;

// Of a block's threads, a warp's or all. Those that have ended are not waited for.
struct meeting {
    unsigned expected = 0, arrived = 0;
    std::uint64_t turn = 0;

    void arrive() {
        ++arrived;
        open_if_complete();
    }
    void leave(bool has_arrived) {
        --expected;
        arrived -= has_arrived ? 1 : 0;
        open_if_complete();
    }
    void open_if_complete() {
        if (arrived > 0 && arrived == expected) {
            arrived = 0;
            ++turn;
        }
    }
};

// Of __pipeline_memcpy_async.
struct copy {
    void* to;
    void const* from;
    std::size_t bytes;
    void const* code;
};

struct thread {
    unsigned number, block;
    fiber context{}, scheduler{};
    meeting const* waits_for = nullptr; // for the end of this turn of it
    std::uint64_t turn = 0;
    bool has_arrived = false; // at the cluster's meeting, in
    std::uint64_t turn_of_cluster = 0;
    bool arrival_orders = false;                         // memory
    std::uint16_t came_to_cluster = 0, left_cluster = 0; // so often
    bool has_ended = false;
    std::vector<copy> late_copies{};

    bool can_run() const { return !has_ended && (waits_for == nullptr || waits_for->turn != turn); }
};

struct warp {
    meeting all;
    std::uint32_t memory_turn = 0; // shuffles and votes, which meet as well, do not order memory
    unsigned slowness = 1;         // it runs in one of so many rounds
    std::array<unsigned, warp_lanes> words{};
};

struct block {
    meeting all{};
    unsigned unended = 0; // threads
    unsigned slowness = 1;
    std::uint64_t turn_that_says = ~std::uint64_t{0}; // of its meeting, in which some thread says so
    unsigned said = 0;                                // by so many threads, of those that count now
    std::vector<unsigned char> shared{};              // while others run
    race_detector races{};
};

class grid {
public:
    grid(unsigned blocks, unsigned threads, std::uint64_t seed, std::function<void()> const& kernel)
        : threads_of_block(threads), kernel_(kernel), random_(seed), blocks_(blocks),
          warps_(blocks * threads / warp_lanes) {
        for (unsigned i = 0; i < blocks * threads; ++i)
            threads_.push_back({.number = i % threads, .block = i / threads});
        for (thread& each : threads_)
            for (meeting* const of : meetings_of(each))
                ++of->expected;
        for (warp& each : warps_)
            each.slowness = draw_slowness();
    }

    // Block by block, until all have ended. They start in the order of their numbers, as on devices, of which
    // look-back makes use.
    void run_all() {
        unsigned next = 0, idle_rounds = 0;
        while (next < size() || !started_.empty()) {
            while (next < size() && started_.size() < most_started)
                start(next++);
            std::shuffle(started_.begin(), started_.end(), random_);
            has_advanced_ = false;
            for (unsigned const each : started_)
                if (has_turn(blocks_[each].slowness))
                    run_block(each);
            std::erase_if(started_, [this](unsigned each) { return blocks_[each].unended == 0; });
            idle_rounds = has_advanced_ ? 0 : idle_rounds + 1;
            if (idle_rounds > most_idle_rounds)
                throw std::logic_error("threads wait for others that never come");
        }
    }

    void wait_for(meeting const& of, std::uint64_t turn) {
        now->waits_for = &of;
        now->turn = turn;
        if (!now->can_run())
            pause();
        now->waits_for = nullptr;
        has_advanced_ = true;
    }
    void meet(meeting& of) {
        std::uint64_t const turn = of.turn;
        of.arrive();
        wait_for(of, turn);
    }
    void pause() { now->scheduler = std::move(now->scheduler).resume(); }

    // Any time until the thread has waited for it; here at once, or as late as can be.
    void copy_async(copy const& what) {
        if (random_() % 2 == 0)
            do_copy(what);
        else
            now->late_copies.push_back(what);
    }
    void end_copies() {
        for (copy const& each : now->late_copies)
            do_copy(each);
        now->late_copies.clear();
    }

    std::byte* in_block(unsigned other, std::byte* place) {
        auto* const here = reinterpret_cast<std::byte*>(cuda::memory);
        return other == now->block ? place
                                   : reinterpret_cast<std::byte*>(blocks_[other].shared.data()) + (place - here);
    }

    void note_access(access how, void const* place, std::size_t bytes, void const* code) {
        auto const* const memory = reinterpret_cast<std::byte const*>(cuda::memory);
        auto const* const first = static_cast<std::byte const*>(place);
        if (first < memory || first >= memory + sizeof cuda::memory)
            return;
        use(static_cast<std::size_t>(first - memory) + bytes);
        race_detector& races = blocks_[now->block].races;
        races.settle();
        races.note({.warp = static_cast<std::uint8_t>(now->number / warp_lanes),
                    .lane = static_cast<std::uint8_t>(now->number % warp_lanes),
                    .came_to_cluster = now->came_to_cluster,
                    .left_cluster = now->left_cluster,
                    .block_turn = static_cast<std::uint32_t>(of_block().turn),
                    .warp_turn = of_warp().memory_turn},
                   how, static_cast<std::size_t>(first - memory), first, bytes, code);
    }

    meeting& of_block() { return blocks_[now->block].all; }
    unsigned& said() { return blocks_[now->block].said; }
    std::uint64_t& turn_that_says() { return blocks_[now->block].turn_that_says; }
    meeting& of_cluster() { return cluster_; }
    warp& of_warp() { return warps_[(now->block * threads_of_block + now->number) / warp_lanes]; }
    unsigned size() const { return static_cast<unsigned>(blocks_.size()); }

    static inline grid* running = nullptr;
    static inline thread* now = nullptr;
    unsigned const threads_of_block;

private:
    // Kept from grid to grid. Not a power of two, so that those of a block do not share few sets of the cache.
    static boost::context::pooled_fixedsize_stack& stacks() {
        static boost::context::pooled_fixedsize_stack kept((std::size_t{32} << 10) + 5 * 64);
        return kept;
    }
    static constexpr std::size_t most_started = 16;      // blocks, as on a device of which others have the rest
    static constexpr unsigned most_idle_rounds = 10'000; // of threads that look again and again, or have no turn

    std::array<meeting*, 3> meetings_of(thread const& each) {
        return {&warps_[(each.block * threads_of_block + each.number) / warp_lanes].all, &blocks_[each.block].all,
                &cluster_};
    }

    void start(unsigned number) {
        started_.push_back(number);
        block& self = blocks_[number];
        self.slowness = draw_slowness();
        self.unended = threads_of_block;
        self.shared.resize(sizeof cuda::memory);
        std::linear_congruential_engine<std::uint32_t, 1664525, 1013904223, 0> anything(random_());
        for (std::size_t at = 0; at < self.shared.size(); at += sizeof(std::uint32_t)) {
            std::uint32_t const word = anything();
            std::memcpy(&self.shared[at], &word, sizeof word);
        }
        for (thread& each : std::span(threads_).subspan(number * threads_of_block, threads_of_block))
            each.context =
                fiber(std::allocator_arg, stacks(), [this, &each](fiber&& scheduler) { return run(each, scheduler); });
    }
    void give_back_memory_of(unsigned number) {
        blocks_[number] = {};
        resident_ = none;
    }

    fiber run(thread& self, fiber& scheduler) {
        self.scheduler = std::move(scheduler);
        try {
            kernel_();
            if (!self.late_copies.empty())
                throw std::logic_error("a thread ends without having waited for its copies");
        } catch (boost::context::detail::forced_unwind const&) {
            throw; // the grid is given up
        } catch (...) {
            failure_ = std::current_exception();
        }
        self.has_ended = has_advanced_ = true;
        --blocks_[self.block].unended;
        for (meeting* const of : meetings_of(self))
            of->leave(of == &cluster_ && self.has_arrived && self.turn_of_cluster == cluster_.turn);
        return std::move(self.scheduler);
    }

    // Some are much slower than others, so that they meet far apart.
    unsigned draw_slowness() { return 1u << random_() % 5; }
    bool has_turn(unsigned slowness) { return random_() % slowness == 0; }

    void do_copy(copy const& what) {
        note_access(access::read, what.from, what.bytes, what.code);
        note_access(access::write, what.to, what.bytes, what.code);
        std::memcpy(what.to, what.from, what.bytes);
    }

    // The block's memory where its threads expect it, as far as any block has used its own. What lies behind stays with
    // the block, also where others of its cluster write it.
    void make_resident(unsigned number) {
        if (resident_ == number)
            return;
        if (resident_ != none)
            std::memcpy(blocks_[resident_].shared.data(), cuda::memory, used_bytes_);
        std::memcpy(cuda::memory, blocks_[number].shared.data(), used_bytes_);
        resident_ = number;
    }
    void use(std::size_t bytes) {
        if (bytes <= used_bytes_)
            return;
        std::memcpy(cuda::memory + used_bytes_, blocks_[resident_].shared.data() + used_bytes_, bytes - used_bytes_);
        used_bytes_ = bytes;
    }

    // Its warps, in any order, as far as they come.
    void run_block(unsigned number) {
        std::vector<unsigned> firsts; // threads of warps
        for (unsigned i = 0; i < threads_of_block; i += warp_lanes)
            if (unsigned const first = number * threads_of_block + i; has_turn(warps_[first / warp_lanes].slowness))
                firsts.push_back(first);
        std::shuffle(firsts.begin(), firsts.end(), random_);
        for (unsigned const first : firsts)
            run_warp(first);
        blocks_[number].races.settle();
        if (auto const race = blocks_[number].races.first_race())
            throw std::logic_error(*race);
        if (blocks_[number].unended == 0)
            give_back_memory_of(number);
    }

    // Its threads, in any order, and again some times if they come on: their stacks stay in the cache.
    void run_warp(unsigned first) {
        for (unsigned times = 1u << random_() % 6; times > 0; --times) {
            std::vector<thread*> ready;
            for (thread& each : std::span(threads_).subspan(first, warp_lanes))
                if (each.can_run())
                    ready.push_back(&each);
            if (ready.empty())
                return;
            std::shuffle(ready.begin(), ready.end(), random_);
            make_resident(ready.front()->block);
            for (thread* const each : ready) {
                now = each;
                each->context = std::move(each->context).resume();
                now = nullptr;
                if (failure_)
                    std::rethrow_exception(failure_);
            }
        }
    }

    std::function<void()> const& kernel_;
    std::mt19937_64 random_;
    std::vector<block> blocks_;
    std::vector<unsigned> started_; // blocks that have not ended
    static constexpr unsigned none = ~0u;
    unsigned resident_ = none; // the block whose memory is at hand
    std::size_t used_bytes_ = 0;
    std::vector<warp> warps_;
    meeting cluster_;
    std::vector<thread> threads_;
    bool has_advanced_ = false; // some thread, in this round
    std::exception_ptr failure_;
};

} // namespace pradix::test::emulated
