# SPDX-License-Identifier: MIT
"""Where outputs are put: what cannot be read or written, full disks, permissions, several outputs at once."""

import os
import stat
import struct
import subprocess
import tempfile
import time
import unittest

import support
from support import KEYS, SORTED, ToolTest


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

    def give_access(self, name, kind, user, named_user, group):
        """Gives a file an access control list, which others are not in, and returns it as the system keeps it."""
        tag_user, tag_named_user, tag_group, tag_mask, tag_others = 0x01, 0x02, 0x04, 0x10, 0x20
        entries = ((tag_user, user, -1), (tag_named_user, named_user, 65534), (tag_group, group, -1),
                   (tag_mask, named_user, -1), (tag_others, 0, -1))
        acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *each) for each in entries)
        try:
            os.setxattr(self.path(name), f"system.posix_acl_{kind}", acl)
        except OSError:
            raise unittest.SkipTest("the file system has no access control lists")
        return acl

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
        self.refuse("gen", "--type", "u32", "-n", "100K", "-o", target, says=["needs 400 kB", "its file system has"])
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
        os.mkdir(self.path("shared"))
        self.give_access("shared", "default", user=7, named_user=7, group=5)
        self.write("keys", KEYS)
        self.succeed("sort", "keys", "--type", "u32", "-o", "shared/out")
        self.write("shared/plain", "made without the tool")
        of_out, of_plain = (os.getxattr(self.path(f"shared/{name}"), "system.posix_acl_access") for name in ("out", "plain"))
        self.assertEqual(of_out, of_plain)
        self.assertEqual(os.stat(self.path("shared/out")).st_mode & 0o777, 0o660)

    def test_a_file_that_is_replaced_keeps_its_access_list(self):
        out = self.write("keys", KEYS)
        acl = self.give_access("keys", "access", user=6, named_user=6, group=0)
        self.succeed("sort", "keys", "--type", "u32", "-o", "keys")
        self.assertEqual(self.read("keys"), SORTED)
        self.assertEqual(os.getxattr(out, "system.posix_acl_access"), acl)

    def test_a_file_that_is_replaced_takes_no_access_list_from_its_folder(self):
        os.mkdir(self.path("shared"))
        out = self.write("shared/keys", KEYS)
        os.chmod(out, 0o664)
        self.give_access("shared", "default", user=7, named_user=7, group=0)
        self.succeed("sort", "shared/keys", "--type", "u32", "-o", "shared/keys")
        self.assertEqual(self.read("shared/keys"), SORTED)
        self.assertEqual(os.stat(out).st_mode & 0o777, 0o664)
        self.assertNotIn("system.posix_acl_access", os.listxattr(out))

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
