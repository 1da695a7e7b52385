// SPDX-License-Identifier: MIT
// Comma-separated values as RFC 4180 has them, with any delimiter: finds the records and the key in each.
#include "cli/error.hpp"
#include "cli/io/row_reader.hpp"
#include "cli/io/row_set.hpp"
#include "cli/io/row_text.hpp"
#include "cli/key_text.hpp"
#include "cli/size.hpp"
#include "src/core/number_in.hpp"

#include <array>

namespace pradix::cli {
namespace {

struct csv_field {
    std::string_view content; // without the quotes around it; doubled quotes are left as they are
    std::size_t place;
    bool last;
};

// Walks through the fields of a text whose last line is complete.
class field_reader {
public:
    field_reader(std::string_view text, char delimiter, std::string_view file, std::size_t at)
        : text_(text), delimiter_(delimiter), file_(file), at_(at) {}

    std::size_t at() const { return at_; }
    bool done() const { return at_ == text_.size(); }
    bool at_blank_line() const { return text_[at_] == '\n' || text_.substr(at_).starts_with("\r\n"); }

    csv_field next() {
        std::size_t const begin = at_;
        std::string_view content;
        if (text_[at_] == '"') {
            content = in_quotes();
        } else {
            while (!ends_field(text_[at_])) // find_first_of calls a function for each character
                ++at_;
            content = text_.substr(begin, at_ - begin);
            if (text_[at_] == '\r' && text_[++at_] != '\n')
                fail("{}:{}: has a CR that no LF follows; if lines end in CR alone, convert them with tr '\\r' '\\n', "
                     "else quote the field",
                     file_, line_of(text_, begin));
        }
        bool const last = text_[at_] == '\n';
        ++at_;
        return {content, begin, last};
    }

private:
    bool ends_field(char c) const { return c == delimiter_ || c == '\n' || c == '\r'; }

    std::string_view in_quotes() {
        std::size_t const open = at_;
        std::size_t close = text_.find('"', open + 1);
        while (close != text_.npos && text_.substr(close + 1).starts_with('"'))
            close = text_.find('"', close + 2);
        if (close == text_.npos)
            fail("{}:{}: a quoted field has no closing quote; add it", file_, line_of(text_, open));
        at_ = close + 1;
        if (text_.substr(at_).starts_with("\r\n"))
            ++at_;
        if (at_ == text_.size() || (text_[at_] != delimiter_ && text_[at_] != '\n'))
            fail("{}:{}: text follows a closing quote; double the quotes inside a field", file_, line_of(text_, close));
        return text_.substr(open + 1, close - open - 1);
    }

