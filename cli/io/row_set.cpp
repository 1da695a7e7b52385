// SPDX-License-Identifier: MIT
// Text files, and what rows of any kind need.
#include "cli/io/row_set.hpp"

#include "cli/error.hpp"
#include "cli/io/row_text.hpp"
#include "cli/key_text.hpp"

#include <algorithm>
#include <cstring>

namespace pradix::cli {
namespace {

// Collects rows in large pieces, since most are far shorter than a write should be.
class row_writer {
public:
    row_writer(output_file& out, progress& steps) : out_(out), steps_(steps), pending_(piece) {}

    void put(std::string_view row) {
        if (row.size() > pending_.size() - used_)
            flush();
        if (row.size() > pending_.size())
            return out_.write(row, &steps_);
        std::memcpy(pending_.data() + used_, row.data(), row.size());
        used_ += row.size();
    }

    void flush() {
        out_.write(pending_.data(), used_, &steps_);
        used_ = 0;
    }

private:
    static constexpr std::size_t piece = std::size_t{1} << 20;
    output_file& out_;
    progress& steps_;
    buffer pending_;
    std::size_t used_ = 0;
};

template <class Index>
void put_rows(row_writer& writer, row_set const& rows, Index const* indices) {
    constexpr std::size_t ahead = 16; // rows lie at random in memory: their cache misses should overlap
    std::size_t const count = rows.count();
    char const* const text = rows.text.text().data();
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 2 * ahead < count)
            __builtin_prefetch(&rows.begins[indices[i + 2 * ahead]]);
        if (i + ahead < count)
            __builtin_prefetch(text + rows.begins[indices[i + ahead]]);
        writer.put(rows.row(indices[i]));
    }
}

} // namespace

std::string_view without_mark(std::string_view text) {
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

void drop_blank_end(buffer& text, std::string_view blanks) {
    std::string_view const view = text.text();
    std::size_t const begin = view.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    std::size_t const last = view.find_last_not_of(blanks);
    if (last == view.npos || last < begin)
        return text.resize(begin);
    std::size_t const end = view.find('\n', last);
    if (end != view.npos)
        text.resize(end + 1);
}

void check_line_ends(std::string_view text, std::string_view file) {
    if (text.find('\n') == text.npos && text.find('\r') != text.npos)
        fail("{}: its line ends are CR alone; convert them with tr '\\r' '\\n'", file);
}

bool complete_last_line(buffer& text) {
    std::string_view const view = text.text();
    if (view.empty() || view.back() == '\n' || view == byte_order_mark)
        return false;
    std::size_t const end = view.size();
    text.resize(end + 1);
    text.data()[end] = std::byte{'\n'};
    return true;
}

void end_last_row_like_first(row_set& rows) {
    constexpr std::string_view ending = "\r\n";
    if (rows.count() == 0)
        return;
    bool const has_header = rows.header().size() > byte_order_mark.size();
    std::string_view const first = has_header ? rows.header() : rows.row(0);
    if (!first.ends_with(ending) || rows.row(rows.count() - 1).ends_with(ending))
        return;
    rows.text.resize(++rows.begins.back());
    std::memcpy(rows.text.data() + rows.begins.back() - ending.size(), ending.data(), ending.size());
}

bool is_blank(std::string_view field) {
    return field.find_first_not_of(" \t") == field.npos;
}

void mark_empty(row_set& rows, std::byte* key) {
    rows.empty.resize(rows.count() + 1); // those up to here have keys
    rows.empty.back() = true;
    std::memset(key, 0, key_bytes(rows.type));
}

std::string_view without_ending(std::string_view line) {
    if (line.ends_with('\n'))
        line.remove_suffix(1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

row_set parse_text(buffer text, key_type type, std::string_view file, empty_keys empties) {
    row_set rows{type, std::move(text), {}, {}, {}};
    if (empties == empty_keys::error) // else each blank line is a row
        drop_blank_end(rows.text, " \t\r\n");
    check_line_ends(rows.text.text(), file);
    bool const is_completed = complete_last_line(rows.text);
    std::string_view const view = rows.text.text();
    std::size_t const first = view.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    std::size_t const count = most_rows(view.substr(first)), width = key_bytes(type);
    rows.keys.resize(count * width);
    rows.begins.reserve(count + 1);
    rows.begins.push_back(first);
    key_parser const parse = parser_of(type);
    std::byte* key = rows.keys.data();
    for (std::size_t begin = first; begin < view.size(); key += width) {
        std::size_t const end = view.find('\n', begin);
        std::string_view const line = without_ending(view.substr(begin, end + 1 - begin));
        if (auto const result = parse(line, key); result != parse_result::ok) {
            bool const blank = is_blank(line);
            if (blank && empties == empty_keys::error)
                fail("{}:{}: the line is blank; delete it, or say with --empty first or last where it goes", file,
                     rows.begins.size());
            if (!blank)
                fail("{}:{}: {} {}; fix the line or {}", file, rows.begins.size(), quoted(line),
                     complaint(result, type), type_advice(result, type));
            mark_empty(rows, key);
        }
        begin = end + 1;
        rows.begins.push_back(begin);
    }
    if (is_completed)
        end_last_row_like_first(rows);
    return rows;
}

std::size_t most_rows(std::string_view text) {
    auto const ended = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return ended + (text.empty() || text.back() == '\n' ? 0 : 1);
}

multiset multiset_of_rows(row_set const& rows) {
    multiset total;
    for (std::size_t i = 0; i < rows.count(); ++i)
        total.add(std::as_bytes(std::span(without_ending(rows.row(i)))));
    return total;
}

void write_rows(output_file& out, row_set const& rows, void const* indices, std::size_t index_bytes, progress& steps) {
    row_writer writer(out, steps);
    writer.put(rows.header());
    if (index_bytes == 4)
        put_rows(writer, rows, static_cast<std::uint32_t const*>(indices));
    else
        put_rows(writer, rows, static_cast<std::uint64_t const*>(indices));
    writer.flush();
}

std::size_t line_of(std::string_view text, std::size_t place) {
    return 1 + static_cast<std::size_t>(std::count(text.data(), text.data() + place, '\n'));
}

} // namespace pradix::cli
