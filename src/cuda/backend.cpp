// SPDX-License-Identifier: MIT
#include "src/cuda/backend.hpp"

#include "src/core/midway.hpp"
#include "src/core/seconds.hpp"
#include "src/cuda/device_sort.hpp"
#include "src/cuda/memory.hpp"
#include "src/cuda/own_thread.hpp"
#include "src/cuda/transfer.hpp"

#include <pradix/backend.hpp>

#include <algorithm>
#include <exception>
#include <future>
#include <system_error>

namespace pradix::cuda {

namespace {

// The current one of this thread.
void choose_device(unsigned device) {
    int count = 0;
    check(cudaGetDeviceCount(&count), "counting devices");
    if (device >= static_cast<unsigned>(count))
        throw invalid_argument("backend cuda, device " + std::to_string(device) + ": the number of devices is " +
                               std::to_string(count) + "; count them from 0");
    check(cudaSetDevice(static_cast<int>(device)), ("choosing device " + std::to_string(device)).c_str());
}

// Runs work() on a thread of its own: what is current belongs to a thread, and the caller's keeps its device and its
// context, be it one of the driver's interface or none yet.
template <class Work>
void on_own_thread(Work const& work) {
    std::future<void> done;
    try {
        done = std::async(std::launch::async, work);
    } catch (std::system_error const& refusal) {
        throw out_of_memory(std::string("backend cuda: a thread cannot be started, for the system says \"") +
                            refusal.what() + "\"; end others, or use cpu");
    }
    done.get();
}

// An array of the caller and its place on the device.
struct host_array {
    void const* in; // null: nothing to bring up
    void* out;      // null: nothing to bring down
    std::size_t bytes;
    device_memory memory = allocate_on_device(bytes);

    void up(transfers const& by) const {
        if (in != nullptr && bytes > 0)
            by.up(static_cast<std::byte const*>(in), memory.get(), bytes);
    }
    void down(transfers const& by) const {
        if (out != nullptr && bytes > 0)
            by.down(memory.get(), static_cast<std::byte*>(out), bytes);
    }
};

// Sets are_written once results are about to be written to the arrays. The time spent is counted from `begin` on.
void sort_arrays(problem const& what, host_array const& keys, host_array const& values, options const& how,
                 double begin, bool& are_written) {
    tuning const tuned = tune_for(what);
    std::size_t const scratch_bytes = workspace_bytes(what, tuned);
    device_memory const scratch = allocate_on_device(scratch_bytes);
    owned_stream const stream = make_stream();
    transfers const bus(std::max(keys.bytes, values.bytes), stream.get(),
                        how.threads > 0 ? how.threads : default_threads());
    keys.up(bus);
    values.up(bus);
    double const arrived = core::seconds();

    item_arrays const items =
        what.indices_only ? item_arrays{keys.memory.get(), nullptr, nullptr, values.memory.get()}
                          : item_arrays{keys.memory.get(), keys.memory.get(), values.memory.get(), values.memory.get()};
    sort(what, items, {.stream = stream.get(), .workspace = {scratch.get(), scratch_bytes}}, how, tuned);
    check(cudaStreamSynchronize(stream.get()), "sorting");
    double const sorted = core::seconds();

    are_written = true;
    keys.down(bus);
    values.down(bus);
    if (how.spent != nullptr)
        *how.spent = {.where = backend::cuda,
                      .transfer = arrived - begin + (core::seconds() - sorted),
                      .sorting = sorted - arrived};
}

// Calls work(are_written) where the device is the current one. Returns false if it fails, but others can do what it
// left undone.
template <class Work>
bool unless_others_can(bool others_can, core::attempt const& attempted, unsigned device, Work const& work) {
    return core::telling_failures_midway(attempted, [&](bool& are_written) {
        try {
            on_own_thread([&] {
                leave_captures_alone();
                choose_device(device);
                work(are_written);
            });
            return true;
        } catch (invalid_argument const&) {
            throw;
        } catch (std::exception const&) { // of CUDA, or of the host's memory
            if (!others_can || are_written)
                throw;
            return false;
        }
    });
}

} // namespace

bool sort_host(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how,
               bool others_can) {
    core::attempt const attempted{value_bytes > 0 ? "sort_pairs" : "sort", count, type};
    return unless_others_can(others_can, attempted, how.device, [&](bool& are_written) {
        double const begin = core::seconds(); // before memory for the arrays is allocated
        problem const what{.type = type, .count = count, .value_bytes = value_bytes, .in_place = true};
        sort_arrays(what, {keys, keys, count * key_bytes(type)}, {values, values, count * value_bytes}, how, begin,
                    are_written);
    });
}

bool argsort_host(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                  options const& how, bool others_can) {
    return unless_others_can(others_can, {"argsort", count, type}, how.device, [&](bool& are_written) {
        double const begin = core::seconds();
        problem const what{.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true};
        sort_arrays(what, {keys, nullptr, count * key_bytes(type)}, {nullptr, indices, count * index_bytes}, how, begin,
                    are_written);
    });
}

} // namespace pradix::cuda
