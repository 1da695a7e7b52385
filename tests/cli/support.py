# SPDX-License-Identifier: MIT
"""What the tests of the tool share: running it, a folder for each test, and the closing line."""

import os
import shutil
import struct
import subprocess
import tempfile
import unittest

try:
    import numpy
except ImportError:
    numpy = None

needs_numpy = unittest.skipIf(numpy is None, "NumPy is not importable by this Python")

KEYS = struct.pack("<3I", 3, 1, 2)
SORTED = struct.pack("<3I", 1, 2, 3)

TOOL = None  # path of the binary, set by the runner


class ToolTest(unittest.TestCase):
    """A test in an empty folder, which has to be free of temporary files at the end."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pradix-cli-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def tearDown(self):
        left = [name for name in os.listdir(self.folder) if name.startswith(".pradix-")]
        self.assertEqual(left, [], "temporary files are left behind")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, contents):
        with open(self.path(name), "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_tool(self, *arguments, stdin=b"", environment=None):
        """Runs the tool inside the test's folder."""
        return subprocess.run([TOOL, *map(str, arguments)], input=stdin, capture_output=True, cwd=self.folder,
                              env={**os.environ, **(environment or {})}, timeout=120)

    def succeed(self, *arguments, stdin=b"", **more):
        """Runs the tool, which has to succeed, and returns its standard output."""
        done = self.run_tool(*arguments, stdin=stdin, **more)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout

    def refuse(self, *arguments, says, stdin=b""):
        """Runs the tool, which has to end with code 2 and one line on stderr that holds every text of `says`."""
        done = self.run_tool(*arguments, stdin=stdin)
        message = done.stderr.decode()
        self.assertEqual(done.returncode, 2, message)
        self.assertEqual(message.count("\n"), 1, message)
        self.assertRegex(message, r"^pradix: .*[;:] .*\n$")
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, message)
        return message


class Refusal(ToolTest):
    """Every refusal leaves the old output as it was."""

    def setUp(self):
        super().setUp()
        self.write("out", "old contents")
        self.write("out.npy", "old contents")

    def tearDown(self):
        self.assertEqual(self.read("out"), b"old contents")
        self.assertEqual(self.read("out.npy"), b"old contents")
        super().tearDown()


def run_all(suite):
    """Runs the tests, prints a closing line and returns the exit code."""
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    skipped = len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped", flush=True)
    return 0 if failed == 0 and result.testsRun > skipped else 1
