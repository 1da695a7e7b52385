# SPDX-License-Identifier: MIT
"""pradix verify: exit code 0, 1 or 2, and what it says."""

import os
import struct

from support import ToolTest


class Verify(ToolTest):
    def verdict(self, code, *arguments, stdin=b""):
        done = self.run_tool("verify", *arguments, stdin=stdin)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def test_a_sorted_file(self):
        self.write("keys", struct.pack("<4i", -5, 0, 0, 7))
        self.assertEqual(self.verdict(0, "keys", "--type", "i32"), "keys: sorted, 4 i32 keys\n")
        self.assertEqual(self.verdict(0, "keys", "--type", "i32", "-q"), "")
        self.write("none", b"")
        self.verdict(0, "none", "--type", "i32")
        self.assertEqual(self.verdict(0, "-", "--type", "i32", stdin=bytes(4)), "standard input: sorted, 1 i32 key\n")

    def test_names_are_printed_without_control_characters(self):
        self.write("a\x1b\n", b"ab")
        self.assertEqual(self.verdict(0, "a\x1b\n", "--type", "u8"), r"a\x1b\x0a: sorted, 2 u8 keys" + "\n")

    def test_the_first_bad_index_and_its_keys(self):
        self.write("keys", struct.pack("<5i", -5, 3, 2, 1, 7))
        self.assertIn("not sorted: index 2: 2 comes after 3", self.verdict(1, "keys", "--type", "i32"))
        self.assertIn("index 1: 3 comes after -5", self.verdict(1, "keys", "--type", "i32", "-r"))
        # The same bytes, read as unsigned: the first key is the largest.
        self.assertIn("index 1: 3 comes after 4294967291", self.verdict(1, "keys", "--type", "u32"))

    def test_zeros_infinities_and_nans(self):
        nan, negative_nan = 0x7fc00000, 0xffc00000
        self.write("keys", struct.pack("<2f", -0.0, 0.0))
        self.verdict(0, "keys", "--type", "f32")
        self.write("keys", struct.pack("<2f", 0.0, -0.0))
        self.assertIn("-0 comes after 0", self.verdict(1, "keys", "--type", "f32"))
        self.write("keys", struct.pack("<3I", negative_nan, 0xff800000, nan))
        self.verdict(0, "keys", "--type", "f32")
        self.assertIn("comes after -nan (bits 0xffc00000)", self.verdict(1, "keys", "--type", "f32", "--nan", "last"))
        self.write("keys", struct.pack("<3I", 0xff800000, nan, negative_nan))
        self.verdict(0, "keys", "--type", "f32", "--nan", "last")
        self.verdict(1, "keys", "--type", "f32")

    def test_bit_ranges(self):
        self.write("keys", struct.pack("<3H", 0x0130, 0x0020, 0x0010))
        self.verdict(0, "keys", "--type", "u16", "--bits", "0:4")
        self.verdict(0, "keys", "--type", "u16", "--bits", "8:16", "--descending")
        self.verdict(1, "keys", "--type", "u16", "--bits", "8:16")
        self.verdict(1, "keys", "--type", "u16", "--bits", "4:8")

    def test_against_the_input(self):
        self.write("input", struct.pack("<3H", 3, 1, 2))
        self.write("good", struct.pack("<3H", 1, 2, 3))
        self.write("other", struct.pack("<3H", 1, 2, 4))
        self.write("short", struct.pack("<2H", 1, 2))
        self.write("twice", struct.pack("<3H", 1, 1, 3))
        common = ("--type", "u16", "--against", "input")
        self.assertIn("the same as in input", self.verdict(0, "good", *common))
        self.assertIn("sorted, 3 u16 keys, but not the same as in input", self.verdict(1, "other", *common))
        self.assertIn("not the same", self.verdict(1, "twice", *common))
        self.assertIn("sorted, but holds 2 u16 keys and input holds 3 u16 keys", self.verdict(1, "short", *common))
        self.verdict(1, "input", *common)

    def test_against_what_cannot_be_read(self):
        self.write("in.txt", "1\n")
        self.refuse("verify", "in.txt", "--against", "none", says="none: cannot read it: No such file or directory; ")
        self.refuse("verify", "in.txt", "--against", ".", says=".: is a directory; name a file")

    def test_text_and_csv_compare_whole_lines(self):
        self.write("in.txt", "2\n1\n")
        self.write("out.txt", "1\r\n2\r\n")
        self.verdict(0, "out.txt", "--against", "in.txt")
        self.write("out.txt", "01\n2\n")
        self.verdict(1, "out.txt", "--against", "in.txt")
        self.write("in.csv", "n,x\n2,b\n1,a\n")
        self.write("out.csv", "n,x\n1,a\n2,b\n")
        self.verdict(0, "out.csv", "--key", "n", "--against", "in.csv")
        self.write("crlf.csv", "n,x\r\n1,a\r\n2,b\r\n")
        self.verdict(0, "crlf.csv", "--key", "n", "--against", "in.csv")
        self.write("mark.txt", "\ufeff2\n1\n".encode())
        self.write("plain.txt", "1\n2\n")
        self.verdict(0, "plain.txt", "--against", "mark.txt")
        self.write("other.csv", "n,y\n1,a\n2,b\n")
        self.assertIn("its header is not that of in.csv", self.verdict(1, "other.csv", "--key", "n", "--against", "in.csv"))
        self.assertEqual(self.verdict(1, "in.csv", "--key", "n"), "in.csv:3: not sorted: 1 comes after 2\n")
        self.assertEqual(self.verdict(1, "-", "--format", "text", "-t", "f64", stdin=b"1\n2.5\n1.5\n"),
                         "standard input:3: not sorted: 1.5 comes after 2.5\n")
        self.write("lines.csv", 'x,n\n"a\nb",2\nc,1\n')
        self.assertIn("lines.csv:4: ", self.verdict(1, "lines.csv", "--key", "n"))
        self.write("out.csv", "n,x\n1,b\n2,a\n")
        self.verdict(1, "out.csv", "--key", "n", "--against", "in.csv")
        self.write("out.csv", "n,y\n1,a\n2,b\n")
        self.assertIn("header", self.verdict(1, "out.csv", "--key", "n", "--against", "in.csv"))

    def test_rows_without_a_key_are_on_one_side(self):
        first, last, mixed, none = "n,x\n,a\n,b\n1,c\n2,d\n", "n,x\n1,c\n2,d\n,a\n", "n,x\n1,c\n,a\n2,d\n", "n,x\n,a\n,b\n"
        for text, where, code in ((first, "first", 0), (first, "last", 1), (last, "last", 0), (last, "first", 1),
                                  (mixed, "first", 1), (mixed, "last", 1), (none, "first", 0), (none, "last", 0)):
            self.write("rows.csv", text)
            self.verdict(code, "rows.csv", "--key", "n", "--empty", where)
        self.write("rows.csv", mixed)
        self.assertIn("an empty key comes after 1", self.verdict(1, "rows.csv", "--key", "n", "--empty", "first"))
        self.assertIn("2 comes after an empty key", self.verdict(1, "rows.csv", "--key", "n", "--empty", "last"))
        self.write("rows.csv", "n,x\n,a\n2,c\n1,d\n")
        self.assertIn("1 comes after 2", self.verdict(1, "rows.csv", "--key", "n", "--empty", "first"))

    def test_raw_and_npy_compare_their_keys(self):
        self.write("keys", struct.pack("<3H", 3, 1, 2))
        self.succeed("sort", "keys", "--type", "u16", "-o", "sorted.npy")
        self.verdict(0, "sorted.npy", "--type", "u16", "--against", "keys")

    def test_standard_input(self):
        self.assertEqual(self.verdict(0, "-", "--type", "u8", stdin=b"abc"), "standard input: sorted, 3 u8 keys\n")
        self.verdict(1, "-", "--type", "u8", stdin=b"abca")

    def test_trouble_is_2(self):
        self.write("n.txt", "1\nx\n")
        self.refuse("verify", "n.txt", says="n.txt:2: ")
        self.write("keys", b"12")
        self.refuse("verify", "keys", "--type", "u16", "--against", "n.txt", says="one kind")
        self.refuse("verify", "keys", "--type", "u16", "--against", "nothing", says="nothing")
        self.write("disorder", b"\2\0\1\0")
        self.refuse("verify", "disorder", "--type", "u16", "--against", "nothing", says="nothing: cannot read it")
        self.refuse("verify", "n.txt", "--key", "a", says="has no columns")
        self.refuse("verify", "-", "--against", "-", "--type", "u16", stdin=b"12", says="both come from standard input")

    def test_a_file_larger_than_the_memory_is_refused(self):
        for name, type in (("keys", ("--type", "u32")), ("keys.txt", ())):
            with open(self.path(name), "wb") as file:
                file.truncate(2 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))  # takes no room on the disk
            message = self.refuse("verify", name, *type, says="check it where there is more memory or split the input")
            self.assertRegex(message, f"^pradix: {name}: is larger than .* that (this machine|the cgroup) leaves for it;")

    def test_one_swapped_pair_in_a_million_is_found(self):
        keys = list(range(1_000_000))
        keys[765_432], keys[765_433] = keys[765_433], keys[765_432]
        self.write("keys", struct.pack("<1000000I", *keys))
        self.assertIn("index 765433: 765432 comes after 765433", self.verdict(1, "keys", "--type", "u32"))
