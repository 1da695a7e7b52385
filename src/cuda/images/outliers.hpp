// SPDX-License-Identifier: MIT
// Items whose images lie beyond those that samples show, as where a few of many small numbers are garbage or stand for
// something missing. Where they are few, they do not keep the others from being sorted by leading digits: each is
// noted, and goes through passes and groups as the first or the last image of the range, which items with values leave
// free for them. So it ends up where the output begins, or where it ends, and the right outlier is written there. Those
// that equalized floats have no place for around zero go as a zero of their sign, and end up there.
#pragma once

#include <cstdint>

namespace pradix::cuda {

// A block can put so many in order.
inline constexpr unsigned most_outliers = 1024;

struct outlier {
    std::uint64_t image;
    unsigned place; // in the input
};

// Who reads all items first and notes them: passes that divide keys without having counted them, and, if they give up,
// those who count.
enum class noted : unsigned { by_division, by_counting };

// Of each of these.
struct outlier_count {
    unsigned most; // that may be noted: 0, if samples have an image that should be left free
    unsigned found;
};

struct outlier_state {
    outlier_count counts[2];      // by `noted`
    outlier items[most_outliers]; // in any order

    constexpr outlier_count& count(noted by) { return counts[static_cast<unsigned>(by)]; }
    constexpr outlier_count const& count(noted by) const { return counts[static_cast<unsigned>(by)]; }
};

} // namespace pradix::cuda
