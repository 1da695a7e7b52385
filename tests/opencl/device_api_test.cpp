// SPDX-License-Identifier: MIT
// <pradix/opencl.hpp> as users call it: their context, queue, buffers and events, and every wrong use with its message.
#include "src/opencl/errors.hpp"
#include "tests/opencl/device_engine.hpp"
#include "tests/opencl/guarded_buffer.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/thrown.hpp"
#include "tests/support/typed_keys.hpp"

#include <pradix/error.hpp>
#include <pradix/opencl.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class device_array {
public:
    device_array(cl::CommandQueue const& queue, std::size_t count) : memory_(queue, count * sizeof(T)), count_(count) {}
    device_array(cl::CommandQueue const& queue, std::vector<T> const& values) : device_array(queue, values.size()) {
        memory_.put(values.data(), values.size() * sizeof(T));
    }

    std::vector<T> get() const {
        std::vector<T> values(count_);
        memory_.get(values.data(), count_ * sizeof(T));
        EXPECT_TRUE(memory_.intact());
        return values;
    }
    opencl::array<T> all() const { return {memory_.buffer(), memory_.offset() / sizeof(T), count_}; }
    opencl::array<T const> read_only() const { return all(); }

private:
    guarded_buffer memory_;
    std::size_t count_;
};

class opencl_api : public ::testing::Test {
protected:
    static constexpr std::size_t count = 100'003;

    void SetUp() override {
        SKIP_WITHOUT_OPENCL_DEVICE();
        on_ = test_stream();
    }

    opencl::device_type device() const { return on_.device(); }
    device_array<std::byte> scratch(std::size_t bytes) const { return {on_.queue, bytes}; }
    opencl::launch run_with(device_array<std::byte> const& workspace) const {
        return {.queue = on_.queue(), .workspace = workspace.all()};
    }

    opencl::stream on_;
};

TEST_F(opencl_api, sorts_keys_out_of_place_and_in_place) {
    auto const keys = random_keys<std::uint32_t>(count, 1);
    device_array<std::uint32_t> const in(on_.queue, keys), out(on_.queue, count);
    auto const workspace = scratch(opencl::workspace_bytes(device(), key_type::u32, count));
    opencl::sort(in.read_only(), out.all(), run_with(workspace));
    EXPECT_EQ(out.get(), sorted(keys));
    EXPECT_EQ(in.get(), keys);
    opencl::sort(in.all(), run_with(workspace), {.direction = order::descending});
    auto expected = sorted(keys);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(in.get(), expected);
    workspace.get(); // and its red zones
}

TEST_F(opencl_api, sorts_pairs_and_indices) {
    auto const keys = random_keys<std::int64_t>(count, 2);
    std::vector<std::uint32_t> positions(count);
    std::iota(positions.begin(), positions.end(), 0u);
    auto order = positions;
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    device_array<std::int64_t> const on_device(on_.queue, keys);
    device_array<std::uint32_t> const values(on_.queue, positions), indices(on_.queue, count);
    auto const workspace =
        scratch(std::max(opencl::workspace_bytes(device(), key_type::i64, count, 4, opencl::placement::in_place),
                         opencl::argsort_workspace_bytes(device(), key_type::i64, count, 4)));
    opencl::argsort(on_device.read_only(), indices.all(), run_with(workspace));
    EXPECT_EQ(indices.get(), order);
    opencl::sort_pairs(on_device.all(), values.all(), run_with(workspace));
    EXPECT_EQ(values.get(), order);
    EXPECT_EQ(on_device.get(), sorted(keys));
}

// The input arrives only after the call: the sort must not begin before the event.
TEST_F(opencl_api, waits_for_events_and_gives_one) {
    for (cl_command_queue_properties const properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
        auto const on = test_stream(properties);
        auto const keys = random_keys<std::uint32_t>(count, 3);
        cl::Buffer const buffer(on.context, CL_MEM_READ_WRITE, count * 4);
        cl::Buffer const scratch(on.context, CL_MEM_READ_WRITE,
                                 opencl::workspace_bytes(device(), key_type::u32, count));
        cl::UserEvent ready(on.context);
        std::vector<cl::Event> const wait_for_ready{ready};
        cl::Event written;
        on.queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, count * 4, keys.data(), &wait_for_ready, &written);
        opencl::event_type const wait[] = {written()};
        opencl::event_type done = nullptr;
        opencl::sort(opencl::array<std::uint32_t>{buffer(), 0, count},
                     {.queue = on.queue(),
                      .workspace = {scratch(), 0, scratch.getInfo<CL_MEM_SIZE>()},
                      .wait = wait,
                      .done = &done});
        cl::Event const finished(done); // releases it
        EXPECT_NE(finished.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(), CL_COMPLETE) << "the call waited";
        ready.setStatus(CL_COMPLETE);
        finished.wait();
        std::vector<std::uint32_t> found(count);
        on.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * 4, found.data());
        EXPECT_EQ(found, sorted(keys));
    }
}

