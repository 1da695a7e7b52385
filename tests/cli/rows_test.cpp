// SPDX-License-Identifier: MIT
// Rows of text and CSV: where they begin and end, the keys of each, and where rows without one go.
#include "cli/error.hpp"
#include "cli/io/row_set.hpp"
#include "cli/io/row_text.hpp"
#include "cli/keyed_rows.hpp"
#include "cli/row_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cli;

buffer filled(std::string_view text) {
    buffer bytes(text.size());
    if (!text.empty())
        std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

row_set text_rows(std::string_view text, key_type type = key_type::i64) {
    return parse_text(filled(text), type, "f");
}

row_set csv_rows(std::string_view text, std::string key, header_line header = header_line::present,
                 char delimiter = ',') {
    return parse_csv(filled(text), key_type::i64, {delimiter, header, std::move(key)}, "f");
}

std::vector<std::int64_t> keys(row_set const& rows) {
    auto const* first = reinterpret_cast<std::int64_t const*>(rows.keys.data());
    return {first, first + rows.count()};
}

std::vector<std::string> texts(row_set const& rows) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < rows.count(); ++i)
        all.emplace_back(rows.row(i));
    return all;
}

template <class Function>
std::string message(Function f) {
    try {
        f();
    } catch (cli::error const& problem) {
        return problem.what();
    }
    return "no error";
}

using numbers = std::vector<std::int64_t>;
using strings = std::vector<std::string>;

TEST(TextRows, KeepTheirBytes) {
    row_set const rows = text_rows("3\n 007 \r\n-1");
    EXPECT_EQ(keys(rows), (numbers{3, 7, -1}));
    EXPECT_EQ(texts(rows), (strings{"3\n", " 007 \r\n", "-1\n"}));
    EXPECT_EQ(rows.header(), "");
    EXPECT_EQ(text_rows("").count(), 0u);
}

TEST(TextRows, AByteOrderMarkIsNoRow) {
    row_set const one = text_rows(std::string(byte_order_mark) + "7");
    EXPECT_EQ(one.header(), byte_order_mark);
    EXPECT_EQ(keys(one), numbers{7});
    row_set const none = text_rows(byte_order_mark);
    EXPECT_EQ(none.count(), 0u);
    EXPECT_EQ(none.keys.size(), 0u);
}

TEST(TextRows, ErrorsNameTheLine) {
    EXPECT_EQ(message([] { text_rows("1\nx\n"); }).substr(0, 8), "f:2: 'x'");
    EXPECT_EQ(message([] { text_rows("1\n2\n \n3\n"); }).substr(0, 22), "f:3: the line is blank");
    EXPECT_EQ(message([] { text_rows("\n1"); }).substr(0, 22), "f:1: the line is blank");
    std::string const hostile = message([] { text_rows(std::string(1000, '\x1b') + "\n"); });
    EXPECT_EQ(hostile.find('\x1b'), hostile.npos);
    EXPECT_LT(hostile.size(), 200u);
}

TEST(TextRows, BlankLinesAtTheEndAreNoRows) {
    for (char const* end : {"\n", "\n\n", "\r\n", "\n \t\n\n", "\n  "})
        EXPECT_EQ(texts(text_rows("2\n1" + std::string(end))).size(), 2u) << end;
    EXPECT_EQ(text_rows("2\n1 \n\n").text.text(), "2\n1 \n");
    EXPECT_EQ(text_rows("\n \n").count(), 0u);
    EXPECT_EQ(text_rows(std::string(byte_order_mark) + "\n\n").text.text(), byte_order_mark);
}

TEST(CsvRows, BlankLinesAtTheEndAreNoRows) {
    EXPECT_EQ(texts(csv_rows("n,x\r\n1,\r\n\r\n\n", "n")), strings{"1,\r\n"});
    EXPECT_EQ(csv_rows("n\n\n", "n").count(), 0u);
    EXPECT_EQ(message([] { csv_rows("n\n\"1\n\n", "n"); }).substr(0, 23), "f:2: a quoted field has");
    EXPECT_EQ(message([] { csv_rows("n\tx\n1\t2\n\t\n", "n", header_line::present, '\t'); }).substr(0, 18),
              "f:3:column n: is e"); // a row whose fields are empty
}

