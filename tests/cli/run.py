# SPDX-License-Identifier: MIT
"""Tests the built tool as a user would run it: python3 run.py PATH_OF_PRADIX [I/N | test...]"""

import os
import re
import sys
import unittest

import support

MODULES = ["test_arrays", "test_rows", "test_errors", "test_options", "test_places", "test_pipes", "test_signals",
           "test_verify", "test_gallery", "test_other_commands"]


def main():
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: run.py PATH_OF_PRADIX [module or module.Class.test ... | I/N: that one of N parts, from 1]")
    support.TOOL = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2:] or MODULES
    if part := re.fullmatch(r"(\d+)/(\d+)", wanted[0]):
        wanted = MODULES[int(part[1]) - 1::int(part[2])]
    return support.run_all(unittest.defaultTestLoader.loadTestsFromNames(wanted))


if __name__ == "__main__":
    sys.exit(main())
