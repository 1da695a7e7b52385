// SPDX-License-Identifier: MIT
#include "src/core/scratch.hpp"

#include <sys/mman.h>

#include <cstdlib>

namespace pradix::core {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20; // as most systems have them

// Small blocks from the heap, whose pages are often there already. Large ones straight from the system, on huge pages
// if it has them: fewer page faults, which would cost as much as a pass.
std::byte* take(std::size_t bytes) {
    if (bytes < huge_page)
        return static_cast<std::byte*>(std::malloc(bytes));
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<std::byte*>(memory);
}

} // namespace

void scratch::release::operator()(std::byte* memory) const {
    if (bytes < huge_page)
        std::free(memory);
    else
        munmap(memory, bytes);
}

scratch::scratch(attempt const& attempted, std::size_t bytes, std::span<std::byte> workspace)
    : own_(nullptr, release{bytes}), data_(workspace.data()) {
    if (workspace.size() >= bytes)
        return;
    if (!workspace.empty())
        throw invalid_argument(attempted.text() + ": the workspace has " + std::to_string(workspace.size()) +
                               " bytes, " + std::to_string(bytes) +
                               " are needed; ask workspace_bytes with the same options");
    own_.reset(take(bytes));
    if (!own_)
        throw out_of_memory(attempted.text() + ": " + std::to_string(bytes) +
                            " bytes of scratch cannot be had; free memory, or sort in parts");
    data_ = own_.get();
}

} // namespace pradix::core
