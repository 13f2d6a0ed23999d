# shellcheck shell=bash
# Sourced by the scripts beside it after tools/setup: virtual environments of Python packages.

# make_environment FOLDER REQUIREMENTS: makes it once, and again when its requirements change.
make_environment() {
    local environment=$1 requirements=$2 log=.build/tools/${1##*/}.log
    is_made "$environment" "$requirements" && return
    step "Python packages of ${requirements##*/}" "$log" create_environment "$environment" "$requirements" && return
    show_log "$log" 15
    printf 'toque %s: could not get from PyPI: %s\n' "${tool:?}" "$(grep '==' "$requirements" | tr '\n' ' ')" >&2
    return 1
}

# prepare_environment FOLDER REQUIREMENTS: makes it in the background; make_environment waits, and retries if that
# failed.
prepare_environment() {
    is_made "$1" "$2" || create_environment "$1" "$2" >/dev/null 2>&1 </dev/null &
}

is_made() { cmp --silent "$2" "$1/requirements.txt"; }

# shellcheck disable=SC2329 # step calls it
create_environment() (
    mkdir -p .build
    # One process at a time: the second one finds the environment made.
    exec {lock}>"$1.lock"
    flock "$lock"
    is_made "$1" "$2" && return
    /usr/bin/python3 -m venv --clear "$1" &&
        "$1/bin/python" -m pip --disable-pip-version-check install --quiet --no-deps --requirement "$2" &&
        cp "$2" "$1/requirements.txt"
)
