#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that a change to the CUDA backend must pass on a machine with a GPU: the tests on device memory, the common
# tests of the library with the backend forced, arrays of more than 2^32 keys, and compute-sanitizer's four tools on
# small cases. Fails where there is no GPU.
#   scripts/gpu-check.sh [--prebuilt DIR] [--no-sanitizer]
# Without --prebuilt it builds the preset `gpu` first. DIR holds the programs and libpradix.so, as
# scripts/gpu-collect.sh puts them together for a machine that has no compiler.
set -euo pipefail

programs=''
sanitizer=true
while [[ $# -gt 0 ]]; do
    case $1 in
    --prebuilt)
        programs=$(realpath -m "${2:?"--prebuilt needs a folder"}")
        shift
        ;;
    --no-sanitizer) sanitizer=false ;;
    *)
        echo "usage: $0 [--prebuilt DIR] [--no-sanitizer]" >&2
        exit 2
        ;;
    esac
    shift
done

cd "$(dirname "$0")/.."
# shellcheck source=scripts/gpu-programs.sh
source scripts/gpu-programs.sh

if ! "$programs/pradix" info | grep -q '^cuda *available'; then
    echo "error: there is no usable GPU: $("$programs/pradix" info | grep '^cuda')" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# step NAME COMMAND...: runs the command quietly; shows the end of its output only if it fails.
step() {
    local name=$1 begin=$SECONDS
    shift
    printf '%-48s' "$name"
    if "$@" >"$log" 2>&1; then
        printf ' ok %5d s  %s\n' $((SECONDS - begin)) "$(grep -E '^\[  (PASSED|SKIPPED) +\]|ERROR SUMMARY' "$log" | tr '\n' ' ')"
    else
        printf ' FAILED after %d s\n' $((SECONDS - begin))
        tail -n 40 "$log"
        exit 1
    fi
}

# shards COMMAND...: a test program's tests, by several processes at once: most of their time goes to checking results.
shards() {
    local count=8 failed=0 processes=()
    for ((i = 0; i < count; i++)); do
        GTEST_TOTAL_SHARDS=$count GTEST_SHARD_INDEX=$i "$@" &
        processes+=($!)
    done
    for process in "${processes[@]}"; do
        wait "$process" || failed=1
    done
    return $failed
}

for program in "$programs"/test_gpu_*; do
    name=${program##*/test_gpu_}
    case $name in
    huge_arrays) step "more than 3 * 10^8, and than 2^32 keys" "$program" --gtest_brief=1 ;; # memory for one at a time
    *) step "device memory: ${name//_/ }" shards "$program" --gtest_brief=1 ;;
    esac
done
for name in table front records c_api; do
    step "host arrays: $name" env PRADIX_BACKEND=cuda "$programs/test_property_$name" --gtest_brief=1
done
step "gallery: worked examples" "$programs/test_gallery_worked_examples" --gtest_brief=1 --gtest_filter='*cuda*'
step "gallery: every algorithm" "$programs/test_gallery_sort" --gtest_brief=1 --gtest_filter='*cuda*'

# Tests that are small enough for compute-sanitizer: TOOL NAME PROGRAM FILTER.
sanitize() {
    step "compute-sanitizer: $1, $2" compute-sanitizer --tool "$1" --error-exitcode 1 --print-limit 5 \
        "$programs/$3" --gtest_brief=1 --gtest_filter="$4"
}

if $sanitizer; then
    for tool in memcheck racecheck initcheck synccheck; do
        few_items='paths/few_items.*'
        if [[ $tool == racecheck ]]; then # under which blocks of a cluster never hear of each other
            few_items+=':-*/as_it_is:*/as_it_is_in_place:*/as_it_is_count_on_the_device'
        else
            sanitize $tool clusters test_gpu_clusters 'types/clusters.sort_hardly_any*'
            # In minutes under racecheck:
            sanitize $tool "tabled keys" test_gpu_tabled_keys 'tabled_keys/2.are_*:-*little_scratch'
            sanitize $tool "narrow range" test_gpu_narrow_range 'narrow_range/0.is_counted:narrow_range/3.is_given*:narrow_buckets/0.*given_up*other*'
        fi
        step "compute-sanitizer: $tool" shards compute-sanitizer --tool "$tool" --error-exitcode 1 --print-limit 5 \
            "$programs/test_gpu_device_table" --gtest_brief=1 --gtest_filter="$few_items"
        sanitize $tool guesses test_gpu_guesses 'guesses/0.copy_sorted*:guesses/0.move_few*:guesses/0.tell*'
        sanitize $tool majority test_gpu_majority 'majority/0.leaves_few*:majority/0.is_of_all*:majority/0.moves*'
        sanitize $tool "what is left of keys" test_gpu_rests \
            'rests/0.of_*:rests/0.divide_uneven*:rests/2.divide_uneven*:positions_of/0.uneven*:positions_of/0.wide*'
        sanitize $tool pairs test_gpu_pairs 'pairs/0.divide_even*:pairs/0.keep_their_order*:pairs/0.of_*'
        sanitize $tool "uneven groups" test_gpu_uneven_groups 'uneven_groups/2.*'
        sanitize $tool outliers test_gpu_outliers 'outliers/0.of_a_range*:outliers/0.are_noted*:outliers.of_floats*'
        [[ $tool == racecheck ]] || # or in minutes
            sanitize $tool "equalized narrow floats" test_gpu_equalized_narrow_floats '*have_outliers'
        sanitize $tool "implied digits" test_gpu_implied_digits 'implied_digits/0.of_rounded*:implied_digits/2.of_small_numbers_of*'
        sanitize $tool ties test_gpu_ties 'ties/0.settle_short*:ties/0.settle_runs*'
        sanitize $tool "wide digits" test_gpu_wide_digits 'wide_digits/*.divide_even*'
        sanitize $tool "even division" test_gpu_even_division \
            'even_division/0.has_outliers*:even_division/0.takes_any*:even_division/0.takes_many*:even_division/0.sees_that*'
        sanitize $tool "least scratch" test_gpu_least_scratch 'batches/0.*leave_rests'
        sanitize $tool counting test_gpu_counting '*'
        sanitize $tool "narrow values" test_gpu_narrow_values 'bytes/narrow_values.lie_at_any_address/*'
        sanitize $tool gallery test_gallery_sort '*a_few_tiles/cuda*:*agree_with_a_loop/cuda*'
    done
fi
echo "all passed in $SECONDS s"
