#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What each kernel of a sort of 2^28 uniform items is limited by, from the profiler's counters, as CSV: a line a kernel
# and counter, in the order of the launches. Needs Nsight Compute (ncu) and a GPU.
#   scripts/gpu-profile.sh [--prebuilt DIR] OUTPUT.csv
set -euo pipefail

programs=''
if [[ ${1:-} == --prebuilt ]]; then
    programs=$(realpath -m "${2:?"--prebuilt needs a folder"}")
    shift 2
fi
output=$(realpath -m "${1:?"usage: $0 [--prebuilt DIR] OUTPUT.csv"}")
cd "$(dirname "$0")/.."
# shellcheck source=scripts/gpu-programs.sh
source scripts/gpu-programs.sh

metrics=gpu__time_duration.sum
for of_peak in dram__throughput lts__throughput l1tex__data_pipe_lsu_wavefronts sm__inst_issued; do
    metrics+=",$of_peak.avg.pct_of_peak_sustained_elapsed"
done
metrics+=,smsp__inst_executed.sum,launch__registers_per_thread,launch__occupancy_limit_registers

echo 'items,launch,kernel,counter,unit,value' >"$output"
for items in u32 u64 'argsort u32' 'u32 + u32' 'u64 + u64'; do
    # The bench sorts several times; the first launches up to sort_groups are one sort.
    ncu --clock-control none -k 'regex:survey|guess|divide|count_digits|partition|groups|rests|positions' \
        --metrics "$metrics" --csv "$programs/pradix_gpu_bench" --items "$items" --counts 268435456 \
        --rounds 1 --keys uniform --usual-scratch |
        python3 -c '
import csv, sys
rows = csv.DictReader(line for line in sys.stdin if line.startswith("\""))
for row in rows:
    kernel = row["Kernel Name"].split("<")[0].split("::")[-1].split()[-1]
    value = row["Metric Value"].replace(",", "")
    print(sys.argv[1], int(row["ID"]) + 1, kernel, row["Metric Name"], row["Metric Unit"], value, sep=",")
    if kernel == "sort_groups" and row["Metric Name"] == sys.argv[2]:
        break
for rest in sys.stdin:
    pass
' "$items" "$(tr ',' '\n' <<<"$metrics" | sort | tail -n 1)" >>"$output"
done
