// SPDX-License-Identifier: MIT
#include "cli/io/empty_keys.hpp"

#include <algorithm>
#include <cstdint>

namespace pradix::cli {
namespace {

template <class Index>
void place(Index* indices, row_set const& rows, empty_keys where) {
    Index* const end = indices + rows.count();
    Index* const kept = std::remove_if(indices, end, [&](Index i) { return rows.is_empty(i); });
    Index* out = kept;
    for (std::size_t i = 0; out != end; ++i)
        if (rows.is_empty(i))
            *out++ = static_cast<Index>(i);
    if (where == empty_keys::first)
        std::rotate(indices, kept, end);
}

} // namespace

void place_empty_keys(buffer& indices, std::size_t index_bytes, row_set const& rows, empty_keys where) {
    if (rows.empty.empty())
        return;
    if (index_bytes == 4)
        place(reinterpret_cast<std::uint32_t*>(indices.data()), rows, where);
    else
        place(reinterpret_cast<std::uint64_t*>(indices.data()), rows, where);
}

} // namespace pradix::cli
