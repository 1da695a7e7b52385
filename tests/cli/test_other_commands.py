# SPDX-License-Identifier: MIT
"""pradix gen and pradix info, help and version."""

import json
import os
import pty
import struct
import subprocess
import time

import support
from support import ToolTest, needs_numpy, numpy


class Gen(ToolTest):
    def test_same_seed_same_keys(self):
        for name, seed in (("a", 1), ("b", 1), ("c", 2)):
            self.succeed("gen", "--type", "u32", "-n", "1000", "--seed", seed, "-o", name)
        self.assertEqual(len(self.read("a")), 4000)
        self.assertEqual(self.read("a"), self.read("b"))
        self.assertNotEqual(self.read("a"), self.read("c"))

    def test_sizes_with_suffixes(self):
        for text, count in (("1K", 1000), ("1Ki", 1024), ("1.5k", 1500), ("0.5Ki", 512), ("7", 7), ("0", 0), ("1KB", 1000),
                            ("1KiB", 1024), ("0.001M", 1000), ("1e3", 1000)):
            self.succeed("gen", "--type", "u8", "-n", text, "-o", "keys")
            self.assertEqual(len(self.read("keys")), count, text)

    def test_every_distribution_and_type_sorts_and_verifies(self):
        for shape in ("uniform", "entropy:3", "zipf:1.1", "sorted", "reverse", "few:10", "constant", "nearly:5"):
            for name in ("u8", "i16", "u32", "u64", "i128", "f16", "f32", "f64", "bool"):
                with self.subTest(dist=shape, type=name):
                    self.succeed("gen", "--type", name, "-n", "3000", "--dist", shape, "-o", "keys")
                    self.succeed("sort", "keys", "--type", name, "-o", "out", "--verify", "-q")
                    self.succeed("verify", "out", "--type", name, "--against", "keys")

    def test_shapes_are_what_they_are_called(self):
        def keys(shape):
            self.succeed("gen", "--type", "u32", "-n", "10000", "--dist", shape, "-o", "keys")
            return struct.unpack("<10000I", self.read("keys"))
        self.assertEqual(list(keys("sorted")), sorted(keys("sorted")))
        self.assertEqual(list(keys("reverse")), sorted(keys("reverse"), reverse=True))
        self.assertEqual(len(set(keys("constant"))), 1)
        self.assertLessEqual(len(set(keys("few:10"))), 10)
        self.assertGreater(len(set(keys("uniform"))), 9900)
        nearly = keys("nearly:5")
        falls = sum(a > b for a, b in zip(nearly, nearly[1:]))
        self.assertTrue(0 < falls < 2000, falls)

    def test_text_to_standard_output(self):
        out = self.succeed("gen", "--type", "i16", "-n", "50", "--format", "text", "-o", "-")
        self.assertEqual(len(out.split()), 50)
        self.assertTrue(all(-32768 <= int(line) <= 32767 for line in out.split()))

    def test_text_reads_back_as_the_same_keys(self):
        for name in ("u64", "i128", "f16", "bf16", "f32", "f64"):
            self.succeed("gen", "--type", name, "-n", "2000", "-o", "keys.txt")
            self.succeed("gen", "--type", name, "-n", "2000", "-o", "keys")
            self.succeed("sort", "keys.txt", "--type", name, "-o", "sorted.txt")
            self.succeed("sort", "keys", "--type", name, "-o", "again.txt")
            self.assertEqual(self.read("sorted.txt"), self.read("again.txt"), name)

    def test_progress_of_text_has_no_percentage(self):
        self.succeed("gen", "--type", "u64", "-n", "200K", "-o", "keys")
        for command in (["gen", "--type", "u64", "-n", "200K"], ["sort", "keys", "--type", "u64"]):
            with self.subTest(command[0]):
                os.mkfifo(self.path("slow.txt"))
                terminal, stderr = pty.openpty()
                run = subprocess.Popen([support.TOOL, *command, "-o", "slow.txt"], cwd=self.folder, stderr=stderr)
                with open(self.path("slow.txt"), "rb") as pipe:
                    pipe.read(1300000)  # more than the tool writes at once
                    time.sleep(0.8)
                    pipe.read()
                self.assertEqual(run.wait(timeout=20), 0)
                shown = os.read(terminal, 10000)
                os.close(terminal)
                os.close(stderr)
                os.remove(self.path("slow.txt"))
                self.assertRegex(shown, rb" [1-9]\.\d+ MB ")
                self.assertNotIn(b"%", shown)

    @needs_numpy
    def test_npy_is_what_numpy_reads(self):
        self.succeed("gen", "--type", "f32", "-n", "1234", "-o", "keys.npy")
        self.succeed("gen", "--type", "f32", "-n", "1234", "-o", "keys")
        got = numpy.load(self.path("keys.npy"))
        self.assertEqual((got.shape, got.dtype), ((1234,), numpy.dtype("<f4")))
        self.assertEqual(got.tobytes(), self.read("keys"))

    def test_csv_is_refused(self):
        self.refuse("gen", "--type", "u8", "-n", "3", "-o", "keys.csv", says="raw, npy or text")


