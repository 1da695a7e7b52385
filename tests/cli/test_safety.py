# SPDX-License-Identifier: MIT
"""Files that cannot be read or written, full disks, signals and pipes."""

import json
import os
import pty
import resource
import signal
import stat
import struct
import subprocess
import tempfile
import time
import unittest

import support
from support import ToolTest

KEYS = struct.pack("<3I", 3, 1, 2)
SORTED = struct.pack("<3I", 1, 2, 3)


LESS_USUAL_SIGNALS = (signal.SIGXCPU, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGUSR1, signal.SIGUSR2)


def catchable_signals():
    """In a child: signals as a terminal's shell leaves them, and no core dump."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, *LESS_USUAL_SIGNALS):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Places(ToolTest):
    def run_as_user(self, *arguments, user=65534, groups=()):
        """Runs the tool as somebody who may not do everything; only root can become another user."""
        become = [] if os.geteuid() else ["setpriv", f"--reuid={user}", f"--regid={user}",
                                          f"--groups={','.join(map(str, groups))}" if groups else "--clear-groups"]
        os.chmod(self.folder, 0o755)
        try:
            done = subprocess.run([*become, support.TOOL, *arguments], cwd=self.folder, capture_output=True)
        except FileNotFoundError:
            raise unittest.SkipTest("root may write everywhere and setpriv is not installed")
        if done.returncode in (126, 127):
            raise unittest.SkipTest("an unprivileged user cannot run the tool where it was built")
        return done

    def test_an_input_that_is_not_there_or_a_directory(self):
        self.refuse("sort", "nothing", "--type", "u32", "-o", "out", says=["nothing: cannot open", "No such file"])
        self.refuse("sort", ".", "--type", "u32", "-o", "out", says="is a directory")
        self.refuse("verify", "nothing", "--type", "u32", says="nothing")
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_output_in_no_directory_or_that_is_one(self):
        self.write("keys", KEYS)
        self.refuse("sort", "keys", "--type", "u32", "-o", "none/out", says=["none/out", "No such file"])
        self.refuse("sort", "keys", "--type", "u32", "-o", ".", says="is a directory")
        self.refuse("gen", "--type", "u32", "-n", "5", "-o", "none/out", says="none/out")
        self.refuse("sort", "keys", "--type", "u32", "-o", "keys", "--json=none/report", says="none/report")
        self.assertEqual(self.read("keys"), KEYS)

    def test_a_directory_that_cannot_be_written(self):
        self.write("keys", KEYS)
        os.mkdir(self.path("locked"))
        self.write("locked/out", "old contents")
        os.chmod(self.path("locked"), 0o555)
        self.addCleanup(os.chmod, self.path("locked"), 0o755)
        done = self.run_as_user("sort", "keys", "--type", "u32", "-o", "locked/out")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr.decode(), r"^pradix: locked/out: .*Permission denied; .*\n$")
        self.assertEqual(self.read("locked/out"), b"old contents")

    def test_a_full_device(self):
        if not os.path.exists("/dev/full"):
            raise unittest.SkipTest("there is no /dev/full")
        self.write("keys", KEYS)
        self.refuse("sort", "keys", "--type", "u32", "-o", "/dev/full", says="No space left on device")
        self.refuse("gen", "--type", "u32", "-n", "5", "-o", "/dev/full", says="No space left on device")
        with open("/dev/full", "wb") as full:
            for arguments in (["info"], ["--help"], ["--version"], ["sort", "keys", "--type", "u32", "-o", "-"]):
                done = subprocess.run([support.TOOL, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 2, arguments)
                self.assertIn(b"No space left on device", done.stderr)

    def test_a_full_disk_leaves_the_old_output_and_no_temporary_file(self):
        disk = tempfile.mkdtemp(prefix="pradix-disk-")
        self.addCleanup(os.rmdir, disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True).returncode:
            raise unittest.SkipTest("mounting a small tmpfs is not allowed here")
        self.addCleanup(subprocess.run, ["umount", disk])
        target = os.path.join(disk, "out")
        with open(target, "wb") as file:
            file.write(b"old contents")
        self.write("keys", bytes(400000))
        self.refuse("sort", "keys", "--type", "u32", "-o", target, says="No space left on device")
        self.assertEqual(os.listdir(disk), ["out"])
        with open(target, "rb") as file:
            self.assertEqual(file.read(), b"old contents")

    def test_a_mount_point_is_not_replaced(self):
        self.write("keys", KEYS)
        self.write("elsewhere", "old contents")
        self.write("out", "")
        if subprocess.run(["mount", "--bind", self.path("elsewhere"), self.path("out")], capture_output=True).returncode:
            raise unittest.SkipTest("mounting is not allowed here")
        self.addCleanup(subprocess.run, ["umount", self.path("out")])
        self.refuse("sort", "keys", "--type", "u32", "-o", "out",
                    says="out: cannot replace it: Device or resource busy; if it is a mount point, write to another name, or")
        self.assertEqual(self.read("out"), b"old contents")

    def test_links_are_followed_and_permissions_kept(self):
        self.write("keys", KEYS)
        self.write("real", "old")
        os.chmod(self.path("real"), 0o640)
        os.symlink("real", self.path("link"))
        os.symlink("later", self.path("dangling"))
        self.succeed("sort", "keys", "--type", "u32", "-o", "link")
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertEqual(self.read("real"), SORTED)
        self.assertEqual(os.stat(self.path("real")).st_mode & 0o777, 0o640)
        self.succeed("sort", "keys", "--type", "u32", "-o", "dangling")
        self.assertTrue(os.path.islink(self.path("dangling")))
        self.assertEqual(self.read("later"), SORTED)

    def test_a_link_that_leads_nowhere_in_the_end_is_left_alone(self):
        self.write("keys", KEYS)
        os.symlink("there", self.path("here"))
        os.symlink("here", self.path("there"))
        self.refuse("sort", "keys", "--type", "u32", "-o", "here", says="here: cannot write it: Too many levels of")
        self.assertTrue(os.path.islink(self.path("here")) and os.path.islink(self.path("there")))
        self.refuse("sort", "keys", "--type", "u32", "-o", "keys/out", says="keys/out: cannot write it: Not a directory")

    def test_only_who_may_have_it_gets_owner_and_group(self):
        if os.geteuid() != 0:
            raise unittest.SkipTest("only root can make files of others")
        user, shared, foreign = 65534, 54321, 54322
        self.write("keys", KEYS)
        os.mkdir(self.path("open"))
        os.chmod(self.path("open"), 0o777)
        for group, mode, kept in ((shared, 0o660, (user, shared, 0o660)), (foreign, 0o676, (user, user, 0o606)),
                                  (user, 0o664, (user, user, 0o664))):
            out = self.write("open/out", "old contents")
            os.chown(out, 0, group)
            os.chmod(out, mode)
            done = self.run_as_user("sort", "keys", "--type", "u32", "-o", "open/out", user=user, groups=(shared,))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.read("open/out"), SORTED)
            facts = os.stat(out)
            self.assertEqual((facts.st_uid, facts.st_gid, facts.st_mode & 0o7777), kept)
        os.chown(out, 54320, foreign)
        os.chmod(out, 0o6755)
        self.succeed("sort", "keys", "--type", "u32", "-o", "open/out")
        facts = os.stat(out)
        self.assertEqual((facts.st_uid, facts.st_gid, facts.st_mode & 0o7777), (54320, foreign, 0o755))

    def test_new_files_have_the_permissions_of_the_umask(self):
        self.write("keys", KEYS)
        subprocess.run(["sh", "-c", 'umask 027; exec "$0" sort keys --type u32 -o out -q', support.TOOL],
                       cwd=self.folder, check=True)
        self.assertEqual(os.stat(self.path("out")).st_mode & 0o777, 0o640)

    def test_new_files_have_the_permissions_of_their_folder(self):
        user, group, named_user, mask, others = 0x01, 0x04, 0x02, 0x10, 0x20
        entries = ((user, 7, -1), (named_user, 7, 65534), (group, 5, -1), (mask, 7, -1), (others, 0, -1))
        acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *each) for each in entries)
        os.mkdir(self.path("shared"))
        try:
            os.setxattr(self.path("shared"), "system.posix_acl_default", acl)
        except OSError:
            raise unittest.SkipTest("the file system has no access control lists")
        self.write("keys", KEYS)
        self.succeed("sort", "keys", "--type", "u32", "-o", "shared/out")
        self.write("shared/plain", "made without the tool")
        of_out, of_plain = (os.getxattr(self.path(f"shared/{name}"), "system.posix_acl_access") for name in ("out", "plain"))
        self.assertEqual(of_out, of_plain)
        self.assertEqual(os.stat(self.path("shared/out")).st_mode & 0o777, 0o660)

    def test_devices_and_named_pipes_are_written_directly(self):
        self.write("keys", KEYS)
        self.succeed("sort", "keys", "--type", "u32", "-o", "/dev/null")
        self.assertTrue(os.path.exists("/dev/null") and not os.path.isfile("/dev/null"))
        self.write("values", KEYS)
        self.succeed("sort", "keys", "--type", "u32", "-o", "/dev/null", "--values", "values", "--values-output",
                     "/dev/null", "--json=/dev/null")
        os.mkfifo(self.path("pipe"))
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE)
        self.succeed("sort", "keys", "--type", "u32", "-o", "pipe")
        self.assertEqual(reader.communicate(timeout=20)[0], SORTED)


class SeveralOutputs(ToolTest):
    COMMAND = ("sort", "-", "--type", "u32", "-o", "out", "--values", "values", "--values-output", "moved")

    def setUp(self):
        super().setUp()
        self.write("values", KEYS)

    def test_what_is_complete_if_one_cannot_be_put_in_place(self):
        run = subprocess.Popen([support.TOOL, *self.COMMAND, "--json=report"], cwd=self.folder, stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        run.stdin.write(KEYS[:5])
        run.stdin.flush()
        deadline = time.monotonic() + 20
        while len(os.listdir(self.folder)) < 4:
            self.assertLess(time.monotonic(), deadline, "the outputs were not opened")
            time.sleep(0.01)
        os.mkdir(self.path("out"))
        message = run.communicate(KEYS[5:], timeout=20)[1].decode()
        self.assertEqual(run.returncode, 2)
        self.assertRegex(message, r"^pradix: out: cannot replace it: .*; complete: moved; as before: out, report\n$")
        self.assertEqual(self.read("moved"), SORTED)

    def test_none_is_replaced_if_the_report_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            raise unittest.SkipTest("there is no /dev/full")
        self.refuse(*self.COMMAND, "--json=/dev/full", stdin=KEYS, says="No space left")
        self.assertEqual(os.listdir(self.folder), ["values"])

    def test_the_output_is_said_to_be_complete_if_the_report_cannot_be_printed(self):
        if not os.path.exists("/dev/full"):
            raise unittest.SkipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([support.TOOL, *self.COMMAND, "--json", "-q"], cwd=self.folder, input=KEYS, stdout=full,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr.decode(), r"^pradix: standard output: .*; .*the sorted output is complete\n$")
        self.assertEqual(self.read("out"), SORTED)


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


class TuningFiles(ToolTest):
    def setUp(self):
        super().setUp()
        if b'"name": "opencl",\n      "built": false' in self.succeed("info", "--json"):
            raise unittest.SkipTest("this build has no OpenCL")

    def test_a_place_that_cannot_be_written_is_refused_before_measuring(self):
        os.mkfifo(self.path("pipe"))
        os.symlink("pipe", self.path("link"))
        self.write("old.part", "of someone else")
        for place in ("pipe", "link", ".", "none/tuning.json"):
            self.refuse("tune", "-o", place, says=[f"file {place}: cannot be written"])
        self.refuse("tune", "-o", "-", says="a tuning is kept in a file")
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))
        self.assertEqual(sorted(os.listdir(self.folder)), ["link", "old.part", "pipe"])


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


class Signals(ToolTest):
    def interrupt(self, number):
        """Stops a run that has its temporary file open and waits for input."""
        self.write("out", "old contents")
        run = subprocess.Popen([support.TOOL, "sort", "-", "--type", "u32", "-o", "out"], cwd=self.folder,
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=catchable_signals)
        self.addCleanup(run.kill)
        run.stdin.write(bytes(1000))
        run.stdin.flush()
        deadline = time.monotonic() + 20
        while len(os.listdir(self.folder)) < 2:
            self.assertLess(time.monotonic(), deadline, "no temporary file appeared")
            time.sleep(0.01)
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
