// SPDX-License-Identifier: MIT
// Text files, and what rows of any kind need.
#include "cli/io/row_set.hpp"

#include "cli/error.hpp"
#include "cli/io/row_reader.hpp"
#include "cli/io/row_text.hpp"
#include "cli/key_text.hpp"
#include "cli/parts.hpp"

#include <algorithm>
#include <cstring>

namespace pradix::cli {

std::size_t first_line(std::string_view text) {
    return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}

std::string_view without_mark(std::string_view text) {
    return text.substr(first_line(text));
}

void drop_blank_end(buffer& text, std::string_view blanks) {
    std::string_view const view = text.text();
    std::size_t const begin = first_line(view), last = view.find_last_not_of(blanks);
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
    bool const has_header = !without_mark(rows.header()).empty();
    std::string_view const first = has_header ? rows.header() : rows.row(0);
    if (!first.ends_with(ending) || rows.row(rows.count() - 1).ends_with(ending))
        return;
    rows.text.resize(++rows.begins.back());
    std::memcpy(rows.text.data() + rows.begins.back() - ending.size(), ending.data(), ending.size());
}

bool is_blank(std::string_view field) {
    return field.find_first_not_of(" \t") == field.npos;
}

std::string_view without_ending(std::string_view line) {
    if (line.ends_with('\n'))
        line.remove_suffix(1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

row_set parse_text(buffer text, key_type type, std::string_view file, empty_keys empties, reading how) {
    row_set rows{type, std::move(text), {}, {}, {}};
    if (empties == empty_keys::error) // else each blank line is a row
        drop_blank_end(rows.text, " \t\r\n");
    check_line_ends(rows.text.text(), file);
    bool const is_completed = complete_last_line(rows.text);
    std::string_view const view = rows.text.text();
    key_parser const parse = parser_of(type);
    auto const read = [&](std::size_t begin, std::byte* key) -> row_end {
        std::size_t const end = view.find('\n', begin) + 1;
        std::string_view const line = without_ending(view.substr(begin, end - begin));
        auto const result = parse(line, key);
        if (result == parse_result::ok)
            return {end, true};
        bool const blank = is_blank(line);
        if (blank && empties == empty_keys::error)
            fail("{}:{}: the line is blank; delete it, or say with --empty first or last where it goes", file,
                 line_of(view, begin));
        if (!blank)
            fail("{}:{}: {} {}; fix the line or {}", file, line_of(view, begin), in_quotes(line),
                 complaint(result, type), type_advice(result, type));
        return {end, false};
    };
    read_rows(rows, first_line(view), "", how, read);
    if (is_completed)
        end_last_row_like_first(rows);
    return rows;
}

std::size_t most_rows(std::string_view text) {
    auto const ended = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return ended + (text.empty() || text.back() == '\n' ? 0 : 1);
}

multiset multiset_of_rows(row_set const& rows, unsigned threads) {
    return sum(by_pieces(threads, rows.count(), [&](std::size_t begin, std::size_t end) {
        multiset total;
        for (std::size_t i = begin; i < end; ++i)
            total.add(std::as_bytes(std::span(without_ending(rows.row(i)))));
        return total;
    }));
}

std::size_t line_of(std::string_view text, std::size_t place) {
    return 1 + static_cast<std::size_t>(std::count(text.data(), text.data() + place, '\n'));
}

} // namespace pradix::cli
