// SPDX-License-Identifier: MIT
// The C interface to device memory: the same results as the C++ one, and its status codes.
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"
#include "tests/support/typed_keys.hpp"

#include <pradix/cuda.h>

#include <gtest/gtest.h>

#include <numeric>
#include <optional>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 100'003;

class c_api_of_cuda : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT_CUDA_DEVICE();
        for (auto* const each : {&keys_, &out_, &values_})
            each->emplace(count * sizeof(std::uint32_t));
        keys_->put(of_host_.data(), count * sizeof(std::uint32_t));
    }

    // A workspace of as many bytes as ask(&bytes) says.
    template <class Ask>
    pradix_cuda_launch launch_with(Ask const& ask) {
        std::size_t bytes = 0;
        EXPECT_EQ(ask(&bytes), PRADIX_OK);
        workspace_.emplace(bytes);
        return {nullptr, workspace_->data(), bytes, nullptr};
    }

    std::vector<std::uint32_t> of(std::optional<guarded_device> const& array) const {
        std::vector<std::uint32_t> values(count);
        array->get(values.data(), count * sizeof(std::uint32_t));
        return values;
    }

    std::vector<std::uint32_t> const of_host_ = random_keys<std::uint32_t>(count, 61);
    std::optional<guarded_device> keys_, out_, values_, workspace_;
};

TEST_F(c_api_of_cuda, sorts_keys) {
    auto const launch =
        launch_with([](std::size_t* bytes) { return pradix_cuda_workspace_bytes(PRADIX_U32, count, 0, 0, bytes); });
    ASSERT_EQ(pradix_cuda_sort(PRADIX_U32, keys_->data(), out_->data(), count, &launch, nullptr), PRADIX_OK)
        << pradix_last_error();
    EXPECT_EQ(of(out_), sorted(of_host_));
    EXPECT_EQ(of(keys_), of_host_);
}

TEST_F(c_api_of_cuda, sorts_pairs_in_place_and_argsorts) {
    std::vector<std::uint32_t> places(count);
    std::iota(places.begin(), places.end(), 0u);
    values_->put(places.data(), count * sizeof(std::uint32_t));
    auto const for_indices = launch_with(
        [](std::size_t* bytes) { return pradix_cuda_argsort_workspace_bytes(PRADIX_U32, count, 4, bytes); });
    ASSERT_EQ(pradix_cuda_argsort(PRADIX_U32, keys_->data(), count, out_->data(), 4, &for_indices, nullptr), PRADIX_OK);
    auto const indices = of(out_);

    auto const for_pairs =
        launch_with([](std::size_t* bytes) { return pradix_cuda_workspace_bytes(PRADIX_U32, count, 4, 1, bytes); });
    pradix_options how{};
    ASSERT_EQ(pradix_cuda_sort_pairs(PRADIX_U32, keys_->data(), keys_->data(), values_->data(), values_->data(), 4,
                                     count, &for_pairs, &how),
              PRADIX_OK)
        << pradix_last_error();
    EXPECT_EQ(of(keys_), sorted(of_host_));
    EXPECT_EQ(of(values_), indices) << "both are stable";
}

TEST_F(c_api_of_cuda, returns_codes) {
    EXPECT_EQ(pradix_cuda_sort(PRADIX_U32, keys_->data(), out_->data(), count, nullptr, nullptr),
              PRADIX_INVALID_ARGUMENT);
    EXPECT_NE(std::string{pradix_last_error()}.find("are needed"), std::string::npos) << pradix_last_error();
    std::size_t usual = 0, least = 0;
    ASSERT_EQ(pradix_cuda_workspace_bytes(PRADIX_U32, std::size_t{1} << 26, 0, 0, &usual), PRADIX_OK);
    ASSERT_EQ(pradix_cuda_least_workspace_bytes(PRADIX_U32, std::size_t{1} << 26, 0, 0, &least), PRADIX_OK);
    EXPECT_LT(8 * least, usual);
}

} // namespace
