// SPDX-License-Identifier: MIT
// Aligned memory from the C library.
#include "cli/io/buffer.hpp"

#include "cli/size.hpp"

#include <pradix/error.hpp>

#include <cstring>
#include <sys/mman.h>

namespace pradix::cli {

void buffer::resize(std::size_t bytes) {
    reserve(bytes);
    size_ = bytes;
}

void buffer::reserve(std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    if (bytes <= capacity_)
        return;
    std::size_t const alignment = bytes >= 2 * huge_page ? huge_page : 64;
    bool const absurd = bytes > std::size_t{1} << 47; // more than a process can address
    std::size_t const rounded = absurd ? 0 : (bytes + alignment - 1) / alignment * alignment;
    auto* const fresh = absurd ? nullptr : static_cast<std::byte*>(std::aligned_alloc(alignment, rounded));
    if (!fresh)
        throw out_of_memory("memory: cannot allocate " + bytes_text(bytes) +
                            "; sort on a machine with more memory or split the input");
    if (alignment == huge_page)
        madvise(fresh, rounded, MADV_HUGEPAGE);
    if (size_ != 0)
        std::memcpy(fresh, bytes_.get(), size_);
    bytes_.reset(fresh);
    capacity_ = rounded;
}

} // namespace pradix::cli