TEST_F(opencl_api, completes_also_if_there_is_nothing_to_sort) {
    opencl::event_type done = nullptr;
    opencl::sort(opencl::array<std::uint32_t>{}, {.queue = on_.queue(), .done = &done});
    ASSERT_NE(done, nullptr);
    cl::Event(done).wait();
    EXPECT_NO_THROW(opencl::sort(opencl::array<std::uint32_t>{}, {.queue = on_.queue()}));
}

// Later commands of the queue wait as if there had been something.
TEST_F(opencl_api, waits_for_events_also_if_there_is_nothing_to_sort) {
    cl::UserEvent ready(on_.context);
    opencl::event_type const wait[] = {ready()};
    opencl::sort(opencl::array<std::uint32_t>{}, {.queue = on_.queue(), .wait = wait});
    cl::Event later;
    on_.queue.enqueueMarkerWithWaitList(nullptr, &later);
    on_.queue.flush();
    EXPECT_NE(later.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(), CL_COMPLETE);
    ready.setStatus(CL_COMPLETE);
    later.wait();
}

TEST_F(opencl_api, takes_no_keys_for_in_place_whose_values_are_not) {
    cl::Buffer const one(on_.context, CL_MEM_READ_WRITE, 4), other(on_.context, CL_MEM_READ_WRITE, 4);
    opencl::array<std::uint32_t> const none{};
    EXPECT_NO_THROW(opencl::sort_pairs(none, none, opencl::array<std::uint32_t>{one(), 0, 0},
                                       opencl::array<std::uint32_t>{other(), 0, 0}, {.queue = on_.queue()}));
}

TEST_F(opencl_api, sorts_in_sub_buffers) {
    auto const keys = random_keys<std::uint32_t>(4096, 5);
    cl::Buffer all(on_.context, CL_MEM_READ_WRITE, 8 * 4096);
    cl_buffer_region const region{4 * 4096, 4 * 4096};
    cl::Buffer const half = all.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    on_.queue.enqueueWriteBuffer(half, CL_TRUE, 0, 4 * 4096, keys.data());
    auto const workspace = scratch(opencl::workspace_bytes(device(), key_type::u32, 4096));
    opencl::sort(opencl::array<std::uint32_t const>{half(), 0, 4096}, opencl::array<std::uint32_t>{all(), 0, 4096},
                 run_with(workspace));
    std::vector<std::uint32_t> found(4096);
    on_.queue.enqueueReadBuffer(all, CL_TRUE, 0, 4 * 4096, found.data());
    EXPECT_EQ(found, sorted(keys));
    EXPECT_THROW(opencl::sort(opencl::array<std::uint32_t const>{half(), 0, 4096},
                              opencl::array<std::uint32_t>{all(), 4000, 4096}, run_with(workspace)),
                 invalid_argument);
}

