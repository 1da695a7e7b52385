// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/errors.hpp"

#include <cuda_runtime_api.h>

namespace pradix::test {

// What work() enqueues on a stream, to be run there as often as wanted.
class captured_graph {
public:
    template <class Work>
    captured_graph(cudaStream_t stream, Work const& work) : stream_(stream) {
        cuda::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing");
        work();
        cuda::check(cudaStreamEndCapture(stream, &graph_), "capturing");
        cuda::check(cudaGraphInstantiate(&replay_, graph_, 0), "instantiating");
    }
    ~captured_graph() {
        cudaGraphExecDestroy(replay_);
        cudaGraphDestroy(graph_);
    }
    captured_graph(captured_graph const&) = delete;
    captured_graph& operator=(captured_graph const&) = delete;

    // Returns when all is done.
    void replay() const {
        cuda::check(cudaGraphLaunch(replay_, stream_), "replaying");
        cuda::check(cudaStreamSynchronize(stream_), "replaying");
    }

private:
    cudaStream_t stream_;
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t replay_ = nullptr;
};

} // namespace pradix::test
