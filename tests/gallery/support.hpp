// SPDX-License-Identifier: MIT
// What the tests of the gallery share: devices that are opened once, and the oracle for one sort.
#pragma once

#include "gallery/sort.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace pradix::test {

inline constexpr gallery::platform both_platforms[] = {gallery::platform::opencl, gallery::platform::cuda};

/// The platform's first device, or null. Never closed: the platform may end before objects of this program do.
inline gallery::machine* device_of(gallery::platform of) {
    static auto& opened = *new std::map<gallery::platform, std::unique_ptr<gallery::machine>>;
    if (!opened.contains(of) && !gallery::devices(of).empty())
        opened[of] = gallery::open(of);
    return opened[of].get();
}

/// Base of tests that run on each platform in turn, or say why not.
class on_platform : public ::testing::TestWithParam<gallery::platform> {
protected:
    void SetUp() override {
        if (device_of(GetParam()) == nullptr)
            GTEST_SKIP() << gallery::name(GetParam()) << " is not built or has no device on this machine";
    }
    static gallery::machine& device() { return *device_of(GetParam()); }
};

inline std::string platform_name(::testing::TestParamInfo<gallery::platform> const& info) {
    return std::string(gallery::name(info.param));
}

/// One sort compared with std::stable_sort, bit by bit. Keys outside the range of bits show whether it is stable.
inline ::testing::AssertionResult sorts(gallery::algorithm const& with, gallery::machine& on, key_type type, shape like,
                                        std::size_t count, std::uint64_t seed, gallery::settings const& how = {}) {
    std::vector<std::byte> keys(count * key_bytes(type));
    fill_keys(keys.data(), type, count, like, seed);
    auto const parts = compared_parts(type, keys.data(), count, {.bits = how.bits});
    auto const expected = gathered(keys.data(), key_bytes(type), stable_order(parts));
    gallery::sort(with, on, type, keys.data(), count, how);
    if (keys == expected)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << with.name << " of " << count << " " << shape_names[std::size_t(like)] << " "
                                         << name(type) << " keys, bits " << how.bits.begin << " to " << how.bits.end
                                         << ", radix bits " << how.radix_bits << ", block " << how.block << ", groups "
                                         << how.groups << ", seed " << seed << ": not the stable order";
}

} // namespace pradix::test
