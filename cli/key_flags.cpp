// SPDX-License-Identifier: MIT
// Declares and reads the options about keys.
#include "cli/key_flags.hpp"

#include "cli/error.hpp"
#include "cli/io/key_array.hpp"
#include "src/core/number_in.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <algorithm>

namespace pradix::cli {
namespace {

unsigned parse_bit(std::string_view text, std::string_view whole) {
    auto const bit = core::number_in<unsigned>(text);
    if (!bit)
        fail("--bits: '{}' is not a range; write N for the lowest N bits, or LO:HI for bits LO to HI - 1", whole);
    return *bit;
}

// Takes the word behind the last colon off the text, if `known` says that it is one of its words. Others belong to the
// column's name.
template <class Known>
void take_word(std::string& text, Known known) {
    std::size_t const colon = text.rfind(':');
    if (colon != text.npos && colon != 0 && known(std::string_view(text).substr(colon + 1)))
        text.resize(colon);
}

} // namespace

bit_range parse_bits(std::string_view text) {
    std::size_t const colon = text.find(':');
    if (colon == text.npos)
        return {0, parse_bit(text, text)};
    return {parse_bit(text.substr(0, colon), text), parse_bit(text.substr(colon + 1), text)};
}

void add_bits(CLI::App& command, std::string& bits) {
    command
        .add_option("--bits", bits,
                    "N: compare only the lowest N bits of the key; LO:HI: only bits LO to HI - 1.\n"
                    "Default: all")
        ->type_name("RANGE");
}

void key_flags::add_to(CLI::App& command, std::string const& use) {
    command
        .add_option("-t,--type", type,
                    "Type of the keys: u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f16 bf16 f32 f64\n"
                    "bool. Needed for raw files; .npy files tell it; i64 for text and CSV")
        ->type_name("TYPE");
    command
        .add_option("--format", format,
                    "raw, npy, text (a number a line) or csv. Default: by the extension .npy,\n"
                    ".txt, .csv or .tsv, else raw")
        ->type_name("NAME");
    command
        .add_option("-k,--key", keys,
                    "CSV: the column to " + use +
                        ", its name in the header or its number from 1; behind it\n"
                        ":TYPE, :asc or :desc instead of --type and --descending. Given again: the key among\n"
                        "rows that are equal so far. Default: the only column")
        ->allow_extra_args(false)
        ->type_name("COLUMN");
    command.add_option("--delimiter", delimiter, "CSV: the character between fields. Default: a comma, a tab for .tsv")
        ->type_name("CHAR");
    CLI::Option* const without =
        command.add_flag("--no-header", no_header, "CSV: the first line is a row like the others");
    command
        .add_flag("--header", header,
                  "CSV: the first line has the names of the columns. This is the default, but\n"
                  "a first line that looks like a row is then refused")
        ->excludes(without);
    command
        .add_option("--empty", empty,
                    "Text and CSV: rows whose key is empty are an error (the default), or go first or\n"
                    "last in either direction; those without a further key do so among the rows that\n"
                    "are equal so far")
        ->type_name("error|first|last");
    command.add_flag("-r,--descending", descending, "Largest key first");
    add_bits(command, bits);
    command
        .add_option("--nan", nans,
                    "Where NaNs go. bits: by their sign, outside the infinities; last: after all numbers")
        ->type_name("bits|last");
}

std::optional<key_type> key_flags::wanted_type() const {
    if (type.empty())
        return std::nullopt;
    return parse_key_type(type);
}

key_order key_flags::order_of(key_type of) const {
    key_order how{of, descending ? order::descending : order::ascending};
    if (!nans.empty() && nans != "last" && nans != "bits")
        fail("--nan: there is no '{}'; it is bits or last", nans);
    how.nans = nans == "last" ? nan_order::last : nan_order::by_bits;
    if (how.nans == nan_order::last && !is_floating(of))
        fail("--nan: {} keys are never NaN; omit it", name(of));
    if (bits.empty())
        return how;
    how.bits = parse_bits(bits);
    auto const width = static_cast<unsigned>(key_bytes(of) * 8);
    if (how.bits.begin > how.bits.end || how.bits.end > width)
        fail("--bits: {} is not within the {} bits of {}; write N or LO:HI with LO <= HI <= {}", bits, width, name(of),
             width);
    if (how.nans == nan_order::last && !how.bits.is_all_of(width))
        fail("--nan last: compares whole keys, not --bits {}; omit one of them", bits);
    return how;
}

empty_keys key_flags::empties() const {
    if (empty.empty() || empty == "error")
        return empty_keys::error;
    if (empty != "first" && empty != "last")
        fail("--empty: there is no '{}'; it is error, first or last", empty);
    return empty == "first" ? empty_keys::first : empty_keys::last;
}

std::vector<column_key> key_flags::keys_of_rows() const {
    key_type const usual = wanted_type().value_or(key_type::i64);
    if (keys.empty())
        return {{"", order_of(usual), empties()}};
    if (keys.size() > 1 && !bits.empty())
        fail("--bits: there are {} keys and it is for one; omit it", keys.size());
    std::vector<column_key> found;
    for (std::string column : keys) {
        key_flags own = *this; // what the column says goes before the options
        take_word(column, [&](std::string_view word) {
            if (word != "asc" && word != "desc")
                return false;
            own.descending = word == "desc";
            return true;
        });
        key_type own_type = usual;
        take_word(column, [&](std::string_view word) {
            own_type = key_type_from_name(word).value_or(usual);
            return key_type_from_name(word).has_value();
        });
        if (keys.size() > 1 && !is_floating(own_type))
            own.nans.clear(); // it is for the others
        found.push_back({column, own.order_of(own_type), empties()});
    }
    if (std::ranges::none_of(found, [](column_key const& key) { return is_floating(key.how.type); }))
        order_of(found.front().how.type); // throws if there is --nan nevertheless
    return found;
}

csv_layout key_flags::layout_of(std::string const& path) const {
    csv_layout layout{usual_delimiter(path),
                      header      ? header_line::present
                      : no_header ? header_line::absent
                                  : header_line::assumed,
                      ""};
    if (delimiter == "\\t" || delimiter == "tab")
        layout.delimiter = '\t';
    else if (delimiter.size() == 1)
        layout.delimiter = delimiter[0];
    else if (!delimiter.empty())
        fail("--delimiter: '{}' is not one character; write for example ';' or tab", delimiter);
    if (std::string_view("\"\r\n").find(layout.delimiter) != std::string_view::npos)
        fail("--delimiter: a quote or an end of line cannot separate fields; write for example ';' or tab");
    return layout;
}

void key_flags::check_for(file_format of) const {
    if (of != file_format::csv && (!keys.empty() || !delimiter.empty() || header || no_header))
        fail("--key, --delimiter, --header, --no-header: the file is read as {} and has no columns; add --format csv "
             "if it has",
             name(of));
    if (!empty.empty() && (of == file_format::raw || of == file_format::npy))
        fail("--empty: keys of {} files are never empty; omit it", name(of));
}

} // namespace pradix::cli
