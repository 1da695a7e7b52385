#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a result file of pradix_gallery_bench: running time and speed-up against std::sort, uniform and constant keys."""

import argparse
import json
import os
import sys

import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt

SCHEMA = "pradix.gallery_bench/1"
BASELINE = "std::sort"
PANELS = [("uniform", "uniform keys"), ("constant:0", "constant keys (zeros)")]

# Okabe and Ito's colours, which stay apart for colour-blind readers; pradix is black, std::sort grey.
STYLES = {"warp-ballot": ("#CC79A7", "*"), "block-split": ("#E69F00", "P"), "global-split": ("#56B4E9", "s"),
          "split-2way": ("#009E73", "^"), "split-4way": ("#009E73", "v"), "coalesced-split": ("#0072B2", "D"),
          "coalesced-split, 4 bits": ("#0072B2", "X"), "histogram-scan-reorder": ("#D55E00", "o"),
          "pradix cpu": ("#000000", "x"), "pradix opencl": ("#000000", "o"), "pradix cuda": ("#000000", "o"),
          BASELINE: ("#7F7F7F", ".")}


def curves(results, distribution):
    found = {}
    for row in results:
        if row["distribution"] == distribution:
            found.setdefault(row["name"], {})[row["n"]] = row["median_ms"]
    return found


def draw(axis, found, value):
    for name, times in found.items():
        points = [(n, value(n, ms, found)) for n, ms in sorted(times.items())]
        colour, marker = STYLES[name]
        axis.plot(*zip(*points), color=colour, marker=marker, label=name, markersize=4.5,
                  linewidth=2 if name.startswith("pradix") else 1.3,
                  linestyle="--" if name in ("split-4way", "coalesced-split, 4 bits", "pradix cpu") else "-")
    axis.set_xscale("log", base=2)
    axis.set_yscale("log")
    axis.grid(True, which="major", color="#DDDDDD", linewidth=0.7)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", help="file that pradix_gallery_bench --json has written")
    parser.add_argument("-o", "--output", required=True, help="figure to write, .svg or .png")
    arguments = parser.parse_args()
    with open(arguments.results, encoding="utf-8") as file:
        data = json.load(file)
    if data.get("schema") != SCHEMA:
        sys.exit(f"plot.py: {arguments.results}: its schema is not {SCHEMA}; name a file of pradix_gallery_bench")

    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "pradix"})
    figure, axes = plt.subplots(2, 2, figsize=(11, 7.6), sharex=True, sharey="row", layout="constrained")
    for column, (distribution, title) in enumerate(PANELS):
        found = curves(data["results"], distribution)
        draw(axes[0][column], found, lambda n, ms, _: ms)
        draw(axes[1][column], found, lambda n, ms, all_curves: all_curves[BASELINE][n] / ms)
        axes[0][column].set_title(title, fontsize=10)
        axes[1][column].set_xlabel("n, u32 keys")
    axes[0][0].set_ylabel("time of one sort, ms")
    axes[1][0].set_ylabel(f"times as fast as {BASELINE}")
    lines, names = axes[0][0].get_legend_handles_labels()
    figure.legend(lines, names, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8.5, handlelength=2.8)
    machine = data["machine"]
    samples = len(data["results"][0]["samples_ms"])
    figure.suptitle(f"The gallery, {data['platform']} on {data['device']}\n", fontsize=12, fontweight="bold")
    figure.text(0.5, 0.957, f"{BASELINE} and pradix cpu on {machine['cpu']} · {machine['compiler']} · commit "
                f"{machine['commit'] or 'unknown'} · medians of {samples} samples, without transfers", ha="center",
                fontsize=8, color="#555555")
    os.makedirs(os.path.dirname(arguments.output) or ".", exist_ok=True)
    figure.savefig(arguments.output, dpi=120, bbox_inches="tight", metadata={"Date": None} if arguments.output.endswith(".svg") else None)


if __name__ == "__main__":
    main()
