// SPDX-License-Identifier: MIT
// Feeds arbitrary bytes to the readers of files and numbers. The first byte chooses the reader, the second the type.
// Errors are fine; what is accepted must make sense.
#include "cli/error.hpp"
#include "cli/io/npy.hpp"
#include "cli/io/row_set.hpp"
#include "cli/key_text.hpp"
#include "cli/size.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace pradix;
using namespace pradix::cli;

void require(bool fact, char const* what) {
    if (fact)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

// Exactly as large as the text, so that a step beyond it is seen.
buffer exact(std::string_view text) {
    buffer bytes(text.size());
    if (!text.empty())
        std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

// Header and rows, one after the other, are the text; each row ends a line; nothing was added but a line ending, and
// nothing dropped but blank lines at the end.
void check_rows(row_set const& rows, std::string_view input) {
    std::string_view const text = rows.text.text();
    bool const whole = text.starts_with(input) && text.size() - input.size() <= 2;
    bool const cut = input.starts_with(text) && input.find_first_not_of(" \t\r\n", text.size()) == input.npos;
    require(whole || cut, "the text is the input");
    require(rows.begins.back() == text.size(), "the last row ends with the text");
    require(rows.header().size() == rows.begins[0], "the header ends where the first row begins");
    require(std::is_sorted(rows.begins.begin(), rows.begins.end()), "rows follow each other");
    require(rows.keys.size() == rows.count() * key_bytes(rows.type), "each row has a key");
    require(rows.count() <= most_rows(text), "no more rows than lines");
    for (std::size_t i = 0; i < rows.count(); ++i)
        require(rows.row(i).ends_with('\n') && rows.row(i).size() > 1, "a row is a line");
    require(multiset_of_rows(rows).count == rows.count(), "each row is counted");
}

// One thread and several ones read the same, or object to the same. What one reads.
template <class Read>
row_set by_threads(Read const& read) {
    auto const problem_of = [&](reading how, row_set& rows) -> std::string {
        try {
            rows = read(how);
            return "";
        } catch (cli::error const& problem) {
            return problem.what();
        }
    };
    row_set by_one, by_several;
    std::string const problem = problem_of({}, by_one);
    require(problem_of({3, 1}, by_several) == problem, "threads find the same error");
    if (!problem.empty())
        throw cli::error(problem);
    require(std::ranges::equal(by_one.begins, by_several.begins), "threads find the same rows");
    require(by_one.keys.text() == by_several.keys.text(), "with the same keys");
    require(by_one.empty == by_several.empty, "or none");
    return by_one;
}

// A number that was read is written as a number that reads back as the same key, but for the payload of a NaN.
void check_number(std::string_view text, key_type type) {
    std::array<std::byte, 16> key{}, again{};
    if (parser_of(type)(text, key.data()) != parse_result::ok)
        return;
    std::string written;
    append_key(written, type, key.data());
    require(parser_of(type)(written, again.data()) == parse_result::ok, "what is written is a number");
    require(key == again || written.ends_with("nan"), "a number reads back as itself");
}

void check_npy(std::string_view text) {
    std::size_t at = 0;
    npy_header const header = read_npy_header(
        [&](void* data, std::size_t size) {
            std::size_t const got = text.copy(static_cast<char*>(data), size, at);
            at += got;
            return got;
        },
        "input");
    require(text.starts_with(header.bytes), "the header is kept as it stands");
    std::size_t const bytes = npy_data_bytes(header, "input");
    key_type const type = npy_key_type(header, "input");
    require(bytes == header.shape[0] * key_bytes(type), "the promise is count times width");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < 2)
        return 0;
    std::string_view const text(reinterpret_cast<char const*>(data) + 2, size - 2);
    auto const type = static_cast<key_type>(data[1] % key_type_count);
    try {
        switch (data[0] % 6) {
        case 0:
            check_npy(text);
            break;
        case 1:
            check_rows(
                by_threads([&](reading how) { return parse_text(exact(text), type, "input", empty_keys::error, how); }),
                text);
            break;
        case 2:
            check_rows(by_threads([&](reading how) {
                           return parse_csv(exact(text), type, {',', header_line::assumed, "n"}, "input",
                                            empty_keys::error, how);
                       }),
                       text);
            break;
        case 3:
            check_rows(by_threads([&](reading how) {
                           return parse_csv(exact(text), type, {';', header_line::absent, "2"}, "input",
                                            empty_keys::error, how);
                       }),
                       text);
            break;
        case 4:
            check_number(text, type);
            break;
        default:
            parse_size(text, "input");
        }
    } catch (cli::error const& problem) {
        std::string_view const line = problem.what();
        require(line.find("; ") != line.npos, "an error says what to do");
    }
    return 0;
}
