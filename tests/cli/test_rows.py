# SPDX-License-Identifier: MIT
"""Text and CSV files, with GNU sort and Python's csv module as oracles."""

import csv
import io
import json
import os
import random
import shutil
import subprocess
import unittest

from support import ToolTest


def gnu_sort(text, *options):
    return subprocess.run(["sort", "-s", *options], input=text, capture_output=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


class TextFiles(ToolTest):
    @unittest.skipUnless(shutil.which("sort"), "GNU sort is not installed")
    def test_integers_sort_as_gnu_sort_n_does(self):
        chooser = random.Random(1)
        text = "".join(f"{chooser.choice(['', '-', ' ', ' -'])}{chooser.choice(['', '0', '00'])}"
                       f"{chooser.randrange(10 ** 4)}\n" for _ in range(20000)).encode()
        self.write("numbers.txt", text)
        self.succeed("sort", "numbers.txt", "-o", "sorted.txt", "--verify")
        self.assertEqual(self.read("sorted.txt"), gnu_sort(text, "-n"))
        self.succeed("sort", "numbers.txt", "-o", "sorted.txt", "-r", "--verify")
        self.assertEqual(self.read("sorted.txt"), gnu_sort(text, "-n", "-r"))

    @unittest.skipUnless(shutil.which("sort"), "GNU sort is not installed")
    def test_floats_sort_as_gnu_sort_g_does(self):
        chooser = random.Random(2)
        text = "".join(f"{chooser.gauss(0, 10 ** chooser.randrange(-200, 200))!r}\n" for _ in range(20000)).encode()
        out = self.succeed("sort", "-", "--format", "text", "--type", "f64", "--verify", stdin=text)
        self.assertEqual(out, gnu_sort(text, "-g"))

    def test_lines_stay_as_they_are_and_equal_ones_keep_their_order(self):
        text = b"7\n007\n +7 \n-0\n0\n0x\n".replace(b"0x\n", b"3\n")
        out = self.succeed("sort", "-", "--format", "text", stdin=text)
        self.assertEqual(out, b"-0\n0\n3\n7\n007\n +7 \n")

    def test_a_byte_order_mark_stays_in_front(self):
        mark = b"\xef\xbb\xbf"
        for text, expected in ((b"10\n9\n", b"9\n10\n"), (b"5", b"5\n"), (b"", b"")):
            self.write("numbers.txt", mark + text)
            self.succeed("sort", "numbers.txt", "-o", "sorted.txt", "--verify")
            self.assertEqual(self.read("sorted.txt"), mark + expected)
            self.succeed("verify", "sorted.txt", "--against", "numbers.txt")
        self.write("numbers.txt", mark + b"1\nx\n")
        self.refuse("verify", "numbers.txt", says="numbers.txt:2: 'x'")

    def test_extensions_in_upper_case(self):
        self.write("D.TXT", "10\n9\n")
        self.succeed("sort", "D.TXT", "-o", "SORTED.Txt")
        self.assertEqual(self.read("SORTED.Txt"), b"9\n10\n")

    def test_line_endings_are_kept_and_a_missing_last_one_is_added(self):
        self.assertEqual(self.succeed("sort", "-", "--format", "text", stdin=b"2\r\n1\r\n"), b"1\r\n2\r\n")
        self.assertEqual(self.succeed("sort", "-", "--format", "text", stdin=b"2\r\n1"), b"1\r\n2\r\n")
        self.assertEqual(self.succeed("sort", "-", "--format", "text", stdin=b"2\n1"), b"1\n2\n")
        csv = "sort", "-", "--format", "csv", "--key", "x", "--type", "u32"
        self.assertEqual(self.succeed(*csv, stdin=b"x\r\n5"), b"x\r\n5\r\n")
        self.assertEqual(self.succeed("sort", "-", "--format", "text", stdin=b""), b"")

    def test_blank_lines_at_the_end_go(self):
        self.assertEqual(self.succeed("sort", "-", "--format", "text", stdin=b"2\n1\n\n \n"), b"1\n2\n")
        self.assertEqual(self.succeed("sort", "-", "--format", "text", "--argsort", stdin=b"2\n1\n\n"), b"1\n0\n")
        self.assertEqual(self.succeed("sort", "-", "--format", "csv", "-k", "n", stdin=b"n\n2\n1\n\n"), b"n\n1\n2\n")
        self.write("in.txt", "2\n1\n\n")
        self.write("out.txt", "1\n2\n")
        self.succeed("verify", "out.txt", "--against", "in.txt")

    def test_blank_lines_go_where_they_are_told(self):
        text = b"2\n\n1\n \n0\n-1\n"
        for where, expected in (("first", b"\n \n-1\n0\n1\n2\n"), ("last", b"-1\n0\n1\n2\n\n \n")):
            out = self.succeed("sort", "-", "--format", "text", "--empty", where, stdin=text)
            self.assertEqual(out, expected)
        self.assertEqual(self.succeed("sort", "-", "--format", "text", "--empty", "first", stdin=b"1\n\n"), b"\n1\n")

    def test_128_bit_integers(self):
        keys = [str(k) for k in (0, 2 ** 127 - 1, -2 ** 127, -1, 10 ** 30)]
        out = self.succeed("sort", "-", "--format", "text", "--type", "i128", stdin="\n".join(keys).encode())
        self.assertEqual(out.decode().split(), sorted(keys, key=int))
        out = self.succeed("sort", "-", "--format", "text", "--type", "u128", stdin=f"{2 ** 128 - 1}\n5\n".encode())
        self.assertEqual(out, f"5\n{2 ** 128 - 1}\n".encode())

    def test_spellings_of_infinity_and_nan(self):
        text = b"nan\ninf\n-inf\n-1e-400\n0\nInfinity\n-nan\n2\n"
        out = self.succeed("sort", "-", "--format", "text", "--type", "f64", stdin=text)
        self.assertEqual(out, b"-nan\n-inf\n-1e-400\n0\n2\ninf\nInfinity\nnan\n")
        out = self.succeed("sort", "-", "--format", "text", "--type", "f64", "--nan", "last", "-r", stdin=text)
        self.assertEqual(out, b"inf\nInfinity\n2\n0\n-1e-400\n-inf\n-nan\nnan\n")

    def test_half_precision_rounds_to_nearest_even(self):
        # 2049 lies between 2048 and 2050 and becomes 2048; 2051 becomes 2052; 65519 becomes 65504.
        text = b"2051\n2049\n2048\n65519\n65504\n2052\n"
        out = self.succeed("sort", "-", "--format", "text", "--type", "f16", stdin=text)
        self.assertEqual(out, b"2049\n2048\n2051\n2052\n65519\n65504\n")

    def test_booleans_in_words(self):
        out = self.succeed("sort", "-", "--format", "text", "--type", "bool", stdin=b"true\n0\nFalse\n1\n")
        self.assertEqual(out, b"0\nFalse\ntrue\n1\n")

    def test_argsort_writes_a_position_a_line(self):
        self.assertEqual(self.succeed("sort", "-", "--format", "text", "--argsort", "--verify", stdin=b"30\n10\n20\n10\n"),
                         b"1\n3\n2\n0\n")


class CsvFiles(ToolTest):
    def test_rows_follow_their_key_as_in_python(self):
        chooser = random.Random(5)
        rows = [[f"name {i}", chooser.choice(["plain", "a, b", 'say "hi"', "two\nlines", ""]),
                 f"{chooser.randrange(1000) / 8}"] for i in range(5000)]
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["name", "note, quoted", "price"])
        writer.writerows(rows)
        self.write("prices.csv", text.getvalue().encode())
        for key in ("price", "3"):
            self.succeed("sort", "prices.csv", "--key", key, "--type", "f64", "-o", "sorted.csv", "--verify")
            got = list(csv.reader(io.StringIO(self.read("sorted.csv").decode(), newline="")))
            self.assertEqual(got[0], ["name", "note, quoted", "price"])
            self.assertEqual(got[1:], sorted(rows, key=lambda row: float(row[2])))
        self.assertEqual(sorted(self.read("sorted.csv")), sorted(self.read("prices.csv")))

    def test_tsv_delimiters_and_no_header(self):
        self.write("a.tsv", "x\tn\nb\t2\na\t1\n")
        self.succeed("sort", "a.tsv", "-k", "n", "-o", "b.tsv")
        self.assertEqual(self.read("b.tsv"), b"x\tn\na\t1\nb\t2\n")
        self.write("A.TSV", self.read("a.tsv"))
        self.succeed("sort", "A.TSV", "-k", "n", "-o", "B.TSV")
        self.assertEqual(self.read("B.TSV"), self.read("b.tsv"))
        out = self.succeed("sort", "-", "--format", "csv", "--no-header", "-k", "2", "--delimiter", ";", "-r",
                           stdin=b"a;1\nb;3\nc;2")
        self.assertEqual(out, b"b;3\nc;2\na;1\n")

    def test_rows_go_under_no_name_that_promises_another_delimiter(self):
        self.write("a.csv", "x,n\nb,2\na,1\n")
        self.write("a.tsv", "x\tn\nb\t2\na\t1\n")
        self.refuse("sort", "a.csv", "-k", "n", "-o", "b.tsv", says=["b.tsv: its name promises tabs", "rows keep their commas"])
        self.refuse("sort", "a.tsv", "-k", "n", "-o", "b.csv", says=["b.csv: its name promises commas", "--output-format csv"])
        self.refuse("sort", "-", "--format", "csv", "-k", "n", "-o", "b.tsv", stdin=b"n\n", says="b.tsv: ")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.csv", "a.tsv"])
        self.succeed("sort", "a.csv", "-k", "n", "-o", "b.tsv", "--output-format", "csv")
        self.succeed("sort", "a.csv", "-k", "n", "-o", "c.tsv", "--delimiter", ",")
        self.assertEqual((self.read("b.tsv"), self.read("c.tsv")), (b"x,n\na,1\nb,2\n",) * 2)
        self.succeed("sort", "a.csv", "-k", "n", "-o", "d.tsv", "--argsort")

    def test_a_first_row_does_not_stay_on_top_as_a_header(self):
        self.write("x.tsv", "2\ta\n1\tb\n")
        for command in (("sort", "x.tsv", "-k", "1", "-o", "x.tsv"), ("verify", "x.tsv", "-k", "1")):
            self.refuse(*command, says=["x.tsv:1: looks like a row", "'2'", "--no-header, or --header"])
        self.assertEqual(self.succeed("sort", "x.tsv", "-k", "1", "-o", "-", "--no-header"), b"1\tb\n2\ta\n")
        self.assertEqual(self.succeed("sort", "x.tsv", "-k", "1", "-o", "-", "--header"), b"2\ta\n1\tb\n")
        self.refuse("sort", "x.tsv", "-k", "1", "-o", "-", "--header", "--no-header", says="--header")
        years = b"2024,2025\n2,9\n1,8\n"
        self.assertEqual(self.succeed("sort", "-", "--format", "csv", "-k", "2025", stdin=years),
                         b"2024,2025\n1,8\n2,9\n")

    def test_quoted_keys_carriage_returns_and_byte_order_mark(self):
        text = b'\xef\xbb\xbf"n",x\r\n"10",a\r\n" 9 ",b\r\n'
        out = self.succeed("sort", "-", "--format", "csv", "-k", "n", stdin=text)
        self.assertEqual(out, b'\xef\xbb\xbf"n",x\r\n" 9 ",b\r\n"10",a\r\n')

    def test_rows_without_a_key(self):
        rows = b"n,x\n-1,a\n,b\n3,c\n-2,d\n\" \",e\n0,f\n"
        self.write("in.csv", rows)
        self.refuse("sort", "in.csv", "-k", "n", "-o", "-", says=["in.csv:3:column n: is empty", "--empty first or last"])
        self.refuse("sort", "in.csv", "-k", "n", "-o", "-", "--empty", "error", says="in.csv:3:")
        self.refuse("sort", "in.csv", "-k", "n", "-o", "-", "--empty", "middle", says="error, first or last")
        self.refuse("sort", "in.csv", "-k", "n", "-o", "-", "--format", "raw", "--empty", "last", says="--")
        empty, up, down = b',b\n" ",e\n', b"-2,d\n-1,a\n0,f\n3,c\n", b"3,c\n0,f\n-1,a\n-2,d\n"
        for direction, keyed in (([], up), (["-r"], down)):
            for where, expected in (("first", empty + keyed), ("last", keyed + empty)):
                options = ("-k", "n", "--empty", where, *direction)
                self.succeed("sort", "in.csv", *options, "-o", "out.csv", "--verify")
                self.assertEqual(self.read("out.csv"), b"n,x\n" + expected)
                self.succeed("verify", "out.csv", *options, "--against", "in.csv")
        self.assertEqual(self.succeed("sort", "in.csv", "-k", "n", "--empty", "last", "--argsort", "-o", "-"),
                         b"3\n0\n5\n2\n1\n4\n")

    def test_an_only_column_needs_no_choice(self):
        self.write("n.csv", "n\n3\n1\n")
        self.succeed("sort", "n.csv", "-o", "n.csv")
        self.assertEqual(self.read("n.csv"), b"n\n1\n3\n")
        self.succeed("verify", "n.csv")
        csv_text = ("sort", "-", "--format", "csv")
        self.assertEqual(self.succeed(*csv_text, "--no-header", stdin=b'"2"\n1\n'), b'1\n"2"\n')
        self.assertEqual(self.succeed(*csv_text, "--no-header", stdin=b""), b"")
        self.refuse(*csv_text, stdin=b"2\n1\n", says="standard input:1: looks like a row")
        self.refuse(*csv_text, stdin=b"n\nx\n", says="standard input:2:column 1: 'x'")

    def test_a_header_alone_stays(self):
        self.assertEqual(self.succeed("sort", "-", "--format", "csv", "-k", "1", stdin=b"n\n"), b"n\n")

    def test_argsort_counts_rows_without_the_header(self):
        out = self.succeed("sort", "-", "--format", "csv", "-k", "n", "--argsort", stdin=b"n\n5\n4\n")
        self.assertEqual(out, b"1\n0\n")


