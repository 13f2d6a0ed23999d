"""Each command follows the table of exit codes and the form of errors (docs/errors.md), in text and in JSON."""

import json
import re
import subprocess
import time

import pytest

from command import ROOT, error_of
from samples import REGISTRATION, SIGNING
from simulator import free_port

USAGE, FAILED, UNREACHABLE = 2, 1, 3
SERVER = "<the sandbox>"
PORT = "<its port>"
NOBODY = "http://127.0.0.1:1"
DOWN = ["--server", NOBODY]
UP = ["--server", SERVER]

# Arguments, error code and field (None: the command as a whole). The exit code follows from the error code.
CASES = [
    # Errors of the parser.
    (["simulat"], "unknown_command", "toque"),
    (["simulate", "pytest"], "unexpected_argument", None),
    (["simulate", "--prot", "1"], "unknown_option", "--prot"),
    (["simulate", "--port"], "missing_argument", "--port"),
    (["pay", *UP], "missing_argument", "--amount"),
    (["approve"], "missing_argument", "<url>"),
    (["risk-signals"], "missing_argument", "--account-tenure"),
    (["demo", "extra"], "unexpected_argument", None),
    (["doctor", "--jsno"], "unknown_option", "--jsno"),
    (["key", "lst"], "unknown_command", "toque key"),
    (["key", "serve", "--pty", "--profile", "toaster"], "invalid_value", "--profile"),
    (["vectors", "generate", "--set", "none", "--output", "x"], "invalid_value", "--set"),
    (["checkout", "pay", "ecommpay"], "missing_argument", "--options"),
    (["browser", "proxy"], "missing_argument", "--driver"),
    (["fleet", "serve"], "missing_argument", "--socket"),
    (["fleet", "serve", "--socket", "s"], "missing_argument", "--target"),
    (["fleet", "serve", "--socket", "s", "--target", "shop.example"], "invalid_value", "--target"),
    (["fleet", "serve", "--socket", "s", "--target", "http://192.0.2.1"], "conflicting_options", "http://192.0.2.1"),
    # Invalid values, found by any layer.
    (["browser", "serve", "--memory", "--origin", "nonsense"], "invalid_value", "--origin"),
    (["simulate", "--scenario", "nonsense"], "unknown_scenario", "--scenario"),
    (["simulate", "--now", "yesterday"], "invalid_value", "--now"),
    (["simulate", "--port", "99999"], "invalid_value", "--port"),
    (["simulate", "--risk", "none"], "invalid_value", "--risk"),
    (["sandbox", "scenario", "set", "nonsense", *UP], "unknown_scenario", "<name>"),
    (["sandbox", "clock", "freeze", "--at", "yesterday", *UP], "invalid_value", "--at"),
    (["sandbox", "clock", "advance", "--to", "yesterday", *UP], "invalid_value", "--to"),
    (["sandbox", "clock", "advance", "--to", "2001-01-01T00:00:00Z", *UP], "invalid_value", "--to"),
    (["sandbox", "clock", "advance", "soon", *UP], "invalid_value", "<time>"),
    (["sandbox", "clock", "advance", *UP], "missing_argument", None),
    (["sandbox", "webhooks", "add", "ftp://x/", *UP], "invalid_value", "<url>"),
    (["sandbox", "webhooks", "add", "notaurl", *UP], "invalid_value", "<url>"),
    (["sandbox", "webhooks", "deliveries", "--state", "lost", *UP], "invalid_value", "--state"),
    (["sandbox", "verify", "--count", "many", "/x/", *UP], "invalid_value", "--count"),
    (["sandbox", "verify", "nonsense", *UP], "invalid_value", "<request>"),
    (["sandbox", "requests", "--last", "1000000", *UP], "invalid_value", "--last"),
    (["sandbox", "ceremonies", "--document", *UP], "missing_argument", "--document"),
    (["sandbox", "actions", "explode", *UP], "unknown_command", "<name>"),
    (["sandbox", "explode", "ID", *UP], "unknown_command", "toque sandbox"),
    (["sandbox", "approve", *UP], "missing_argument", "<id>"),
    (["sandbox", "approve", "ID", "more", *UP], "unexpected_argument", None),
    (["sandbox", "approve", "ID", "--nonsense", "x", *UP], "unknown_option", "--nonsense"),
    (["sandbox", "wait", "--timeout", "never"], "invalid_value", "--timeout"),
    (["sandbox", "apps", "add", *UP], "missing_argument", "--domain"),
    (["sandbox", "apps", "add", "--domain", "shop.example", *UP], "missing_argument", "--team-id"),
    (["sandbox", "apps", "remove", *UP], "missing_argument", "<id>"),
    (["trigger", *UP], "missing_argument", "<event>"),
    (["trigger", "payment.exploded", *UP], "unknown_command", "<event>"),
    (["trigger", "payment.failed", "--amount", "ten", *UP], "invalid_value", "--amount"),
    (["trigger", "payment.failed", "--amount", "-1", *UP], "invalid_value", "--amount"),
    (["trigger", "payment.failed", "--reason", "nonsense", *UP], "invalid_value", "--reason"),
    (["trigger", "payment.failed", "--customer", "nobody", *UP], "invalid_value", "--customer"),
    (["logs", "--last", "1000000", *UP], "invalid_value", "--last"),
    (["listen", "--forward-to", "ftp://x/", *UP], "invalid_value", "--forward-to"),
    (["pay", "--amount", "ten", *UP], "invalid_value", "--amount"),
    (["pay", "--amount", "0.001", *UP], "invalid_value", "--amount"),
    (["pay", "--amount", "-1", *UP], "missing_argument", "--amount"),
    (["pay", "--amount=-1", *UP], "invalid_value", "--amount"),
    (["enroll", "--callback-url", "notaurl", *UP], "invalid_value", "--callback-url"),
    (["enroll", "--callback-url", "https://a.example/", "--bank", "browser"], "conflicting_options", "--callback-url"),
    (["pay", "--amount", "1", "--poll-interval", "0", *UP], "invalid_value", "--poll-interval"),
    (["enroll", "--bank", "maybe", *UP], "invalid_value", "--bank"),
    (["enroll", "--gesture", "wave", *UP], "invalid_value", "--gesture"),
    (["institutions", "--server", "nonsense"], "invalid_value", "--server"),
    (["institutions"], "missing_argument", "--server"),
    (["approve", "nonsense"], "invalid_value", "<url>"),
    (["approve", "http://127.0.0.1:1/", "--decline", "--error", "x"], "conflicting_options", "--decline"),
    (["risk-signals", "--account-tenure", "31.1.2024"], "invalid_value", "--account-tenure"),
    (["risk-signals", "--account-tenure", "2024-02-30"], "invalid_value", "--account-tenure"),
    (["risk-signals", "--account-tenure", "2999-01-01"], "invalid_value", "--account-tenure"),
    (["risk-signals", "--account-tenure", "2024-01-31", "--set", "nonsense=1"], "invalid_value", "--set"),
    (["register", REGISTRATION, "--timeout", "0"], "invalid_value", "--timeout"),
    (["sign", SIGNING, "--risk-signals", "x"], "conflicting_options", "--risk-signals"),
    (["verify", "--anchors", "nonsense=x"], "invalid_value", "--anchors"),
    (["inspect", "a0", "--time", "yesterday"], "invalid_value", "--time"),
    (["checkout", "pay", "takeme", "--amount", "ten", "--currency", "JPY"], "invalid_value", "--amount"),
    (["checkout", "pay", "placetopay", "--process-url", "x", "--return-url", "y"], "invalid_value", "--process-url"),
    (["checkout", "sign", "takeme", "--at", "noon", "--secret-file", "x"], "invalid_value", "--at"),
    (["key", "credentials", "delete", "?"], "invalid_value", "<id>"),
    (["--generate-completion-script", "nonsense"], "invalid_value", "--generate-completion-script"),
    # Nobody can be asked.
    (["register", REGISTRATION], "no_terminal", "--gesture"),
    (["key", "reset", "--device", "/dev/null"], "no_terminal", "--yes"),
    # Refused.
    (["sandbox", "approve", "nobody", *UP], "not_found", None),
    (["sandbox", "events", "--object", "nobody", *UP], "not_found", "--object"),
    (["sandbox", "status", "--tenant", "nobody", *UP], "not_found", "--tenant"),
    (["sandbox", "webhooks", "remove", "nobody", *UP], "not_found", None),
    (["sandbox", "keys", "add", "--id", "sandbox", *UP], "refused", "--id"),
    (["enroll", "--gesture", "approve", "--institution", "nobody", *UP], "not_found", "--institution"),
    (["verify", "/dev/null"], "invalid_content", "/dev/null"),
    (["inspect", "?"], "invalid_content", "<text>"),
    (["register", "/dev/null", "--gesture", "approve"], "invalid_content", "/dev/null"),
    (["sign", "/dev/null", "--gesture", "approve"], "invalid_content", "/dev/null"),
    # Unreachable and unreadable.
    *(
        (["sandbox", *command, *DOWN], "unreachable", NOBODY)
        for command in [["status"], ["wait", "--timeout", "0"], ["clock"], ["scenarios"], ["reset"], ["approve", "ID"]]
    ),
    (["logs", *DOWN], "unreachable", NOBODY),
    (["trigger", "payment.failed", *DOWN], "unreachable", NOBODY),
    (["listen", *DOWN], "unreachable", NOBODY),
    (["institutions", *DOWN], "unreachable", NOBODY),
    (["pay", "--amount", "1", "--gesture", "approve", *DOWN], "unreachable", NOBODY),
    (["register", "/nowhere/options.json", "--gesture", "approve"], "unreadable_file", "/nowhere/options.json"),
    (["verify", "/nowhere/ceremony.json"], "unreadable_file", "/nowhere/ceremony.json"),
    (["inspect", "missing.json"], "unreadable_file", "missing.json"),
    (["inspect", "./missing/x.json"], "unreadable_file", "./missing/x.json"),
    (["sandbox", "load", "/nowhere/state.json", *UP], "unreadable_file", "/nowhere/state.json"),
    (["sandbox", "save", "/nowhere/state.json", *UP], "unwritable_file", "/nowhere/state.json"),
    (["vectors", "verify", "/nowhere"], "unreadable_file", "/nowhere"),
    (["key", "info", "--device", "/nowhere"], "unusable_key", "/nowhere"),
    (["key", "info", "--device", "/dev/null"], "unusable_key", "/dev/null"),
    (["simulate", "--memory", "--port", PORT], "cannot_start", "--port"),
    (["simulate", "--memory", "--listen", f"127.0.0.1:{PORT}"], "cannot_start", "--listen"),
    (["simulate", "--memory", "--", "/nowhere/command"], "cannot_start", "/nowhere/command"),
]


