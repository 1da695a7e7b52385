// SPDX-License-Identifier: MIT
// What the passes move: the image of a key, and its value if there is one, side by side.
#pragma once

namespace pradix::cpu {

struct no_value {};

template <class Bits, class Value>
struct item {
    using bits = Bits;
    Bits key;
    Value value;
};

template <class Bits>
struct item<Bits, no_value> {
    using bits = Bits;
    Bits key;
};

} // namespace pradix::cpu
