"""The output of commands on terminals of 80 and 120 columns, and shell completion."""

import base64
import json
import os
import re
import subprocess
import sys
import urllib.request

import pytest

from simulator import Simulator
from terminal import plain, shown

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TABLES = [
    ["sandbox", "webhooks", "list"],
    ["sandbox", "webhooks", "deliveries"],
    ["sandbox", "ceremonies"],
    ["sandbox", "keys", "list"],
    ["sandbox", "scenarios"],
    ["sandbox", "actions"],
    ["institutions"],
    ["logs"],
]


class Shown:
    def __init__(self, toque, url):
        self.toque = toque
        self.environment = toque.environment | {"TOQUE_SERVER": url}

    def on_terminal(self, width, *arguments, **variables):
        # The helper sets the terminal's variables; env(1) has the last word.
        words = [f"{name}={value}" for name, value in variables.items()]
        code, text = shown(["env", *words, self.toque.path, *arguments], width, self.environment)
        assert code == 0, text
        return text

    def piped(self, *arguments):
        result = self.toque.run(*arguments, environment=self.environment)
        assert result.returncode == 0, result.stderr
        return result.stdout


@pytest.fixture(scope="module")
def screen(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        screen = Shown(toque, simulator.url)
        hook = "http://127.0.0.1:1/a-path-that-is-long-enough-to-be-cut-on-a-narrow-screen/webhooks"
        screen.piped("sandbox", "webhooks", "add", hook)
        screen.piped("trigger", "enrollment.succeeded")
        screen.piped("trigger", "payment.failed")
        for _ in range(10):
            screen.piped("sandbox", "scenario", "show")
        screen.piped("institutions")
        request = urllib.request.Request(f"{simulator.url}/institutions/?name={'a' * 200}")
        request.add_header("Authorization", f"Basic {base64.b64encode(b'sandbox:sandbox').decode()}")
        with urllib.request.urlopen(request) as answer:
            answer.read()
        yield screen


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("command", TABLES, ids=" ".join)
def test_no_line_of_a_table_is_wider_than_the_terminal(screen, command, width):
    lines = plain(screen.on_terminal(width, *command)).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= width, lines


@pytest.mark.parametrize("command", TABLES[1:3], ids=" ".join)
def test_ids_are_whole_in_pipes_and_with_wide_and_short_on_a_terminal(screen, command):
    ids = set(UUID.findall(screen.piped(*command)))
    assert ids
    assert set(UUID.findall(screen.on_terminal(80, *command, "--wide"))) == ids
    text = plain(screen.on_terminal(80, *command))
    assert not UUID.search(text)
    assert all(id[:8] in text for id in ids)


def test_a_long_request_keeps_both_ends_and_is_whole_with_wide(screen):
    assert re.search(r"GET /inst\S+…a+\n", plain(screen.on_terminal(80, "logs")))
    for text in [screen.piped("logs"), plain(screen.on_terminal(80, "logs", "--wide"))]:
        assert f"?name={'a' * 200}\n" in text


def test_the_status_of_a_request_has_color(screen):
    assert "\x1b[32m200\x1b[0m" in screen.on_terminal(80, "logs")


def test_columns_sets_the_width(screen):
    lines = plain(screen.on_terminal(120, "sandbox", "scenarios", COLUMNS="60")).splitlines()
    assert max(map(len, lines)) <= 60


def test_a_cut_url_keeps_both_ends(screen):
    text = plain(screen.on_terminal(80, "sandbox", "webhooks", "list"))
    assert re.search(r"http://\S+…\S+/webhooks\n", text), text


def test_a_shortened_id_is_accepted(screen):
    ceremony = plain(screen.on_terminal(80, "sandbox", "ceremonies")).splitlines()[-1].split()[-1]
    assert ceremony.endswith("…")
    assert screen.piped("sandbox", "ceremonies", ceremony) == screen.piped("sandbox", "ceremonies", ceremony[:-1])
    # The second to last column of a payment's delivery.
    deliveries = plain(screen.on_terminal(80, "sandbox", "webhooks", "deliveries")).splitlines()
    payment = next(line.split()[-2] for line in deliveries if "PAYMENT" in line)
    assert payment.endswith("…")
    assert screen.piped("sandbox", "webhooks", "deliveries", "--object", payment)
    result = screen.toque.run("sandbox", "approve", payment, environment=screen.environment)
    assert "the payment intent is failed" in result.stderr


@pytest.mark.parametrize(
    "variables, colored", [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=["terminal", "NO_COLOR", "dumb"])
def test_states_have_color_only_on_a_terminal_that_allows_it(screen, variables, colored):
    command = ["sandbox", "webhooks", "deliveries"]
    text = screen.on_terminal(120, *command, **variables)
    assert ("\x1b[" in text) == colored, text
    assert "\x1b[" not in screen.piped(*command)


def test_times_are_to_the_second_unless_verbose(screen):
    assert re.match(r"\S+:\d\dZ  ", screen.piped("sandbox", "events"))
    assert re.match(r"\S+:\d\d\.\d{6}Z  ", screen.piped("sandbox", "events", "--verbose"))


def test_the_clock_is_to_the_second_unless_verbose(screen):
    for command in ["clock"], ["status"]:
        assert re.search(r":\d\dZ running", screen.piped("sandbox", *command))
        assert re.search(r":\d\d\.\d{6}Z running", screen.piped("sandbox", *command, "--verbose"))


def test_events_on_a_terminal_are_short_lines(screen):
    lines = plain(screen.on_terminal(120, "sandbox", "events")).splitlines()
    assert max(map(len, lines)) <= 120
    assert re.fullmatch(r"\S+Z  charge \w{8}…  PENDING → FAILED  rejected_by_user", lines[-1])


def test_trigger_shows_a_short_id_on_a_terminal(screen):
    trigger = ["trigger", "payment.pending"]
    assert re.fullmatch(r"payment\.pending  \w{8}…  PENDING\n", plain(screen.on_terminal(80, *trigger)))
    for text in [screen.piped(*trigger), plain(screen.on_terminal(80, *trigger, "--wide"))]:
        assert UUID.search(text)


CLIENT = """
import base64, os, urllib.request
key = f"{os.environ['TOQUE_API_KEY_ID']}:{os.environ['TOQUE_API_KEY_SECRET']}"
for _ in range(10):
    request = urllib.request.Request(os.environ["TOQUE_SERVER"] + "/customers/")
    request.add_header("Authorization", "Basic " + base64.b64encode(key.encode()).decode())
    urllib.request.urlopen(request).read()
"""


def simulate(toque, *options):
    code, text = shown(
        [toque.path, "simulate", *options, "--", "sh", "-c", '"$0" -c "$1" && "$2" trigger payment.failed',
         sys.executable, CLIENT, toque.path],
        120, toque.environment)
    assert code == 0, text
    return plain(text)


def test_a_running_simulate_shows_requests_and_changes_on_a_terminal(toque):
    text = simulate(toque)
    assert re.search(r"Z  200 +\d+\.\d ms  GET /customers/\n", text), text
    assert len(re.findall("GET /customers/", text)) == 1
    assert "×10" in text
    assert re.search(r"payment\S* \S+  \S+ → \S+", text), text


def test_the_report_of_a_failed_command_counts_repeated_polls(toque):
    result = toque.run("simulate", "--", "sh", "-c", '"$0" -c "$1"; exit 7', sys.executable, CLIENT)
    assert result.returncode == 7
    head, line, count = result.stderr.splitlines()
    assert head == "toque simulate: the command ended with 7; the requests that came:"
    assert re.fullmatch(r"\S+:\d\dZ  200 +\d+\.\d ms  GET /customers/", line)
    assert count == "    ×10"


def test_quiet_and_pipes_stop_the_lines_of_simulate(toque):
    assert "GET /customers/" not in simulate(toque, "--quiet")
    result = toque.run("simulate", "--", sys.executable, "-c", CLIENT)
    assert (result.returncode, result.stderr) == (0, "")


# What a user types, and values that the shell offers.
COMPLETIONS = [
    (["sandbox", "scenario", "set", ""], "payment.insufficient_funds"),
    (["trigger", ""], "payment.failed"),
    (["trigger", "payment.failed", "--reason", "f"], "fraud_suspected"),
    (["trigger", "enrollment.failed", "--reason", "b"], "biometric_registration_failed"),
    (["sandbox", "keys", "remove", ""], "sandbox"),
    (["enroll", "--gesture", ""], "approve"),
    (["enroll", "--profile", ""], "ios"),
    (["enroll", "--device", "h"], "handset"),
    (["simulate", "--fidelity", ""], "lenient"),
    (["key", "info", "--device", ""], "usb"),
    (["sandbox", "webhooks", "deliveries", "--state", ""], "delivered"),
    (["sandbox", ""], "approve"),
    (["sandbox", ""], "status"),
    (["sandbox", "ap"], "apps"),
    (["sandbox", "apps", ""], "remove"),
    (["sandbox", "apps", "add", "--"], "--team-id"),
    (["sandbox", "decline", "ID", "--"], "--reason"),
    (["sandbox", "decline", "ID", "--reason", ""], "insufficient_funds"),
    (["sandbox", "decline", "ID", "--reason", "am"], "amount_over_limit"),
    (["enroll", "--institution", ""], "10000000-0000-4000-8000-000000000001"),
    (["simulate", "--provider", ""], "placetopay"),
    (["simulate", "--risk-allow", "is"], "isEmulated"),
    (["simulate", "--durability", ""], "normal"),
]


def completed(toque, words, environment):
    """Returns bash's completions of the last word."""
    script = """
        set +u
        source <("$TOQUE" --generate-completion-script bash)
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
        function=$(complete -p toque | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        "$function" toque "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    result = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", "toque", *words],
        env=environment | {"TOQUE": str(toque.path), "PATH": f"{toque.path.parent}:{os.environ['PATH']}"},
        capture_output=True, text=True, timeout=600)
    return [line.strip() for line in result.stdout.splitlines()], result.stderr


@pytest.mark.parametrize("words, value", COMPLETIONS, ids=lambda value: str(value))
def test_bash_completes_values(screen, words, value):
    values, errors = completed(screen.toque, words, screen.environment)
    assert value in values, errors


def test_bash_completes_the_objects_that_an_action_takes(screen):
    events = json.loads(screen.piped("sandbox", "events", "--json"))
    objects = {kind: {e["object"] for e in events if e["kind"] == kind} for kind in ("enrollment", "charge")}
    assert all(objects.values())
    values, errors = completed(screen.toque, ["sandbox", "approve", ""], screen.environment)
    assert objects["enrollment"] <= set(values), errors
    assert not objects["charge"] & set(values)
    assert "status" not in values
    values, _ = completed(screen.toque, ["sandbox", "revoke", ""], screen.environment)
    assert set(filter(None, values)) == objects["enrollment"]


def test_completion_is_silent_without_a_sandbox(toque):
    environment = toque.environment | {"TOQUE_SERVER": "http://127.0.0.1:1"}
    values, errors = completed(toque, ["sandbox", "scenario", "set", ""], environment)
    assert (list(filter(None, values)), errors) == ([], "")
    values, errors = completed(toque, ["sandbox", "sc"], environment)
    assert (list(filter(None, values)), errors) == (["scenarios", "scenario"], "")
