#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the smallest rows of the table on oclgrind's device; whatever it finds fault with fails the test.
set -euo pipefail

oclgrind=$1
test=$2

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export PRADIX_CACHE_DIR=''
"$oclgrind" --build-options -cl-opt-disable --data-races --uninitialized --log "$log" "$test" --gtest_brief=1 --gtest_filter='*few_items_on_every_path*'
if [[ -s $log ]]; then
    head -n 40 "$log"
    exit 1
fi
