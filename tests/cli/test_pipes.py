# SPDX-License-Identifier: MIT
"""Standard input and output, pipes, names of what is open already; and what is loaded before any is read."""

import json
import os
import pty
import resource
import subprocess
import time
import unittest

import support
from support import KEYS, SORTED, ToolTest


class Descriptors(ToolTest):
    """Names of what is open already: nothing is renamed over what the shell has opened."""

    def shell(self, script):
        done = subprocess.run(["bash", "-c", script, support.TOOL], cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def setUp(self):
        super().setUp()
        self.write("keys", KEYS)

    def test_a_file_that_others_write_too(self):
        os.symlink("/dev/stdout", self.path("link"))
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"):
            self.shell(f'{{ printf a; "$0" sort keys --type u32 -q -o {name}; printf z; }} > out')
            self.assertEqual(self.read("out"), b"a" + SORTED + b"z", name)
            self.shell(f'"$0" sort keys --type u32 -q -o {name} >> out')
            self.assertEqual(self.read("out"), b"a" + SORTED + b"z" + SORTED, name)
        self.shell('"$0" sort keys --type u32 -q -o /dev/fd/7 7> out')
        self.assertEqual(self.read("out"), SORTED)

    def test_pipes(self):
        self.assertEqual(self.shell('"$0" sort keys --type u32 -q -o /dev/stdout | cat'), SORTED)
        self.shell('"$0" sort keys --type u32 -q -o >(cat > out; echo > done); while ! [ -e done ]; do sleep 0.01; done')
        self.assertEqual(self.read("out"), SORTED)

    def test_descriptors_that_cannot_be_written(self):
        self.refuse("sort", "keys", "--type", "u32", "-o", "/dev/fd/77", says="/dev/fd/77: cannot write it")
        self.refuse("sort", "keys", "--type", "u32", "-o", "/dev/stdin", says="/dev/stdin: cannot write it")

    def test_closed_streams_are_no_place_for_outputs(self):
        self.shell('"$0" sort keys --type u32 -o out --json=report <&- >&- 2>&-')
        self.assertEqual(self.read("out"), SORTED)
        self.shell('"$0" sort keys --type u32 -o out --json=report 2>&-')
        self.assertEqual(self.read("report")[:1], b"{")
        script = 'for closed in "<&-" ">&-"; do eval "\"$0\" sort - --type u32 -o - $closed"; echo $? >&2; done'
        done = subprocess.run(["bash", "-c", script, support.TOOL], cwd=self.folder, input=KEYS, capture_output=True)
        self.assertRegex(done.stderr.decode(), r"(?s)^pradix: standard input: cannot read it: .*\n2\n"
                                               r"pradix: standard output: cannot write it: .*\n2\n$")

    def test_json_goes_elsewhere_when_the_keys_take_standard_output(self):
        self.assertEqual(self.shell('"$0" sort keys --type u32 -q -o /dev/stdout --json'), SORTED)


class Pipes(ToolTest):
    def test_standard_input_and_output(self):
        self.assertEqual(self.succeed("sort", "-", "--type", "u32", "--verify", stdin=KEYS), SORTED)
        self.write("keys", KEYS)
        self.assertEqual(self.succeed("sort", "keys", "--type", "u32", "-o", "-"), SORTED)
        self.succeed("sort", "-", "--type", "u32", "-o", "out", stdin=KEYS)
        self.assertEqual(self.read("out"), SORTED)

    def test_a_large_pipe(self):
        keys = os.urandom(5_000_000)
        self.assertEqual(self.succeed("sort", "-", "--type", "u8", stdin=keys), bytes(sorted(keys)))

    def test_descriptors_that_do_not_wait(self):
        keys = os.urandom(1_000_000)
        for end in (0, 1):  # they are someone else's, too, who told them not to
            ends = [os.pipe(), os.pipe()]
            os.set_blocking(ends[end][end], False)
            (from_us, to_tool), (from_tool, to_us) = (ends[0][0], ends[0][1]), ends[1]
            run = subprocess.Popen([support.TOOL, "sort", "-", "--type", "u8"], stdin=from_us, stdout=to_us,
                                   stderr=subprocess.PIPE)
            os.close(from_us)
            os.close(to_us)
            time.sleep(0.2)
            with open(to_tool, "wb") as pipe:
                pipe.write(keys)
            time.sleep(0.2)
            with open(from_tool, "rb") as pipe:
                self.assertEqual(pipe.read(), bytes(sorted(keys)), run.stderr.read())
            self.assertEqual(run.wait(timeout=20), 0)
            run.stderr.close()

    def test_standard_input_that_is_a_file_is_read_from_where_it_stands(self):
        self.write("keys", b"skip" + KEYS)
        with open(self.path("keys"), "rb") as file:
            file.seek(4)
            os.lseek(file.fileno(), 4, os.SEEK_SET)
            done = subprocess.run([support.TOOL, "sort", "-", "--type", "u32"], stdin=file, capture_output=True)
        self.assertEqual(done.stdout, SORTED)

    def test_a_broken_pipe_ends_quietly(self):
        self.write("numbers.txt", "".join(f"{i}\n" for i in range(200000)))
        for command in ('sort numbers.txt -o - -q', 'gen --type u32 -n 1M --format text -o -'):
            script = f'set -o pipefail; "$0" {command} 2>err | head -n 1 >out; echo ${{PIPESTATUS[0]}}'
            done = subprocess.run(["bash", "-c", script, support.TOOL], cwd=self.folder, capture_output=True)
            self.assertEqual(done.stdout, b"0\n")
            self.assertEqual(self.read("err"), b"")

    def test_a_broken_pipe_is_no_success_where_there_is_more_to_tell(self):
        self.write("keys", bytes(400000))
        self.write("values", bytes(400000))
        self.write("unsorted.txt", "2\n1\n")
        for command, code in (("verify unsorted.txt", 1), ("verify keys --type u8", 0),
                              ("sort keys --type u32 -o - --values values --values-output moved", 2),
                              ("sort keys --type u32 -o - --json=report", 2)):
            read_end, write_end = os.pipe()
            os.close(read_end)
            done = subprocess.run([support.TOOL, *command.split()], cwd=self.folder, stdout=write_end,
                                  stderr=subprocess.PIPE)
            os.close(write_end)
            self.assertEqual(done.returncode, code, command)
            self.assertEqual(done.stderr.count(b"\n"), 1 if code == 2 else 0, command)
        self.assertEqual(sorted(os.listdir(self.folder)), ["keys", "unsorted.txt", "values"])

    def test_progress_is_left_out_where_no_thread_can_be_had(self):
        def thread_stacks_as_large_as_no_memory():
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 46, resource.getrlimit(resource.RLIMIT_STACK)[1]))

        terminal, stderr = pty.openpty()
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.close, stderr)
        self.write("keys", KEYS)
        command = [support.TOOL, "sort", "keys", "--type", "u32", "-o", "out", "-j", "1"]
        try:
            run = subprocess.run(command, cwd=self.folder, stderr=stderr, preexec_fn=thread_stacks_as_large_as_no_memory)
        except subprocess.SubprocessError:
            raise unittest.SkipTest("the limit of the stack may not be raised here")
        self.assertEqual(run.returncode, 0, os.read(terminal, 10000))
        self.assertEqual(self.read("out"), SORTED)

    def test_nothing_but_the_summary_is_printed_without_a_terminal(self):
        done = self.run_tool("sort", "-", "--type", "u32", stdin=KEYS)
        self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertNotIn(b"\r", done.stderr)