# What a failure prints, besides where.
TEXTS = [
    (["trigger", "payment.failed", "--amount", "ten"],
     '--amount: "ten" is not an amount above 0 with at most two decimals, such as 0.13 '
     'hint: see `toque trigger payment.failed --help`'),
    (["trigger", "payment.failed", "--reason", "nope"], '--reason: "nope" is not one of consent_expired, '),
    (["sandbox", "clock", "freeze", "--at", "noon"],
     '--at: "noon" is not a time such as 2026-01-31T12:00:00Z hint: see `toque sandbox clock freeze --help`'),
    (["simulate", "--now", "noon"],
     '--now: "noon" is not a time such as 2026-01-31T12:00:00Z hint: see `toque simulate --help`'),
    (["sandbox", "webhooks", "add", "notaurl"],
     '<url>: "notaurl" is not an absolute URL, such as https://HOST/PATH '
     'hint: see `toque sandbox webhooks add --help`'),
    (["simulate", "--webhook", "notaurl"],
     '--webhook: "notaurl" is not an absolute URL, such as https://HOST/PATH hint: see `toque simulate --help`'),
    (["sandbox", "webhooks", "deliveries", "--state", "lost"], '--state: "lost" is not one of pending, '),
    (["sandbox", "apps", "add"], "--domain: required hint: see `toque sandbox apps add --help`"),
    (["sandbox", "apps", "add", "--domain", "shop.example"],
     "--team-id: required: --team-id and --bundle-id of an iOS app, or --package and --key-hash of an Android app "),
    (["sandbox", "apps", "add", "--domain", "shop.example", "--team-id", "A1B2C3D4E5"],
     "--bundle-id: required beside --team-id "),
    (["pay", "--amount", "-1"],
     "--amount: a value is missing hint: write `--amount=-1`, or see `toque pay --help`"),
    (["key", "info", "--device", "/dev/null"],
     "/dev/null: cannot be opened: the key is gone hint: plug it in anew, or name another path"),
    (["--generate-completion-script", "nope"],
     '--generate-completion-script: "nope" is not one of zsh, bash, fish hint: see `toque --help`'),
    (["inspect", "missing.json"],
     "missing.json: No such file or directory hint: name a file that exists, or - for stdin"),
]


