#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the results on an H200 into what README.md and the documents have of them: tables, and a paragraph."""

import argparse
import collections
import difflib
import functools
import itertools
import json
import math
import os
import re
import sys
import textwrap

from compare import items, ratio

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = os.path.join(ROOT, "bench", "results", "h200")
WIDTH = 120  # of a paragraph, in columns

UNIFORM = ["u32 keys", "f32 keys", "u64 keys", "u128 keys", "u8 keys", "u16 keys", "u32 keys with u32 values",
           "u64 keys with u64 values", "argsort of u32"]
UNIFORM_IN_SHORT = ["u32 keys", "u64 keys", "u32 keys with u32 values", "u64 keys with u64 values"]
SKEWED = "skewed: `zipf:1`, `entropy:2`, `entropy:4`, `heavy`, `uneven`, `morton`"
KINDS = {
    "all": None,
    "`uniform`": ["uniform"],
    "`zeros`, `sorted`, `reverse`, `few:16`, `few:65536`, `few:4194304`, `mod:1000`":
        ["zeros", "sorted", "reverse", "few:16", "few:65536", "few:4194304", "mod:1000"],
    "`nearly:1`; `sorted` and `few:16`, but for one key": ["nearly:1", "sorted, but one", "few:16, but one"],
    SKEWED: ["zipf:1", "entropy:2", "entropy:4", "heavy", "uneven", "morton"],
}
# Each row: its label, and a cell of (items, kinds of keys), every one with every one.
OTHERS = {
    "u32, sorted or reversed": (["u32"], ["sorted", "reverse"]),
    "u32, 16 or 1,000 different keys": (["u32"], ["few:16", "mod:1000"]),
    "u32, 65,536 or 4,194,304 different keys": (["u32"], ["few:65536", "few:4194304"]),
    "u64, 65,536 or 4,194,304 different keys": (["u64"], ["few:65536", "few:4194304"]),
    "u64 with u64 values, Zipf or 65,536 different keys": (["u64 with u64 values"], ["zipf:1", "few:65536"]),
}
IMPLIED = {
    "u64, small and of either sign, alone or with u64 values ([results](../../bench/results/h200/implied.json))":
        (["u64", "u64 with u64 values"], ["small, signed"]),
    "u64, small and one in a hundred with all bits set, alone or with u64 values":
        (["u64", "u64 with u64 values"], ["sentinels"]),
    "f32, rounded to 16 bits": (["f32"], ["rounded"]),
}
FEW = {item: ([item], ["few:100", "few:2000", "few:65536"])
       for item in ["u32", "u64", "u32 with u32 values", "u64 with u64 values"]}
DENSE = {item: ([item], ["mod:2000", "mod:50000", "word ids", "mod:1000000"]) for item in ["u32", "u64"]}
NUMBERS = {
    "f32 from 0 to 1, alone or argsort": (["f32", "argsort of f32"], ["unit"]),
    "f64 from 0 to 1, normal or log-normal": (["f64"], ["unit", "normal", "log-normal"]),
    "u32, normal, alone or with u32 values": (["u32", "u32 with u32 values"], ["normal"]),
    "u64, normal or log-normal, with u64 values": (["u64 with u64 values"], ["normal", "log-normal"]),
    "u64, times, alone or with u64 values": (["u64", "u64 with u64 values"], ["timestamps"]),
    "u32, times, alone or with u32 values": (["u32", "u32 with u32 values"], ["timestamps"]),
}
RECORDS = {
    name: (["u64", "u64 with u32 values"], [kind])
    for name, kind in {"a log, times nearly in order": "log", "UUIDs of version 7": "uuids",
                       "events of users": "events", "rows of floats, each to be sorted by itself": "rows",
                       "edges of a graph": "edges", "words of a text": "words",
                       "Morton codes of a surface": "surface", "31-mers of a genome": "k-mers"}.items()
}
SLOWER = {
    "matrix": "the matrix", "between": "between its sizes", "narrow": "keys of one and two bytes",
    "in-place": "in place", "descending": "in descending order", "items": "other items",
    "other-values": "values of other sizes", "bits": "ranges of bits", "numbers": "numbers", "floats": "floats alone",
    "outliers": "outliers", "implied": "digits that upper bits imply", "records": "keys of applications",
    "repeats": "keys that repeat", "few": "few different keys", "splats": "splats",
}
# Labels of README.md, where some files share a row.
SLOWER_IN_SHORT = {
    "the matrix (types, sizes and kinds of keys)": ["matrix"], "sizes between its own": ["between"],
    "u8 and u16 keys": ["narrow"],
    "in place; in descending order": ["in-place", "descending"],
    "other items, and values of other sizes": ["items", "other-values"], "ranges of bits": ["bits"],
    "numbers and digits that upper bits imply": ["numbers", "floats", "implied"],
    "keys that applications put together": ["records", "splats"], "outliers": ["outliers"],
    "few different keys, and keys that repeat": ["few", "repeats"],
}
# Of README.md, for arrays from 2^24 on: kinds of keys, and which files have them.
LARGE = {
    "numbers below 50,000": (["mod:50000"], ["few"]),
    "65,536 different random numbers": (["few:65536"], ["matrix", "few"]),
    "each key 8 to 16 times": (["times:8", "times:12", "times:16"], ["repeats"]),
    "points in time": (["timestamps"], ["numbers"]),
    "small numbers of either sign": (["small, signed"], ["implied"]),
    "a log, nearly in order": (["log"], ["records"]),
    "Zipf": (["zipf:1"], ["matrix"]),
}
WITH_LITTLE_SCRATCH = {
    "uniform": ["uniform"],
    "skewed": KINDS[SKEWED],
    "equal, or few different": ["zeros", "few:16", "few:65536", "few:4194304", "mod:1000", "few:16, but one"],
    "in order, or nearly": ["sorted", "reverse", "nearly:1", "sorted, but one"],
}
SOME = [2_500_000, 10_000_000, 1 << 24, 100_000_000, 1 << 28]