class SeveralKeys(ToolTest):
    def setUp(self):
        super().setUp()
        chooser = random.Random(6)
        self.rows = [(str(chooser.randrange(5)), str(chooser.randrange(-9, 9) / 4), str(chooser.randrange(9)), str(i))
                     for i in range(3000)]
        self.header = b"day,price,size:u8,place\n"
        self.write("rows.csv", self.text(self.rows))

    def text(self, rows):
        return self.header + "".join(",".join(row) + "\n" for row in rows).encode()

    def test_the_first_key_decides_and_each_has_its_type_and_direction(self):
        keys = ("-k", "day:desc", "-k", "price:f64:asc", "--key", "size:u8:u8:desc")
        self.succeed("sort", "rows.csv", *keys, "-o", "sorted.csv", "--verify")
        want = sorted(self.rows, key=lambda row: (-int(row[0]), float(row[1]), -int(row[2])))
        self.assertEqual(self.read("sorted.csv"), self.text(want))
        found = self.succeed("verify", "sorted.csv", *keys, "--against", "rows.csv")
        self.assertEqual(found, b"sorted.csv: sorted, 3,000 rows, the same as in rows.csv\n")
        order = self.succeed("sort", "rows.csv", *keys, "-o", "-", "--argsort", "--verify")
        self.assertEqual(order.split(), [row[3].encode() for row in want])

    def test_an_option_takes_one_column_and_leaves_the_next_word(self):
        self.succeed("sort", "-k", "day", "rows.csv", "-o", "sorted.csv")
        self.assertEqual(self.read("sorted.csv"), self.text(sorted(self.rows, key=lambda row: int(row[0]))))

    def test_type_and_descending_are_for_keys_that_say_nothing_else(self):
        self.succeed("sort", "rows.csv", "-k", "price", "-k", "1:i8:asc", "--type", "f32", "-r", "-o", "sorted.csv")
        want = sorted(self.rows, key=lambda row: (-float(row[1]), int(row[0])))
        self.assertEqual(self.read("sorted.csv"), self.text(want))

    def test_a_colon_in_a_name_is_part_of_it_unless_a_known_word_follows(self):
        text = b"a:b,c:desc\n1,2\n2,1\n"
        sort = ("sort", "-", "--format", "csv", "-o", "-", "-k")
        self.assertEqual(self.succeed(*sort, "a:b", "-r", stdin=text), b"a:b,c:desc\n2,1\n1,2\n")
        self.assertEqual(self.succeed(*sort, "a:b:desc", stdin=text), b"a:b,c:desc\n2,1\n1,2\n")
        self.assertEqual(self.succeed(*sort, "c:desc:asc", stdin=text), b"a:b,c:desc\n2,1\n1,2\n")
        self.refuse(*sort, "c:desc", stdin=text, says="no column 'c'")

    def test_verify_names_the_keys_of_both_rows(self):
        self.write("bad.csv", "a,b\n1,5\n2,7\n2,6\n")
        done = self.run_tool("verify", "bad.csv", "-k", "a", "-k", "b")
        self.assertEqual((done.returncode, done.stdout),
                         (1, b"bad.csv:4: not sorted: (2, 6) comes after (2, 7)\n"))
        self.succeed("verify", "bad.csv", "-k", "a", "-k", "b:desc")

    def test_nan_goes_to_the_keys_that_have_it(self):
        text = b"1,nan\n1,-nan\n0,5\n1,2\n"
        sort = ("sort", "-", "--format", "csv", "--no-header", "-o", "-", "--verify", "--nan", "last", "-k", "1")
        self.assertEqual(self.succeed(*sort, "-k", "2:f64", stdin=text), b"0,5\n1,2\n1,nan\n1,-nan\n")
        self.refuse(*sort, "-k", "2", stdin=b"1,2\n", says="i64 keys are never NaN")

    def test_a_range_of_bits_is_for_one_key(self):
        self.refuse("sort", "rows.csv", "-k", "1", "-k", "4", "--bits", "3", "-o", "s.csv", says="--bits: there are 2 keys")
        self.succeed("sort", "rows.csv", "-k", "4:u16", "--bits", "3", "-o", "s.csv", "--verify")

    def test_each_key_places_its_own_empty_ones(self):
        text = b"a,b\n,2\n1,\n,\n1,3\n0,9\n"
        keys = ("-k", "a", "-k", "b:u8:desc")
        self.write("in.csv", text)
        self.refuse("sort", "in.csv", *keys, "-o", "-", says="in.csv:2:column a: is empty")
        for where, want in (("last", b"a,b\n0,9\n1,3\n1,\n,2\n,\n"), ("first", b"a,b\n,\n,2\n0,9\n1,\n1,3\n")):
            self.succeed("sort", "in.csv", *keys, "--empty", where, "-o", "out.csv", "--verify")
            self.assertEqual(self.read("out.csv"), want)
            self.succeed("verify", "out.csv", *keys, "--empty", where, "--against", "in.csv")
        done = self.run_tool("verify", "out.csv", *keys, "--empty", "last") # they are first
        self.assertEqual((done.returncode, done.stdout), (1, b"out.csv:3: not sorted: (an empty key, 2) comes after "
                                                             b"(an empty key, an empty key)\n"))

    def test_blank_lines_that_are_rows_stay_at_the_end(self):
        self.write("in.txt", "3\n\n1\n")
        self.succeed("sort", "in.txt", "--empty", "last", "-o", "out.txt", "--verify")
        self.assertEqual(self.read("out.txt"), b"1\n3\n\n")
        self.succeed("verify", "out.txt", "--empty", "last", "--against", "in.txt")
        self.succeed("sort", "out.txt", "--empty", "first", "-o", "out.txt", "--verify")
        self.assertEqual(self.read("out.txt"), b"\n1\n3\n")

    def test_blank_lines_of_one_column_are_rows_where_these_may_be_empty(self):
        text = b"n\n3\n\n1\n\n\n"
        for where, expected in (("first", b"n\n\n\n\n1\n3\n"), ("last", b"n\n1\n3\n\n\n\n")):
            out = self.succeed("sort", "-", "--format", "csv", "--empty", where, stdin=text)
            self.assertEqual(out, expected)
        two = b"n,m\n3,4\n\n1,2\n"
        self.refuse("sort", "-", "--format", "csv", "-k", "n", "--empty", "first", stdin=two, says=":3: the line is blank")

    def test_another_delimiter_is_thought_of(self):
        self.write("semicolons.csv", "n;m\n1;2\n")
        self.refuse("sort", "semicolons.csv", "-k", "1", "-o", "-", says="'1;2' is not an i64 number; fix the field, check "
                                                                       "--delimiter, choose another --key")

    def test_each_key_given_by_number_may_show_that_there_is_no_header(self):
        self.write("x.csv", "a,7\n3,5\n")
        for keys in (("-k", "2", "-k", "a"), ("-k", "a", "-k", "2")):
            self.refuse("sort", "x.csv", *keys, "-o", "-", says="x.csv:1: looks like a row, with '7'")
            self.refuse("verify", "x.csv", *keys, says="x.csv:1: looks like a row, with '7'")

    def test_a_key_that_is_no_number_is_named_by_its_column(self):
        self.write("bad.csv", "a,b\n1,5\n2,x\n")
        self.refuse("sort", "bad.csv", "-k", "a", "-k", "b:u8", "-o", "s.csv", says="bad.csv:3:column b: 'x' is not a u8 number")

    def test_the_report_lists_them(self):
        done = self.run_tool("sort", "rows.csv", "-k", "day", "-k", "price:f64:desc", "-o", "s.csv", "--json")
        report = json.loads(done.stdout)
        self.assertEqual(report["options"]["keys"], [{"column": "day", "type": "i64", "order": "ascending"},
                                                     {"column": "price", "type": "f64", "order": "descending"}])
        self.assertIn(b"sorted: 3,000 rows by 2 keys in", done.stderr)


