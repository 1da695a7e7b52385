# SPDX-License-Identifier: MIT
"""Tests the built tool as a user would run it: python3 run.py PATH_OF_PRADIX [test...]"""

import os
import sys
import unittest

import support

MODULES = ["test_arrays", "test_rows", "test_errors", "test_options", "test_places", "test_pipes", "test_signals",
           "test_verify", "test_gallery", "test_other_commands"]


def main():
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: run.py PATH_OF_PRADIX [module or module.Class.test ...]")
    support.TOOL = os.path.abspath(sys.argv[1])
    return support.run_all(unittest.defaultTestLoader.loadTestsFromNames(sys.argv[2:] or MODULES))


if __name__ == "__main__":
    sys.exit(main())
