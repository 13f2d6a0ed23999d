# shellcheck shell=bash
# Sourced by the scripts beside it after tools/setup: virtual environments of Python packages.

# make_environment FOLDER REQUIREMENTS: made once, and again when its requirements change.
make_environment() {
    local environment=$1 requirements=$2 log=.build/tools/${1##*/}.log
    cmp --silent "$requirements" "$environment/requirements.txt" && return
    step "Python packages of ${requirements##*/}" "$log" create_environment "$environment" "$requirements" && return
    show_log "$log" 15
    printf 'toque %s: could not get from PyPI: %s\n' "${tool:?}" "$(grep '==' "$requirements" | tr '\n' ' ')" >&2
    return 1
}

# shellcheck disable=SC2329 # step calls it
create_environment() {
    /usr/bin/python3 -m venv --clear "$1" &&
        "$1/bin/python" -m pip --disable-pip-version-check install --quiet --requirement "$2" &&
        cp "$2" "$1/requirements.txt"
}
