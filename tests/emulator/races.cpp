// SPDX-License-Identifier: MIT
#include "tests/emulator/races.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <sstream>

namespace pradix::test::emulated {

namespace {

char const* name_of(access how) {
    return how == access::read ? "read" : how == access::write ? "written" : "changed atomically";
}

} // namespace

bool race_detector::recent::is_before(accessor const& by) const {
    return none() || by_.block_turn < by.block_turn || by_.came_to_cluster < by.left_cluster;
}

void race_detector::recent::add(accessor const& by) {
    if (is_before(by)) {
        by_ = by;
        return;
    }
    bool const same_warp = by_.warp == by.warp;
    bool const same_lane = same_warp && (by_.warp_turn < by.warp_turn || by_.lane == by.lane);
    auto const came = std::max(by_.came_to_cluster, by.came_to_cluster); // the one that less is behind
    by_ = by;
    by_.came_to_cluster = came;
    by_.warp = same_warp ? by.warp : several;
    by_.lane = same_lane ? by.lane : several;
}

bool race_detector::recent::races_with(accessor const& by) const {
    return !is_before(by) && (by_.warp != by.warp || (by_.warp_turn == by.warp_turn && by_.lane != by.lane));
}

void race_detector::note(accessor const& by, access how, std::size_t at, std::byte const* place, std::size_t bytes,
                         void const* code) {
    if (bytes_.size() < at + bytes)
        bytes_.resize(at + bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
        byte& each = bytes_[at + i];
        if (how != access::atomic && each.atomics.races_with(by))
            found({by, how, access::atomic, at + i, code});
        if (how != access::read && each.reads.races_with(by))
            found({by, how, access::read, at + i, code});
        if (each.writes.races_with(by)) {
            race const of_writes{by, how, access::write, at + i, code};
            if (how == access::write)
                unsettled_.push_back({place + i, place[i], of_writes});
            else
                found(of_writes);
        }
        (how == access::read ? each.reads : how == access::write ? each.writes : each.atomics).add(by);
    }
}

void race_detector::settle() {
    for (rewriting const& each : unsettled_)
        if (*each.place != each.before)
            found(each.otherwise);
    unsettled_.clear();
}

std::optional<std::string> race_detector::first_race() const {
    if (!first_race_)
        return {};
    auto const& [by, how, before, at, code] = *first_race_;
    std::ostringstream text;
    text << "a race: byte " << at << " of shared memory is " << name_of(how) << " by lane " << int{by.lane}
         << " of warp " << int{by.warp} << " and was " << name_of(before)
         << " by another thread, with no meeting in between";
    if (Dl_info info; dladdr(code, &info) != 0)
        text << "; addr2line -ife " << info.dli_fname << " 0x" << std::hex
             << static_cast<char const*>(code) - static_cast<char const*>(info.dli_fbase) - 1;
    return text.str();
}

} // namespace pradix::test::emulated