@pytest.mark.parametrize("arguments, text", TEXTS, ids=lambda value: None if isinstance(value, str) else "")
def test_a_failure_says_where_and_what_and_how_to_fix_it(toque, provider, arguments, text):
    result = toque.run(*arguments, environment={"TOQUE_SERVER": provider.url})
    assert error_of(result.stderr).startswith(text)


def test_wrong_options_are_told_with_their_file_and_member(toque, tmp_path):
    file = tmp_path / "e.json"
    file.write_text('{"rp": 5}')
    result = toque.run("register", file, "--gesture", "approve")
    assert error_of(result.stderr) == f"{file}: rp: found the number 5, expected an object"


def documented():
    """The exit code of each error code, as the page has them."""
    page = (ROOT / "docs/errors.md").read_text()
    return {code: int(exit_code) for code, exit_code in re.findall(r"^\| `(\w+)` \| (\d) \|", page, re.MULTILINE)}


@pytest.mark.parametrize("arguments, code, field", CASES, ids=lambda value: None if isinstance(value, str) else "")
def test_a_failure_has_the_documented_exit_code_and_form(toque, provider, arguments, code, field):
    port = provider.url.rpartition(":")[2]
    arguments = [str(argument).replace(SERVER, provider.url).replace(PORT, port) for argument in arguments]
    exit_code = documented()[code]
    result = toque.run(*arguments)
    assert (result.returncode, result.stdout) == (exit_code, ""), result
    line = error_of(result.stderr)
    where = field or "toque "
    assert line.startswith(where), line
    assert result.stderr.count("error: ") == 1

    if "--" in arguments:
        return
    result = toque.run(*arguments, "--json")
    error = json.loads(result.stdout)["error"]
    assert list(error) == ["code", "message", "hint", "field"]
    assert error["message"] in error_of(result.stderr)
    assert not error["message"].endswith(".")
    # Commands that always print JSON have no --json.
    if (error["code"], error["field"]) != ("unknown_option", "--json"):
        assert (result.returncode, error["code"], error["field"]) == (exit_code, code, field)


