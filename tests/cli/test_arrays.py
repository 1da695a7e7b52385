# SPDX-License-Identifier: MIT
"""Raw and .npy files, with NumPy and Python's own sort as oracles."""

import array
import json
import os
import random
import struct
import subprocess

import support
from support import ToolTest, needs_numpy, numpy

NUMPY_TYPES = {"u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "i8": "i1", "i16": "<i2", "i32": "<i4",
               "i64": "<i8", "f16": "<f2", "f32": "<f4", "f64": "<f8"}


def random_array(dtype, count, seed=1):
    generator = numpy.random.default_rng(seed)
    dtype = numpy.dtype(dtype)
    if dtype.kind == "f":
        return generator.standard_normal(count).astype(dtype)
    if dtype.kind == "b":
        return generator.integers(0, 2, count).astype(dtype)
    limits = numpy.iinfo(dtype)
    return generator.integers(limits.min, limits.max, count, dtype, endpoint=True)


class RawFiles(ToolTest):
    @needs_numpy
    def test_every_numpy_type_sorts_as_numpy_does_in_both_directions(self):
        for name, dtype in NUMPY_TYPES.items():
            keys = random_array(dtype, 10007)
            self.write("keys", keys.tobytes())
            with self.subTest(type=name):
                self.succeed("sort", "keys", "-t", name, "-o", "up", "--verify")
                self.assertEqual(self.read("up"), numpy.sort(keys).tobytes())
                self.succeed("sort", "keys", "-t", name, "-o", "down", "-r", "--verify")
                self.assertEqual(self.read("down"), numpy.sort(keys)[::-1].tobytes())

    def test_128_bit_integers_sort_as_python_integers(self):
        chooser = random.Random(1)
        for name, signed in (("u128", False), ("i128", True)):
            low = -(1 << 127) if signed else 0
            keys = [chooser.randrange(low, low + (1 << 128)) for _ in range(3000)]
            self.write("keys", b"".join(key.to_bytes(16, "little", signed=signed) for key in keys))
            self.succeed("sort", "keys", "--type", name, "-o", "sorted", "--verify")
            want = b"".join(key.to_bytes(16, "little", signed=signed) for key in sorted(keys))
            self.assertEqual(self.read("sorted"), want, name)

    def test_booleans_and_bfloat16(self):
        self.write("flags", bytes([1, 0, 1, 1, 0]))
        self.succeed("sort", "flags", "--type", "bool", "-o", "flags", "--verify")
        self.assertEqual(self.read("flags"), bytes([0, 0, 1, 1, 1]))
        self.write("halves", struct.pack("<4H", 0x3f80, 0xbf80, 0x0000, 0x7f80))  # 1, -1, 0, inf
        self.succeed("sort", "halves", "--type", "bf16", "-o", "halves", "--verify")
        self.assertEqual(self.read("halves"), struct.pack("<4H", 0xbf80, 0x0000, 0x3f80, 0x7f80))

    def test_no_keys_and_one_key(self):
        for contents in (b"", b"\1\2\3\4"):
            self.write("keys", contents)
            self.succeed("sort", "keys", "--type", "u32", "-o", "sorted", "--verify")
            self.assertEqual(self.read("sorted"), contents)

    def test_a_bit_range_compares_nothing_else_and_is_stable(self):
        keys = [random.Random(7).randrange(1 << 32) for _ in range(5000)]
        self.write("keys", struct.pack("<5000I", *keys))
        self.succeed("sort", "keys", "--type", "u32", "--bits", "4:12", "-o", "sorted", "--verify")
        self.assertEqual(self.read("sorted"), struct.pack("<5000I", *sorted(keys, key=lambda k: k >> 4 & 255)))
        self.succeed("sort", "keys", "--type", "u32", "--bits", "9:9", "-o", "sorted", "--verify")
        self.assertEqual(self.read("sorted"), self.read("keys"))
        self.succeed("sort", "keys", "--type", "u32", "--bits", "8", "-o", "sorted", "--verify")
        self.assertEqual(self.read("sorted"), struct.pack("<5000I", *sorted(keys, key=lambda k: k & 255)))
        self.succeed("verify", "sorted", "--type", "u32", "--bits", "8")

    @needs_numpy
    def test_nan_last_is_the_order_of_numpy(self):
        keys = random_array("<f4", 5000)
        keys[::7] = numpy.nan
        keys[1::7] = -numpy.inf
        self.write("keys", keys.tobytes())
        self.succeed("sort", "keys", "--type", "f32", "--nan", "last", "-o", "sorted", "--verify")
        self.assertEqual(self.read("sorted"), numpy.sort(keys).tobytes())
        self.succeed("sort", "keys", "--type", "f32", "--nan", "last", "-r", "-o", "sorted", "--verify")
        down = numpy.frombuffer(self.read("sorted"), "<f4")
        nans = numpy.isnan(keys).sum()
        self.assertTrue(numpy.isnan(down[-nans:]).all())
        numbers = numpy.sort(keys[~numpy.isnan(keys)])[::-1]
        self.assertEqual(down[:-nans].tobytes(), numbers.tobytes())

    def test_negative_nan_comes_first_by_bits(self):
        self.write("keys", struct.pack("<4I", 0x7fc00000, 0xff800000, 0xffc00000, 0x3f800000))
        self.succeed("sort", "keys", "--type", "f32", "-o", "sorted", "--verify")
        self.assertEqual(self.read("sorted"), struct.pack("<4I", 0xffc00000, 0xff800000, 0x3f800000, 0x7fc00000))

    def test_output_may_be_the_input(self):
        self.write("keys", struct.pack("<3H", 3, 1, 2))
        self.succeed("sort", "keys", "--type", "u16", "-o", "keys")
        self.assertEqual(self.read("keys"), struct.pack("<3H", 1, 2, 3))

    def test_a_name_with_txt_or_npy_converts(self):
        self.write("keys", struct.pack("<3h", 3, -1, 2))
        self.succeed("sort", "keys", "--type", "i16", "-o", "sorted.txt")
        self.assertEqual(self.read("sorted.txt"), b"-1\n2\n3\n")
        self.succeed("sort", "keys", "--type", "i16", "-o", "sorted.npy")
        self.assertTrue(self.read("sorted.npy").startswith(b"\x93NUMPY\1\0"))
        self.assertTrue(self.read("sorted.npy").endswith(struct.pack("<3h", -1, 2, 3)))

    def test_an_output_format_converts_keys_alone(self):
        self.write("keys", struct.pack("<3h", 3, -1, 2))
        sort = ("sort", "keys", "--type", "i16")
        self.assertEqual(self.succeed(*sort, "-o", "-", "--output-format", "text"), b"-1\n2\n3\n")
        self.assertEqual(self.succeed(*sort, "-o", "-", "--argsort", "--output-format", "text"), b"1\n2\n0\n")
        self.succeed(*sort, "-o", "sorted.npy")
        self.assertEqual(self.succeed(*sort, "-o", "-", "--output-format", "npy"), self.read("sorted.npy"))
        self.succeed(*sort, "-o", "raw.npy", "--output-format", "raw")
        self.assertEqual(self.read("raw.npy"), struct.pack("<3h", -1, 2, 3))
        self.assertEqual(self.succeed("sort", "sorted.npy", "-o", "-", "-r", "--output-format", "raw"),
                         struct.pack("<3h", 3, 2, -1))

    def test_text_becomes_keys_alone(self):
        text = b" +3 \n-01\n2\n2\n"
        self.write("keys.txt", text)
        sort = ("sort", "keys.txt", "--type", "i16", "--verify")
        self.assertEqual(self.succeed(*sort, "-o", "-", "--output-format", "raw"), struct.pack("<4h", -1, 2, 2, 3))
        self.succeed(*sort, "-o", "sorted.npy")
        self.assertTrue(self.read("sorted.npy").endswith(struct.pack("<4h", -1, 2, 2, 3)))
        self.assertEqual(self.succeed(*sort, "-o", "-", "--output-format", "text"), b"-01\n2\n2\n +3 \n")
        self.refuse(*sort, "-o", "out", "--output-format", "raw", "--empty", "last", says="--empty: keys alone are written")
        self.succeed(*sort, "-o", "order", "--argsort", "--output-format", "raw")
        self.assertEqual(self.read("order"), struct.pack("<4I", 1, 2, 3, 0))

    def test_values_keep_their_format_whatever_that_of_the_keys(self):
        self.write("keys", struct.pack("<3h", 3, -1, 2))
        self.write("values", b"abc")
        out = self.succeed("sort", "keys", "--type", "i16", "-o", "-", "--output-format", "text", "--values", "values",
                           "--values-output", "moved")
        self.assertEqual((out, self.read("moved")), (b"-1\n2\n3\n", b"bca"))

    def test_threads_from_option_and_environment_give_the_same_file(self):
        keys = array.array("I", [random.Random(3).randrange(1 << 32) for _ in range(100000)])
        self.write("keys", keys.tobytes())
        self.succeed("sort", "keys", "--type", "u32", "--threads", "1", "-o", "one")
        self.succeed("sort", "keys", "--type", "u32", "-o", "three", environment={"PRADIX_THREADS": "3"})
        self.assertEqual(self.read("one"), self.read("three"))


