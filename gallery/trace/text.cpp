// SPDX-License-Identifier: MIT
#include "gallery/trace/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pradix::gallery {

namespace {

// A label and a cell for each value, all cells of one pass equally wide; a mask has a line of its own width.
class table {
public:
    void add(std::string label, std::vector<std::string> cells) {
        label_width_ = std::max(label_width_, label.size());
        for (std::string const& each : cells)
            cell_width_ = std::max(cell_width_, each.size());
        rows_.push_back({std::move(label), std::move(cells), {}});
    }
    void add_wide(std::string label, std::string text) {
        label_width_ = std::max(label_width_, label.size());
        rows_.push_back({std::move(label), {}, std::move(text)});
    }

    std::string text() const {
        std::string all;
        for (auto const& [label, cells, wide] : rows_) {
            all += fmt::format("  {:<{}}", label, label_width_);
            for (std::string const& each : cells)
                all += fmt::format("  {:>{}}", each, cell_width_);
            all += wide.empty() ? "\n" : "  " + wide + "\n";
        }
        return all;
    }

private:
    struct row {
        std::string label;
        std::vector<std::string> cells;
        std::string wide;
    };
    std::vector<row> rows_;
    std::size_t label_width_ = 0, cell_width_ = 0;
};

template <class Text>
std::vector<std::string> cells_of(numbers const& values, Text const& text) {
    std::vector<std::string> cells;
    for (std::uint64_t const each : values)
        cells.push_back(text(each));
    return cells;
}

std::string number_text(std::uint64_t value) {
    return std::to_string(value);
}

} // namespace

std::string binary_text(std::uint64_t image, unsigned count) {
    std::string text;
    for (unsigned bit = count; bit-- > 0;)
        text += image >> bit & 1 ? '1' : '0';
    return text;
}

std::string digit_text(trace_pass const& pass) {
    return pass.bits == 1 ? fmt::format("bit {}", pass.low_bit)
                          : fmt::format("bits {} to {}", pass.low_bit, pass.low_bit + pass.bits - 1);
}

std::string to_text(trace const& of, trace_view const& seen) {
    std::string all = fmt::format("{}, {} on {}\n", seen.algorithm, seen.platform, seen.device);
    if (of.section != 0)
        all += fmt::format("in sections of {} keys\n", of.section);
    auto const binary = [&](std::uint64_t image) { return binary_text(image, seen.shown_bits); };
    for (std::size_t i = 0; i < of.passes.size(); ++i) {
        trace_pass const& pass = of.passes[i];
        table rows;
        rows.add("value", cells_of(pass.keys, seen.key_text));
        rows.add("binary", cells_of(pass.keys, binary));
        if (pass.bits > 1)
            rows.add("digit",
                     cells_of(pass.keys, [&](auto image) { return binary_text(image >> pass.low_bit, pass.bits); }));
        for (trace_row const& row : pass.rows)
            if (row.shown == notation::mask) // lane 0 is the rightmost
                rows.add_wide(row.label, binary_text(row.values[0], static_cast<unsigned>(pass.keys.size())));
            else
                rows.add(row.label, row.shown == notation::key ? cells_of(row.values, seen.key_text)
                                                               : cells_of(row.values, number_text));
        rows.add("result", cells_of(pass.result(), seen.key_text));
        all += fmt::format("\npass {}: {}\n{}", i, digit_text(pass), rows.text());
    }
    return all;
}

} // namespace pradix::gallery
