# SPDX-License-Identifier: MIT
"""Options that must be refused: one clear line, exit code 2, the old output untouched."""

import json
import os
import unittest

from support import Refusal


class Options(Refusal):
    def setUp(self):
        super().setUp()
        self.write("keys", bytes(8))

    def test_bit_ranges(self):
        for bad in ("a", "33", "-5", "a:b", "3:2", "0:33", "-1:4", "0:8x", ":", "1:2:3"):
            self.refuse("sort", "keys", "--type", "u32", "-o", "out", f"--bits={bad}", says="--bits")

    def test_sizes(self):
        for bad in ("", "x", "1Q", "-1", "1.2.3", "99999999999999999999", "1e-5", "20000000T", "1.0001K", "K", "."):
            self.refuse("gen", "--type", "u8", f"-n={bad}" if bad else "-n", *([] if bad else [""]), "-o", "out", says="n")

    def test_names_of_backends_formats_distributions_and_nan(self):
        common = ("sort", "keys", "--type", "u32", "-o", "out")
        self.refuse(*common, "--backend", "gpu", says=["no backend 'gpu'", "cpu"])
        self.refuse(*common, "--format", "parquet", says=["no format 'parquet'", "npy"])
        self.refuse(*common, "--nan", "first", says="--nan")
        self.refuse(*common, "--nan", "last", says=["--nan", "u32"])
        self.refuse("gen", "--type", "u8", "-n", "1", "-o", "out", "--dist", "gauss", says="gauss")

    def test_the_cpu_is_one_device(self):
        sort = ("sort", "keys", "--type", "u32", "-o", "sorted", "--device")
        self.succeed(*sort, "0", "--backend", "cpu")
        self.refuse(*sort, "1", "--backend", "cpu", says="--device 1: the cpu backend has one device, 0")
        done = self.run_tool(*sort, "1", environment={"PRADIX_BACKEND": "cpu"})
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"the cpu backend has one device, 0", done.stderr)
        self.succeed(*sort, "0")
        for device in ("1", "Voodoo"):
            self.refuse(*sort, device, says=f"--device {device}: every backend has devices of its own; add --backend")

    def test_output_formats_that_hold_something_else(self):
        self.write("rows.csv", "n,m\n2,1\n1,5\n")
        self.write("keys.txt", "2\n1\n")
        for format in ("raw", "npy", "text"):
            self.refuse("sort", "rows.csv", "-k", "n", "-o", "out", "--output-format", format,
                        says=["rows of CSV cannot be written as " + format, "--argsort"])
        self.refuse("sort", "rows.csv", "-k", "n", "-o", "out.npy", says="rows of CSV cannot be written as npy")
        for keys in (("keys", "--type", "u32"), ("keys.txt",), ("rows.csv", "-k", "n", "--argsort")):
            self.refuse("sort", *keys, "-o", "out", "--output-format", "csv", says="keys alone are written as raw, npy or text")
        self.refuse("sort", "keys.txt", "-o", "out", "--output-format", "xml", says="--output-format: there is no format 'xml'")
        self.refuse("sort", "keys.txt", "--type", "bf16", "-o", "out", "--output-format", "npy", says="NumPy has no type")

    def test_thread_counts(self):
        for bad in ("0", "-1", "many", "1000000"):
            self.refuse("sort", "keys", "--type", "u32", "-o", "out", f"--threads={bad}", says="threads")
        done = self.run_tool("sort", "keys", "--type", "u32", "-o", "out", environment={"PRADIX_THREADS": "many"})
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"PRADIX_THREADS", done.stderr)

    def test_whole_numbers_are_decimal_and_fit(self):
        gen = ("gen", "--type", "u32", "-n", "99", "-o", "keys")
        for bad in ("18446744073709551616", "-1", "0x10", "1.5", "1e3", "+1", " 1", "many"):
            self.refuse(*gen, f"--seed={bad}", says=["--seed: ", "is not a whole number from 0 to 18446744073709551615"])
        same = []
        for seed in ("010", "10", "8"):
            self.succeed(*gen, "--seed", seed)
            same.append(self.read("keys"))
        self.assertEqual(same[0], same[1])
        self.assertNotEqual(same[0], same[2])
        self.succeed(*gen, "--seed", "18446744073709551615")
        report = self.succeed("sort", "keys", "--type", "u32", "-o", "sorted", "-j", "010", "--backend", "cpu", "--json")
        self.assertEqual(json.loads(report)["threads"], 10)
        bench = ("bench", "-n", "1", "--rival", "none", "-q")
        for option, bad in (("--threads", "1,0x2"), ("--threads", "1,0"), ("--samples", "-1"), ("--seed", "-1"),
                            ("--value-bytes", "4097")):
            self.refuse(*bench, f"{option}={bad}", says=[f"{option}: ", "is not a whole number from"])
        for option in ("--radix-bits", "--block", "--groups"):
            self.refuse("gallery", "run", "split-2way", "--keys", "1", f"{option}=-1", says="is not a whole number from 1")
        self.refuse("tune", "--value-bytes", "4,0x8", says="is not a whole number from 0")

    def test_a_backend_that_this_build_does_not_have(self):
        info = self.succeed("info", "--json")
        if b'"name": "opencl",\n      "built": false' not in info:
            raise unittest.SkipTest("this build has OpenCL")
        self.refuse("sort", "keys", "--type", "u32", "-o", "out", "--backend", "opencl", says="opencl")

    def test_nothing_to_tune_with(self):
        if b'"name": "opencl",\n      "built": false' in self.succeed("info", "--json"):
            raise unittest.SkipTest("this build has no OpenCL")
        self.refuse("tune", "-n", "0", says="opencl::tune of 0 items: there is nothing to measure")
        self.refuse("tune", "-n", "9000000000000000000", says="opencl::tune of 9000000000000000000 items: ")

    def test_usage_errors_exit_with_2_and_one_line(self):
        for wrong in ((), ("sorrt",), ("sort",), ("sort", "keys", "--frobnicate"), ("verify",), ("gen",),
                      ("sort", "keys", "other", "-o", "out", "--type", "u8")):
            self.refuse(*wrong, says="--help")

    def test_a_word_that_nothing_takes_is_named(self):
        for wrong, word in ((("frob",), "'frob'; see pradix --help"),
                            (("frob", "sort", "keys"), "'frob'; see pradix --help"),
                            (("sort", "keys", "--typo", "u32"), "'--typo'; see pradix sort --help"),
                            (("gen", "--typ", "u32", "-n", "5", "-o", "out"), "'--typ'; see pradix gen --help"),
                            (("verify", "keys", "others"), "'others' is one word too many; see pradix verify --help"),
                            (("help", "frob"), "'frob'; see pradix --help"),
                            (("frob", "--help"), "'frob'; see pradix --help"),
                            (("gallery", "frob"), "'frob'; see pradix gallery --help"),
                            (("gallery", "trace", "--keys", "1"), "see pradix gallery trace --help")):
            self.refuse(*wrong, says=word)

    def test_options_come_before_two_hyphens(self):
        self.write("-dash.txt", "2\n1\n")
        self.assertEqual(self.succeed("sort", "-o", "-", "--", "-dash.txt"), b"1\n2\n")
        self.refuse("sort", "--", "-dash.txt", "-o", "-",
                    says="sort: after -- there are no options, and '-o' is one word too many; put options before --; see")
        self.refuse("sort", "--", says="INPUT is required; see pradix sort --help")

    def test_an_output_without_a_name_is_refused_before_the_work(self):
        sort = ("sort", "-", "--type", "u32", "-o")
        for command, option in (((*sort, ""), "--output"),
                                ((*sort, "other", "--values", "keys", "--values-output", ""), "--values-output"),
                                (("gen", "--type", "u32", "-n", "9", "-o", ""), "--output"),
                                (("bench", "--json", ""), "--json"), (("tune", "-o", ""), "--output"),
                                (("gallery", "run", "split-2way", "--keys", "1", "-o", ""), "--output")):
            self.refuse(*command, says=[f"pradix: {option}: ", "is empty", f"see pradix {command[0]}"])

    def test_a_value_that_is_empty_is_refused(self):
        self.write("keys", bytes(8))
        sort = ("sort", "keys", "--type", "u32", "-o", "out")
        for option in ("--bits", "--nan", "--backend", "--device", "--memory", "--format", "--output-format",
                       "--delimiter", "--key", "--values", "--empty"):
            self.refuse(*sort, option, "", says=[f"pradix: {option}", "is empty", "see pradix sort"])
        self.refuse("verify", "keys", "-t", "u32", "--against", "", says=["--against", "is empty"])
        self.refuse("sort", "keys", "-t", "u32", "-o", "--verify", says=["--output: ", "'--verify' is an option", "./--verify"])
        self.refuse("bench", "-n", "1", "--json", "-q", says=["--json: ", "'-q' is an option"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["keys", "out", "out.npy"])
        self.refuse("sort", "keys", "-t", "", "-o", "out", says=["--type", "is empty"])
        self.refuse("bench", "--plot", "", says=["--plot", "is empty"])

    def test_an_option_that_ends_behind_its_equals_sign_has_no_value(self):
        self.refuse("sort", "keys", "--type", "u32", "-o", "out", "--json=", says="--json= has no value")
        self.write("rows.csv", "n=m\n2=1\n")
        self.assertEqual(self.succeed("sort", "rows.csv", "-k", "n", "--delimiter==", "-o", "-"), b"n=m\n2=1\n")

    def test_names_that_are_empty_or_too_long(self):
        self.refuse("sort", "", "--type", "u32", "-o", "out", says="the name of the file to read is empty")
        self.refuse("sort", "keys", "--type", "u32", "-o", "x" * 300, says="give it a shorter name")

    def test_a_bench_of_nothing_that_is_asked_for(self):
        self.refuse("bench", "--op", "sort", "--value-bytes", "4", says="--value-bytes: ")
        self.refuse("bench", "-n", "1", "--device-time", says="--device-time: a single key is not sorted")
        self.refuse("bench", "--min-time", "5", "--max-time", "1", says="--min-time 5: is longer than --max-time, 1 seconds")
        self.refuse("bench", "--max-time", "nan", says="--max-time: 'nan' is not 0 to 3600")

    def test_no_output_named(self):
        self.refuse("sort", "keys", "--type", "u32", says="-o")
