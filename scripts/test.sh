#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that a change must pass, in the order of how soon it tells: format and lint, the tests, the tests under
# sanitizers, a short fuzzing. Stops at the first step that fails and says what to do.
#   scripts/test.sh [--quick]     --quick: format and the tests of the developer build only
set -euo pipefail
cd "$(dirname "$0")/.."

quick=false
case ${1:-} in
'') ;;
--quick) quick=true ;;
*)
    echo "usage: $0 [--quick]" >&2
    exit 2
    ;;
esac

jobs=$(nproc)
fuzz_seconds=30
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# step NAME HINT COMMAND...: runs the command quietly; shows the end of its output only if it fails.
step() {
    local name=$1 hint=$2 begin=$SECONDS
    shift 2
    printf '%-48s' "$name"
    if "$@" >"$log" 2>&1; then
        printf ' ok %5d s\n' $((SECONDS - begin))
        grep -E '^[0-9]+% tests passed|tests failed out of' "$log" || true
    else
        printf ' FAILED after %d s\n' $((SECONDS - begin))
        tail -n 60 "$log"
        printf '\n%s failed. What to do: %s\n' "$name" "$hint"
        exit 1
    fi
}

# own_files PATTERN...: files of this repository of that name, whether committed yet or not.
own_files() {
    local pattern file
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard -- "$@"
    else
        for pattern in "$@"; do
            find "$(dirname "$pattern")" -path ./build -prune -o -type f -name "${pattern##*/}" -print
        done
    fi | while read -r file; do
        [[ ! -e $file ]] || echo "$file"
    done
}

check_format() {
    own_files '*.cpp' '*.hpp' '*.h' '*.c' '*.inl' '*.cu' '*.cuh' '*.cl' | xargs clang-format --dry-run -Werror
}

# Paragraphs of at most 120 columns; tables, and what is fenced, are as wide as they have to be.
check_paragraphs() {
    own_files '*.md' | LC_ALL=C xargs awk '
        FNR == 1 { fenced = 0 }
        /^ *```/ { fenced = !fenced }
        { gsub(/[\200-\277]/, "") } # what a character of UTF-8 has beside its first byte
        !fenced && !/^ *\|/ && length > 120 { print FILENAME ":" FNR ": more than 120 columns"; wide = 1 }
        END { exit wide }'
}

check_scripts() {
    own_files '*.sh' '.ci/run' | xargs shellcheck
}

check_spelling() {
    own_files '*.md' '*.cpp' '*.hpp' '*.h' '*.c' '*.inl' '*.cu' '*.cuh' '*.cl' '*.sh' '*.py' '*.cmake' '*CMakeLists.txt' | xargs codespell
}

# The library and the tool: what users run, as far as this machine builds it. Files of the tool together, since most of
# the time is for what all of them include.
check_with_clang_tidy() {
    local file
    {
        printf 'build/asan %s\n' build/asan/cli/CMakeFiles/pradix_cli.dir/Unity/*.cxx
        own_files 'src/*.cpp' 'gallery/*.cpp' cli/main.cpp | while read -r file; do
            ! grep -qF "$PWD/$file" build/dev/compile_commands.json || echo "build/dev $file"
        done
    } | xargs -P "$jobs" -L 1 clang-tidy --quiet -p
}

# Where no GPU runs them, kernels have to compile, and no more: optimising them takes two minutes of two cores.
build() {
    local unoptimised=OFF
    [[ -e /dev/nvidiactl ]] || unoptimised=ON
    cmake --preset "$1" -DPRADIX_CUDA_UNOPTIMISED="$unoptimised" && cmake --build --preset "$1" --parallel "$jobs"
}

run_tests() {
    ctest --preset "$1" --parallel "$jobs"
}

fuzz() {
    build fuzz && mkdir -p build/fuzz/found &&
        build/fuzz/bin/fuzz_readers -max_total_time="$fuzz_seconds" -print_final_stats=1 \
            -artifact_prefix=build/fuzz/ build/fuzz/found tests/fuzz/corpus
}

step "install what is missing" "read the message above" scripts/install-deps.sh test
step "format" "clang-format -i the files above" check_format

if ! $quick; then
    step "scripts" "fix what shellcheck says above" check_scripts
    step "paragraphs" "wrap the lines above" check_paragraphs
    step "spelling" "fix the words above, or add a name to .codespellrc" check_spelling
    step "tables of results" "bench/gpu/tables.py writes them as the results are" bench/gpu/tables.py --check
fi

step "build dev" "fix the errors above; cmake --build --preset dev" build dev
step "test dev" "repeat one with ctest --preset dev -R NAME" run_tests dev

if ! $quick; then
    step "build asan" "fix the errors above; cmake --build --preset asan" build asan
    step "clang-tidy" "fix what it says above; clang-tidy -p build/dev FILE" check_with_clang_tidy
    step "test asan" "repeat one with ctest --preset asan -R NAME" run_tests asan
    step "build tsan" "fix the errors above; cmake --build --preset tsan" build tsan
    step "test tsan" "repeat one with ctest --preset tsan -R NAME" run_tests tsan
    step "fuzz" "run build/fuzz/bin/fuzz_readers with the file named above; add it to tests/fuzz/corpus" fuzz
fi

printf 'all passed in %d s\n' "$SECONDS"