class NpyFiles(ToolTest):
    @needs_numpy
    def test_every_type_of_numpy_keeps_its_dtype_and_sorts(self):
        for dtype in [*NUMPY_TYPES.values(), "?"]:
            keys = random_array(dtype, 999)
            numpy.save(self.path("keys.npy"), keys)
            with self.subTest(dtype=dtype):
                self.succeed("sort", "keys.npy", "-o", "sorted.npy", "--verify")
                got = numpy.load(self.path("sorted.npy"))
                self.assertEqual(got.dtype, keys.dtype)
                numpy.testing.assert_array_equal(got, numpy.sort(keys))

    @needs_numpy
    def test_versions_2_and_3_are_read(self):
        keys = random_array("<u4", 100)
        for version in ((1, 0), (2, 0), (3, 0)):
            with open(self.path("keys.npy"), "wb") as file:
                numpy.lib.format.write_array(file, keys, version=version)
            self.succeed("sort", "keys.npy", "-o", "sorted.npy")
            numpy.testing.assert_array_equal(numpy.load(self.path("sorted.npy")), numpy.sort(keys), str(version))

    @needs_numpy
    def test_empty_array(self):
        numpy.save(self.path("keys.npy"), numpy.zeros(0, "<f8"))
        self.succeed("sort", "keys.npy", "-o", "sorted.npy", "--verify")
        self.assertEqual(numpy.load(self.path("sorted.npy")).shape, (0,))

    @needs_numpy
    def test_argsort_is_the_stable_argsort_of_numpy(self):
        keys = random_array("<i2", 70000) % 100
        numpy.save(self.path("keys.npy"), keys)
        self.succeed("sort", "keys.npy", "--argsort", "-o", "order.npy", "--verify")
        order = numpy.load(self.path("order.npy"))
        self.assertEqual(order.dtype, numpy.dtype("<u4"))
        numpy.testing.assert_array_equal(order, numpy.argsort(keys, kind="stable"))
        self.succeed("sort", "keys.npy", "--argsort", "-r", "-o", "order.txt", "--verify")
        order = numpy.loadtxt(self.path("order.txt"), dtype=int)
        numpy.testing.assert_array_equal(order, numpy.argsort(-keys.astype(int), kind="stable"))

    @needs_numpy
    def test_npy_through_pipes(self):
        keys = random_array("<f8", 1000)
        numpy.save(self.path("keys.npy"), keys)
        out = self.succeed("sort", "-", "--format", "npy", stdin=self.read("keys.npy"))
        self.write("sorted.npy", out)
        numpy.testing.assert_array_equal(numpy.load(self.path("sorted.npy")), numpy.sort(keys))


