#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the CUDA backend beside CUB over the whole matrix of types, sizes and distributions, in about five minutes,
# and writes the results as JSON; then the gallery's algorithms beside it, into OUTPUT-gallery.json. What the matrix does
# not have, gpu-record.sh measures.
#   scripts/gpu-bench.sh [--prebuilt DIR] [--compare OLD.json [--before LIBRARY]] OUTPUT.json
# --compare names every case whose ratio to CUB fell by more than 3 %, also when it is measured again, and fails if there
# is one; with --before, the shared library that made OLD.json, by turns with it, so that the machine does not matter.
set -euo pipefail

programs=''
old=''
before=()
output=''

usage() {
    echo "usage: $0 [--prebuilt DIR] [--compare OLD.json [--before LIBRARY]] OUTPUT.json" >&2
    exit 2
}

while [[ $# -gt 0 ]]; do
    case $1 in
    --prebuilt)
        programs=$(realpath -m "${2:?"--prebuilt needs a folder"}")
        shift
        ;;
    --compare)
        old=$(realpath -m "${2:?"--compare needs a file"}")
        shift
        ;;
    --before)
        before=(--before "$(realpath -m "${2:?"--before needs a shared library"}")")
        shift
        ;;
    -*) usage ;;
    *) output=$(realpath -m "$1") ;;
    esac
    shift
done
if [[ -z $output || (-z $old && ${#before[@]} -gt 0) ]]; then
    usage
fi

cd "$(dirname "$0")/.."
# shellcheck source=scripts/gpu-programs.sh
source scripts/gpu-programs.sh

"$programs/pradix_gpu_bench" --json "$output"
"$programs/pradix_gallery_bench" --backend cuda --most 33554432 --json "${output%.json}-gallery.json"
if [[ -n $old ]]; then
    bench/gpu/compare.py "$old" "$output" --again "$programs/pradix_gpu_bench" "${before[@]}"
fi
