// SPDX-License-Identifier: MIT
// Each thread begins where a line ends, and reads row by row until it is where the next one began. If it gets there
// exactly, as the threads before it did, the next one has begun with a row, too. Else, or if there is an error, all is
// read again by one: quotes need not stand around fields, and the first error is the one to be told.
#include "cli/io/row_reader.hpp"

#include "cli/parts.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

namespace pradix::cli {
namespace {

struct text_part {
    std::size_t begin, end;    // of the text
    std::size_t lines = 0;     // of which each may be a row
    std::size_t first_row = 0; // if each line before it is one
    std::size_t rows = 0;
    std::vector<bool> empty{}; // which of them have no key, up to the last such one
    bool is_read = false;
};

// Parts of the same length but for the rest of a line, which may be in quotes.
std::vector<text_part> cut(std::string_view text, std::size_t first, std::string_view quote, reading how) {
    std::size_t const size = text.size() - first;
    std::size_t const count = std::clamp<std::size_t>(size / how.least_bytes, 1, std::max(how.threads, 1u));
    auto const place = [&](std::size_t i) { return first + size / count * i; };
    std::vector<unsigned char> odd(count); // a number of quotes
    if (!quote.empty())
        for_each_part(how.threads, count, [&](std::size_t i) {
            odd[i] = std::count(text.begin() + place(i), text.begin() + place(i + 1), quote[0]) % 2 != 0;
        });
    std::vector<text_part> parts(count);
    parts.front().begin = first;
    parts.back().end = text.size();
    bool in_quotes = false;
    for (std::size_t i = 1; i < count; ++i) {
        in_quotes ^= odd[i - 1] != 0;
        bool is_inside = in_quotes;
        std::size_t at = place(i);
        for (; at < text.size() && (is_inside || text[at] != '\n'); ++at)
            is_inside ^= !quote.empty() && text[at] == quote[0];
        parts[i - 1].end = parts[i].begin = std::min(at + 1, text.size());
    }
    return parts;
}

void read_part(row_set& rows, text_part& part, row_function const& read) {
    std::size_t const width = key_bytes(rows.type);
    std::byte* key = rows.keys.data() + part.first_row * width;
    std::size_t at = part.begin;
    for (; at < part.end; key += width, ++part.rows) {
        rows.begins[part.first_row + part.rows] = at;
        row_end const end = read(at, key);
        if (!end.has_key) {
            part.empty.resize(part.rows + 1); // those up to here have keys
            part.empty.back() = true;
            std::memset(key, 0, width);
        }
        at = end.at;
    }
    part.is_read = at == part.end;
}

// Rows of several lines leave room behind those of a part.
void close_up(row_set& rows, std::vector<text_part> const& parts) {
    std::size_t const width = key_bytes(rows.type);
    std::size_t count = 0;
    for (text_part const& part : parts) {
        if (count != part.first_row) {
            std::memmove(rows.keys.data() + count * width, rows.keys.data() + part.first_row * width,
                         part.rows * width);
            std::memmove(&rows.begins[count], &rows.begins[part.first_row], part.rows * sizeof rows.begins[0]);
        }
        if (!part.empty.empty()) {
            rows.empty.resize(count);
            rows.empty.insert(rows.empty.end(), part.empty.begin(), part.empty.end());
        }
        count += part.rows;
    }
    rows.keys.resize(count * width);
    rows.begins.resize(count + 1);
    rows.begins[count] = parts.back().end;
}

} // namespace

void read_rows(row_set& rows, std::size_t first, std::string_view quote, reading how, row_function const& read) {
    std::string_view const text = rows.text.text();
    std::vector<text_part> parts = cut(text, first, quote, how);
    for_each_part(how.threads, parts.size(), [&](std::size_t i) {
        parts[i].lines = most_rows(text.substr(parts[i].begin, parts[i].end - parts[i].begin));
    });
    std::size_t lines = 0;
    for (text_part& part : parts) {
        part.first_row = lines;
        lines += part.lines;
    }
    rows.keys.resize(lines * key_bytes(rows.type));
    rows.begins.resize(lines + 1);
    if (parts.size() > 1)
        for_each_part(how.threads, parts.size(), [&](std::size_t i) {
            try {
                read_part(rows, parts[i], read);
            } catch (std::exception const&) { // it has not been read
            }
        });
    if (!std::ranges::all_of(parts, &text_part::is_read)) {
        parts = {{first, text.size()}};
        read_part(rows, parts.front(), read);
    }
    close_up(rows, parts);
}

} // namespace pradix::cli