class Info(ToolTest):
    def test_text_names_version_machine_and_backends(self):
        text = self.succeed("info").decode()
        for label in ("pradix", "compiler", "build", "cpu", "threads", "caches", "memory", "system", "opencl"):
            self.assertRegex(text, rf"(?m)^{label} +\S")

    def test_json(self):
        info = json.loads(self.succeed("info", "--json"))
        self.assertEqual(info["schema"], "pradix.info/1")
        self.assertGreater(info["machine"]["threads"], 0)
        self.assertGreater(info["machine"]["memory_bytes"], 1 << 20)
        self.assertGreater(info["machine"]["memory_limit_bytes"] or 1 << 40, 1 << 20)
        cpu = [one for one in info["backends"] if one["name"] == "cpu"]
        self.assertTrue(cpu[0]["available"])

    def test_the_default_backend_and_a_wrong_one_are_part_of_the_report(self):
        self.assertIn(json.loads(self.succeed("info", "--json"))["default_backend"], ("cpu", "cuda"))
        wrong = {"PRADIX_BACKEND": "bar"}
        self.assertIn(b'"bar" is not a backend', self.succeed("info", environment=wrong))
        report = json.loads(self.succeed("info", "--json", environment=wrong))
        self.assertIsNone(report["default_backend"])
        self.assertIn('"bar" is not a backend', report["default_backend_problem"])

    def test_a_wrong_number_of_threads_is_part_of_the_report(self):
        wrong = {"PRADIX_THREADS": "many"}
        self.assertRegex(self.succeed("info", environment=wrong).decode(), r'(?m)^threads +.*PRADIX_THREADS: "many"')
        info = json.loads(self.succeed("info", "--json", environment=wrong))
        self.assertIn("many", info["machine"]["threads_problem"])


class Plots(ToolTest):
    def bench(self, python):
        os.mkdir(self.path("bin"))
        os.chmod(self.write("bin/python3", "#!/bin/sh\n" + python), 0o755)
        done = self.run_tool("bench", "-n", "10", "--samples", "1", "--rival", "none", "-q", "--plot", "figures",
                             environment={"PATH": self.path("bin") + ":" + os.environ["PATH"]})
        self.assertEqual(done.returncode, 2)
        return done.stderr.decode()

    def test_that_there_is_no_matplotlib_is_said_before_the_measuring(self):
        said = self.bench("echo Traceback >&2; echo \"No module named 'matplotlib'\" >&2; exit 1")
        self.assertEqual(said, "pradix: --plot figures: No module named 'matplotlib'; install python3-matplotlib, or "
                               "omit --plot\n")
        self.assertFalse(os.path.exists(self.path("figures")))

    def test_what_the_script_says_is_in_the_one_line(self):
        said = self.bench("[ $1 = -c ] || { echo 'plot.py: a joke' >&2; exit 1; }")
        self.assertRegex(said, r"^pradix: --plot figures: plot.py: a joke; the results are in figures/bench.json, .*\n$")
        self.assertEqual(said.count("\n"), 1)
        self.assertTrue(os.path.exists(self.path("figures/bench.json")))


class Help(ToolTest):
    def test_every_command_ends_its_help_with_examples(self):
        for command in ("sort", "verify", "gen", "bench", "info", "gallery"):
            text = self.succeed(command, "--help").decode()
            self.assertIn("Examples:\n  pradix " + command, text)
            self.assertEqual(self.succeed(command, "-h").decode(), text)
            self.assertIn(command, self.succeed("--help").decode())

    def test_help_as_a_command(self):
        self.assertEqual(self.succeed("help", "sort"), self.succeed("sort", "--help"))
        self.assertEqual(self.succeed("help", "gallery", "trace"), self.succeed("gallery", "trace", "--help"))
        self.assertEqual(self.succeed("help"), self.succeed("--help"))

    def test_version_agrees_with_info(self):
        version = self.succeed("--version").decode()
        self.assertEqual(self.succeed("-V").decode(), version)
        self.assertRegex(version, r"^pradix \d+\.\d+\.\d+\n$")
        self.assertEqual(json.loads(self.succeed("info", "--json"))["version"], version.split()[1])
