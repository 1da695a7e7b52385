// SPDX-License-Identifier: MIT
// A context that the application has made with the driver, beside the runtime's own: kernels are allowed as much shared
// memory there.
#include "src/cuda/driver_function.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/support/table.hpp"

#include <cuda.h>

namespace {

using namespace pradix;
using namespace pradix::test;

template <class Function>
Function* driver(char const* name) {
    constexpr unsigned version = 4000;
    auto* const found = cuda::driver_function<Function>(name, version);
    if (found == nullptr)
        throw std::runtime_error(std::string{"the driver has no "} + name);
    return found;
}

// The current one, as long as this lives.
class own_context {
public:
    own_context() {
        if (driver<CUresult(CUcontext*, unsigned, CUdevice)>("cuCtxCreate")(&context_, 0, 0) != CUDA_SUCCESS)
            throw std::runtime_error("no context");
    }
    own_context(own_context const&) = delete;
    ~own_context() { driver<CUresult(CUcontext)>("cuCtxDestroy")(context_); }

private:
    CUcontext context_ = nullptr;
};

// In one launch and in passes, which need more shared memory than a kernel may have unasked.
void sort_some() {
    engine const with = device_engine("cuda", {});
    for (std::size_t const count : {500u, 5'000u, 100'000u, 3'500'000u}) {
        auto row = make_row(key_type::u32, count, shape::uniform, 85);
        ASSERT_TRUE(sorts_keys(with, row));
        row.value_bytes = 4;
        ASSERT_TRUE(sorts_pairs(with, row));
    }
}

TEST(own_context, sorts_what_is_in_its_memory) {
    SKIP_WITHOUT_CUDA_DEVICE();
    sort_some();
    {
        own_context const here;
        sort_some();
    }
    sort_some();
}

} // namespace
