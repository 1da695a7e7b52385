// SPDX-License-Identifier: MIT
// <pradix/cuda.hpp> as users call it: typed spans, streams, graphs, and every wrong use with its message.
#include "tests/gpu/captured_graph.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/thrown.hpp"
#include "tests/support/typed_keys.hpp"

#include <pradix/cuda.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class device_array {
public:
    explicit device_array(std::size_t count) : memory_(count * sizeof(T)), count_(count) {}
    explicit device_array(std::vector<T> const& values) : device_array(values.size()) { put(values); }

    void put(std::vector<T> const& values) const { memory_.put(values.data(), values.size() * sizeof(T)); }
    std::vector<T> get() const {
        std::vector<T> values(count_);
        memory_.get(values.data(), count_ * sizeof(T));
        return values;
    }
    std::span<T> span() const { return {reinterpret_cast<T*>(memory_.data()), count_}; }
    std::span<T const> read_only() const { return span(); }

private:
    guarded_device memory_;
    std::size_t count_;
};

class device_api : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static constexpr std::size_t count = 100'003;
};

// A workspace is taken once, for the largest array of some, where fewer items would ask for more.
TEST_F(device_api, sorts_fewer_items_with_a_workspace_for_more) {
    constexpr std::size_t most = std::size_t{1} << 24, fewer = 10 << 20, more = fewer + (1 << 20);
    ASSERT_GT(cuda::workspace_bytes(key_type::u32, most - 1), 8 * cuda::least_workspace_bytes(key_type::u32, most));
    device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u32, more)),
        least(cuda::least_workspace_bytes(key_type::u32, most));
    auto const check = [](std::size_t items, std::span<std::byte> scratch) {
        auto const keys = random_keys<std::uint32_t>(items, 6);
        device_array<std::uint32_t> const in(keys), out(items);
        cuda::sort(in.read_only(), out.span(), {.workspace = scratch});
        EXPECT_EQ(out.get(), sorted(keys)) << items;
    };
    check(fewer, workspace.span());
    for (std::size_t const items : {most - 1, fewer, std::size_t{100'000}, std::size_t{6'000}})
        check(items, least.span());
}

TEST_F(device_api, sorts_keys_out_of_place_and_in_place) {
    auto const keys = random_keys<std::uint32_t>(count, 1);
    device_array<std::uint32_t> const in(keys), out(count);
    device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u32, count));
    cuda::launch const run{.workspace = workspace.span()};
    cuda::sort(in.read_only(), out.span(), run);
    EXPECT_EQ(out.get(), sorted(keys));
    EXPECT_EQ(in.get(), keys);
    cuda::sort(in.span(), run, {.direction = order::descending});
    auto expected = sorted(keys);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(in.get(), expected);
}

TEST_F(device_api, sorts_pairs_and_indices) {
    auto const keys = random_keys<std::int64_t>(count, 2);
    std::vector<std::uint32_t> positions(count);
    std::iota(positions.begin(), positions.end(), 0u);
    auto order = positions;
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    device_array<std::int64_t> const on_device(keys);
    device_array<std::uint32_t> const values(positions), indices(count);
    device_array<std::byte> const workspace(
        std::max(cuda::workspace_bytes(key_type::i64, count, 4, cuda::placement::in_place),
                 cuda::argsort_workspace_bytes(key_type::i64, count, 4)));
    cuda::launch const run{.workspace = workspace.span()};
    cuda::argsort(on_device.read_only(), indices.span(), run);
    EXPECT_EQ(indices.get(), order);
    cuda::sort_pairs(on_device.span(), values.span(), run);
    EXPECT_EQ(values.get(), order);
    EXPECT_EQ(on_device.get(), sorted(keys));
}

TEST_F(device_api, keeps_the_order_if_no_bits_are_compared) {
    auto const keys = random_keys<std::uint16_t>(count, 3);
    device_array<std::uint16_t> const in(keys), out(count);
    device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u16, count));
    cuda::sort(in.read_only(), out.span(), {.workspace = workspace.span()}, {.bits = {5, 5}});
    EXPECT_EQ(out.get(), keys);
}

