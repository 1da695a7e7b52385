# SPDX-License-Identifier: MIT
"""bench/gpu/compare.py, the guard against losses, with result files and a bench made up here."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

COMPARE = os.path.join(os.path.dirname(__file__), "..", "..", "bench", "gpu", "compare.py")


def row(ratio, n=1024, op="sort", key="u32", value_bytes=0, distribution="uniform"):
    return {"op": op, "type": key, "value_bytes": value_bytes, "n": n, "distribution": distribution,
            "median_ms": 1.0, "rivals": [{"median_ms": ratio}, {"median_ms": ratio + 5}]}


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, rows):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump({"results": rows}, file)
        return self.path(name)

    def bench_that_says(self, rows):
        """A bench that writes these rows, and what it was asked for beside it."""
        results = self.write("made_up.json", rows)
        bench = self.path("bench")
        with open(bench, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nimport json, shutil, sys\n"
                       f"open({self.path('asked')!r}, 'a').write(json.dumps(sys.argv[1:-1]) + '\\n')\n"
                       f"shutil.copy({results!r}, sys.argv[-1])\n")
        os.chmod(bench, 0o755)
        return bench

    def compare(self, old, new, *options):
        done = subprocess.run([sys.executable, "-B", COMPARE, self.write("old.json", old), self.write("new.json", new),
                               *options], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_names_what_lost_more_than_three_per_cent(self):
        code, said = self.compare([row(2.0), row(3.0, n=4096)], [row(1.95), row(2.9, n=4096)])
        self.assertEqual(code, 1)
        self.assertIn("u32 uniform 4096: 3.00 -> 2.90", said)
        self.assertNotIn("1024", said)
        self.assertIn("1 of 2 cases", said)

    def test_is_content_with_gains_and_new_cases(self):
        self.assertEqual(self.compare([row(2.0)], [row(2.5), row(0.1, n=5)])[0], 0)

    def test_measures_again_what_seems_to_have_lost(self):
        old = [row(2.0), row(2.0, n=4096), row(4.0, op="argsort", value_bytes=4, distribution="heavy")]
        new = [row(1.5), row(1.5, n=4096), row(4.0, op="argsort", value_bytes=4, distribution="heavy")]
        bench = self.bench_that_says([row(2.1), row(1.6, n=4096)])
        code, said = self.compare(old, new, "--again", bench)
        self.assertEqual(code, 1)
        self.assertIn("u32 uniform 4096: 2.00 -> 1.60", said)
        self.assertIn("1 of 3 cases", said)
        with open(self.path("asked"), encoding="utf-8") as asked:
            self.assertEqual([json.loads(line) for line in asked],
                             [["--items", "u32", "--keys", "uniform", "--counts", "1024", "4096", "--usual-scratch",
                               "--json"]])

    def test_measures_the_library_before_beside_the_new_one(self):
        old = [row(2.0), row(2.0, n=4096)]
        new = [row(1.5), row(1.5, n=4096)]
        slower_machine = [dict(row(1.5), beside=[{"median_ms": 1.02}]),
                          dict(row(1.5, n=4096), beside=[{"median_ms": 0.9}])]
        bench = self.bench_that_says(slower_machine)
        code, said = self.compare(old, new, "--again", bench, "--before", "old.so")
        self.assertEqual(code, 1)
        self.assertIn("u32 uniform 4096: 2.00 -> 1.50", said)
        self.assertIn("1 of 2 cases", said)
        with open(self.path("asked"), encoding="utf-8") as asked:
            self.assertIn(["--beside", "before=old.so"], [json.loads(line)[-3:-1] for line in asked])
        self.assertIn("--before needs --again", self.compare(old, new, "--before", "old.so")[1])

    def test_knows_the_names_of_items(self):
        rows = [row(2.0, op="sort_pairs", key="u64", value_bytes=8), row(2.0, op="sort_pairs", value_bytes=12),
                row(2.0, op="argsort", key="f32", value_bytes=4)]
        worse = [dict(each, median_ms=2.0) for each in rows]
        said = self.compare(rows, worse)[1]
        self.assertIn("u64 + u64 uniform", said)
        self.assertIn("u32 + 12 uniform", said)
        self.assertIn("argsort f32 uniform", said)

    def test_tells_options_of_the_bench_apart(self):
        rows = [row(2.0), dict(row(2.0), bits=[0, 16]), dict(row(2.0), direction="descending", placement="in place")]
        worse = [rows[0], dict(rows[1], median_ms=2.0), dict(rows[2], median_ms=2.0)]
        code, said = self.compare(rows, worse, "--again", self.bench_that_says([rows[0], *worse[1:]]))
        self.assertEqual(code, 1)
        self.assertIn("u32 uniform --bits 0 16 1024: 2.00 -> 1.00", said)
        self.assertIn("u32 uniform --descending --in-place 1024: 2.00 -> 1.00", said)
        self.assertIn("2 of 3 cases", said)
        with open(self.path("asked"), encoding="utf-8") as asked:
            self.assertEqual([json.loads(line)[6:-2] for line in asked],
                             [["--bits", "0", "16"], ["--descending", "--in-place"]])

    def test_refuses_files_that_share_nothing(self):
        code, said = self.compare([row(2.0)], [row(2.0, n=5)])
        self.assertEqual(code, 1)
        self.assertIn("no case in common", said)


if __name__ == "__main__":
    unittest.main()