TEST_F(opencl_api, may_be_called_by_several_threads) {
    auto const sort_some = [&](std::uint64_t seed) {
        auto const on = test_stream();
        auto const keys = random_keys<std::uint32_t>(20'000, seed);
        device_array<std::uint32_t> const array(on.queue, keys);
        device_array<std::byte> const workspace(on.queue, opencl::workspace_bytes(device(), key_type::u32, 20'000));
        for (int round = 0; round < 10; ++round)
            opencl::sort(array.all(), {.queue = on.queue(), .workspace = workspace.all()});
        EXPECT_EQ(array.get(), sorted(keys));
    };
    opencl::release_programs(); // so that both want to build
    std::thread one(sort_some, 6), other(sort_some, 7);
    one.join();
    other.join();
}

class opencl_errors : public opencl_api {
protected:
    void SetUp() override {
        SKIP_WITHOUT_OPENCL_DEVICE();
        on_ = test_stream();
        keys_.emplace(on_.queue, std::vector<std::uint32_t>(1000, 7));
        out_.emplace(on_.queue, 1000);
        workspace_.emplace(on_.queue, 1 << 20);
        run_ = run_with(*workspace_);
    }

    void expect(std::string const& part, std::string const& message) const {
        EXPECT_NE(message.find(part), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_EQ(keys_->get(), std::vector<std::uint32_t>(1000, 7));
    }

    std::optional<device_array<std::uint32_t>> keys_, out_;
    std::optional<device_array<std::byte>> workspace_;
    opencl::launch run_;
};

TEST_F(opencl_errors, rejects_a_missing_queue_or_buffer) {
    expect("there is no queue", message_of([&] { opencl::sort(keys_->all(), {.workspace = workspace_->all()}); }));
    expect("there is no buffer for keys_out", message_of([&] {
               opencl::sort(keys_->read_only(), opencl::array<std::uint32_t>{nullptr, 0, 1000}, run_);
           }));
    expect("no device", message_of([&] { opencl::workspace_bytes(nullptr, key_type::u32, 10); }));
}

TEST_F(opencl_errors, rejects_arrays_beyond_their_buffer) {
    auto beyond = out_->all();
    beyond.offset += 1000;
    expect("the end of keys_out is beyond", message_of([&] { opencl::sort(keys_->read_only(), beyond, run_); }));
    for (std::size_t const far : {~std::size_t{0} / 8, ~std::size_t{0}, std::size_t{1} << 62}) { // 2^64 bytes wrap to 0
        beyond.offset = far;
        expect("the end of keys_out is beyond", message_of([&] { opencl::sort(keys_->read_only(), beyond, run_); }));
    }
}

TEST_F(opencl_errors, rejects_overlap) {
    auto front = keys_->read_only();
    auto back = keys_->all();
    front.size = back.size = 500;
    back.offset += 499;
    expect("overlap", message_of([&] { opencl::sort(front, back, run_); }));
    auto scratch = workspace_->all();
    scratch.buffer = keys_->all().buffer;
    scratch.size = 600;
    scratch.offset = 0;
    expect("overlap", message_of([&] {
               opencl::sort(opencl::array<std::uint32_t>{keys_->all().buffer, 0, 10},
                            {.queue = on_.queue(), .workspace = scratch});
           }));
}

TEST_F(opencl_errors, rejects_a_buffer_of_another_context) {
    cl::Context const other(on_.device);
    cl::Buffer const elsewhere(other, CL_MEM_READ_WRITE, 4000);
    expect("the buffer of keys_out is of another context", message_of([&] {
               opencl::sort(keys_->read_only(), opencl::array<std::uint32_t>{elsewhere(), 0, 1000}, run_);
           }));
}

// Outputs are read, too: passes alternate between them and the workspace.
TEST_F(opencl_errors, rejects_buffers_that_kernels_may_not_use) {
    cl::Buffer const write_only(on_.context, CL_MEM_WRITE_ONLY, 4000), read_only(on_.context, CL_MEM_READ_ONLY, 4000);
    opencl::array<std::uint32_t> const written{write_only(), 0, 1000}, read{read_only(), 0, 1000};
    expect("kernels may not read the buffer of keys_out",
           message_of([&] { opencl::sort(keys_->read_only(), written, run_); }));
    expect("kernels may not write the buffer of keys_out",
           message_of([&] { opencl::sort(keys_->read_only(), read, run_); }));
    expect("kernels may not write the buffer of keys_in", message_of([&] { opencl::sort(read, run_); }));
    opencl::sort(opencl::array<std::uint32_t const>(read), out_->all(), run_);
}

TEST_F(opencl_errors, rejects_a_small_workspace) {
    device_array<std::uint32_t> const many(on_.queue, 100'000);
    std::size_t const needed = opencl::workspace_bytes(device(), key_type::u32, 100'000);
    auto small = workspace_->all();
    small.size = needed - 1;
    expect(std::to_string(needed) + " are needed",
           message_of([&] { opencl::sort(many.all(), {.queue = on_.queue(), .workspace = small}); }));
}

TEST_F(opencl_errors, rejects_more_items_than_memory_has_addresses) {
    std::size_t const many = ~std::size_t{0} / 4;
    std::string const words = "beyond the address space";
    expect(words, message_of([&] { opencl::workspace_bytes(device(), key_type::u32, many); }));
    expect(words, message_of([&] { opencl::argsort_workspace_bytes(device(), key_type::u32, many, 8); }));
    auto long_keys = keys_->all();
    long_keys.size = many;
    expect(words, message_of([&] { opencl::sort(long_keys, run_); }));
}

TEST_F(opencl_errors, rejects_one_of_two_in_place_and_lengths_that_differ) {
    expect("only one of keys and values is in place", message_of([&] {
               opencl::sort_pairs(keys_->read_only(), keys_->all(), keys_->read_only(), out_->all(), run_);
           }));
    auto shorter = out_->all();
    shorter.size = 999;
    expect("1000", message_of([&] { opencl::sort(keys_->read_only(), shorter, run_); }));
}

TEST_F(opencl_errors, rejects_options_for_other_backends) {
    expect("another backend", message_of([&] { opencl::sort(keys_->all(), run_, {.where = backend::cpu}); }));
    std::byte scratch[16];
    expect("launch::workspace", message_of([&] { opencl::sort(keys_->all(), run_, {.workspace = scratch}); }));
}

TEST_F(opencl_errors, are_the_same_if_there_is_nothing_to_sort) {
    opencl::array<std::uint32_t> const none;
    opencl::event_type done = nullptr;
    expect("there is no queue", message_of([&] { opencl::sort(none, {.done = &done}); }));
    expect("another backend", message_of([&] { opencl::sort_pairs(none, none, run_, {.where = backend::cuda}); }));
    std::byte scratch[16];
    expect("launch::workspace", message_of([&] { opencl::argsort(none, none, run_, {.workspace = scratch}); }));
}

// A device that is gone, memory that is not there: what OpenCL reports keeps its name, and gets its kind.
TEST(errors_of_opencl, become_those_of_pradix) {
    auto const words = [](cl_int code) -> std::string {
        try {
            opencl::attempting("sorting", [&] { throw cl::Error(code, "clSomething"); });
        } catch (out_of_memory const& error) {
            return std::string("memory: ") + error.what();
        } catch (backend_unavailable const& error) {
            return std::string("backend: ") + error.what();
        } catch (device_error const& error) {
            return std::string("device: ") + error.what();
        }
        return "nothing was thrown";
    };
    EXPECT_EQ(words(CL_OUT_OF_RESOURCES).find("device: sorting: clSomething says CL_OUT_OF_RESOURCES; "), 0u);
    EXPECT_EQ(words(-9999).find("device: sorting: clSomething says error -9999; "), 0u);
    EXPECT_EQ(words(CL_MEM_OBJECT_ALLOCATION_FAILURE).find("memory: sorting: "), 0u);
    EXPECT_EQ(words(CL_DEVICE_NOT_AVAILABLE).find("backend: backend opencl, sorting: "), 0u);
}

TEST_F(opencl_errors, say_that_there_is_not_enough_memory) {
    auto* const some_address = reinterpret_cast<void*>(std::uintptr_t{1} << 32);
    EXPECT_THROW(
        pradix::detail::sort(key_type::u32, some_address, std::size_t{1} << 42, nullptr, 0, {.where = backend::opencl}),
        out_of_memory);
}

TEST_F(opencl_errors, host_arrays_name_what_the_workspace_is_too_small_for) {
    options how{.where = backend::opencl};
    if (workspace_bytes(key_type::u32, count, 0, how) == 0)
        GTEST_SKIP() << "this device has memory of its own";
    std::byte scratch[16];
    how.workspace = scratch;
    std::vector<std::uint32_t> keys(count), values(count);
    expect("sort of 100003 u32 keys: the workspace", message_of([&] { pradix::sort(keys, how); }));
    expect("sort_pairs of 100003 u32 keys: the workspace", message_of([&] { sort_pairs(keys, values, how); }));
    expect("argsort of 100003 u32 keys: the workspace", message_of([&] { argsort(keys, values, how); }));
}

TEST_F(opencl_errors, host_arrays_need_a_device_that_is_there) {
    std::vector<std::uint32_t> keys{3, 1, 2};
    EXPECT_THROW(pradix::sort(keys, {.where = backend::opencl, .device = 999}), invalid_argument);
    EXPECT_EQ(keys, (std::vector<std::uint32_t>{3, 1, 2}));
}

} // namespace
