#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sourced by scripts that run programs on a GPU: where `programs` names no folder that holds them, builds the preset `gpu`
# and names the folder; then lets them find their library.
if [[ -z ${programs:-} ]]; then
    programs=build/gpu-programs
    scripts/gpu-collect.sh "$programs"
fi
export LD_LIBRARY_PATH="$programs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