// The same graph on other keys, and on another number of them, each time.
TEST_F(device_api, replays_a_graph_with_changing_data) {
    device_array<std::uint32_t> const keys(count), values(count), keys_out(count), values_out(count);
    device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u32, count, 4));
    device_array<std::uint64_t> const how_many(1);
    cuda::owned_stream const stream = cuda::make_stream();
    captured_graph const graph(stream.get(), [&] {
        cuda::sort_pairs(keys.read_only(), keys_out.span(), values.read_only(), values_out.span(),
                         {.stream = stream.get(), .workspace = workspace.span(), .count = how_many.span().data()});
    });
    random_bits random{4};
    for (int round = 0; round < 100; ++round) {
        std::uint64_t const size = round % 10 == 0 ? count : random.below(count + 1);
        auto const input = random_keys<std::uint32_t>(count, 100 + round);
        std::vector<std::uint32_t> positions(count);
        std::iota(positions.begin(), positions.end(), 0u);
        keys.put(input);
        values.put(positions);
        how_many.put({size});
        graph.replay();
        std::stable_sort(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(size),
                         [&](auto a, auto b) { return input[a] < input[b]; });
        auto const found = values_out.get();
        ASSERT_TRUE(std::equal(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(size), positions.begin()))
            << "round " << round;
    }
}

// Which the device reaches, and the host as well.
TEST_F(device_api, sorts_pinned_and_managed_memory) {
    auto const keys = random_keys<std::uint32_t>(count, 7);
    device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u32, count));
    void *pinned = nullptr, *managed = nullptr;
    cuda::check(cudaMallocHost(&pinned, count * sizeof(std::uint32_t)), "allocating");
    cuda::check(cudaMallocManaged(&managed, count * sizeof(std::uint32_t)), "allocating");
    for (void* const memory : {pinned, managed}) {
        std::span<std::uint32_t> const on_both{static_cast<std::uint32_t*>(memory), count};
        std::copy(keys.begin(), keys.end(), on_both.begin());
        cuda::sort(on_both, {.workspace = workspace.span()});
        cuda::check(cudaDeviceSynchronize(), "sorting");
        EXPECT_TRUE(std::equal(on_both.begin(), on_both.end(), sorted(keys).begin()));
    }
    cudaFreeHost(pinned);
    cudaFree(managed);
}

// They follow an index, from a copy.
TEST_F(device_api, sorts_wide_values_in_pinned_memory_in_place) {
    using value = std::array<std::uint32_t, 3>;
    auto const keys = random_keys<std::uint32_t>(count, 9);
    device_array<std::uint32_t> const on_device(keys);
    device_array<std::byte> const workspace(
        cuda::workspace_bytes(key_type::u32, count, sizeof(value), cuda::placement::in_place));
    void* pinned = nullptr;
    cuda::check(cudaMallocHost(&pinned, count * sizeof(value)), "allocating");
    std::span<value> const values{static_cast<value*>(pinned), count};
    for (std::size_t i = 0; i < count; ++i)
        values[i] = {keys[i], ~keys[i], 7};
    cuda::sort_pairs(on_device.span(), values, {.workspace = workspace.span()});
    auto const found = on_device.get();
    EXPECT_EQ(found, sorted(keys));
    EXPECT_TRUE(
        std::equal(found.begin(), found.end(), values.begin(), values.end(), [](std::uint32_t key, value const& own) {
            return own == value{key, ~key, 7};
        }));
    cudaFreeHost(pinned);
}

TEST_F(device_api, sorts_all_items_if_the_count_is_larger) {
    device_array<std::uint64_t> const how_many(std::vector<std::uint64_t>{std::uint64_t{1} << 40});
    for (std::size_t const items : {std::size_t{500}, count, std::size_t{4'000'003}}) {
        auto const keys = random_keys<std::uint32_t>(items, 8);
        device_array<std::uint32_t> const in(keys), out(items);
        device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u32, items));
        cuda::sort(in.read_only(), out.span(), {.workspace = workspace.span(), .count = how_many.span().data()});
        EXPECT_TRUE(out.get() == sorted(keys)) << items;
    }
}

