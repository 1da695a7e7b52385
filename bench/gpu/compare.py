#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names the cases of a GPU result file whose ratio to CUB is more than 3 % lower than in an older file.

With --again, cases that seem to have lost are measured once more, and named if they lose again: a machine that others
use has spells in which short calls take longer, so that their ratios are nearer to 1. From one machine of a kind to the
next launches differ, too; with --before, the library that made the older file is measured again as well, by turns with
the new one, and what counts is whether it is faster there."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ALLOWED_LOSS = 0.03
VALUES = {0: "", 4: " + u32", 8: " + u64"}


def items(row):
    """As the bench's --items has them."""
    return "argsort " + row["type"] if row["op"] == "argsort" else row["type"] + VALUES.get(
        row["value_bytes"], f" + {row['value_bytes']}")


def options(row):
    """With which the bench measures such rows."""
    bits = ["--bits", *map(str, row["bits"])] if "bits" in row else []
    return (*bits, *(["--descending"] if "direction" in row else []), *(["--in-place"] if "placement" in row else []))


def ratio(row, contenders="rivals"):
    """How many times as fast as the fastest of the contenders."""
    return min(other["median_ms"] for other in row[contenders]) / row["median_ms"]


def ratios(file, contenders="rivals"):
    """The same of all rows of a file, by items, distribution, options and n."""
    with open(file, encoding="utf-8") as source:
        results = json.load(source)["results"]
    return {
        (items(row), row["distribution"], options(row), row["n"]): ratio(row, contenders)
        for row in results
    }


def have_lost(cases, old, new):
    return [case for case in cases if new[case] < old[case] * (1 - ALLOWED_LOSS)]


def measure_again(bench, cases, before):
    """Ratios of these cases to CUB, and to the library before, by one run of the bench for all sizes of the same items,
    distribution and options."""
    again, to_before = {}, {}
    beside = ["--beside", f"before={before}"] if before else []
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "again.json")
        for kind in dict.fromkeys(case[:3] for case in cases):
            what, distribution, extra = kind
            counts = [str(case[3]) for case in cases if case[:3] == kind]
            subprocess.run([bench, "--items", what, "--keys", distribution, "--counts", *counts, *extra,
                            "--usual-scratch", *beside, "--json", file], check=True, stdout=subprocess.DEVNULL)
            again.update(ratios(file))
            if before:
                to_before.update(ratios(file, "beside"))
    return again, to_before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD.json")
    parser.add_argument("new", metavar="NEW.json")
    parser.add_argument("--again", metavar="BENCH", help="the program pradix_gpu_bench")
    parser.add_argument("--before", metavar="LIBRARY", help="the shared library of OLD.json; needs --again")
    given = parser.parse_args()
    if given.before and not given.again:
        parser.error("--before needs --again")
    old, new = ratios(given.old), ratios(given.new)
    common = [case for case in new if case in old]
    if not common:
        sys.exit(f"error: {given.old} and {given.new} have no case in common")
    lost = have_lost(common, old, new)
    if given.again and lost:
        print(f"{len(lost)} cases seem to have lost more than {ALLOWED_LOSS:.0%}: they are measured again")
        again, to_before = measure_again(given.again, lost, given.before)
        lost = have_lost(lost, dict.fromkeys(lost, 1.0), to_before) if given.before else have_lost(lost, old, again)
        new.update(again)
    for case in lost:
        what, distribution, extra, n = case
        print(f"{' '.join([what, distribution, *extra])} {n}: {old[case]:.2f} -> {new[case]:.2f} times as fast as CUB")
    print(f"{len(lost)} of {len(common)} cases lost more than {ALLOWED_LOSS:.0%}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
