#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the OpenCL backend on a machine's GPU, tunes it, and measures it: beside the CUDA backend where that is
# available, and, for the experiment of running time over n, beside std::sort.
#   scripts/opencl-check.sh [--prebuilt DIR] [--no-experiment] OUTPUT_DIR
# DIR holds the programs and libOpenCL.so.1, as scripts/gpu-collect.sh puts them together. Uses NVIDIA's driver; name the
# folder of another one's .icd file in OCL_ICD_VENDORS.
set -euo pipefail

usage() {
    echo "usage: $0 [--prebuilt DIR] [--no-experiment] OUTPUT_DIR" >&2
    exit 2
}

programs=''
output=''
experiment=true
while [[ $# -gt 0 ]]; do
    case $1 in
    --prebuilt)
        programs=$(realpath -m "${2:?"--prebuilt needs a folder"}")
        shift
        ;;
    --no-experiment) experiment=false ;;
    -*) usage ;;
    *) output=$(realpath -m "$1") ;;
    esac
    shift
done
[[ -n $output ]] || usage
cd "$(dirname "$0")/.."
# shellcheck source=scripts/gpu-programs.sh
source scripts/gpu-programs.sh
mkdir -p "$output"
export PRADIX_CACHE_DIR="$output/cache"

# Only NVIDIA's driver, so that nothing runs on a CPU by mistake where another one is installed, too.
if [[ -z ${OCL_ICD_VENDORS:-} ]]; then
    mkdir -p "$output/vendors"
    echo libnvidia-opencl.so.1 >"$output/vendors/nvidia.icd"
    export OCL_ICD_VENDORS="$output/vendors/"
fi

pradix=$programs/pradix
"$pradix" info
if ! "$pradix" info | grep -q '^opencl *available'; then
    echo "error: there is no OpenCL device; install a driver, or name the folder of its .icd file in OCL_ICD_VENDORS" >&2
    exit 1
fi

for test in workspace device_api program_cache tuner device_table; do
    echo "== test_opencl_$test"
    "$programs/test_opencl_$test" --gtest_brief=1
done
for name in front records c_api; do
    echo "== host arrays: $name"
    PRADIX_BACKEND=opencl "$programs/test_property_$name" --gtest_brief=1
done
for name in worked_examples sort; do
    echo "== gallery: $name"
    "$programs/test_gallery_$name" --gtest_brief=1 --gtest_filter='*opencl*'
done

backends=opencl
if "$pradix" info | grep -q '^cuda *available'; then
    backends=opencl,cuda
fi
# Host arrays, with the built-in sizes. Times of sorting alone: transfers to the device and back are not in them.
"$pradix" bench --backend "$backends" --device-time --type u32,u64 -n 1Mi,16Mi,256Mi --rival none --samples 7 \
    --json "$output/keys.json"
"$pradix" bench --backend "$backends" --device-time --type u32 --value-bytes 4 -n 1Mi,16Mi,256Mi --rival none \
    --samples 7 --json "$output/pairs.json"

# Arrays that stay in the device's memory: what the files say under "measured".
for count in 1Mi 256Mi; do
    "$pradix" tune --backend opencl -n "$count" -o "$output/tuning-$count.json"
done

if $experiment; then
    for type in u32 u64 i32 i64 f32; do
        "$pradix" bench --backend opencl --device-time --type "$type" --dist uniform,zeros \
            -n 1Ki,4Ki,16Ki,64Ki,256Ki,1Mi,4Mi,16Mi,64Mi --samples 5 --json "$output/paper-$type.json"
    done
fi
echo "results are in $output"