class BadRows(ToolTest):
    def test_text_that_is_no_number_names_file_and_line(self):
        self.write("n.txt", "1\n2\nthree\n")
        self.refuse("sort", "n.txt", "-o", "s.txt", says=["n.txt:3: 'three' is not an i64 number"])
        for bad in ("1.5", "0x10", "1 2", "--1", "+-1", "+", "-", "1\0"):
            self.refuse("sort", "-", "--format", "text", stdin=f"{bad}\n".encode(), says="standard input:1: ")

    def test_numbers_out_of_range_name_the_range(self):
        self.refuse("sort", "-", "--format", "text", "-t", "u8", stdin=b"256\n", says="does not fit u8 (0 to 255)")
        self.refuse("sort", "-", "--format", "text", "-t", "u32", stdin=b"5\n-1\n", says=[":2: ", "does not fit u32"])
        self.refuse("sort", "-", "--format", "text", "-t", "i128", stdin=f"{2 ** 127}\n".encode(), says="does not fit")
        self.refuse("sort", "-", "--format", "text", "-t", "i16", stdin=b"-32769\n", says="(-32768 to 32767)")

    def test_finite_numbers_do_not_become_infinite(self):
        text = b"3e39\n2e39\ninf\n-2e39\n"
        self.refuse("sort", "-", "--format", "text", "-t", "f32", stdin=text,
                    says="standard input:1: '3e39' does not fit f32; fix the line or use type f64")
        self.assertEqual(self.succeed("sort", "-", "--format", "text", "-t", "f64", stdin=text),
                         b"-2e39\n2e39\n3e39\ninf\n")
        self.refuse("sort", "-", "--format", "csv", "-k", "n", "-t", "f16", stdin=b"n\n1\n-65520\n",
                    says=["standard input:3:column n: '-65520' does not fit f16", "use type f64"])
        self.refuse("sort", "-", "--format", "text", "-t", "f64", stdin=b"1e400\n", says="write inf if that is meant")

    def test_messages_are_printable_utf_8(self):
        for text, shown in ((b"\x1b[2J", r"'\x1b[2J'"), (b"\xff\xfe1", r"'\xff\xfe1'"), ("caf\u00e9 \u20ac \U0001f600", None),
                            ("\u009b31m", r"'\xc2\x9b31m'"), (b"\xc3", r"'\xc3'"), (b"\xed\xa0\x80", r"'\xed\xa0\x80'"),
                            (b"\xc0\xaf", r"'\xc0\xaf'"), (39 * "x" + "\u00e9\u00e9", "'" + 39 * "x" + "\u00e9...'")):
            text = text if isinstance(text, bytes) else text.encode()
            self.refuse("sort", "-", "--format", "text", stdin=text + b"\n",
                        says=f":1: {shown or repr(text.decode())} is not")
            self.refuse("sort", "-", "--format", "csv", "-k", "n", stdin=text + b",x\n1,2\n",
                        says=f"{shown or repr(text.decode())}, 'x'")

    def test_blank_lines_are_errors(self):
        self.write("n.txt", "1\n\n2\n")
        self.refuse("sort", "n.txt", "-o", "s.txt", says="n.txt:2: the line is blank")
        self.refuse("sort", "-", "--format", "csv", "-k", "1", stdin=b"n\n1\n\n2\n", says="standard input:3: ")

    def test_a_bad_csv_key_names_file_line_and_column(self):
        self.write("a.csv", 'name,price\n"two\nlines",1\nx,cheap\n')
        self.refuse("sort", "a.csv", "-k", "price", "-o", "b.csv", says="a.csv:4:column price: 'cheap' is not an i64 number")

    def test_missing_columns(self):
        self.write("a.csv", "name,price\nx,1\ny\n")
        self.refuse("sort", "a.csv", "-k", "weight", "-o", "b.csv", says=["no column 'weight'", "'name', 'price'"])
        self.refuse("sort", "a.csv", "-k", "3", "-o", "b.csv", says="no column '3'")
        self.refuse("sort", "a.csv", "-k", "price", "-o", "b.csv", says="a.csv:3: has 1 column and")
        self.refuse("sort", "a.csv", "-o", "b.csv", says=["a.csv: has 2 columns; choose one with --key", "'name', 'price'"])
        self.refuse("sort", "a.csv", "--no-header", "-o", "b.csv", says="a.csv: has 2 columns; choose one with --key")
        self.refuse("sort", "a.csv", "--no-header", "-k", "price", "-o", "b.csv", says="not a column number")
        self.refuse("sort", "-", "--format", "csv", "-k", "n", stdin=b"n,n\n1,2\n", says="2 columns named 'n'")
        self.refuse("sort", "-", "--format", "csv", "-k", "n", stdin=b"", says="no header line")

    def test_rows_with_more_or_fewer_columns_than_the_first(self):
        self.write("a.csv", 'item,price,qty\nnut,250,9\nbolt,1,000,7\n')
        for key in ("price", "qty"):
            self.refuse("sort", "a.csv", "-k", key, "-o", "b.csv", says="a.csv:3: has 4 columns and the first line has 3; ")
        self.refuse("verify", "a.csv", "-k", "qty", says="a.csv:3: has 4 columns and the first line has 3; ")
        self.refuse("sort", "-", "--format", "csv", "--no-header", "-k", "1", stdin=b"1,2\n3\n",
                    says="standard input:2: has 1 column and the first line has 2; ")
        self.refuse("sort", "-", "--format", "csv", "--no-header", "-k", "1", stdin=b"3\n1,\n",
                    says="standard input:2: has 2 columns and the first line has 1; ")

    def test_broken_quotes(self):
        self.refuse("sort", "-", "--format", "csv", "-k", "1", stdin=b'n\n"1\n2\n', says=":2: a quoted field has no clos")
        self.refuse("sort", "-", "--format", "csv", "-k", "1", stdin=b'n\n"1"2\n', says=":2: text follows a closing")

    def test_column_options_need_columns(self):
        self.refuse("sort", "-", "--format", "text", "-k", "1", stdin=b"1\n", says="has no columns")
        for bad in ('"', "ab", "\n"):
            self.refuse("sort", "-", "--format", "csv", "-k", "1", "--delimiter", bad, stdin=b"n\n1\n", says="--delimiter")
