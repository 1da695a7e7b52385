// SPDX-License-Identifier: MIT
// Finds races in the shared memory of an emulated block: two threads access a byte, at least one of them writes it, and
// nothing that orders memory lies between. It need not happen to go wrong for that. The compiler tells of each access
// (-fsanitize=thread), and is answered here instead of by its own library, which knows no meetings of warps and blocks.
// No race: equal values written, and atomic operations beside each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pradix::test::emulated {

enum class access : std::uint8_t { read, write, atomic };

// A thread of a block, and how often what orders its accesses has happened.
struct accessor {
    std::uint8_t warp, lane;
    std::uint16_t came_to_cluster, left_cluster; // it, to and from meetings of the cluster
    std::uint32_t block_turn;                    // meetings of the block
    std::uint32_t warp_turn;                     // __syncwarp, of its warp
};

class race_detector {
public:
    // `bytes` of them, from byte `at` on, which are at `place` now. `code` is where the program does so.
    void note(accessor const& by, access how, std::size_t at, std::byte const* place, std::size_t bytes,
              void const* code);
    // Once what was noted last has been done.
    void settle();

    // What and where, if there was any.
    std::optional<std::string> first_race() const;

private:
    // Accesses of one kind that nothing lies behind that orders all threads of the block.
    class recent {
    public:
        void add(accessor const& by);
        bool races_with(accessor const& by) const;

    private:
        static constexpr std::uint8_t nobody = 0xff, several = 0xfe;
        bool none() const { return by_.warp == nobody; }
        bool is_before(accessor const& by) const;
        accessor by_{nobody, nobody, 0, 0, 0, 0}; // the last one, or several at once
    };
    struct byte {
        recent reads, writes, atomics;
    };
    struct race {
        accessor by;
        access how, before;
        std::size_t at;
        void const* code;
    };
    // Where another thread has written: a race if it changes anything.
    struct rewriting {
        std::byte const* place;
        std::byte before;
        race otherwise;
    };

    void found(race const& race) {
        if (!first_race_)
            first_race_ = race;
    }

    std::vector<byte> bytes_; // up to the last one that is used
    std::vector<rewriting> unsettled_;
    std::optional<race> first_race_;
};

} // namespace pradix::test::emulated
