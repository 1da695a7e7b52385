# SPDX-License-Identifier: MIT
"""pradix gallery: list, run and trace."""

import json
import os
import struct
import subprocess
import xml.etree.ElementTree as xml

import support
from support import ToolTest

NAMES = ["warp-ballot", "block-split", "global-split", "split-2way", "split-4way", "coalesced-split",
         "histogram-scan-reorder"]
NOT_IN_WARP = NAMES[2:]


class Gallery(ToolTest):
    def test_list_names_all_with_sources(self):
        text = self.succeed("gallery", "list").decode()
        listed = json.loads(self.succeed("gallery", "list", "--json"))
        self.assertEqual([each["name"] for each in listed["algorithms"]], NAMES)
        for each in listed["algorithms"]:
            self.assertIn(f"{each['name']}: {each['teaches']}\n", text)
            self.assertTrue(each["source"] and each["steps"] and each["work"])

    def test_mistakes_are_explained(self):
        self.refuse("gallery", says="subcommand")
        self.refuse("gallery", "run", "bogosort", "--keys", "1", says=["bogosort", "split-2way"])
        self.refuse("gallery", "run", "warp-ballot", says="--keys")
        self.refuse("gallery", "run", "warp-ballot", "--keys", "3,,1", says="--keys: ''")
        self.refuse("gallery", "run", "warp-ballot", "--keys", "1", "--groups", "0", says="--groups: ")
        self.refuse("gallery", "run", "warp-ballot", "file", "--keys", "1", says="omit one")
        self.refuse("gallery", "run", "warp-ballot", "file", "--type", "u32", "--format", "text", says="name one with -o")
        self.refuse("gallery", "trace", "warp-ballot", says="0 keys")
        self.refuse("gallery", "trace", "warp-ballot", "--keys", "1,2", "--json", "--svg", says="choose one")
        self.refuse("gallery", "trace", "warp-ballot", "--keys", "1", "--type", "u8", says="u8")
        self.refuse("gallery", "run", "warp-ballot", "--keys", "1", "--backend", "cpu", says=["cpu", "opencl or cuda"])


class GalleryOnDevice(ToolTest):
    def setUp(self):
        super().setUp()
        devices = json.loads(self.succeed("gallery", "list", "--json"))["devices"]
        if not any(devices.values()):
            self.skipTest("neither OpenCL nor CUDA has a device here")

    def trace(self, name, keys, *more):
        return json.loads(self.succeed("gallery", "trace", name, f"--keys={keys}", "--json", *more))

    def test_run_sorts_keys_of_the_command_line(self):
        for name in NAMES:
            for keys, kind in (("7,14,4,1", "u32"), ("-7,14,-4,1", "i64"), ("2.5,-inf,-0.0,0", "f32")):
                out = self.succeed("gallery", "run", name, f"--keys={keys}", "--type", kind, "-q").decode().split()
                self.assertEqual([float(key) for key in out], sorted(map(float, keys.split(","))), name)

    def test_run_sorts_files_as_sort_does(self):
        self.succeed("gen", "--type", "f64", "-n", "20001", "-o", "keys")
        self.succeed("sort", "keys", "--type", "f64", "-o", "sorted", "-q")
        for name in NOT_IN_WARP:
            said = self.run_tool("gallery", "run", name, "keys", "--type", "f64", "-o", "out")
            self.assertEqual(said.returncode, 0, said.stderr)
            self.assertRegex(said.stderr.decode(), rf"^pradix: {name} sorted 20,001 f64 keys on .* verified\n$")
            self.assertEqual(self.read("out"), self.read("sorted"), name)

    def test_run_compares_a_range_of_bits(self):
        self.write("keys", struct.pack("<4I", 0x11, 0x20, 0x01, 0x10))
        self.succeed("gallery", "run", "split-4way", "keys", "--type", "u32", "--bits", "4:8", "-o", "out")
        self.assertEqual(struct.unpack("<4I", self.read("out")), (0x01, 0x11, 0x10, 0x20))

    def test_refusals_leave_the_output_as_it_was(self):
        self.write("out", "old")
        self.write("keys", bytes(4 * 33))
        self.refuse("gallery", "run", "warp-ballot", "keys", "--type", "u32", "-o", "out", says=["33 keys", "limit of 32"])
        self.refuse("gallery", "run", "split-2way", "keys", "-o", "out", says="--type u32, or --format npy if they are not raw\n")
        self.write("lines", "12\n34\n")
        self.refuse("gallery", "run", "split-2way", "lines", "--type", "u32", "-o", "out",
                    says="lines: looks like text; convert it to raw or .npy keys, or give --format raw")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "--block", "3", "-o", "out", says="power of two")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "--radix-bits", "2", "-o", "out", says="radix bits")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "--bits", "33", "-o", "out", says="<= 32")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "--bits", "a:b", "-o", "out", says="LO:HI")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "--device", "99", "-o", "out", says="99")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "--device", "Voodoo", "-o", "out", says="device has 'Voodoo' in its name")
        self.refuse("gallery", "run", "split-2way", "keys", "--type", "u32", "-o", "none/out", says="none/out: cannot create")
        self.assertEqual(self.read("out"), b"old")

    def test_trace_as_text(self):
        text = self.succeed("gallery", "trace", "block-split", "--keys", "11,7,8,4", "--bits", "4").decode()
        for line in (r"value +11 +7 +8 +4", r"binary +1011 +0111 +1000 +0100", r"T_before +1 +2 +2 +2", r"F_total +2",
                     r"result +4 +7 +8 +11"):
            self.assertRegex(text, rf"(?m)^  {line}$")
        self.assertEqual(text.count("\npass "), 4)

    def test_trace_of_masks(self):
        text = self.succeed("gallery", "trace", "warp-ballot", "--keys", "7,14,4,1", "--bits", "4").decode()
        self.assertRegex(text, r"(?m)^  mask of ones +1001$")
        self.assertRegex(text, r"(?m)^  ones +2$")

    def test_trace_as_json_shows_every_move(self):
        for name in NAMES:
            seen = self.trace(name, "-3,5,-1,0,7,-3", "--type", "i32")
            self.assertEqual((seen["schema"], seen["algorithm"]), ("pradix.trace/1", name))
            keys = ["-3", "5", "-1", "0", "7", "-3"]
            for each in seen["passes"]:
                self.assertEqual(each["keys"], keys)
                for move in each["moves"]:
                    moved = [None] * len(keys)
                    for key, place in zip(keys, move["places"]):
                        moved[place] = key
                    self.assertEqual(moved, move["keys"], name)
                    keys = moved
                self.assertEqual(each["result"], keys)
            self.assertEqual(keys, ["-3", "-3", "-1", "0", "5", "7"], name)

    def test_trace_as_picture(self):
        for name in NAMES:
            picture = xml.fromstring(self.succeed("gallery", "trace", name, "--keys", "7,14,4,1", "--bits", "4", "--svg"))
            texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
            for key in ("7", "14", "4", "1"):
                self.assertGreaterEqual(texts.count(key), 2, name)

    def test_pictures_of_the_tutorial_are_what_the_tool_draws(self):
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        committed = os.path.join(root, "docs", "tutorials", "pictures")
        subprocess.run([os.path.join(root, "scripts", "draw-traces.sh"), support.TOOL, self.folder], check=True)
        self.assertEqual(sorted(os.listdir(committed)), sorted(f"{name}.svg" for name in NAMES))
        for name in os.listdir(committed):
            with open(os.path.join(committed, name), "rb") as file:
                self.assertEqual(self.read(name), file.read(), f"{name}: run scripts/draw-traces.sh")
