# SPDX-License-Identifier: MIT
"""Inputs that must be refused: one clear line, exit code 2, the old output untouched."""

import bz2
import gzip
import lzma
import os
import struct
import subprocess
import unittest

import support
from support import Refusal, needs_numpy, numpy


def npy(dictionary, data=b"", version=b"\1\0", length=None):
    text = dictionary.encode() + b"\n"
    length = len(text) if length is None else length
    return b"\x93NUMPY" + version + length.to_bytes(2 if version[0] == 1 else 4, "little") + text + data


GOOD = "{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }"
DATA = struct.pack("<2I", 2, 1)


class Types(Refusal):
    def test_unknown_type_lists_the_types(self):
        self.write("keys", b"1234")
        self.refuse("sort", "keys", "--type", "int", "-o", "out", says=["no type 'int'", "u128", "bf16", "bool"])
        self.refuse("verify", "keys", "--type", "u33", says="no type 'u33'")
        self.refuse("gen", "--type", "x", "-n", "1", "-o", "out", says="no type 'x'")

    def test_the_type_of_raw_keys_is_never_guessed(self):
        self.write("keys", b"1234")
        self.refuse("sort", "keys", "-o", "out", says=["keys", "give --type"])
        self.refuse("verify", "keys", says=["give --type", "--format text, csv or npy"])

    def test_a_size_that_is_no_multiple_of_the_key(self):
        self.write("keys", b"12345")
        self.refuse("sort", "keys", "--type", "u32", "-o", "out", says=["5 bytes", "u32", "4 bytes"])
        self.refuse("sort", "-", "--type", "u64", "-o", "out", stdin=b"12345", says=["standard input", "5 bytes"])
        self.refuse("verify", "keys", "--type", "f16", says="5 bytes")


class NotRaw(Refusal):
    """What is only assumed to be raw, and plainly is not, is never sorted as such."""

    def refuse_as_raw(self, contents, says, type="u8"):
        self.write("keys.log", contents)
        self.write("none", b"")
        for command in (("sort", "keys.log", "-o", "keys.log"), ("verify", "keys.log"),
                        ("verify", "none", "--against", "keys.log")):
            self.refuse(*command, "--type", type, says=["keys.log: ", says])
        self.assertEqual(self.read("keys.log"), contents)
        self.refuse("sort", "-", "--type", type, "-o", "out", stdin=contents, says=["standard input: ", says])
        self.refuse("sort", "keys.log", "-o", "out", says=["keys.log: ", says])

    def test_text(self):
        for text, type in ((b"43\n42\n11\n99\n", "u32"), (b"1\n2\n", "u16"), (b"1\t2\r\n3\t4\r\n", "u8"),
                           (b"\xef\xbb\xbf1\n2\n", "u8"), (b"1\n2\n3\n4\n5", "u64"), ("é,1\nb,2\n".encode(), "u8"),
                           (b"ab\n" + "é".encode() * 5000, "u8"),
                           (b"12345678\n" * 1000 + b"\0", "u8")):
            self.refuse_as_raw(text, "looks like text; give --format text or csv, or give --format raw", type)

    def test_npy_files_and_archives(self):
        self.refuse_as_raw(npy(GOOD, DATA), "is a .npy file; give --format npy")
        self.refuse_as_raw(b"PK\3\4" + bytes(100), "is a ZIP archive")

    def test_compressed_files_and_other_formats(self):
        contents = b"12345678" * 10
        for packed, by in ((gzip.compress(contents), "gzip"), (bz2.compress(contents), "bzip2"),
                           (lzma.compress(contents), "xz"), (b"\x28\xb5\x2f\xfd" + bytes(20), "Zstandard"),
                           (b"\x04\x22\x4d\x18" + bytes(20), "LZ4")):
            self.refuse_as_raw(packed, f"is compressed, by {by}; unpack it first, or give --format raw")
        for start, what in ((b"PAR1", "Parquet"), (b"\x89HDF\r\n\x1a\n", "HDF5"), (b"ARROW1\0\0", "Arrow")):
            self.refuse_as_raw(start + bytes(20), f"is a file of {what}; convert it")

    def test_keys_that_look_like_nothing_else_are_sorted(self):
        for contents in (b"bcda", b"4\n1", b"12\n\0", b"\nPK\3\4", b"NUMPY\n\x93"):
            self.write("keys", contents)
            self.succeed("sort", "keys", "--type", "u8", "-o", "sorted")
            self.assertEqual(self.read("sorted"), bytes(sorted(contents)))
            self.assertEqual(self.succeed("sort", "-", "--type", "u8", stdin=contents), bytes(sorted(contents)))

    def test_values(self):
        self.write("keys", b"ba")
        sort = ("sort", "keys", "--type", "u8", "-o", "sorted", "--values", "v", "--values-output", "v")
        for contents, says in ((npy(GOOD, DATA), "v: is a .npy file; let its name end in .npy, or give --format raw"),
                               (b"PK\3\4", "v: is a ZIP archive")):
            self.write("v", contents)
            self.refuse(*sort, says=[says, "if these bytes are values"])
            self.refuse(*sort[:-4], "--values", "-", "--values-output", "v", stdin=contents, says="standard input: is a")
            self.assertEqual(self.read("v"), contents)
        self.succeed(*sort, "--format", "raw")
        self.assertEqual(self.read("v"), b"\3\4PK")
        self.write("v", b"1\n2\n3\n") # values may be text
        self.write("keys", b"cba")
        self.succeed(*sort)
        self.assertEqual(self.read("v"), b"3\n2\n1\n")

    def test_who_says_raw_gets_raw(self):
        for contents in (b"43\n42\n11\n99\n", npy(GOOD, DATA), b"PK\3\4"):
            self.write("keys.log", contents)
            self.succeed("sort", "keys.log", "--format", "raw", "--type", "u8", "-o", "sorted")
            self.assertEqual(self.read("sorted"), bytes(sorted(contents)))
            self.assertEqual(self.succeed("sort", "-", "--format", "raw", "--type", "u8", stdin=contents),
                             bytes(sorted(contents)))

    def test_a_file_on_standard_input_is_read_from_where_it_stands(self):
        self.write("keys", b"a line\n" + DATA)
        with open(self.path("keys"), "rb") as file:
            os.lseek(file.fileno(), 7, os.SEEK_SET)
            done = subprocess.run([support.TOOL, "sort", "-", "--type", "u32"], stdin=file, capture_output=True)
        self.assertEqual(done.stdout, struct.pack("<2I", 1, 2))


