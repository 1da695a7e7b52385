#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a result file of scripts/gpu-bench.sh: throughput and share of the copy bandwidth against n, and the ratio to CUB."""

import argparse
import json
import os

import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.colors import TwoSlopeNorm

from compare import ratio

# Okabe and Ito's colours, which stay apart for colour-blind readers, in two line styles.
COLOURS = ["#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]


def label(row):
    value = {0: "", 4: " + u32", 8: " + u64", 16: " + 16 bytes"}[row["value_bytes"]]
    return "argsort " + row["type"] if row["op"] == "argsort" else row["type"] + value


def count_text(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else f"10^{len(str(n)) - 1}"


def draw_lines(rows, machine, value, ylabel, log, path):
    figure, axis = plt.subplots(figsize=(9, 5.5))
    for number, name in enumerate(dict.fromkeys(label(row) for row in rows)):
        points = sorted((row["n"], value(row)) for row in rows if label(row) == name)
        axis.plot(*zip(*points), label=name, color=COLOURS[number % 7], linestyle="-" if number < 7 else "--",
                  marker=".", linewidth=1.5)
    axis.set_xscale("log", base=2)
    if log:
        axis.set_yscale("log")
    axis.set_xlabel("number of keys")
    axis.set_ylabel(ylabel)
    axis.set_title(f"pradix on {machine['gpu']}, uniform keys")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8, ncols=2)
    figure.savefig(path, bbox_inches="tight")
    plt.close(figure)


def draw_table(axis, cells, row_names, column_names):
    """cells: {(row name, column name): ratio}; those that are missing stay white."""
    table = [[cells.get((row, column), float("nan")) for column in column_names] for row in row_names]
    image = axis.imshow(table, cmap="RdBu", norm=TwoSlopeNorm(1, 0.5, 3), aspect="auto")
    for y, line in enumerate(table):
        for x, cell in enumerate(line):
            if cell == cell:
                axis.text(x, y, f"{cell:.1f}" if cell >= 1.05 else f"{cell:.2f}", ha="center", va="center", fontsize=6.5,
                          color="white" if cell > 2.2 or cell < 0.65 else "black")
    axis.set_yticks(range(len(row_names)), row_names, fontsize=8)
    axis.set_xticks(range(len(column_names)), column_names, rotation=90, fontsize=7)
    return image


def draw_ratios(rows, machine, path):
    """Uniform keys by type and size; below, other kinds of keys."""
    uniform = [row for row in rows if row["distribution"] == "uniform"]
    others = [row for row in rows if row["distribution"] != "uniform"]
    places = {(label(row), row["n"]): f"{label(row)}, {count_text(row['n'])}" for row in others}
    names, kinds = list(dict.fromkeys(map(label, uniform))), list(dict.fromkeys(row["distribution"] for row in others))
    figure, (above, below) = plt.subplots(2, 1, figsize=(11, 0.3 * (len(names) + len(kinds)) + 3.5),
                                          height_ratios=[len(names), max(len(kinds), 1)], layout="constrained")
    draw_table(above, {(label(row), count_text(row["n"])): ratio(row) for row in uniform}, names,
               [count_text(n) for n in sorted({row["n"] for row in uniform})])
    image = draw_table(below, {(row["distribution"], places[label(row), row["n"]]): ratio(row) for row in others}, kinds,
                       list(dict.fromkeys(places.values())))
    above.set_title(f"times as fast as the fastest form of CUB, {machine['gpu']}: uniform keys, other kinds of keys")
    figure.colorbar(image, ax=[above, below], fraction=0.02, pad=0.01)
    figure.savefig(path)
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results")
    parser.add_argument("-o", "--output", default=".", metavar="DIR")
    arguments = parser.parse_args()
    with open(arguments.results, encoding="utf-8") as source:
        file = json.load(source)
    os.makedirs(arguments.output, exist_ok=True)
    uniform = [row for row in file["results"] if row["distribution"] == "uniform"]
    at = lambda name: os.path.join(arguments.output, name)
    draw_lines(uniform, file["machine"], lambda row: row["gkeys_per_s"], "GKey/s", True, at("gpu-throughput.svg"))
    draw_lines(uniform, file["machine"], lambda row: 100 * row["copy_ms"] / row["median_ms"],
               "a copy's time in % of the sort's", False, at("gpu-share-of-copy.svg"))
    draw_ratios(file["results"], file["machine"], at("gpu-ratio-to-cub.svg"))


if __name__ == "__main__":
    main()