def test_every_command_is_in_the_table(toque):
    """A new command must not be forgotten."""
    groups = {"sandbox", "key", "browser", "checkout", "fleet", "vectors"}
    text = toque.run("--help").stdout
    commands = set(re.findall(r"^  ([a-z-]+)  ", text, re.MULTILINE)) - {"help", "--version"}
    assert groups < commands
    assert {arguments[0] for arguments, _, _ in CASES} >= commands - {"enrollments"}


def test_a_result_is_not_followed_by_a_second_document(toque, provider):
    verify = ["sandbox", "verify", "--count", "7", "GET /nothing/", "--server", provider.url, "--json"]
    result = toque.run(*verify)
    assert result.returncode == 1
    assert json.loads(result.stdout)["verdict"] == "failed"


def test_a_command_waits_for_a_sandbox_that_is_starting(toque):
    """As `toque simulate &` and the next line, pasted together."""
    url = f"http://127.0.0.1:{free_port()}"
    patient = {"TOQUE_WAIT": "60s"}
    waiting = [
        subprocess.Popen(
            [toque.path, *command, "--server", url],
            env=toque.environment | patient,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in (["sandbox", "scenario"], ["institutions"], ["sandbox", "wait", "--timeout", "60s"])
    ]
    simulate = [toque.path, "simulate", "--memory", "--listen", url.removeprefix("http://")]
    with subprocess.Popen(simulate, env=toque.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as sandbox:
        try:
            for process, said in zip(waiting, ("success", "Banco Aurora", f"{url}: ready"), strict=True):
                output, errors = process.communicate(timeout=60)
                assert process.returncode == 0, errors
                assert said in output
        finally:
            sandbox.terminate()


def test_waiting_for_no_time_finds_a_sandbox_that_is_there(toque, provider):
    waited = toque.run("sandbox", "wait", "--timeout", "0", "--server", provider.url)
    assert (waited.returncode, waited.stdout) == (0, f"{provider.url}: ready\n"), waited.stderr


def test_without_a_sandbox_waiting_ends_in_time(toque):
    start = time.monotonic()
    assert toque.run("sandbox", "wait", "--timeout", "300ms", *DOWN).returncode == UNREACHABLE
    assert time.monotonic() - start >= 0.3
    wrong = toque.run("sandbox", "status", *DOWN, environment={"TOQUE_WAIT": "long"})
    assert wrong.returncode == USAGE
    assert error_of(wrong.stderr).startswith('TOQUE_WAIT: "long" is not a time')