class Drivers(ToolTest):
    def test_are_loaded_only_where_they_are_asked_for(self):
        os.mkdir(self.path("vendors"))
        self.write("vendors/none.icd", "pradix-no-driver.so\n")
        self.write("keys", KEYS)
        environment = {"OCL_ICD_VENDORS": self.path("vendors"), "LD_DEBUG": "libs", "PRADIX_BACKEND": ""}

        def loaded_by(*arguments):
            return b"pradix-no-driver.so" in self.run_tool(*arguments, environment=environment).stderr

        if not loaded_by("info"):
            raise unittest.SkipTest("this build has no OpenCL, or its loader does not say what it looks for")
        sort = ("sort", "keys", "--type", "u32", "-o", "out")
        self.assertFalse(loaded_by(*sort))
        self.assertFalse(loaded_by(*sort, "--device", "0"))
        self.assertFalse(loaded_by(*sort, "--backend", "cpu"))
        self.assertFalse(loaded_by(*sort, "--backend", "cpu", "--device", "none"))
        self.assertFalse(loaded_by(*sort, "--backend", "cuda", "--device", "none"))
        self.assertTrue(loaded_by(*sort, "--backend", "opencl"))
        self.assertTrue(loaded_by(*sort, "--backend", "opencl", "--device", "none"))

    def test_are_looked_for_before_the_input_is_read(self):
        found = json.loads(self.succeed("info", "--json"))["backends"]
        missing = [one["name"] for one in found if not one["available"]]
        if not missing:
            raise unittest.SkipTest("all backends are available")
        for name in missing:
            run = subprocess.Popen([support.TOOL, "sort", "-", "--type", "u32", "-o", "out", "--backend", name],
                                   cwd=self.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            self.addCleanup(run.kill)
            self.assertEqual(run.wait(timeout=20), 2)
            self.assertIn(f"pradix: backend {name}".encode(), run.stderr.read())
            run.stdin.close()
            run.stderr.close()
