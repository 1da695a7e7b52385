// SPDX-License-Identifier: MIT
#include "bench/gpu/cub_typed.cuh"

#include <stdexcept>

namespace pradix::bench::gpu {

void cub_sort(items const& what, cub_arrays& with, cudaStream_t stream) {
    auto const sort = what.op == operation::sort ? cub_keys(what.type) : cub_pairs(what.type, what.value_bytes);
    if (sort == nullptr)
        throw std::logic_error("no instance of CUB's sort for " + name(what));
    sort(with, stream);
}

} // namespace pradix::bench::gpu
