// SPDX-License-Identifier: MIT
// A stream that may not use the whole device, though the device is the current one: launches that need more of it than
// there is are refused, and others take their place.
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/part_of_device.hpp"
#include "tests/support/table.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

class part_of : public ::testing::TestWithParam<key_type> {
protected:
    void SetUp() override {
        SKIP_WITHOUT_CUDA_DEVICE();
        part_ = std::make_unique<part_of_device>();
        if (part_->stream() == nullptr)
            GTEST_SKIP() << "this driver has no green contexts";
        ASSERT_LT(part_->multiprocessors(), 8u) << "enough for a cluster: the test would show nothing";
    }

    std::unique_ptr<part_of_device> part_;
};

// What a cluster would sort, one launch of all multiprocessors, one launch and then passes, and passes.
TEST_P(part_of, a_device_sorts_what_it_has_no_room_for_at_once) {
    for (bool const in_graph : {false, true}) {
        engine const with = device_engine("cuda", {.stream = part_->stream(), .in_graph = in_graph});
        for (std::size_t const count : {2'000, 8'000, 100'000, 2'500'000})
            for (shape const each : {shape::uniform, shape::zipf}) {
                auto row = make_row(GetParam(), count, each, 81);
                row.how.bits = {};
                ASSERT_TRUE(sorts_keys(with, row)) << (in_graph ? "from a graph" : "");
                row.value_bytes = 4;
                ASSERT_TRUE(sorts_pairs(with, row)) << (in_graph ? "from a graph" : "");
            }
    }
}

auto const type_name = [](auto const& info) { return std::string{name(info.param)}; };

INSTANTIATE_TEST_SUITE_P(types, part_of, ::testing::Values(key_type::u32, key_type::f64), type_name);

} // namespace
