#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws results of `pradix bench --json`: running time, speed-up against std::sort, and throughput, against n."""

import argparse
import json
import math
import os
import sys
from dataclasses import dataclass, field

SCHEMA = "pradix.bench/1"
BASELINE = "std::sort"
EXAMPLES = """examples:
  plot.py results.json
  plot.py results.json --output figures --type u32,u64 --threads 1
  plot.py monday.json tuesday.json --op sort_pairs --dist uniform,zipf:1
"""

# Okabe and Ito's colours, which stay apart for colour-blind readers; pradix is the black one.
RIVAL_STYLES = [("#D55E00", "s"), ("#0072B2", "^"), ("#009E73", "v"), ("#CC79A7", "D"),
                ("#E69F00", "P"), ("#56B4E9", "X"), ("#8C6D31", "<"), ("#7F7F7F", ">")]
DASHES = ["-", (0, (4, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2))]


class Trouble(Exception):
    """Ends the script with one clear line."""


@dataclass
class Curve:
    """The median times of one library at one thread count, by n."""

    library: str
    threads: object  # None for a rival that only ever uses one
    times_ms: dict = field(default_factory=dict)

    def label(self, several):
        if self.threads is None or not several:
            return self.library
        return f"{self.library}, {self.threads} thread{'' if self.threads == 1 else 's'}"


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except OSError as problem:
        raise Trouble(f"{path}: {problem.strerror}; name a file that pradix bench --json has written") from problem
    except ValueError as problem:
        raise Trouble(f"{path}: is not JSON ({problem}); name a file that pradix bench --json has written") from problem
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise Trouble(f"{path}: its schema is not {SCHEMA}; name a file that this version's pradix bench has written")
    return data


def load(paths):
    """The machine of all files and their results; a cell that is in several files is taken from the last."""
    machine, cells = None, {}
    for path in paths:
        data = read(path)
        if machine and machine["cpu"] != data["machine"]["cpu"]:
            raise Trouble(f"{path}: was measured on another processor than {paths[0]}; draw them apart")
        machine = machine or data["machine"]
        for row in data["results"]:
            keys = ("op", "type", "value_bytes", "n", "distribution", "backend", "threads")
            cells[tuple(row[key] for key in keys)] = row
    return machine, list(cells.values())


def wanted(row, arguments):
    def listed(choice, value):
        return not choice or str(value) in choice

    return (listed(arguments.op, row["op"]) and listed(arguments.type, row["type"])
            and listed(arguments.threads, row["threads"]) and listed(arguments.value_bytes, row["value_bytes"])
            and listed(arguments.dist, row["distribution"]))


def panels(rows, chosen):
    """The distributions to draw next to each other: those asked for, else uniform and constant, else the first two."""
    present = list(dict.fromkeys(row["distribution"] for row in rows))
    if chosen:
        return [name for name in chosen if name in present]
    classic = [name for name in present if name == "uniform"] + [name for name in present if name == "constant:0"]
    return classic or present[:2]


def serial_rivals(rows):
    """Rivals whose samples are the same at every thread count: they were measured once and quoted."""
    seen, parallel, names = {}, set(), set()
    for row in rows:
        for rival in row["rivals"]:
            cell = (rival["name"], row["n"], row["distribution"], row["backend"])
            names.add(rival["name"])
            if seen.setdefault(cell, rival["samples_ms"]) != rival["samples_ms"]:
                parallel.add(rival["name"])
    return names - parallel


def curves(rows):
    serial = serial_rivals(rows)
    backends = {row["backend"] for row in rows}
    found = {}

    def add(library, threads, row, time_ms):
        curve = found.setdefault((library, threads), Curve(library, threads))
        curve.times_ms[row["n"]] = time_ms

    for row in sorted(rows, key=lambda row: (row["threads"], row["n"])):
        add("pradix" if len(backends) == 1 else f"pradix {row['backend']}", row["threads"], row, row["median_ms"])
        for rival in row["rivals"]:
            name = rival["name"]
            add(name, None if name in serial else row["threads"], row, rival["median_ms"])
    order = list(dict.fromkeys(library for library, _ in found))
    return sorted(found.values(), key=lambda curve: (order.index(curve.library), curve.threads or 0))


