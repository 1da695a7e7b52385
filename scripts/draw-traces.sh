#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/tutorials from what the kernels of the gallery leave in memory; needs an OpenCL or a CUDA
# device.
#   scripts/draw-traces.sh PATH_OF_PRADIX [DIR]
set -euo pipefail

pradix=${1:?"usage: scripts/draw-traces.sh PATH_OF_PRADIX [DIR]"}
dir=${2:-$(dirname "$0")/../docs/tutorials/pictures}
mkdir -p "$dir"

# draw NAME KEYS OPTIONS...
draw() {
    "$pradix" gallery trace "$1" --keys "$2" "${@:3}" --svg >"$dir/$1.svg"
}

draw warp-ballot 7,14,4,1 --bits 4
draw block-split 11,7,8,4 --bits 4
draw global-split 0,5,2,7,1,3,6,4 --bits 3
draw split-2way 0,5,2,7,1,3,6,4 --bits 3
draw split-4way 0,5,2,7,1,3,6,4 --bits 4
draw coalesced-split 0,5,2,7,1,3,6,4 --bits 3
draw histogram-scan-reorder 0,5,2,7,1,3,6,4 --bits 4 --radix-bits 2
