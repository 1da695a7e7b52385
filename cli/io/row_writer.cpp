// SPDX-License-Identifier: MIT
// Rows lie at random in memory: several threads collect them, in pieces that are written one after the other.
#include "cli/io/row_set.hpp"
#include "cli/parts.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace pradix::cli {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20; // far more than most rows have

template <class Index>
class row_piece {
public:
    row_piece(row_set const& rows, Index const* indices) : rows_(rows), indices_(indices), bytes_(piece_bytes) {}

    void begin(std::size_t first, std::size_t end) {
        next_ = first;
        end_ = end;
        collect();
    }

    // All of its rows. Those that are longer than others do not fit at once.
    void write(output_file& out, progress& steps) {
        out.write(bytes_.data(), used_, &steps);
        while (next_ < end_) {
            std::string_view const row = rows_.row(indices_[next_]);
            if (row.size() > piece_bytes) {
                out.write(row, &steps);
                ++next_;
            }
            collect();
            out.write(bytes_.data(), used_, &steps);
        }
    }

private:
    void collect() {
        constexpr std::size_t ahead = 16; // cache misses should overlap
        char const* const text = rows_.text.text().data();
        for (used_ = 0; next_ < end_; ++next_) {
            if (next_ + 2 * ahead < end_)
                __builtin_prefetch(&rows_.begins[indices_[next_ + 2 * ahead]]);
            if (next_ + ahead < end_)
                __builtin_prefetch(text + rows_.begins[indices_[next_ + ahead]]);
            std::string_view const row = rows_.row(indices_[next_]);
            if (row.size() > piece_bytes - used_)
                return;
            std::memcpy(bytes_.data() + used_, row.data(), row.size());
            used_ += row.size();
        }
    }

    row_set const& rows_;
    Index const* indices_;
    buffer bytes_;
    std::size_t used_ = 0, next_ = 0, end_ = 0; // bytes; rows
};

template <class Index>
void write_rows_in_order(output_file& out, row_set const& rows, Index const* indices, unsigned threads,
                         progress& steps) {
    std::size_t const count = rows.count(), row_bytes = rows.text.size() / std::max<std::size_t>(count, 1) + 1;
    std::size_t const of_piece = std::max<std::size_t>(piece_bytes / 2 / row_bytes, 1);
    std::size_t const most = (count + of_piece - 1) / of_piece;
    std::vector<row_piece<Index>> pieces;
    for (std::size_t i = 0; i < std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(most, 1)); ++i)
        pieces.emplace_back(rows, indices);
    for (std::size_t first = 0; first < count; first += pieces.size() * of_piece) {
        for_each_part(threads, pieces.size(), [&](std::size_t i) {
            std::size_t const begin = std::min(first + i * of_piece, count);
            pieces[i].begin(begin, std::min(begin + of_piece, count));
        });
        for (row_piece<Index>& piece : pieces)
            piece.write(out, steps);
    }
}

} // namespace

void write_rows(output_file& out, row_set const& rows, void const* indices, std::size_t index_bytes, progress& steps,
                unsigned threads) {
    out.write(rows.header(), &steps);
    if (index_bytes == 4)
        write_rows_in_order(out, rows, static_cast<std::uint32_t const*>(indices), threads, steps);
    else
        write_rows_in_order(out, rows, static_cast<std::uint64_t const*>(indices), threads, steps);
}

} // namespace pradix::cli