def seconds_text(exponent):
    units = ((0, "s"), (-3, "ms"), (-6, "µs"), (-9, "ns"))
    unit, name = next((item for item in units if exponent >= item[0]), units[-1])
    return f"{10.0 ** (exponent - unit):g} {name}"


def count_text(n):
    for unit, letter in ((10**9, "G"), (10**6, "M"), (10**3, "K")):
        if n >= unit:
            return f"{n / unit:g} {letter}"
    return f"{n:g}"


def named(op, key_type, value_bytes):
    if op == "sort":
        return f"{key_type} keys"
    if op == "sort_pairs":
        return f"{key_type} keys with {value_bytes}-byte values"
    return f"{key_type} keys, by index"


class Painter:
    """Draws the figures of one (op, type, value size)."""

    def __init__(self, plt, ticker, machine, rows, arguments):
        self.plt, self.ticker, self.machine, self.rows = plt, ticker, machine, rows
        self.names = panels(rows, arguments.dist)
        self.output, self.formats = arguments.output, arguments.format
        first = rows[0]
        self.what = named(first["op"], first["type"], first["value_bytes"])
        self.stem = f"{first['op']}-{first['type']}"
        if first["op"] == "sort_pairs":
            self.stem += f"-{first['value_bytes']}"
        shown = [row for row in rows if row["distribution"] in self.names]
        counts = [len(row["samples_ms"]) for row in shown]
        self.samples = f"{min(counts)}" if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"
        self.data = {name: curves([row for row in rows if row["distribution"] == name]) for name in self.names}
        threads = sorted({row["threads"] for row in shown})
        self.several = len(threads) > 1
        self.dashes = {count: DASHES[min(len(threads) - 1 - i, 3)] for i, count in enumerate(threads)}
        libraries = dict.fromkeys(c.library for all_curves in self.data.values() for c in all_curves)
        rivals = [library for library in libraries if not library.startswith("pradix")]
        self.styles = {name: RIVAL_STYLES[i % len(RIVAL_STYLES)] for i, name in enumerate(rivals)}

    def draw(self, kind, title, ylabel, value, scale_ticks):
        """One figure: a panel for each distribution; value(curve, n, curves of the panel) is what is drawn."""
        figure, axes = self.plt.subplots(1, len(self.names), figsize=(1.6 + 4.1 * len(self.names), 4.6), sharey=True,
                                         squeeze=False, layout="constrained")
        lines = {}
        for axis, name in zip(axes[0], self.names):
            for curve in self.data[name]:
                points = [(n, value(curve, n, self.data[name])) for n in sorted(curve.times_ms)]
                points = [(n, y) for n, y in points if y is not None]
                if not points:
                    continue
                ours = curve.library.startswith("pradix")
                colour, marker = ("black", "o") if ours else self.styles[curve.library]
                (line,) = axis.plot(*zip(*points), color=colour, marker=marker, markersize=4.5 if ours else 3.5,
                                    linewidth=2.2 if ours else 1.3, zorder=3 if ours else 2,
                                    linestyle=self.dashes.get(curve.threads, "-"))
                lines.setdefault(curve.label(self.several), line)
            self.dress(axis, name)
            scale_ticks(axis)
        if not lines:
            self.plt.close(figure)
            return []
        axes[0][0].set_ylabel(ylabel)
        figure.legend(lines.values(), lines.keys(), loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False,
                      fontsize=8.5, handlelength=2.8)
        figure.suptitle(f"{title}: {self.what}\n", fontsize=12, fontweight="bold")
        facts = self.machine
        devices = "".join(f"{name} on {device} · " for name, device in facts.get("devices", {}).items())
        figure.text(0.5, 0.925, f"{devices}{facts['cpu']} · {facts['compiler']} · commit {facts['commit'] or 'unknown'} · "
                    f"medians of {self.samples} samples", ha="center", fontsize=8, color="#555555")
        return self.save(figure, f"{kind}-{self.stem}")

    def dress(self, axis, name):
        axis.set_xscale("log")
        axis.set_xlabel("n, keys")
        axis.set_title({"constant:0": "constant input (zeros)", "uniform": "uniform input"}.get(name, f"{name} input"),
                       fontsize=10)
        axis.xaxis.set_major_formatter(self.ticker.FuncFormatter(lambda n, _: count_text(n)))
        axis.xaxis.set_minor_formatter(self.ticker.NullFormatter())
        axis.grid(True, which="major", color="#DDDDDD", linewidth=0.7)
        axis.set_axisbelow(True)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)

    def save(self, figure, stem):
        written = []
        for extension in self.formats:
            path = os.path.join(self.output, f"{stem}.{extension}")
            try:
                figure.savefig(path, dpi=160, bbox_inches="tight")
            except OSError as problem:
                raise Trouble(f"{path}: {problem.strerror}; choose a folder that can be written to") from problem
            written.append(path)
        self.plt.close(figure)
        return written

    def log_ticks(self, text, steps=(1, 2, 5)):
        def apply(axis):
            axis.set_yscale("log")
            axis.yaxis.set_major_locator(self.ticker.LogLocator(subs=steps))
            axis.yaxis.set_major_formatter(self.ticker.FuncFormatter(lambda y, _: text(y)))
            axis.yaxis.set_minor_formatter(self.ticker.NullFormatter())

        return apply

    def all_figures(self):
        def time(curve, n, _):
            return curve.times_ms[n] / 1e3

        def speed_up(curve, n, panel):
            base = next((c.times_ms.get(n) for c in panel if c.library == BASELINE), None)
            return None if base is None or curve.library == BASELINE else base / curve.times_ms[n]

        def throughput(curve, n, _):
            return n / curve.times_ms[n] / 1e6

        def baseline_ticks(axis):
            self.log_ticks(lambda y: f"{y:g} x")(axis)
            axis.axhline(1, color=RIVAL_STYLES[0][0], linewidth=1, zorder=1)

        return (self.draw("time", "Running time", "time of one sort", time,
                          self.log_ticks(lambda y: seconds_text(round(math.log10(y))), steps=(1,)))
                + self.draw("speedup", f"Speed-up against {BASELINE}", f"times as fast as {BASELINE}", speed_up,
                            baseline_ticks)
                + self.draw("throughput", "Throughput", "GKey/s", throughput, self.log_ticks(lambda y: f"{y:g}")))