@functools.cache
def results(name):
    with open(os.path.join(RESULTS, name + ".json"), encoding="utf-8") as source:
        return json.load(source)["results"]


@functools.cache
def by_case(name):
    return {(items(row), row["n"], row["distribution"]): row for row in results(name)}


def measured(name, item, n, kind):
    """The row of an item such as "u32 keys", "u64 with u32 values" or "argsort of u32"; None if there is none."""
    for words, as_items in [(" keys", ""), (" values", ""), (" with ", " + "), (" of ", " ")]:
        item = item.replace(words, as_items)
    return by_case(name).get((item, n, kind))


def ratio_text(name, item, n, kind):
    row = measured(name, item, n, kind)
    return f"{ratio(row):.2f}" if row else "-"


def line(label, cells):
    return f"| {label} | {' | '.join(cells)} |".replace("|  |", "| |")


def uniform_line(item, sizes):
    cells = []
    for n in sizes:
        row = measured("matrix", item, n, "uniform")
        if row is None:
            cells.append("")
            continue
        speed = row["gkeys_per_s"]
        time = f"{1000 * row['median_ms']:.0f} us" if n <= 1 << 20 else f"{speed:,.{0 if speed >= 200 else 1}f} GKey/s"
        cells.append(f"{ratio(row):.2f} ({time})")
    return line(item, cells)


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def mean(rows):
    return geometric_mean([ratio(row) for row in rows])


def kinds_lines():
    for label, kinds in KINDS.items():
        rows = [row for row in results("matrix") if kinds is None or row["distribution"] in kinds]
        yield line(label, [str(len(rows)), f"{mean(rows):.2f}"])


def ratio_lines(name, table, sizes):
    for label, (of_items, kinds) in table.items():
        yield line(label, [", ".join(ratio_text(name, item, n, kind) for item in of_items for kind in kinds)
                           for n in sizes])


def span(ratios):
    least, most = f"{min(ratios):.1f}", f"{max(ratios):.1f}"
    return least if least == most else f"{least} to {most}"


def large_lines():
    for label, (kinds, names) in LARGE.items():
        yield line(label, [span([ratio(row) for name in names for row in results(name)
                                 if row["distribution"] in kinds and row["op"] == "sort" and row["type"] == key and
                                 row["n"] >= 1 << 24]) for key in ["u32", "u64"]])


def little_scratch_lines():
    """How many times as long a sort takes then."""
    for label, kinds in WITH_LITTLE_SCRATCH.items():
        cells = []
        for n in [1 << 24, 1 << 28, 1 << 30]:
            ratios = [row["least_scratch"]["median_ms"] / row["median_ms"] for row in results("matrix")
                      if row["n"] == n and row["distribution"] in kinds and row["type"] not in ["u8", "u16"] and
                      "least_scratch" in row]
            cells.append(span(ratios) if ratios else "")
        yield line(label, cells)


def paths_lines():
    """Where a path may be taken: how many cases take longer without it, and how many less time."""
    times = collections.defaultdict(list)
    for row in results("paths"):
        for other in row.get("beside", []):
            times[other["name"].removeprefix("without ")].append(other["median_ms"] / row["median_ms"])
    for path, of_path in times.items():
        longer, shorter = [t for t in of_path if t > 1.05], [t for t in of_path if t < 1 / 1.05]
        yield line(path, [str(len(of_path)), *summary(longer, max), *summary(shorter, min)])


def summary(times, extreme):
    if not times:
        return ["0", "", ""]
    return [str(len(times)), f"{geometric_mean(times):.2f}", f"{extreme(times):.2f}"]


def slower(rows):
    return sum(ratio(row) < 1 for row in rows)


def slower_lines():
    """Without the last cell, which says in words which cases these are."""
    for name, label in SLOWER.items():
        rows = results(name)
        yield line(f"[{label}](../../bench/results/h200/{name}.json), {len(rows):,}",
                   [str(slower(rows)), f"{min(map(ratio, rows)):.3f}", f"{mean(rows):.2f}"])