TEST(Rows, WhoseLinesEndInCarriageReturnsAloneAreRefused) {
    std::string const says = "f: its line ends are CR alone; convert them with tr '\\r' '\\n'";
    EXPECT_EQ(message([] { csv_rows("n,x\r2,b\r1,a\r", "n"); }), says);
    EXPECT_EQ(message([] { csv_rows("2\r1", "1", header_line::absent); }), says);
    EXPECT_EQ(message([] { text_rows("2\r1\r"); }), says);
    EXPECT_EQ(csv_rows("\r", "1", header_line::absent).count(), 0u);
}

TEST(CsvRows, CarriageReturnsWithinALineAreInQuotes) {
    EXPECT_EQ(message([] { csv_rows("n,x\n1,a\r2,b\n", "n"); }).substr(0, 38),
              "f:2: has a CR that no LF follows; if l");
    EXPECT_EQ(message([] { csv_rows("n,x\r2,b\r1,a\n", "n"); }).substr(0, 9), "f:1: has ");
    EXPECT_EQ(texts(csv_rows("n,x\n1,\"a\rb\"\n", "n")), strings{"1,\"a\rb\"\n"});
    EXPECT_EQ(texts(csv_rows("n,x\r\n1,a\r\n", "n")), strings{"1,a\r\n"});
}

TEST(Rows, ALastOneThatDoesNotEndEndsLikeTheFirst) {
    EXPECT_EQ(texts(csv_rows("\"n\nm\",x\r\n3,a\r\n1,b", "1")), (strings{"3,a\r\n", "1,b\r\n"}));
    EXPECT_EQ(texts(csv_rows("\"n\r\nm\",x\n3,a\n1,b", "1")), (strings{"3,a\n", "1,b\n"}));
    EXPECT_EQ(texts(csv_rows("3,a\r\n1,b", "1", header_line::absent)), (strings{"3,a\r\n", "1,b\r\n"}));
    EXPECT_EQ(texts(csv_rows("n\r\n1\r", "n")), strings{"1\r\n"});
    EXPECT_EQ(texts(csv_rows("1", "1", header_line::absent)), strings{"1\n"});
    EXPECT_EQ(csv_rows("n,x", "n").count(), 0u);
    EXPECT_EQ(texts(text_rows("3\r\n1")), (strings{"3\r\n", "1\r\n"}));
}

TEST(CsvRows, HeaderAndRowsCoverTheText) {
    row_set const rows = csv_rows("n,x\n2,b\n1,a", "n");
    EXPECT_EQ(rows.header(), "n,x\n");
    EXPECT_EQ(keys(rows), (numbers{2, 1}));
    EXPECT_EQ(texts(rows), (strings{"2,b\n", "1,a\n"}));
}

TEST(CsvRows, QuotedFieldsHoldAnything) {
    row_set const rows = csv_rows("a,n\r\n\"x, \"\"y\"\"\nz\",\" 5 \"\r\n,6\r\n\"\",7\r\n", "n");
    EXPECT_EQ(keys(rows), (numbers{5, 6, 7}));
    EXPECT_EQ(rows.row(0), "\"x, \"\"y\"\"\nz\",\" 5 \"\r\n");
    EXPECT_EQ(keys(csv_rows("a b\"c,n\nx\"y,1\n", "n")), numbers{1}); // a quote inside a plain field is a character
}

TEST(CsvRows, ColumnsByNameOrNumber) {
    std::string_view const text = "\"a,b\",\"say \"\"n\"\"\",2\n1,5,9\n";
    EXPECT_EQ(keys(csv_rows(text, "a,b")), numbers{1});
    EXPECT_EQ(keys(csv_rows(text, "say \"n\"")), numbers{5});
    EXPECT_EQ(keys(csv_rows(text, "1")), numbers{1});
    EXPECT_EQ(keys(csv_rows(text, "2")), numbers{9}); // a name comes before a number
    EXPECT_EQ(keys(csv_rows("4;7\n3;8", "2", header_line::absent, ';')), (numbers{7, 8}));
}