class NpyHeaders(Refusal):
    def refuse_npy(self, contents, says):
        self.write("keys.npy", contents)
        self.refuse("sort", "keys.npy", "-o", "out.npy", says=["keys.npy", *([says] if isinstance(says, str) else says)])
        self.refuse("sort", "-", "--format", "npy", "-o", "out.npy", stdin=contents, says=says)

    def test_the_good_header_of_these_tests_is_accepted(self):
        self.write("keys.npy", npy(GOOD, DATA))
        self.succeed("sort", "keys.npy", "-o", "sorted.npy")
        self.assertTrue(self.read("sorted.npy").endswith(struct.pack("<2I", 1, 2)))

    def test_one_dimension_is_the_same_in_fortran_order(self):
        self.write("keys.npy", npy(GOOD.replace("False", "True"), DATA))
        self.succeed("sort", "keys.npy", "-o", "sorted.npy")
        self.write("keys.npy", npy(GOOD, DATA))
        self.succeed("sort", "keys.npy", "-o", "again.npy")
        self.assertEqual(self.read("sorted.npy"), self.read("again.npy"))

    def test_truncated_files(self):
        whole = npy(GOOD, DATA)
        for length in range(len(whole)):
            self.write("keys.npy", whole[:length])
            self.refuse("sort", "keys.npy", "-o", "out.npy", says="keys.npy: ")
        self.refuse_npy(whole[:-1], "truncated")
        self.refuse_npy(whole[:30], "ends inside its .npy header")

    def test_more_bytes_than_promised(self):
        self.refuse_npy(npy(GOOD, DATA + b"x"), "1 byte more than its header promises")

    def test_forged_headers(self):
        self.refuse_npy(npy(GOOD.replace("(2,)", "(4611686018427387904,)"), DATA), ["promises"])
        self.refuse_npy(npy(GOOD.replace("(2,)", "(100000000,)"), DATA), "truncated")
        self.refuse_npy(npy(GOOD.replace("(2,)", "(99999999999999999999999,)"), DATA), "damaged")
        self.refuse_npy(npy(GOOD.replace("(2,)", "(-2,)"), DATA), "damaged")
        self.refuse_npy(npy(GOOD, DATA, version=b"\2\0", length=0xffffffff), "4294967295 bytes")
        self.refuse_npy(npy(GOOD, DATA, version=b"\x09\0"), "version 9.0")
        self.refuse_npy(npy(GOOD.replace("shape", "shale"), DATA), "damaged")
        self.refuse_npy(npy(GOOD.replace("'fortran_order': False, ", ""), DATA), "damaged")
        self.refuse_npy(npy(GOOD.replace("False", "Maybe"), DATA), "damaged")
        self.refuse_npy(npy(GOOD + "}", DATA), "damaged")
        self.refuse_npy(npy(GOOD[:-1] + "'descr': '<u4'}", DATA), "damaged")
        self.refuse_npy(b"PK\3\4" + bytes(100), "is not a .npy file")

    def test_a_forged_count_from_a_pipe_is_more_than_memory(self):
        contents = npy(GOOD.replace("(2,)", "(500000000000000000,)"), DATA)
        self.refuse("sort", "-", "--format", "npy", "-o", "out.npy", stdin=contents, says=["standard input", "memory"])

    def test_values_without_a_dimension(self):
        self.write("keys", bytes(4))
        self.write("values.npy", npy(GOOD.replace("(2,)", "()"), bytes(4)))
        self.refuse("sort", "keys", "--type", "u32", "--values", "values.npy", "--values-output", "out2.npy", "-o", "out",
                    says=["values.npy: has no dimension", "ravel"])

    def test_a_forged_count_takes_no_memory(self):
        self.write("keys.npy", npy(GOOD.replace("(2,)", "(100000000000,)"), DATA))
        limited = ["bash", "-c", 'ulimit -v 4000000; exec "$0" "$@"', support.TOOL]
        if subprocess.run([*limited, "--version"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("this build does not start within 4 GB of address space, as with a sanitizer")
        done = subprocess.run([*limited, "sort", "keys.npy", "-o", "out.npy"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"truncated", done.stderr)

    def test_arrays_that_cannot_be_sorted_say_what_to_do_in_numpy(self):
        self.refuse_npy(npy(GOOD.replace("<u4", ">u4"), DATA), ["big-endian", "newbyteorder"])
        self.refuse_npy(npy(GOOD.replace("<u4", "<f16"), bytes(32)), ["of 16 bytes (long double)", "sorts u8 u16"])
        self.refuse_npy(npy(GOOD.replace("(2,)", "(1, 2)"), DATA), ["2 dimensions", "ravel"])
        self.refuse_npy(npy(GOOD.replace("(2,)", "()"), DATA[:4]), ["0 dimensions", "ravel"])
        self.refuse_npy(npy(GOOD.replace("False", "True").replace("(2,)", "(1, 2)"), DATA), ["2 dimensions", "ravel"])
        self.refuse_npy(npy(GOOD.replace("<u4", "<c8"), DATA * 2), ["'<c8'", "sorts u8 u16", "f64 bool"])
        self.refuse_npy(npy(GOOD.replace("<u4", "|O"), DATA), ["'|O'", "sorts u8 u16"])
        self.refuse_npy(npy(GOOD.replace("'<u4'", "[('a', '<u4')]"), DATA), ["several fields", "numpy.save"])

    @needs_numpy
    def test_arrays_written_by_numpy_that_cannot_be_sorted(self):
        for value in (numpy.zeros((2, 2)), numpy.zeros(2, "<M8[s]"), numpy.zeros(2, ">i4"),
                      numpy.asfortranarray(numpy.zeros((2, 3))), numpy.zeros(2, [("a", "i4"), ("b", "f8")])):
            numpy.save(self.path("keys.npy"), value)
            self.refuse("sort", "keys.npy", "-o", "out.npy", says="numpy.save")

    @needs_numpy
    def test_what_has_no_number_to_sort_by_gets_no_advice_to_convert_it(self):
        for dtype in ("S3", "U3", "c16", "g"):
            numpy.save(self.path("keys.npy"), numpy.zeros(2, dtype))
            message = self.refuse("sort", "keys.npy", "-o", "out.npy", says="does not sort; from .npy files it sorts u8 ")
            self.assertNotIn("astype", message)

    @needs_numpy
    def test_the_advice_for_dates_gives_their_order(self):
        dates = numpy.array(["2262-04-11T23:47:16.854775807", "2262-04-11T23:47:16.854775806"], "<M8[ns]")
        for array in (dates, dates - dates[1]):
            numpy.save(self.path("keys.npy"), array)
            self.refuse("sort", "keys.npy", "-o", "out.npy", says="numpy.save(path, a.view('int64'))")
            numpy.save(self.path("keys.npy"), array.view("int64"))
            self.succeed("sort", "keys.npy", "-o", "sorted.npy")
            got = numpy.load(self.path("sorted.npy")).view(array.dtype)
            numpy.testing.assert_array_equal(got, array[::-1])

    def test_control_characters_of_a_header_do_not_reach_the_terminal(self):
        self.refuse_npy(npy(GOOD.replace("<u4", "\x1b[2J\n" * 100), DATA), r"'\x1b[2J\x0a\x1b[2J")

    def test_a_type_against_the_header(self):
        self.write("keys.npy", npy(GOOD, DATA))
        self.refuse("sort", "keys.npy", "--type", "f32", "-o", "out.npy", says=["header says u32", "f32"])

    def test_types_that_numpy_does_not_have_are_not_written_as_npy(self):
        self.write("keys", bytes(32))
        self.refuse("sort", "keys", "--type", "u128", "-o", "out.npy", says="NumPy has no type u128")
        self.refuse("gen", "--type", "bf16", "-n", "4", "-o", "out.npy", says="NumPy has no type bf16")


class Values(Refusal):
    def setUp(self):
        super().setUp()
        self.write("keys", bytes(12))

    def test_values_that_do_not_fit_the_keys(self):
        command = ("sort", "keys", "--type", "u32", "-o", "out", "--values-output", "moved", "--values")
        self.write("values", bytes(10))
        self.refuse(*command, "values", says=["values: 10 bytes", "3 keys"])
        self.write("values", b"")
        self.refuse(*command, "values", says="0 bytes")
        self.write("values.npy", npy(GOOD, DATA))
        self.refuse(*command, "values.npy", says="holds 2 values for 3 keys")
        self.write("values.npy", npy(GOOD.replace("False", "True").replace("(2,)", "(3, 2)"), bytes(24)))
        self.refuse(*command, "values.npy", says=["Fortran order", "ascontiguousarray"])
        self.refuse(*command, "nothing-here", says="nothing-here")
        self.assertFalse(os.path.exists(self.path("moved")))

    def test_values_go_where_the_name_promises_their_format(self):
        sort = ("sort", "keys", "--type", "u32", "-o", "out", "--values", "values", "--values-output")
        self.write("values", bytes(12))
        for name, format in (("moved.npy", "npy"), ("moved.txt", "text"), ("moved.csv", "csv")):
            self.refuse(*sort, name, says=[f"the name {name} promises {format}", "give --values-output another name"])
        self.write("values.npy", npy(GOOD, DATA))
        self.refuse(*sort[:-2], "values.npy", "--values-output", "moved.txt", says="the name moved.txt promises text")

    def test_values_need_their_own_output(self):
        self.write("values", bytes(12))
        self.refuse("sort", "keys", "--type", "u32", "-o", "out", "--values", "values", says="--values-output")
        self.refuse("sort", "keys", "--type", "u32", "-o", "out", "--values", "values", "--values-output", "./out",
                    says="same place")
        self.refuse("sort", "keys", "--type", "u32", "-o", "out", "--values", "values", "--values-output", "moved",
                    "--argsort", says="--argsort")
        self.write("keys.txt", "1\n")
        self.refuse("sort", "keys.txt", "-o", "out", "--values", "values", "--values-output", "moved", says="--values")


class SameFile(Refusal):
    def setUp(self):
        super().setUp()
        self.write("keys", DATA)
        self.write("values", DATA)
        os.symlink("keys", self.path("link"))

    def tearDown(self):
        self.assertEqual(self.read("keys"), DATA)
        self.assertEqual(self.read("values"), DATA)
        super().tearDown()

    def test_a_report_replaces_no_input_and_no_output(self):
        command = ("sort", "keys", "--type", "u32", "-o", "out", "--values", "values", "--values-output", "moved")
        for name, option in (("keys", "INPUT"), ("link", "INPUT"), ("values", "--values"), ("out", "-o"),
                             ("./moved", "--values-output")):
            self.refuse(*command, f"--json={name}", says=[f"{option} and --json are the same file"])
        self.assertFalse(os.path.exists(self.path("moved")))

    def test_standard_input_and_output_that_are_files(self):
        script = '"$0" sort - --type u32 -o - --json=keys < keys; "$0" sort keys --type u32 -o - --json=new > new'
        done = subprocess.run(["bash", "-c", script, support.TOOL], cwd=self.folder, capture_output=True)
        self.assertIn(b"INPUT and --json", done.stderr)
        self.assertIn(b"-o and --json", done.stderr)

    def test_keys_do_not_take_the_place_of_values(self):
        command = ("sort", "keys", "--type", "u32", "--values", "values")
        self.refuse(*command, "-o", "values", "--values-output", "moved", says="--values and -o are the same file")
        self.refuse(*command, "-o", "out", "--values-output", "keys", says="INPUT and --values-output are the same")
