# shellcheck shell=bash
# Sourced by the scripts beside it: prints a line for each step, with its progress and duration. On a terminal, rewrites
# the line in place; in CI logs, does not.
# The script that sources it sets $tool, the word after "toque" in each line.
: "${tool:?is set by the script that sources this}"

# fail MESSAGE: prints one line on stderr and exits.
fail() {
    printf 'toque %s: %s\n' "$tool" "$*" >&2
    exit 1
}

# report LABEL RESULT: prints the line of a finished step.
report() {
    printf 'toque %s: %-66s %s\n' "$tool" "$1" "$2"
}

# step LABEL LOG COMMAND...: runs the command with its output in LOG; returns its status.
step() {
    local label=$1 log=$2 status=0 begin=$SECONDS took='' watcher
    shift 2
    mkdir -p "$(dirname "$log")"
    : >"$log"
    # The command stays in the foreground, so that Ctrl-C reaches it.
    watch_step "$label" "$log" &
    watcher=$!
    "$@" >"$log" 2>&1 </dev/null || status=$?
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    if rewrites_lines; then printf '\r\033[K'; fi
    if ((SECONDS > begin)); then took=" ($(duration $((SECONDS - begin))))"; fi
    if ((status == 0)); then
        report "$label" "ok$took"
    else
        report "$label" "FAILED$took"
    fi
    return "$status"
}

# show_log LOG [LINES]: prints the end of a failed step's log.
show_log() {
    printf '%s\n' "--- the end of $1"
    tail -n "${2:-40}" "$1"
    printf '%s\n' '---'
}

# Shows the running step's progress until this process is killed or the script ends.
watch_step() {
    local label=$1 log=$2 begin=$SECONDS spinner='-\|/' turn=0 said='' now
    while kill -0 "$$" 2>/dev/null; do
        now=$(progress "$log" $((SECONDS - begin)))
        if rewrites_lines; then
            printf '\r\033[Ktoque %s: %s  %s %s' "$tool" "$label" "${spinner:turn++%4:1}" "$now"
            sleep 0.2
        else
            # A short step prints only its end. A long one prints about every tenth of its progress.
            sleep 1
            if ((SECONDS - begin > 1)) && [[ -z $said ]]; then
                printf 'toque %s: %s ...\n' "$tool" "$label"
                said=$now
            elif [[ -n $said && $now == *%* && ${now%%%*} -ge $((${said%%[!0-9]*} + 10)) ]]; then
                printf 'toque %s:   %s\n' "$tool" "$now"
                said=$now
            fi
        fi
    done
}

# progress LOG SECONDS: "37 % (171 of 462)" if the log counts like [171/462], else the seconds. A build counts to one or
# two while it is planned, so totals of fewer than three digits are ignored.
progress() {
    local count
    count=$(tail -c 8192 "$1" | grep -oE '^\[[0-9]+/[0-9]{3,}\]' | tail -n 1 | tr -d '[]') || true
    if [[ -n $count ]]; then
        printf '%d %% (%d of %d)' $((100 * ${count%/*} / ${count#*/})) "${count%/*}" "${count#*/}"
    else
        printf '%s' "$(duration "$2")"
    fi
}

# duration SECONDS: "12 s" or "3 min 04 s".
duration() {
    if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

rewrites_lines() { [[ -t 1 && ${TERM:-dumb} != dumb ]]; }
