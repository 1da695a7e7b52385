#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the preset `gpu` and puts its programs and their library into one folder, stripped, to be taken to a machine
# with a GPU.
#   scripts/gpu-collect.sh DIR
set -euo pipefail

dir=$(realpath -m "${1:?"usage: scripts/gpu-collect.sh DIR"}")
cd "$(dirname "$0")/.."
cmake --preset gpu >/dev/null
cmake --build --preset gpu
mkdir -p "$dir"
cp build/gpu/src/libpradix.so.0.1 build/gpu/bin/pradix build/gpu/bin/pradix_{gpu,gallery}_bench \
    build/gpu/bin/test_{gpu,gallery}_* build/gpu/bin/test_property_{table,front,records,c_api} "$dir"
# Where OpenCL is built: its tests, and the loader, which the GPU machine may lack.
if compgen -G 'build/gpu/bin/test_opencl_*' >/dev/null; then
    cp build/gpu/bin/test_opencl_* "$dir"
    cp -L "$(ldd build/gpu/src/libpradix.so.0.1 | awk '/libOpenCL/ { print $3 }')" "$dir"
fi
strip "$dir"/*