// Kernels have asked for more shared memory than usual before that, and do not ask again.
TEST_F(device_api, sorts_after_the_device_was_reset) {
    auto const keys = random_keys<std::uint32_t>(count, 6);
    for (int round = 0; round < 2; ++round) {
        {
            device_array<std::uint32_t> const in(keys), out(count);
            device_array<std::byte> const workspace(cuda::workspace_bytes(key_type::u32, count));
            cuda::sort(in.read_only(), out.span(), {.workspace = workspace.span()});
            EXPECT_EQ(out.get(), sorted(keys));
        }
        cuda::check(cudaDeviceReset(), "resetting");
    }
}

// Blocks of a sort wait for blocks of the same launch. Neighbours that take the device away must not make that a hang.
TEST_F(device_api, sorts_beside_other_streams) {
    constexpr std::size_t streams = 8, items = 3'000'001;
    std::vector<cuda::owned_stream> queues;
    std::vector<device_array<std::uint32_t>> arrays;
    std::vector<device_array<std::byte>> workspaces;
    std::vector<std::vector<std::uint32_t>> inputs;
    for (std::size_t s = 0; s < streams; ++s) {
        queues.push_back(cuda::make_stream());
        inputs.push_back(random_keys<std::uint32_t>(items, s));
        arrays.emplace_back(inputs[s]);
        workspaces.emplace_back(cuda::workspace_bytes(key_type::u32, items));
    }
    for (int round = 0; round < 20; ++round)
        for (std::size_t s = 0; s < streams; ++s)
            cuda::sort(arrays[s].span(), {.stream = queues[s].get(), .workspace = workspaces[s].span()},
                       {.direction = round % 2 == 0 ? order::descending : order::ascending});
    cuda::check(cudaDeviceSynchronize(), "sorting on several streams");
    for (std::size_t s = 0; s < streams; ++s)
        EXPECT_EQ(arrays[s].get(), sorted(inputs[s]));
}

class device_errors : public device_api {
protected:
    struct arrays {
        device_array<std::uint32_t> keys{std::vector<std::uint32_t>(1000, 7)}, out{1000};
        device_array<std::byte> workspace{1 << 20};
    };

    void SetUp() override {
        SKIP_WITHOUT_CUDA_DEVICE();
        arrays_ = std::make_unique<arrays>();
        run_.workspace = arrays_->workspace.span();
    }

    device_array<std::uint32_t> const& keys() const { return arrays_->keys; }
    device_array<std::uint32_t> const& out() const { return arrays_->out; }

    void expect(std::string const& part, std::string const& message) const {
        EXPECT_NE(message.find(part), std::string::npos) << message;
        EXPECT_EQ(keys().get(), std::vector<std::uint32_t>(1000, 7));
    }

    cuda::launch run_;

private:
    std::unique_ptr<arrays> arrays_;
};

TEST_F(device_errors, rejects_host_memory) {
    std::vector<std::uint32_t> host(1000);
    expect("the address of keys_out is in host memory",
           message_of([&] { cuda::sort(keys().read_only(), std::span(host), run_); }));
}

TEST_F(device_errors, rejects_null_pointers) {
    std::span<std::uint32_t> const none{static_cast<std::uint32_t*>(nullptr), 1000};
    expect("the address of keys_out is null", message_of([&] { cuda::sort(keys().read_only(), none, run_); }));
    EXPECT_NO_THROW(cuda::sort(none.first(0), none.first(0), {}));
}

TEST_F(device_errors, rejects_overlap) {
    expect("overlap",
           message_of([&] { cuda::sort(keys().read_only().first(500), keys().span().subspan(499, 500), run_); }));
}

TEST_F(device_errors, rejects_a_count_that_would_be_written_over) {
    run_.count = reinterpret_cast<std::uint64_t const*>(run_.workspace.data());
    expect("the count", message_of([&] { cuda::sort(keys().read_only(), out().span(), run_); }));
    expect("overlap", message_of([&] { cuda::sort(keys().read_only(), out().span(), run_); }));
}

