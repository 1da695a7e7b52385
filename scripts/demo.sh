#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pradix in a few minutes: builds it, sorts a file of 50 million keys, checks the result, and measures it beside
# std::sort. Leaves nothing behind but the build folder.
#   scripts/demo.sh
set -euo pipefail
cd "$(dirname "$0")/.."

keys=50M
needed_mib=1024 # two files of 200 MB, another while it is written, and the build

say() { printf '\n== %s\n' "$*"; }

require_space() {
    local folder=$1 free_mib
    free_mib=$(df --output=avail -m "$folder" | tail -n 1)
    if ((free_mib < needed_mib)); then
        echo "error: $folder has $free_mib MiB free, $needed_mib are needed; free some, or set TMPDIR" >&2
        exit 1
    fi
}

say "Installing what is missing"
scripts/install-deps.sh build

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
require_space "$dir"
require_space .

say "Building"
# In a folder of its own, so that what is chosen here does not stay chosen for other builds. Kernels take a minute or two
# to compile; they are worth it where they can run.
build=build/demo
cuda=(-DPRADIX_CUDA=OFF)
if [[ -e /dev/nvidiactl ]]; then
    cuda=(-DPRADIX_CUDA=AUTO -DPRADIX_CUDA_ARCHITECTURES=native)
fi
if ! { cmake --preset release -B "$build" "${cuda[@]}" && cmake --build "$build"; } >"$dir/build.log" 2>&1; then
    tail -n 30 "$dir/build.log" >&2
    echo "error: the build failed; its last lines are above" >&2
    exit 1
fi
pradix=$build/bin/pradix
"$pradix" info

say "Generating $keys u32 keys"
"$pradix" gen --type u32 -n "$keys" --dist uniform --seed 1 -o "$dir/keys.u32"

say "Sorting the file"
time "$pradix" sort "$dir/keys.u32" --type u32 -o "$dir/sorted.u32"

say "Verifying the result against the input"
"$pradix" verify "$dir/sorted.u32" --type u32 --against "$dir/keys.u32"

say "The sort alone, in memory, beside std::sort"
"$pradix" bench --type u32 -n 1M,"$keys" --dist uniform --rival std::sort --max-time 2

say "Done; the tool is $pradix"
