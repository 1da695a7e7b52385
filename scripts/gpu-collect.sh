#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the preset `gpu` and puts its programs and their library into one folder, stripped, to be taken to a machine
# with a GPU.
#   scripts/gpu-collect.sh DIR
set -euo pipefail
cd "$(dirname "$0")/.."

dir=${1:?"usage: scripts/gpu-collect.sh DIR"}
cmake --preset gpu >/dev/null
cmake --build --preset gpu
mkdir -p "$dir"
cp build/gpu/bin/test_gallery_* build/gpu/bin/pradix_gallery_bench "$dir"
# The loader of OpenCL, which these are linked with where it was found, may be missing on the other machine.
loader=$(ldd build/gpu/bin/pradix_gallery_bench | awk '/libOpenCL/ { print $3 }')
[[ -z $loader ]] || cp -L "$loader" "$dir"
cp build/gpu/src/libpradix.so.0 build/gpu/bin/pradix build/gpu/bin/pradix_gpu_bench build/gpu/bin/test_gpu_* \
    build/gpu/bin/test_property_{table,front,records,c_api} "$dir"
strip "$dir"/*
