#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian packages that a script needs and that are not there yet: what to build with, or that and what
# to test with. Does nothing, and needs no rights, if nothing is missing.
#   scripts/install-deps.sh build|test
set -euo pipefail

build_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev
    ocl-icd-opencl-dev opencl-headers opencl-clhpp-headers)
rival_packages=(libtbb-dev libboost-dev libhwy-dev)
test_packages=(libgtest-dev libboost-context-dev clang clang-format clang-tidy libclang-rt-14-dev shellcheck codespell pkg-config
    python3-numpy pocl-opencl-icd oclgrind)

case ${1:-} in
build) wanted=("${build_packages[@]}") ;;
test) wanted=("${build_packages[@]}" "${rival_packages[@]}" "${test_packages[@]}") ;;
*)
    echo "usage: $0 build|test" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null; then
    echo "note: this is no Debian system; if the build stops, install what corresponds to: ${wanted[*]}" >&2
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $state == installed ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
    exit 0
fi

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        echo "error: these packages are missing: ${missing[*]}; install them as root, then run this again" >&2
        exit 1
    fi
    as_root=(sudo)
fi

echo "installing ${missing[*]}"
if ! "${as_root[@]}" apt-get -qq update ||
    ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null; then
    echo "error: apt-get could not install ${missing[*]}; install them by hand, then run this again" >&2
    exit 1
fi
