"""What a person reads when something is wrong."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

TEST = "def test_starts(toque_sandbox): pass"


def script(project: pytest.Pytester, text: str) -> str:
    """A program in the place of the binary."""
    path = Path(project.path) / "fake"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_missing_binary(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOQUE_BIN")
    monkeypatch.setenv("PATH", str(project.path))
    project.makepyfile(TEST)
    result = project.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["error: toque: not found in PATH", "hint: install Toque, or set TOQUE_BIN to its binary"], consecutive=True
    )
    result.stdout.no_fnmatch_line("*toque_testing/*")


def test_a_wrong_path_of_the_binary(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOQUE_BIN", "/nowhere/toque")
    project.makepyfile(TEST)
    result = project.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error: TOQUE_BIN: /nowhere/toque is not an executable file"])


def test_a_sandbox_that_ends_at_once(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOQUE_BIN", script(project, "echo error: it is broken >&2; exit 3"))
    project.makepyfile(TEST)
    result = project.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["error: toque simulate: ended with exit code 3", "error: it is broken"], consecutive=True
    )


def test_a_port_that_is_taken(project: pytest.Pytester) -> None:
    project.makepyfile(TEST)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = project.runpytest("-o", f"toque_options=--port {port}")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error: toque simulate: ended with exit code *", f"*127.0.0.1:{port}*in use*"])


def test_no_sandbox_where_the_environment_says(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    monkeypatch.setenv("TOQUE_SERVER", url)
    project.makepyfile(TEST)
    result = project.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"error: {url}/*: no answer: *Connection refused*"])


def test_a_sandbox_that_ends_in_between(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import json, os, select, signal, tempfile
        from pathlib import Path

        def test_ends_it(toque_sandbox):
            [ready] = Path(tempfile.gettempdir()).glob("toque-testing-*/ready.json")
            process = os.pidfd_open(json.loads(ready.read_text())["pid"])
            signal.pidfd_send_signal(process, signal.SIGKILL)
            select.select([process], [], [])

        def test_finds_none(toque_sandbox):
            pass
        """
    )
    result = project.runpytest()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["error: *: no answer: *", "hint: is the sandbox running?"])


def test_a_failure_shows_the_requests(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        def test_fails(toque_sandbox, toque_scenario, toque_clock):
            toque_scenario("payment.fraud_suspected")
            toque_clock.freeze()
            for _ in range(3):
                toque_sandbox.api("GET", "/customers/")
            toque_sandbox.api("GET", "/payment-intents/1/")
        """
    )
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*- Requests to the Toque sandbox -*",
            "scenario: payment.fraud_suspected",
            "clock: frozen at 20*Z",
            "200  GET    /customers/  ×3",
            "404  GET    /payment-intents/1/  not_found",
            "     *not_found*",
        ],
        consecutive=True,
    )
    # Its traceback ends in the test.
    result.stdout.no_fnmatch_line("*toque_testing/*.py*: in *")


def test_a_test_that_passes_shows_nothing(project: pytest.Pytester) -> None:
    project.makepyfile(TEST)
    project.runpytest("-rA").stdout.no_fnmatch_line("*Requests to the Toque sandbox*")