TEST(CsvRows, AFirstLineThatLooksLikeARowIsNoHeaderByItself) {
    auto const assumed = [](std::string_view text, std::string key) {
        return csv_rows(text, std::move(key), header_line::assumed);
    };
    EXPECT_EQ(message([&] { assumed("a, 2\nb,1\n", "2"); }).substr(0, 28), "f:1: looks like a row, with ");
    EXPECT_NE(message([&] { assumed("99999999999999999999\n1\n", "1"); }), "no error"); // a number, if none that fits
    EXPECT_NE(message([&] { assumed("1,a\n0,b\n", "1"); }), "no error");                // a number or a name: who knows
    EXPECT_EQ(keys(assumed("2,a\n1,3\n", "a")), numbers{3});
    EXPECT_EQ(keys(assumed("2024,2025\n4,5\n", "2025")), numbers{5}); // there is no such column number
    EXPECT_EQ(keys(csv_rows("2\n1\n", "1")), numbers{1});
    EXPECT_NE(message([&] { assumed("5.5,x\n3,y\n", "1"); }), "no error"); // of another type
    EXPECT_NE(message([&] { assumed("1e3,x\n3,y\n", "1"); }), "no error");
    auto const with_empty_ones = [](header_line header) {
        return parse_csv(filled(",x\n3,y\n"), key_type::i64, {.header = header, .key = "1"}, "f", empty_keys::last);
    };
    EXPECT_EQ(message([&] { with_empty_ones(header_line::assumed); }).substr(0, 35),
              "f:1: looks like a row, with '' in t");
    EXPECT_EQ(with_empty_ones(header_line::absent).count(), 2u);
    EXPECT_EQ(with_empty_ones(header_line::present).count(), 1u);
}

TEST(CsvRows, AByteOrderMarkStaysInFront) {
    EXPECT_EQ(keys(csv_rows("\xef\xbb\xbfn\n1\n", "n")), numbers{1});
    row_set const rows = csv_rows("\xef\xbb\xbf"
                                  "2\n1\n",
                                  "1", header_line::absent);
    EXPECT_EQ(rows.header(), "\xef\xbb\xbf");
    EXPECT_EQ(keys(rows), (numbers{2, 1}));
}

TEST(CsvRows, AByteOrderMarkAloneIsNoRow) {
    row_set const none = csv_rows(byte_order_mark, "1", header_line::absent);
    EXPECT_EQ(none.header(), byte_order_mark);
    EXPECT_EQ(none.count(), 0u);
    EXPECT_EQ(none.keys.size(), 0u);
    EXPECT_EQ(message([] { csv_rows(byte_order_mark, "n"); }), message([] { csv_rows("", "n"); }));
}

TEST(CsvRows, ErrorsCountLinesInsideQuotes) {
    EXPECT_EQ(message([] { csv_rows("n,x\n1,\"\n\n\"\nbad,\n", "n"); }).substr(0, 20), "f:5:column n: 'bad' ");
    EXPECT_EQ(message([] { csv_rows("x,n\n\"\n\",1\ny\n", "n"); }).substr(0, 18), "f:4: has 1 column ");
    EXPECT_EQ(message([] { csv_rows("n\n1\n\"2\n", "n"); }).substr(0, 23), "f:3: a quoted field has");
    EXPECT_EQ(message([] { csv_rows("n\n\n1\n", "n"); }).substr(0, 22), "f:2: the line is blank");
}

TEST(Rows, MayHaveNoKey) {
    row_set const rows = parse_text(filled("3\n\n1\n  \r\n2"), key_type::i64, "f", empty_keys::last);
    EXPECT_EQ(keys(rows), (numbers{3, 0, 1, 0, 2}));
    EXPECT_EQ(rows.empty, (std::vector<bool>{false, true, false, true}));
    EXPECT_EQ(parse_text(filled("3\n\n\n"), key_type::i64, "f", empty_keys::last).count(), 3u); // also at the end
    row_set const records =
        parse_csv(filled("n,x\n,a\n\" \",b\n5,c\n"), key_type::i64, {.key = "n"}, "f", empty_keys::first);
    EXPECT_EQ(keys(records), (numbers{0, 0, 5}));
    EXPECT_EQ(records.empty, (std::vector<bool>{true, true}));
}

