#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the OpenCL tests that match FILTER under oclgrind, which looks for data races, uninitialised values and wrong
# addresses. A process for each test, since oclgrind takes new buffers at the addresses of old ones for uninitialised.
#   oclgrind.sh PROGRAM FILTER
set -euo pipefail

program=$1
filter=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mapfile -t tests < <("$program" --gtest_list_tests --gtest_filter="$filter" |
    awk '/^[^ ]/ && /\.$/ { suite = $1 } /^ / { print suite $1 }')
if [[ ${#tests[@]} -eq 0 ]]; then
    echo "no test matches $filter" >&2
    exit 1
fi
for test in "${tests[@]}"; do
    echo "$test"
    if ! oclgrind --data-races --uninitialized --check-api --log "$folder/log" \
        "$program" --gtest_brief=1 --gtest_filter="$test" >"$folder/output" 2>&1 || [[ -s $folder/log ]]; then
        head -n 60 "$folder/log" "$folder/output"
        exit 1
    fi
    if ! grep -q '^\[  PASSED  \] 1 test' "$folder/output"; then
        echo "did not run; oclgrind's device is not seen" >&2
        exit 1
    fi
done
echo "${#tests[@]} tests, nothing found"