def slower_lines_in_short():
    for label, names in SLOWER_IN_SHORT.items():
        rows = [row for name in names for row in results(name)]
        least = min(map(ratio, rows))
        loss = f"{100 * (1 - least):.0f} %" if least < 0.995 else "less than 1 %" if least < 1 else ""
        yield line(f"{label}, {len(rows):,}", [str(slower(rows)), loss])


def opening():
    """The paragraph of README.md that says it in short."""
    narrow, wide = (measured("matrix", item, 1 << 28, "uniform") for item in ["u32 keys", "u64 keys"])
    rows = results("matrix")
    skewed = [row for row in rows if row["distribution"] in KINDS[SKEWED]]
    others = [row for name in SLOWER if name != "matrix" for row in results(name)]
    times = {round(1000 * measured("matrix", item, 1 << 16, "uniform")["median_ms"]) for item in ["u32 keys", "u64 keys"]}
    few = " to ".join(map(str, sorted(times)))
    return textwrap.fill(
        f"On one H200, pradix sorts 2^28 uniform u32 keys at {narrow['gkeys_per_s']:.0f} GKey/s (10^9 keys a second), "
        f"{ratio(narrow):.1f} times as fast as CUB, and u64 keys at {wide['gkeys_per_s']:.0f} GKey/s, "
        f"{ratio(wide):.1f} times as fast; 2^16 keys take {few} us. Over the {len(rows)} cases of a matrix "
        f"of types, sizes and kinds of keys the geometric mean is {mean(rows):.2f} ({mean(skewed):.2f} over the "
        f"{len(skewed)} skewed ones), and {slower(rows) or 'none'} {'are' if slower(rows) > 1 else 'is'} slower than CUB; "
        f"of {len(others):,} further ones {slower(others)} are "
        "([which](#how-fast-it-is)). Two CPU cores sort 10^8 u32 keys 30 times as fast as `std::sort`.", WIDTH,
        break_long_words=False, break_on_hyphens=False).split("\n")


def tables():
    """The file of each table, and its rows."""
    small, large = [1 << 16, 1 << 20], 1 << 28
    readme, performance = "README.md", os.path.join("docs", "explanation", "performance.md")
    yield readme, opening()
    yield readme, [uniform_line(item, [*small, large]) for item in UNIFORM_IN_SHORT]
    yield readme, list(large_lines())
    yield readme, list(slower_lines_in_short())
    yield performance, [uniform_line(item, [1 << 12, *small, large, 1 << 30]) for item in UNIFORM]
    yield performance, list(kinds_lines())
    yield performance, list(ratio_lines("matrix", OTHERS, [*small, large]))
    yield performance, list(ratio_lines("implied", IMPLIED, [*small, large]))
    yield performance, list(ratio_lines("few", FEW, SOME))
    yield performance, list(ratio_lines("few", DENSE, [SOME[0], 5_000_000, *SOME[1:]]))
    yield performance, list(ratio_lines("numbers", NUMBERS, [*small, 1 << 24, large]))
    yield performance, list(ratio_lines("records", RECORDS, [300_000, SOME[0], 1 << 24, 100_000_000]))
    yield performance, list(slower_lines())
    yield os.path.join("docs", "explanation", "how-it-is-fast.md"), list(paths_lines())
    yield os.path.join("docs", "how-to", "sort-on-a-gpu.md"), list(little_scratch_lines())


def label_of(row):
    """Without how many cases it is of."""
    return re.sub(r", [\d,]+$", "", row.split("|")[1].strip())


def begin_of(lines, rows):
    """Where the first rows with these labels, and no fewer columns, are."""
    for begin in range(len(lines) - len(rows) + 1):
        if all(line.startswith("|") and label_of(line) == label_of(row) and line.count("|") >= row.count("|")
               for line, row in zip(lines[begin:], rows)):
            return begin
    sys.exit(f"there is no table with this row: {rows[0]}")


def put(lines, rows):
    """What a table has behind the columns of these rows stays."""
    begin = begin_of(lines, rows)
    for i, row in enumerate(rows, begin):
        lines[i] = row + "|".join(["", *lines[i].split("|")[row.count("|"):]])[1:]


def put_paragraph(lines, paragraph):
    """In the place of the one that begins with the same words."""
    words = " ".join(paragraph[0].split()[:8])
    begin = next((i for i, text in enumerate(lines) if text.startswith(words)), None)
    if begin is None:
        sys.exit(f"there is no paragraph that begins with: {words}")
    lines[begin:lines.index("", begin)] = paragraph


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something would change")
    check = parser.parse_args().check
    changed = False
    for file, of_file in itertools.groupby(tables(), key=lambda table: table[0]):
        with open(os.path.join(ROOT, file), encoding="utf-8") as source:
            before = source.read().split("\n")
        lines = before.copy()
        for _, rows in of_file:
            put(lines, rows) if rows[0].startswith("|") else put_paragraph(lines, rows)
        if lines == before:
            continue
        changed = True
        print(*difflib.unified_diff(before, lines, file, file, n=0, lineterm=""), sep="\n")
        if not check:
            with open(os.path.join(ROOT, file), "w", encoding="utf-8") as output:
                output.write("\n".join(lines))
    sys.exit(1 if check and changed else 0)


if __name__ == "__main__":
    main()