// What reading tells, whether rows or an error.
struct outcome {
    strings rows;
    numbers keys;
    std::vector<bool> empty;
    std::string header, error;
    bool operator==(outcome const&) const = default;
};

template <class Function>
outcome outcome_of(Function read) {
    try {
        row_set const rows = read();
        return {texts(rows), ::keys(rows), rows.empty, std::string(rows.header()), ""};
    } catch (cli::error const& problem) {
        return {{}, {}, {}, "", problem.what()};
    }
}

// As by one thread, by more of them, of which each has a byte or more.
void expect_same_by_threads(std::string const& text) {
    for (empty_keys empties : {empty_keys::error, empty_keys::last}) {
        auto const of_text = [&](unsigned threads) {
            return outcome_of([&] { return parse_text(filled(text), key_type::i64, "f", empties, {threads, 1}); });
        };
        auto const of_csv = [&](unsigned threads) {
            return outcome_of([&] {
                csv_layout const layout{.header = header_line::present, .key = "1"};
                return parse_csv(filled(text), key_type::i64, layout, "f", empties, {threads, 1});
            });
        };
        for (unsigned threads : {2, 3, 7, 40}) {
            EXPECT_EQ(of_text(threads), of_text(1)) << text << threads;
            EXPECT_EQ(of_csv(threads), of_csv(1)) << text << threads;
        }
    }
}

TEST(Rows, AreReadByThreadsAsByOne) {
    expect_same_by_threads("5\n3\r\n-1\n1234567890123\n0\n7");
    expect_same_by_threads("5\n\n3\n \n\n1\n\n"); // some have no key
    expect_same_by_threads("n,x\n1,a\n2,\"b\nc\"\n3,\"\n\n\"\"\n\"\n4,\n,d\n6,e\n");
    expect_same_by_threads("n\n\"1\"\n\"2\"\n\" 3\"\n"); // the key has quotes
    expect_same_by_threads("\"n\nm\"\n1\n2\n3\n");
    expect_same_by_threads(std::string(byte_order_mark) + "5\n3\n4\n");
    expect_same_by_threads(std::string(byte_order_mark));
    expect_same_by_threads("");
}

TEST(Rows, WithQuotesThatStandAnywhereAreReadByThreadsAsByOne) {
    expect_same_by_threads("n,x\n1,5\" of\n2,b\n3,\"c\ne\"\n4,6\"\n5,e\n");   // a part begins within quotes
    expect_same_by_threads("n,x\n1,5\" of\n2,b\n3,\"c\n4,e\"\n4,6\"\n5,e\n"); // with what could be a row
    expect_same_by_threads("n,x\n1,\"a\n2,b\n3,c\n4,d\n");                    // one that is not closed
    expect_same_by_threads("n,x\n1,\"a\" b\n2,\"b\"\n");
}

TEST(Rows, WithSeveralErrorsTellTheFirstOneByThreadsToo) {
    expect_same_by_threads("1\n2\nx\n4\ny\n6\nz\n");
    expect_same_by_threads("n,x\n1,a\n2,b\n\n4,c\n5,\"d\n\"e\nz,f\n");
}

TEST(Rows, AreWrittenInOrderByThreadsInPieces) {
    std::string text;
    std::mt19937 random(1);
    for (int i = 0; i < 90000; ++i)
        text += std::to_string(i) + std::string(random() % 40, ' ') + "\n";
    for (std::size_t blanks : {std::size_t{1} << 20, std::size_t{900000}, std::size_t{900000}, std::size_t{3} << 20})
        text += "7" + std::string(blanks, ' ') + "\n"; // which fill a piece, or do not fit one
    row_set const rows = text_rows(text);
    std::vector<std::uint32_t> order(rows.count());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    std::string sorted;
    for (std::uint32_t i : order)
        sorted += rows.row(i);
    for (unsigned threads : {1, 3}) {
        std::string const path = testing::TempDir() + "pradix_rows";
        output_file out(path);
        progress steps(false);
        write_rows(out, rows, order.data(), 4, steps, threads);
        out.commit();
        std::ifstream file(path, std::ios::binary);
        EXPECT_TRUE(sorted == std::string(std::istreambuf_iterator<char>(file), {})) << threads;
        std::filesystem::remove(path);
    }
}