class Pairs(ToolTest):
    @needs_numpy
    def test_values_of_every_size_follow_their_keys(self):
        keys = random_array("<u4", 5000) % 50
        order = numpy.argsort(keys, kind="stable")
        self.write("keys", keys.tobytes())
        for size in (1, 2, 3, 4, 8, 12, 16, 40):
            values = random_array("u1", 5000 * size).reshape(5000, size)
            self.write("values", values.tobytes())
            with self.subTest(value_bytes=size):
                self.succeed("sort", "keys", "--type", "u32", "-o", "sorted", "--values", "values",
                             "--values-output", "moved", "--verify")
                self.assertEqual(self.read("sorted"), keys[order].tobytes())
                self.assertEqual(self.read("moved"), values[order].tobytes())

    @needs_numpy
    def test_npy_values_keep_dtype_and_shape(self):
        keys = random_array("<f4", 300)
        values = random_array("<i8", 600).reshape(300, 2)
        numpy.save(self.path("keys.npy"), keys)
        numpy.save(self.path("values.npy"), values)
        self.succeed("sort", "keys.npy", "-o", "keys.npy", "--values", "values.npy", "--values-output", "values.npy",
                     "--descending", "--verify")
        order = numpy.argsort(-keys, kind="stable")
        numpy.testing.assert_array_equal(numpy.load(self.path("keys.npy")), keys[order])
        numpy.testing.assert_array_equal(numpy.load(self.path("values.npy")), values[order])

    def test_no_keys_no_values(self):
        self.write("empty", b"")
        self.succeed("sort", "empty", "--type", "u8", "-o", "keys", "--values", "empty", "--values-output", "values")
        self.assertEqual(self.read("keys") + self.read("values"), b"")


