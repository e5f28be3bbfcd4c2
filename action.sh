#!/usr/bin/env bash
# What action.yml runs: build, check, result. Inputs stand in the environment (FLAGFALL_…) and are data: they become
# arguments as they are, one a line where there may be several, and nothing of them is evaluated.
set -euo pipefail

built="${RUNNER_TEMP:-/tmp}/flagfall"

build() {
    [ -z "${FLAGFALL_BINARY:-}" ] || return 0
    cargo install --locked --path "$GITHUB_ACTION_PATH" --root "$built"
}

# Puts the lines of $1 that are not blank into `lines`.
read_lines() {
    lines=()
    local line
    while IFS= read -r line; do
        line="${line%$'\r'}"
        [ -z "${line//[[:space:]]/}" ] || lines+=("$line")
    done <<<"$1"
}

# Adds --$1=$2 to `arguments` where $2 is not empty.
add() {
    [ -z "$2" ] || arguments+=("--$1=$2")
}

# Takes the configuration in the root of the repository and no other, unless an option in `lines` says otherwise.
add_configuration() {
    local line
    for line in ${lines[@]+"${lines[@]}"}; do
        case "$line" in
            --config | --config=* | --no-config) return 0 ;;
        esac
    done
    if [ -f flagfall.toml ]; then
        arguments+=(--config=flagfall.toml)
    else
        arguments+=(--no-config)
    fi
}

# What flagfall says beside its results names files: a log must not read commands out of it.
print_as_data() {
    local token
    token="flagfall-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    printf '::stop-commands::%s\n' "$token"
    cat "$1"
    printf '\n::%s::\n' "$token"
}

check() {
    local flagfall="${FLAGFALL_BINARY:-$built/bin/flagfall}"
    local messages diff="" sarif="" status=0
    messages="$(mktemp)"
    arguments=(check --progress=never --color=never)
    add ruleset "${FLAGFALL_RULESET:-}"
    add select "${FLAGFALL_SELECT:-}"
    add ignore "${FLAGFALL_IGNORE:-}"
    add fail-on "${FLAGFALL_FAIL_ON:-}"
    add baseline "${FLAGFALL_BASELINE:-}"
    case "${FLAGFALL_REPAIR:-}" in
        "") ;;
        diff)
            diff="$(mktemp)"
            arguments+=(--diff "--output=$diff")
            ;;
        fix) arguments+=(--fix --format=github) ;;
        *)
            echo "flagfall: repair is diff or fix" >&2
            printf 'status=2\n' >>"$GITHUB_OUTPUT"
            return 0
            ;;
    esac
    if [ -n "${FLAGFALL_REPAIR:-}" ]; then
        : # The changes are the result; findings go to code scanning in another step.
    elif [ "${FLAGFALL_UPLOAD_SARIF:-}" = true ]; then
        sarif="${RUNNER_TEMP:-/tmp}/flagfall.sarif"
        rm -f -- "$sarif"
        arguments+=(--format=sarif "--output=$sarif")
    else
        arguments+=(--format=github)
    fi
    read_lines "${FLAGFALL_OPTIONS:-}"
    add_configuration
    arguments+=(${lines[@]+"${lines[@]}"})
    read_lines "${FLAGFALL_PATHS:-.}"
    arguments+=(-- ${lines[@]+"${lines[@]}"})

    "$flagfall" "${arguments[@]}" </dev/null 2>"$messages" || status=$?

    if [ -n "$diff" ]; then
        print_as_data "$diff"
        rm -f -- "$diff"
    fi
    print_as_data "$messages"
    rm -f -- "$messages"
    printf 'status=%s\n' "$status" >>"$GITHUB_OUTPUT"
    if [ -n "$sarif" ] && [ -s "$sarif" ]; then
        printf 'sarif=%s\n' "$sarif" >>"$GITHUB_OUTPUT"
    fi
}

result() {
    case "${FLAGFALL_STATUS:-}" in
        0) echo "flagfall: nothing at or above the threshold" ;;
        1) echo "flagfall: something was found" ;;
        *) echo "flagfall: something could not be done; the step before says what" ;;
    esac
    case "${FLAGFALL_STATUS:-}" in
        [0-9] | [0-9][0-9] | [0-9][0-9][0-9]) exit "$FLAGFALL_STATUS" ;;
        *) exit 2 ;;
    esac
}

case "${1:-}" in
    build | check | result) "$1" ;;
    *)
        echo "usage: action.sh build|check|result" >&2
        exit 2
        ;;
esac