    std::string_view text_;
    char delimiter_;
    std::string_view file_;
    std::size_t at_;
};

std::string undouble(std::string_view content) {
    std::string text;
    for (std::size_t i = 0; i < content.size(); ++i) {
        text += content[i];
        if (content.substr(i).starts_with("\"\""))
            ++i;
    }
    return text;
}

// The number that the text is, or 0.
std::size_t column_number(std::string_view text) {
    return core::number_in<std::size_t>(text).value_or(0);
}

// Of the type, or of another one, which may be meant.
bool is_number(std::string_view field, key_type type) {
    std::array<std::byte, 16> key;
    auto const is_of = [&](key_type each) { return parser_of(each)(field, key.data()) != parse_result::not_a_number; };
    return is_of(type) || is_of(key_type::f64);
}

std::size_t count_columns(field_reader fields) {
    std::size_t columns = 0;
    for (bool last = fields.done(); !last; ++columns)
        last = fields.next().last;
    return columns;
}

// The key's column from 0. Reads the header line if there is one.
std::size_t find_column(field_reader& fields, csv_layout const& layout, key_type type, std::string_view file,
                        empty_keys empties) {
    bool const chosen = !layout.key.empty();
    std::size_t const number = chosen ? column_number(layout.key) : 1;
    if (layout.header == header_line::absent) {
        if (std::size_t const columns = chosen ? 1 : count_columns(fields); columns > 1)
            fail("{}: has {} columns; choose one with --key NUMBER", file, columns);
        if (number == 0)
            fail("--key: '{}' is not a column number, which a file without a header needs; count columns from 1",
                 layout.key);
        return number - 1;
    }
    if (fields.done())
        fail("{}: is empty and has no header line; use --no-header if that is meant", file);
    std::string names, numbered;
    std::size_t columns = 0, found = 0, matches = 0;
    for (bool last = false; !last; ++columns) {
        csv_field const field = fields.next();
        std::string const name = undouble(field.content);
        if (columns < 20)
            names += fmt::format("{}{}", columns == 0 ? "" : ", ", in_quotes(name));
        if (chosen && name == layout.key) {
            found = columns;
            ++matches;
        }
        if (columns + 1 == number)
            numbered = name;
        last = field.last;
    }
    if (!chosen && columns > 1)
        fail("{}: has {} columns; choose one with --key COLUMN: {}", file, columns, names);
    if (matches > 1)
        fail("{}: has {} columns named '{}'; give the column's number", file, matches, layout.key);
    // A key that can only be a name tells that there is a header.
    bool const may_be_number = number != 0 && number <= columns;
    std::string const& field = matches == 1 ? layout.key : numbered;
    bool const may_be_empty = empties != empty_keys::error && is_blank(field);
    if (layout.header == header_line::assumed && may_be_number && (may_be_empty || is_number(field, type)))
        fail("{}:1: looks like a row, with {} in the key's column; give --no-header, or --header if it is a header",
             file, in_quotes(field));
    if (matches == 1)
        return found;
    if (!may_be_number)
        fail("{}: has no column '{}'; it has {}: {}", file, layout.key, counted(columns, "column"), names);
    return number - 1;
}

// As its first line has it.
bool has_one_column(std::string_view text, csv_layout const& layout, std::string_view file) {
    std::size_t const begin = first_line(text);
    return begin < text.size() && field_reader(text, layout.delimiter, file, begin).next().last;
}

} // namespace

row_set parse_csv(buffer text, key_type type, csv_layout const& layout, std::string_view file, empty_keys empties,
                  reading how) {
    row_set rows{type, std::move(text), {}, {}, {}};
    constexpr std::string_view blanks = "\r\n"; // a line of tabs may be a row of empty fields
    bool const may_be_empty = empties != empty_keys::error;
    if (!may_be_empty)
        drop_blank_end(rows.text, blanks);
    check_line_ends(rows.text.text(), file);
    bool const is_completed = complete_last_line(rows.text),
               blank_is_row = may_be_empty && has_one_column(rows.text.text(), layout, file);
    if (may_be_empty && !blank_is_row)
        drop_blank_end(rows.text, blanks);
    std::string_view const view = rows.text.text();
    field_reader header(view, layout.delimiter, file, first_line(view));
    std::size_t const columns = count_columns(header), column = find_column(header, layout, type, file, empties);
    std::string const key_name = layout.key.empty() ? "1" : layout.key;
    key_parser const parse = parser_of(type);
    auto const read_key = [&](csv_field const& field, std::byte* key) {
        auto const result = parse(field.content, key);
        if (result == parse_result::ok)
            return true;
        bool const blank = is_blank(field.content);
        if (blank && empties == empty_keys::error)
            fail("{}:{}:column {}: is empty; fill it, or say with --empty first or last where its row goes", file,
                 line_of(view, field.place), key_name);
        if (!blank)
            fail("{}:{}:column {}: {} {}; fix the field, {}choose another --key, or {}", file,
                 line_of(view, field.place), key_name, in_quotes(field.content), complaint(result, type),
                 field.content.find_first_of(";\t|") != field.content.npos ? "check --delimiter, " : "",
                 type_advice(result, type));
        return false;
    };
    auto const read = [&](std::size_t begin, std::byte* key) -> row_end {
        field_reader fields(view, layout.delimiter, file, begin);
        if (fields.at_blank_line() && !blank_is_row)
            fail("{}:{}: the line is blank; delete it", file, line_of(view, begin));
        bool has_key = true;
        for (std::size_t index = 0;; ++index) {
            csv_field const field = fields.next();
            if (index == column)
                has_key = read_key(field, key);
            if (field.last && index < column)
                fail("{}:{}: has {} and the key is in column {}; fix the row or check --delimiter", file,
                     line_of(view, begin), counted(index + 1, "column"), column + 1);
            if (field.last && index + 1 != columns)
                fail("{}:{}: has {} and the first line has {}; fix the row, put a field with a delimiter in quotes, or "
                     "check --delimiter",
                     file, line_of(view, begin), counted(index + 1, "column"), columns);
            if (field.last)
                return {fields.at(), has_key};
        }
    };
    read_rows(rows, header.at(), "\"", how, read);
    if (is_completed)
        end_last_row_like_first(rows);
    return rows;
}

} // namespace pradix::cli