class Reports(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("keys", struct.pack("<3H", 3, 1, 2))

    def test_json_describes_the_run(self):
        done = self.run_tool("sort", "keys", "--type", "u16", "-o", "sorted", "--bits", "1:9", "--verify", "--json",
                             "--backend", "cpu", "--threads", "2")
        report = json.loads(done.stdout)
        self.assertEqual(report["schema"], "pradix.sort/1")
        self.assertRegex(report["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual((report["backend"], report["device"], report["threads"]), ("cpu", None, 2))
        self.assertIsNone(report["values"])
        self.assertGreater(report["machine"]["threads"], 0)
        self.assertEqual(report["input"], {"path": "keys", "format": "raw", "type": "u16", "count": 3, "bytes": 6})
        self.assertEqual(report["options"], {"operation": "sort", "order": "ascending", "bits": [1, 9], "nan": "bits",
                                             "value_bytes": 0})
        self.assertEqual(set(report["seconds"]), {"read", "sort", "transfer", "verify", "write", "total"})
        self.assertEqual(report["seconds"]["transfer"], 0, "the CPU has nowhere to transfer to")
        self.assertGreaterEqual(report["seconds"]["total"], report["seconds"]["sort"])
        self.assertGreater(report["gkeys_per_s"], 0)
        self.assertIs(report["verified"], True)

    def test_json_names_values_and_device(self):
        self.write("values", b"abc")
        pairs = ("sort", "keys", "--type", "u16", "-o", "sorted", "--values", "values", "--values-output", "moved",
                 "--json")
        self.assertEqual(json.loads(self.succeed(*pairs))["values"], {"path": "values", "output": "moved"})
        found = json.loads(self.succeed("info", "--json"))["backends"]
        for each in found:
            if each["available"] and each["name"] != "cpu":
                report = json.loads(self.succeed(*pairs, "--backend", each["name"]))
                self.assertEqual((report["backend"], report["device"]), (each["name"], each["devices"][0]))

    def test_json_goes_to_a_file_or_to_stderr_if_the_data_go_to_stdout(self):
        self.succeed("sort", "keys", "--type", "u16", "-o", "sorted", "--json=report.json")
        self.assertIsNone(json.loads(self.read("report.json"))["verified"])
        done = self.run_tool("sort", "keys", "--type", "u16", "-o", "-", "--json", "-q")
        self.assertEqual(done.stdout, struct.pack("<3H", 1, 2, 3))
        self.assertEqual(json.loads(done.stderr)["output"]["path"], "standard output")

    def test_json_takes_no_argument_that_follows_it(self):
        out = self.succeed("sort", "--json", "keys", "--type", "u16", "-o", "sorted")
        self.assertEqual(json.loads(out)["input"]["path"], "keys")

    def test_a_file_of_the_report_that_follows_as_a_word_is_pointed_out(self):
        for words in (("--json", "report.json", "keys"), ("keys", "--json", "report.json")):
            self.refuse("sort", *words, "--type", "u16", "-o", "sorted", says=["one word too many", "write --json=FILE"])
        message = self.refuse("sort", "keys", "other", "--type", "u16", "-o", "sorted", says="one word too many")
        self.assertNotIn("--json", message)

    def test_bench_takes_the_file_of_its_results_in_both_forms(self):
        bench = ("bench", "-n", "1K", "--rival", "none", "--samples", "1", "--threads", "1", "-q")
        self.succeed(*bench, "--json", "a.json")
        self.succeed(*bench, "--json=b.json")
        for name in ("a.json", "b.json"):
            self.assertEqual(json.loads(self.read(name))["schema"], "pradix.bench/1")

    def test_bench_writes_its_results_once_into_what_is_no_file(self):
        bench = ("bench", "-n", "1K,2K", "--rival", "none", "--samples", "1", "--threads", "1", "-q", "--json")
        os.mkfifo(self.path("pipe"))
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE)
        self.succeed(*bench, "pipe")
        shell = ["bash", "-c", '"$0" "$@" 7> file', support.TOOL, *bench, "/dev/fd/7"]
        subprocess.run(shell, cwd=self.folder, stdout=subprocess.DEVNULL, check=True, timeout=60)
        for results in (reader.communicate(timeout=20)[0], self.read("file"), self.succeed(*bench, "-")):
            self.assertEqual(len(json.loads(results)["results"]), 2)

    def test_summary_is_one_line_on_stderr_and_quiet_has_none(self):
        done = self.run_tool("sort", "keys", "--type", "u16", "-o", "sorted")
        self.assertEqual(done.stdout, b"")
        self.assertRegex(done.stderr.decode(), r"^pradix: sorted: 3 u16 keys in [^\n]*\n$")
        done = self.run_tool("sort", "keys", "--type", "u16", "-o", "sorted", "-q")
        self.assertEqual(done.stdout + done.stderr, b"")

    def test_memory_limit_names_both_numbers(self):
        self.write("keys", bytes(4000))
        self.refuse("sort", "keys", "--type", "u32", "-o", "sorted", "--memory", "3K", says=["bytes)", "3000 bytes"])
        self.refuse("sort", "-", "--type", "u32", "--memory", "3K", stdin=bytes(1504), says="(1500 bytes)")
        self.succeed("sort", "-", "--type", "u32", "--memory", "3K", stdin=bytes(1500))
        self.refuse("sort", "-", "--format", "text", "--memory", "1K", stdin=b"1\n" * 240, says="(1000 bytes)")
        self.succeed("sort", "keys", "--type", "u32", "-o", "sorted", "--memory", "100Mi")
        self.write("n.txt", "1\n" * 240) # the file is the least; its rows need 240 * (2 + 8 + 8) bytes
        self.refuse("sort", "n.txt", "-o", "sorted", "--memory", "400", says="n.txt: needs more than 480 bytes")
        self.refuse("sort", "n.txt", "-t", "u64", "-o", "sorted.npy", "--memory", "4K", says="needs about 4.32 kB (4320 bytes)")
        self.succeed("sort", "n.txt", "-t", "u64", "-o", "sorted.npy", "--memory", "4320", "-j", "1", "--backend", "cpu")

    def test_what_the_machine_has_is_the_limit_if_none_is_given(self):
        with open(self.path("keys"), "wb") as file:
            file.truncate(2 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))  # takes no room on the disk
        sort = ("sort", "keys", "--type", "u32", "-o", "sorted")
        self.assertRegex(self.refuse(*sort, says="split the input"), "(this machine|the cgroup) allows [0-9.]+ [GM]B ")
        self.refuse(*sort, "--memory", "1G", says="--memory allows 1.00 GB")

    def test_a_pipe_is_read_no_further_than_half_the_memory_limit(self):
        self.write("keys", bytes(100_000))
        for arguments, piece, half in ((("-", "--type", "u32", "-o", "sorted"), bytes(1 << 20), 1_500_000),
                                       (("-", "--format", "text", "-o", "sorted"), b"1\n" * (1 << 19), 1_500_000),
                                       (("keys", "--type", "u8", "-o", "sorted", "--values", "-", "--values-output",
                                         "moved"), bytes(1 << 20), 1_450_000)):
            run = subprocess.Popen([support.TOOL, "sort", *arguments, "-S", "3M"], cwd=self.folder,
                                   stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            self.addCleanup(run.kill)
            with self.assertRaises(BrokenPipeError, msg=arguments):
                for _ in range(100):
                    run.stdin.write(piece)
                    run.stdin.flush()
            message = run.communicate(timeout=20)[1].decode()
            self.assertEqual(run.returncode, 2, message)
            self.assertRegex(message, rf"^pradix: standard input: is larger than .*\({half} bytes\) that --memory leaves "
                                      r"for it; .*\n$")
            self.assertEqual(os.listdir(self.folder), ["keys"])
