// SPDX-License-Identifier: MIT
// Keys alone that are sorted out of place by parts of kernels: what these are told of them, and what they have written.
#pragma once

#include "src/cuda/state/arguments.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace pradix::test::emulated {

template <class Bits>
class guarded_keys {
    static constexpr Bits untouched = 0x5a;

public:
    explicit guarded_keys(std::vector<Bits> const& keys, std::size_t misalignment = 0, bool descends = false)
        : misalignment_(misalignment), in_(misalignment), out_(keys.size() + misalignment + 1, untouched) {
        in_.insert(in_.end(), keys.begin(), keys.end());
        with.keys_wanted = true;
        with.most = keys.size();
        with.digits = cuda::tabulate(0, 8 * sizeof(Bits), false, false);
        with.codec = core::make_codec<Bits>(sizeof(Bits) == 4 ? key_type::u32 : key_type::u64,
                                            descends ? order::descending : order::ascending, {}, {});
        with.keys[static_cast<unsigned>(cuda::buffer::in)] = in_.data() + misalignment;
        with.keys[static_cast<unsigned>(cuda::buffer::out)] = out_.data() + misalignment;
        with.state = state.get();
    }
    guarded_keys(guarded_keys const&) = delete; // there are pointers to its parts
    guarded_keys& operator=(guarded_keys const&) = delete;

    // And nothing beside it.
    std::vector<Bits> written() const {
        auto const begin = out_.begin() + static_cast<std::ptrdiff_t>(misalignment_);
        EXPECT_TRUE(std::all_of(out_.begin(), begin, [](Bits key) { return key == untouched; }));
        EXPECT_EQ(out_.back(), untouched);
        return {begin, out_.end() - 1};
    }

    std::unique_ptr<cuda::control> const state = std::make_unique<cuda::control>();
    cuda::arguments<Bits, cuda::no_value> with{};

private:
    std::size_t const misalignment_;
    std::vector<Bits> in_, out_;
};

// Words that are zero at first, as vectors are read from them.
class zero_words {
public:
    explicit zero_words(std::size_t size) : pairs_(size / 2) {}

    unsigned* data() { return reinterpret_cast<unsigned*>(pairs_.data()); }
    bool are_zero() const {
        return std::all_of(pairs_.begin(), pairs_.end(), [](auto pair) { return pair == 0; });
    }

private:
    std::vector<std::uint64_t> pairs_;
};

} // namespace pradix::test::emulated
