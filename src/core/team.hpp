// SPDX-License-Identifier: MIT
// A team of threads that run one function together, started for one call and gone after it, so that forks, plugins and
// oversubscribed machines need no special care.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace pradix::core {

// A thread's place in its team.
class member {
public:
    member() = default; // alone
    member(unsigned rank, unsigned size, std::barrier<>* meeting) : rank_(rank), size_(size), meeting_(meeting) {}

    unsigned rank() const { return rank_; }
    unsigned size() const { return size_; }

    // Waits for all members; what each wrote before it, all can read after it.
    void meet() const {
        if (size_ > 1)
            meeting_->arrive_and_wait();
    }

    // The member's share of [begin, end): consecutive chunks in the order of the ranks.
    std::pair<std::size_t, std::size_t> chunk(std::size_t begin, std::size_t end) const {
        std::size_t const count = end - begin;
        std::size_t const each = count / size_;
        std::size_t const longer = count % size_;
        auto const start = [&](std::size_t rank) { return begin + each * rank + (rank < longer ? rank : longer); };
        return {start(rank_), start(rank_ + 1)};
    }

private:
    unsigned rank_ = 0;
    unsigned size_ = 1;
    std::barrier<>* meeting_ = nullptr;
};

// Runs work(member) on `threads` threads, this one among them, and returns when all are done. `work` must not throw.
// If the system refuses threads or memory, the team is smaller, not less correct.
template <class Work>
void run_team(unsigned threads, Work const& work) {
    std::optional<std::barrier<>> meeting;
    std::atomic<unsigned> size{0}; // 0 until it is known how many threads there are
    std::vector<std::jthread> others;
    try {
        if (threads > 1) { // a team of one takes no memory
            others.reserve(threads - 1);
            meeting.emplace(threads);
        }
        for (unsigned rank = 1; rank < threads; ++rank)
            others.emplace_back([&, rank] {
                size.wait(0);
                work(member{rank, size.load(), &*meeting});
            });
    } catch (std::system_error const&) {
    } catch (std::bad_alloc const&) {
    }
    auto const started = static_cast<unsigned>(others.size()) + 1;
    if (started == 1)
        return work(member{});
    for (unsigned missing = started; missing < threads; ++missing)
        meeting->arrive_and_drop(); // nobody waits for threads that did not start
    size = started;
    size.notify_all();
    work(member{0, started, &*meeting});
}

} // namespace pradix::core
