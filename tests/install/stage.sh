#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build into one prefix and moves that to another: an installed pradix must not know where it was put.
set -euo pipefail

cmake=$1
build=$2
prefix=$3

rm -rf "$prefix" "$prefix.first"
"$cmake" --install "$build" --prefix "$prefix.first"
mv "$prefix.first" "$prefix"

if found=$(grep -rlF "$build" "$prefix" --include='*.cmake' --include='*.pc' --include='*.h' --include='*.hpp'); then
    echo "these installed files name the build folder: $found"
    exit 1
fi
