#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names the cases of a GPU result file whose ratio to CUB is more than 3 % lower than in an older file."""

import json
import sys

ALLOWED_LOSS = 0.03


def ratios(file):
    with open(file, encoding="utf-8") as source:
        results = json.load(source)["results"]
    return {
        (row["op"], row["type"], row["value_bytes"], row["n"], row["distribution"]):
            min(rival["median_ms"] for rival in row["rivals"]) / row["median_ms"]
        for row in results
    }


def main():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} OLD.json NEW.json")
    old, new = ratios(sys.argv[1]), ratios(sys.argv[2])
    common = [case for case in new if case in old]
    if not common:
        sys.exit(f"error: {sys.argv[1]} and {sys.argv[2]} have no case in common")
    lost = [case for case in common if new[case] < old[case] * (1 - ALLOWED_LOSS)]
    for case in lost:
        print(f"{' '.join(map(str, case))}: {old[case]:.2f} -> {new[case]:.2f} times as fast as CUB")
    print(f"{len(lost)} of {len(common)} cases lost more than {ALLOWED_LOSS:.0%}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