using positions = std::vector<std::uint64_t>;

// The order by these keys, which the order check has to take for right.
positions order_of(std::string const& csv, std::vector<column_key> const& keys) {
    keyed_rows const read = parse_rows(filled(csv), file_format::csv, {}, keys, "f");
    std::size_t const count = read.rows.count();
    buffer const indices = order_of_rows(read.columns, count, 8, {});
    EXPECT_EQ(first_misplaced(read.columns, count, indices.data(), 8), std::nullopt);
    auto const* first = reinterpret_cast<std::uint64_t const*>(indices.data());
    return {first, first + count};
}

TEST(Rows, WithoutKeyGoToOneSide) {
    std::string const csv = "n,x\n,a\n2,b\n,c\n-1,d\n";
    EXPECT_EQ(order_of(csv, {{"n", {key_type::i8}, empty_keys::last}}), (positions{3, 1, 0, 2}));
    EXPECT_EQ(order_of(csv, {{"n", {key_type::i8}, empty_keys::first}}), (positions{0, 2, 3, 1}));
    key_order const down{key_type::i8, order::descending};
    EXPECT_EQ(order_of(csv, {{"n", down, empty_keys::last}}), (positions{1, 3, 0, 2}));
}

TEST(Rows, WithoutOneOfTheirKeysGoToOneSideOfThoseThatAreEqualSoFar) {
    std::string const csv = "a,b\n,1\n7,\n7,-3\n,\n-2,\n,-1\n7,4\n";
    auto const order = [&](empty_keys where) {
        return order_of(csv, {{"a", {key_type::i32}, where}, {"b", {key_type::i8}, where}});
    };
    EXPECT_EQ(order(empty_keys::last), (positions{4, 2, 6, 1, 5, 0, 3}));
    EXPECT_EQ(order(empty_keys::first), (positions{3, 5, 0, 4, 1, 2, 6}));
}

TEST(Rows, WithoutKeyOnTheWrongSideAreOutOfOrder) {
    auto const disorder = [](std::string const& csv, empty_keys where) {
        keyed_rows const read =
            parse_rows(filled(csv), file_format::csv, {},
                       {{"a", {key_type::i32}, where}, {"b", {key_type::i8, order::descending}, where}}, "f");
        return first_disorder(read.columns, read.rows.count());
    };
    EXPECT_EQ(disorder("a,b\n-1,\n-1,5\n,9\n", empty_keys::last), 1u);
    EXPECT_EQ(disorder("a,b\n-1,5\n-1,\n,9\n", empty_keys::last), std::nullopt);
    EXPECT_EQ(disorder("a,b\n-1,5\n,9\n0,1\n", empty_keys::last), 2u);
    EXPECT_EQ(disorder("a,b\n,\n,9\n-1,5\n", empty_keys::first), std::nullopt);
    EXPECT_EQ(disorder("a,b\n,9\n,\n-1,5\n", empty_keys::first), 1u);
    EXPECT_EQ(disorder("a,b\n-1,5\n,9\n", empty_keys::first), 1u);
}

TEST(Rows, ChecksumIgnoresLineEndingsOnly) {
    EXPECT_EQ(multiset_of_rows(text_rows("1\r\n2\r\n")), multiset_of_rows(text_rows("2\n1")));
    EXPECT_NE(multiset_of_rows(text_rows("1\n2\n")), multiset_of_rows(text_rows("1\n02\n")));
}

TEST(Rows, MostRowsCountsALastLineWithoutEnding) {
    EXPECT_EQ(most_rows(""), 0u);
    EXPECT_EQ(most_rows("a"), 1u);
    EXPECT_EQ(most_rows("a\n"), 1u);
    EXPECT_EQ(most_rows("a\nb"), 2u);
}

} // namespace
