# SPDX-License-Identifier: MIT
"""Signals: nothing is left behind, and nothing changed."""

import ctypes
import os
import resource
import signal
import subprocess
import time
import unittest

import support
from support import ToolTest


LESS_USUAL_SIGNALS = (signal.SIGXCPU, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGUSR1, signal.SIGUSR2,
                      signal.SIGABRT, signal.SIGIO, signal.SIGPWR)


def catchable_signals():
    """In a child: signals as a terminal's shell leaves them, and no core dump."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, *LESS_USUAL_SIGNALS):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Signals(ToolTest):
    def interrupt(self, number, *options, to_last_thread=False):
        """Stops a run that has its temporary file open and waits for input."""
        self.write("out", "old contents")
        run = subprocess.Popen([support.TOOL, "sort", "-", "--type", "u32", "-o", "out", *options], cwd=self.folder,
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=catchable_signals)
        self.addCleanup(run.kill)
        run.stdin.write(bytes(1000))
        run.stdin.flush()
        deadline = time.monotonic() + 20
        while len(os.listdir(self.folder)) < 2:
            self.assertLess(time.monotonic(), deadline, "no temporary file appeared")
            time.sleep(0.01)
        if to_last_thread:
            thread = max(map(int, os.listdir(f"/proc/{run.pid}/task")))
            self.assertNotEqual(thread, run.pid, "there is no other thread")
            ctypes.CDLL(None).tgkill(run.pid, thread, int(number))
        else:
            run.send_signal(number)
        self.assertEqual(run.wait(timeout=20), -number)
        message = run.stderr.read().decode()
        run.stdin.close()
        run.stderr.close()
        self.assertRegex(message, r"^pradix: interrupted: [^\n]*no output was changed\n$")
        self.assertEqual(os.listdir(self.folder), ["out"])
        self.assertEqual(self.read("out"), b"old contents")

    def test_interrupted_by_the_keyboard(self):
        self.interrupt(signal.SIGINT)

    def test_terminated(self):
        self.interrupt(signal.SIGTERM)

    def test_hung_up(self):
        self.interrupt(signal.SIGHUP)

    def test_interrupted_with_output_on_its_way(self):
        run = subprocess.Popen([support.TOOL, "gen", "--type", "u8", "-n", "1G", "-o", "-"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, preexec_fn=catchable_signals)
        run.stdout.read(1000)
        run.send_signal(signal.SIGINT)
        message = run.communicate(timeout=20)[1].decode()
        self.assertRegex(message, r"^pradix: interrupted: [^\n]*some output may have been written already\n$")

    def test_a_signal_that_reaches_another_thread(self):
        if b'"name": "opencl",\n      "built": false' in self.succeed("info", "--json"):
            raise unittest.SkipTest("this build has no OpenCL, whose driver starts threads")
        self.interrupt(signal.SIGINT, "--backend", "opencl", to_last_thread=True)

    def test_quit(self):
        self.interrupt(signal.SIGQUIT)

    def test_ended_by_a_limit_or_a_timer(self):
        for number in LESS_USUAL_SIGNALS:
            self.interrupt(number)

    def test_the_first_process_of_a_container_ends_with_the_status_of_its_signal(self):
        alone = ["unshare", "--pid", "--fork", "--kill-child"]
        if subprocess.run([*alone, "true"], capture_output=True).returncode:
            raise unittest.SkipTest("process namespaces are not allowed here")
        script = '(while kill -TERM 1; do sleep 0.1; done) & exec "$0" sort - --type u32 -o out'
        run = subprocess.Popen([*alone, "bash", "-c", script, support.TOOL], cwd=self.folder, stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.wait(timeout=20), 128 + signal.SIGTERM)
        self.assertIn(b"no output was changed", run.stderr.read())
        run.stdin.close()
        run.stderr.close()

    def test_a_loop_in_a_shell_stops(self):
        script = 'for i in 1 2; do echo $i; "$0" sort - --type u32 -o out; done'
        run = subprocess.Popen(["bash", "-c", script, support.TOOL], cwd=self.folder, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
                               preexec_fn=catchable_signals)
        deadline = time.monotonic() + 20
        while not os.listdir(self.folder):
            self.assertLess(time.monotonic(), deadline, "no temporary file appeared")
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGINT)
        out = run.communicate(timeout=20)[0]
        self.assertEqual((run.returncode, out), (-signal.SIGINT, b"1\n"))

    def test_a_file_beyond_the_limit_is_an_error(self):
        self.write("keys", bytes(400000))
        self.write("out", "old contents")
        done = subprocess.run(["bash", "-c", 'ulimit -f 8; exec "$0" sort keys --type u32 -o out', support.TOOL],
                              cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr.decode(), r"^pradix: out: cannot write it: File too large; .*\n$")
        self.assertEqual(self.read("out"), b"old contents")

    def test_interrupted_while_it_sorts(self):
        self.succeed("gen", "--type", "u64", "-n", "8M", "-o", "keys")
        self.write("out", "old contents")
        for delay in (0.02, 0.1, 0.2, 0.3):
            run = subprocess.Popen([support.TOOL, "sort", "keys", "--type", "u64", "-o", "out", "-q"], cwd=self.folder)
            time.sleep(delay)
            run.send_signal(signal.SIGINT)
            # Early it may not have caught signals yet, late it may be done; never may a file be left or be half written.
            self.assertIn(run.wait(timeout=60), (0, -signal.SIGINT))
            self.assertEqual(sorted(os.listdir(self.folder)), ["keys", "out"])
            self.assertIn(os.path.getsize(self.path("out")), (12, 64_000_000))
