#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the CUDA backend beside CUB on what the matrix does not have: other sizes, items, keys and ways to sort, a set
# of cases each; all together in some twelve minutes. Writes FOLDER/SET.json. The set "paths" is the backend beside
# itself, with one of its paths left out at a time.
#   scripts/gpu-record.sh [--prebuilt DIR] FOLDER [SET...]
set -euo pipefail

sets=(between narrow items other-values bits descending in-place implied numbers floats outliers records repeats few splats
    paths)

programs=''
if [[ ${1:-} == --prebuilt ]]; then
    programs=$(realpath -m "${2:?"--prebuilt needs a folder"}")
    shift 2
fi
folder=$(realpath -m "${1:?"usage: $0 [--prebuilt DIR] FOLDER [SET...]; sets: ${sets[*]}"}")
shift
for set in "$@"; do
    if [[ " ${sets[*]} " != *" $set "* ]]; then
        echo "$0: no set $set; sets: ${sets[*]}" >&2
        exit 2
    fi
done
if [[ $# -gt 0 ]]; then
    sets=("$@")
fi

cd "$(dirname "$0")/.."
# shellcheck source=scripts/gpu-programs.sh
source scripts/gpu-programs.sh
mkdir -p "$folder"

some_of_each=(4097 65536 1048576 2500000 16777216 100000000 268435456)
up_to_long=(1000 4097 20000 262144 1048576 2500000 16777216 100000000)
up_to_longest=(1000 4097 20000 262144 1048576 2500000 10000000 16777216 100000000 268435456)

# Sets `arguments` to those of a set.
choose() {
    local items=() counts=() keys=() rounds=6 more=()
    case $1 in
    between) # many sizes next to where paths begin
        items=(u32 u64 'u32 + u32' 'u64 + u64' 'argsort u32')
        counts=(500 1000 2000 3000 4097 4800 5120 5121 8193 20000 100000 300000 700000 1048577 1200000 1310720 1310721
            1700000 2097152 2097153 2200000 2359296 2500000 2703361 3145728 3145729 5000000 7000000 10485760 10485761
            13000000 33554433)
        keys=(uniform entropy:4 few:65536 heavy zipf:1 times:8 few:4194304 morton uneven times:2 times:4)
        ;;
    narrow)
        items=(u8 u16)
        counts=(500 700 1000 1025 1500 2000 3000 4096 4097 4800 4864 5121 6144 6145 8193 20000 100000 300000 700000
            1048577 1500000 2097152 3000000 5000000 9000000 33554433 100000000 268435456)
        keys=(uniform entropy:4 few:16 heavy zipf:1 zeros sorted nearly:1 times:8)
        rounds=12
        ;;
    items)
        items=(u128 'u64 + u32' 'u32 + 16' 'argsort f32' 'argsort u64' 'u8 + u32' 'u8 + u64' 'u16 + u32' 'u16 + u64'
            'u32 + u64' 'u64 + 16' 'u128 + u32' 'u128 + u64' 'argsort u8' 'argsort u16' 'argsort f64' 'argsort u128')
        counts=(1000 4097 20000 200000 600000 1048576 2500000 16777216 100000000)
        keys=(uniform zipf:1 entropy:4 heavy few:65536 times:12 sorted zeros)
        ;;
    other-values)
        items=('u32 + 1' 'u32 + 2' 'u32 + 3' 'u32 + 12' 'u32 + 24' 'u32 + 32')
        counts=(1000 4097 20000 262144 1048576 2097151 2500000 16777216 100000000)
        keys=(uniform zipf:1 zeros sorted few:16)
        ;;
    bits)
        items=(u16 u32 u64 'u32 + u32' 'u64 + u32' 'u64 + u64' 'argsort u32' 'u16 + u32')
        counts=("${up_to_long[@]}")
        keys=(uniform zipf:1 zeros sorted few:16)
        rounds=5
        more=(--bits 0 8 0 12 0 16 16 32 0 24 48 64 0 40)
        ;;
    descending)
        items=(u8 u16 u32 u64 f32 f64 'u32 + u32' 'u64 + u64' 'argsort u32' 'argsort u64' 'u16 + u32')
        counts=("${up_to_longest[@]}")
        keys=(uniform zipf:1 sorted reverse few:16 heavy)
        more=(--descending)
        ;;
    in-place)
        items=(u8 u16 u32 u64 u128 'u32 + u32' 'u64 + u32' 'u64 + u64' 'u32 + 16' 'u16 + u32' 'u32 + u64')
        counts=("${up_to_longest[@]}")
        keys=(uniform zipf:1 sorted few:16 mostly:0 heavy)
        more=(--in-place)
        ;;
    implied) # upper bits imply some digits
        items=(u32 u64 f32 f64 u128 'u32 + u32' 'u64 + u32' 'u64 + u64' 'u32 + 16' 'argsort u32' 'argsort u64')
        counts=("${some_of_each[@]}")
        keys=('small, signed' sentinels rounded)
        ;;
    numbers) # as they are measured
        items=(u32 u64 f32 f64 'u32 + u32' 'u64 + u32' 'u64 + u64' 'argsort u32' 'argsort f32' 'argsort u64')
        counts=("${some_of_each[@]}")
        keys=(unit normal log-normal 'power law' timestamps)
        rounds=7
        ;;
    floats) # that are equalized, and others
        items=(f32 f64)
        counts=(2500000 8388608 16777216 33554432 67108864 100000000 150000000 200000000 268435456)
        keys=(unit normal log-normal 'power law' uniform entropy:2 heavy zipf:1 'small, signed' rounded)
        rounds=9
        ;;
    outliers)
        items=(u8 u16 u32 u64 u128 'u32 + u32' 'u64 + u32' 'u64 + u64' 'u32 + 16' 'argsort u32' 'u8 + u32' 'u8 + u64'
            'u16 + u32')
        counts=("${some_of_each[@]}")
        keys=(outliers 'sorted, but one' 'few:16, but one' 'timestamps or 0')
        rounds=7
        ;;
    records) # keys that applications put together
        items=(u64 'u64 + u32' 'u64 + u64' 'argsort u64' u32 'u32 + u32' 'argsort u32' u128)
        counts=(300000 2500000 16777216 100000000 268435456)
        keys=(rows edges words surface k-mers uuids events log)
        rounds=5
        ;;
    repeats)
        items=(u32 u64 'u32 + u32' 'u64 + u32' 'u64 + u64' 'argsort u32' 'u32 + 16')
        counts=(2500000 5000000 10000000 16777216 25000000 100000000 268435456)
        keys=(times:2 times:4 times:8 times:12 times:16)
        rounds=5
        ;;
    few) # different keys
        items=(u32 u64 f32 'u32 + u32' 'u64 + u64' 'argsort u32')
        counts=(1200000 2500000 5000000 10000000 16777216 25000000 100000000 268435456)
        keys=(few:16 few:100 few:2000 few:16384 few:65536 few:262144 'few or any' mod:2000 mod:50000 mod:1000000
            'word ids')
        rounds=5
        ;;
    splats) # points of a scene by the tiles of a screen
        items=(u64 'u64 + u32' 'argsort u64')
        counts=(300000 1000000 2500000 5000000 10000000 16777216 33554432)
        keys=(splats)
        rounds=7
        more=(--bits 0 45)
        ;;
    paths)
        items=(u8 u32 f32 u64 f64 u128 'u32 + u32' 'u64 + u64' 'argsort u32')
        counts=(1000 4097 20000 262144 1048576 2500000 5000000 16777216 100000000 268435456)
        keys=(uniform zipf:1 few:100 few:65536 mod:1000000 times:8 heavy normal sorted outliers)
        rounds=4
        more=(--without all)
        ;;
    esac
    arguments=(--items "${items[@]}" --counts "${counts[@]}" --keys "${keys[@]}" --rounds "$rounds" "${more[@]}")
}

for set in "${sets[@]}"; do
    choose "$set"
    echo "== $set =="
    "$programs/pradix_gpu_bench" "${arguments[@]}" --usual-scratch --json "$folder/$set.json" | tail -n 2
done
