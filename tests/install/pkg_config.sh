#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs a C and a C++ example with nothing but the compiler and what pkg-config says.
set -euo pipefail

cc=$1
cxx=$2
pkg_config=$3
prefix=$4
examples=$5
version=$6

pc=$(find "$prefix" -name pradix.pc)
export PKG_CONFIG_PATH=${pc%/*}
found=$("$pkg_config" --modversion pradix)
[[ $found == "$version" ]] || { echo "pkg-config knows version $found, not $version" && exit 1; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
read -ra cflags <<<"$("$pkg_config" --cflags pradix)"
read -ra libs <<<"$("$pkg_config" --libs --static pradix)"
# Newer versions of glibc have dlopen without it.
if [[ -e ${pc%/pkgconfig/*}/libpradix.a && " ${libs[*]} " != *' -ldl '* ]]; then
    echo "pkg-config does not name libdl for a static library: ${libs[*]}" && exit 1
fi
"$cc" -std=c99 "${cflags[@]}" "$examples/c_api/main.c" "${libs[@]}" -o "$dir/c_api"
"$cxx" -std=c++20 "${cflags[@]}" "$examples/sort_vector/main.cpp" "${libs[@]}" -o "$dir/sort_vector"

# A shared library is found through the path; a static one does not need it.
export LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/pkgconfig}
"$dir/c_api"
"$dir/sort_vector"