def parse_arguments():
    def names(text):
        return [part for part in text.split(",") if part]

    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", help="files that pradix bench --json has written, from one machine")
    parser.add_argument("-o", "--output", default=".", metavar="DIR", help="folder for the figures (default: this one)")
    parser.add_argument("--op", type=names, metavar="LIST", help="only these operations: sort,sort_pairs,argsort")
    parser.add_argument("--type", type=names, metavar="LIST", help="only these key types: u32,u64")
    parser.add_argument("--value-bytes", type=names, metavar="LIST", help="only these sizes of values: 4,8")
    parser.add_argument("--threads", type=names, metavar="LIST", help="only these thread counts: 1,2")
    parser.add_argument("--dist", type=names, metavar="LIST",
                        help="these distributions, a panel each (default: uniform,constant:0)")
    parser.add_argument("--format", type=names, default=["svg", "png"], metavar="LIST",
                        help="file formats (default: svg,png)")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot, ticker
    except ImportError as problem:
        raise Trouble(f"matplotlib: {problem}; install it: apt install python3-matplotlib") from problem
    unknown = set(arguments.format) - {"svg", "png", "pdf"}
    if unknown:
        raise Trouble(f"--format {','.join(sorted(unknown))}: not known; use svg, png or pdf")
    machine, rows = load(arguments.results)
    groups = {}
    for row in rows:
        if wanted(row, arguments):
            groups.setdefault((row["op"], row["type"], row["value_bytes"]), []).append(row)
    if not groups:
        raise Trouble(f"{arguments.results[0]}: no result is left by these filters; leave some of them out")
    try:
        os.makedirs(arguments.output, exist_ok=True)
    except OSError as problem:
        raise Trouble(f"{arguments.output}: {problem.strerror}; choose another folder") from problem
    matplotlib.rcParams.update({"font.size": 9, "svg.hashsalt": "pradix"})
    for group in groups.values():
        for path in Painter(pyplot, ticker, machine, group, arguments).all_figures():
            print(path)


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"plot.py: {trouble}")
    except (KeyError, TypeError) as problem:
        sys.exit(f"plot.py: a result lacks what {SCHEMA} promises ({problem!r}); measure again with pradix bench")