TEST_F(device_errors, rejects_misaligned_arrays) {
    auto* const odd = reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::byte*>(out().span().data()) + 2);
    expect("the address of keys_out is not aligned to 4 bytes",
           message_of([&] { cuda::sort(keys().read_only().first(10), std::span(odd, 10), run_); }));
}

TEST_F(device_errors, rejects_a_small_workspace) {
    device_array<std::uint32_t> const many(100'000);
    expect("are needed", message_of([&] { cuda::sort(many.span(), {.workspace = run_.workspace.first(100)}); }));
}

TEST_F(device_errors, rejects_less_than_the_least_workspace) {
    std::size_t const many = std::size_t{1} << 24, least = cuda::least_workspace_bytes(key_type::u32, many);
    ASSERT_LT(least, cuda::workspace_bytes(key_type::u32, many));
    device_array<std::uint32_t> const in(many), out(many), scratch(least / 4);
    auto const memory = std::as_writable_bytes(scratch.span());
    expect("are needed at least",
           message_of([&] { cuda::sort(in.span(), out.span(), {.workspace = memory.first(least / 4 * 4 - 256)}); }));
}

TEST_F(device_errors, rejects_one_of_two_in_place) {
    expect("only one of keys and values is in place", message_of([&] {
               cuda::sort_pairs(keys().read_only(), keys().span(), keys().read_only(), out().span(), run_);
           }));
}

TEST_F(device_errors, rejects_different_lengths) {
    expect("1000", message_of([&] { cuda::sort(keys().read_only(), out().span().first(999), run_); }));
}

TEST_F(device_errors, rejects_options_for_other_backends) {
    expect("another backend",
           message_of([&] { cuda::sort(keys().read_only(), out().span(), run_, {.where = backend::cpu}); }));
    std::byte scratch[16];
    expect("launch::workspace",
           message_of([&] { cuda::sort(keys().read_only(), out().span(), run_, {.workspace = scratch}); }));
}

// Nor does it need a device.
TEST(sorts_of_nothing, are_checked_as_others_are) {
    std::span<std::uint32_t> const none;
    std::byte scratch[16];
    for (options const& wrong : {options{.where = backend::opencl}, options{.workspace = scratch}}) {
        EXPECT_THROW(cuda::sort(none, {}, wrong), invalid_argument);
        EXPECT_THROW(cuda::sort_pairs(none, none, {}, wrong), invalid_argument);
        EXPECT_THROW(cuda::argsort(none, none, {}, wrong), invalid_argument);
    }
}

TEST(workspace, needs_no_device) {
    EXPECT_EQ(cuda::workspace_bytes(key_type::u32, 0), 0u);
    EXPECT_EQ(cuda::workspace_bytes(key_type::u32, 1000), 0u);
    std::size_t const large = std::size_t{1} << 28;
    EXPECT_LE(cuda::workspace_bytes(key_type::u32, large), large * 4 * 104 / 100);
    // Values that follow an index are copied in place; those in words need not be, and have two arrays else.
    EXPECT_GT(cuda::workspace_bytes(key_type::u32, large, 12, cuda::placement::in_place),
              cuda::workspace_bytes(key_type::u32, large, 12));
    EXPECT_LT(cuda::workspace_bytes(key_type::u32, large, 3, cuda::placement::in_place),
              cuda::workspace_bytes(key_type::u32, large, 3));
    EXPECT_THROW(cuda::workspace_bytes(static_cast<key_type>(99), 1), invalid_argument);
    EXPECT_THROW(cuda::argsort_workspace_bytes(key_type::u32, 10, 3), invalid_argument);
}

TEST(workspace, is_refused_for_more_items_than_memory_has_addresses) {
    std::size_t const many = ~std::size_t{0} / 4;
    std::string const words = "beyond the address space";
    EXPECT_NE(message_of([&] { cuda::workspace_bytes(key_type::u32, many); }).find(words), std::string::npos);
    EXPECT_NE(message_of([&] { cuda::least_workspace_bytes(key_type::u32, many); }).find(words), std::string::npos);
    EXPECT_NE(message_of([&] { cuda::argsort_workspace_bytes(key_type::u32, many, 8); }).find(words),
              std::string::npos);
}

} // namespace
