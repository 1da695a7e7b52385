// SPDX-License-Identifier: MIT
#include "src/cuda/transfer.hpp"

#include "src/core/team.hpp"
#include "src/cuda/current_device.hpp"
#include "src/cuda/memory.hpp"
#include "src/cuda/own_thread.hpp"

#include <algorithm>
#include <cstring>
#include <exception>

namespace pradix::cuda {

namespace {

// Pinning takes 0.4 ms a MiB, so short arrays have few lanes.
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr std::size_t staged_from = std::size_t{64} << 20; // below, pinned memory costs more than it brings
constexpr std::size_t long_bytes = std::size_t{512} << 20;
constexpr unsigned few_lanes = 4, most_lanes = 8; // more do not make the bus faster

void copy(std::byte const* from, std::byte* to, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    check(cudaMemcpyAsync(to, from, bytes, kind, stream), "copying to or from the device");
    check(cudaStreamSynchronize(stream), "waiting for a copy");
}

} // namespace

// One thread's way over the bus: two pinned chunks, one to copy while the other one travels.
class lane {
public:
    lane() : stream_(make_stream()), pinned_(allocate_pinned(2 * chunk_bytes)) {}

    // Chunks number first, first + step ... of the array.
    void upload(std::byte const* host, std::byte* device, std::size_t bytes, std::size_t first, std::size_t step) {
        std::size_t turn = 0;
        for (std::size_t at = first * chunk_bytes; at < bytes; at += step * chunk_bytes, ++turn) {
            std::size_t const size = std::min(chunk_bytes, bytes - at);
            if (turn >= 2)
                wait_for(turn % 2); // the chunk is free again
            std::memcpy(chunk(turn), host + at, size);
            check(cudaMemcpyAsync(device + at, chunk(turn), size, cudaMemcpyHostToDevice, stream_.get()), "uploading");
            mark(turn % 2);
        }
        finish();
    }

    void download(std::byte const* device, std::byte* host, std::size_t bytes, std::size_t first, std::size_t step) {
        std::size_t turn = 0;
        std::size_t before = bytes; // where the chunk that is under way belongs
        for (std::size_t at = first * chunk_bytes; at < bytes; at += step * chunk_bytes, ++turn) {
            std::size_t const size = std::min(chunk_bytes, bytes - at);
            check(cudaMemcpyAsync(chunk(turn), device + at, size, cudaMemcpyDeviceToHost, stream_.get()),
                  "downloading");
            mark(turn % 2);
            if (turn > 0)
                deliver(turn - 1, host, before, bytes);
            before = at;
        }
        if (turn > 0)
            deliver(turn - 1, host, before, bytes);
    }

private:
    struct destroy_event {
        void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
    };
    using owned_event = std::unique_ptr<CUevent_st, destroy_event>;

    static owned_event make_event() {
        cudaEvent_t event = nullptr;
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync), "making an event");
        return owned_event(event);
    }

    std::byte* chunk(std::size_t turn) const { return pinned_.get() + turn % 2 * chunk_bytes; }
    void mark(std::size_t which) { check(cudaEventRecord(arrived_[which].get(), stream_.get()), "recording an event"); }
    void wait_for(std::size_t which) { check(cudaEventSynchronize(arrived_[which].get()), "waiting for a transfer"); }
    void finish() { check(cudaStreamSynchronize(stream_.get()), "waiting for transfers"); }

    void deliver(std::size_t turn, std::byte* host, std::size_t at, std::size_t bytes) {
        wait_for(turn % 2);
        std::memcpy(host + at, chunk(turn), std::min(chunk_bytes, bytes - at));
    }

    owned_stream stream_;
    pinned_memory pinned_;
    owned_event arrived_[2] = {make_event(), make_event()};
};

transfers::transfers(std::size_t most_bytes, CUstream_st* stream, unsigned threads) : stream_(stream) {
    if (most_bytes < staged_from)
        return;
    unsigned const wanted = std::min(threads, most_bytes < long_bytes ? few_lanes : most_lanes);
    lanes_.reserve(wanted);
    try {
        while (lanes_.size() < wanted)
            lanes_.push_back(std::make_unique<lane>());
    } catch (out_of_memory const&) { // those that there are will do, or the stream
    }
}

transfers::~transfers() = default;

bool transfers::are_staged(std::size_t bytes) const {
    return bytes >= staged_from && !lanes_.empty();
}

// Runs work(lane, first, step) on a thread for each lane; throws what the first of them threw.
template <class Work>
void transfers::on_lanes(Work const& work) const {
    int const device = current_device();
    std::exception_ptr failures[most_lanes];
    core::run_team(static_cast<unsigned>(lanes_.size()), [&](core::member const& thread) {
        try {
            leave_captures_alone();
            check(cudaSetDevice(device), "choosing the device"); // a property of the thread
            work(*lanes_[thread.rank()], thread.rank(), thread.size());
        } catch (...) {
            failures[thread.rank()] = std::current_exception();
        }
    });
    for (auto const& failure : failures)
        if (failure)
            std::rethrow_exception(failure);
}

void transfers::up(std::byte const* host, std::byte* device, std::size_t bytes) const {
    if (!are_staged(bytes))
        return copy(host, device, bytes, cudaMemcpyHostToDevice, stream_);
    on_lanes([&](lane& own, std::size_t first, std::size_t step) { own.upload(host, device, bytes, first, step); });
}

void transfers::down(std::byte const* device, std::byte* host, std::size_t bytes) const {
    if (!are_staged(bytes))
        return copy(device, host, bytes, cudaMemcpyDeviceToHost, stream_);
    on_lanes([&](lane& own, std::size_t first, std::size_t step) { own.download(device, host, bytes, first, step); });
}

} // namespace pradix::cuda
