"""The fleet's process and its calls, without Locust."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Iterator, List

import pytest

from conftest import Process
from toque_testing import Sandbox, ToqueError
from toque_testing.binary import Binary
from toque_testing.fleet import PAUSE, FleetConnection, FleetMisconfigured, FleetProcess, FleetRefused, FleetUnavailable


@pytest.fixture
def fleet(toque_sandbox: Sandbox) -> Iterator[FleetProcess]:
    process = FleetProcess(["--target", toque_sandbox.url, "--seed", "package"])
    yield process
    process.stop()


def test_a_killed_fleet_fails_once_and_comes_back_with_the_same_devices(
    fleet: FleetProcess, processes: List[Process]
) -> None:
    connection = FleetConnection(fleet)
    before = connection.call({"do": "risk-signals", "device": 7})["risk_signals"]
    pid = fleet.pid
    assert pid is not None
    processes.append(Process(pid))
    os.kill(pid, signal.SIGKILL)
    assert processes[0].ends()
    with pytest.raises(FleetUnavailable, match="toque fleet serve: no answer"):
        connection.call({"do": "risk-signals", "device": 7})
    assert connection.call({"do": "risk-signals", "device": 7})["risk_signals"] == before
    assert connection.call({"do": "risk-signals", "device": 8})["risk_signals"] != before
    assert fleet.pid not in (None, pid)


def test_a_refusal_says_why_and_the_connection_goes_on(fleet: FleetProcess) -> None:
    connection = FleetConnection(fleet)
    with pytest.raises(FleetRefused) as refusal:
        connection.call({"do": "dance", "device": 1})
    assert refusal.value.problem
    assert connection.call({"do": "risk-signals", "device": 1})["ok"] is True


def test_several_connections_share_the_process(fleet: FleetProcess) -> None:
    connections = [FleetConnection(fleet) for _ in range(20)]
    answers = [connection.call({"do": "risk-signals", "device": 3}) for connection in connections]
    assert len({str(answer) for answer in answers}) == 1
    pid = fleet.pid
    assert pid is not None and FleetConnection(fleet).call({"do": "risk-signals", "device": 3}) == answers[0]
    assert fleet.pid == pid


def test_a_fleet_that_cannot_start_says_what_it_printed() -> None:
    fleet = FleetProcess(["--target", "no url"])
    with pytest.raises(ToqueError, match="ended with exit code 2(.|\n)*--target"):
        FleetConnection(fleet).call({"do": "risk-signals", "device": 1})
    fleet.stop()


def counting(folder: Path, does: str) -> Binary:
    """A binary that does this after it added a line to the file `starts`."""
    binary = folder / "toque"
    binary.write_text(f'#!/bin/sh\necho "$$" >> {folder}/starts\n{does}\n')
    binary.chmod(0o700)
    return Binary(str(binary))


def starts(folder: Path) -> int:
    return len((folder / "starts").read_text().splitlines())


@pytest.mark.parametrize(
    "options",
    [
        ["--target", "no url"],
        ["--target", "http://127.0.0.1:1", "--journey", "/nowhere.toml"],
        ["--target", "http://127.0.0.1:1", "--journey", __file__],
    ],
    ids=["wrong usage", "no file", "wrong content"],
)
def test_a_fleet_that_is_misconfigured_is_started_once(tmp_path: Path, options: List[str]) -> None:
    fleet = FleetProcess(options, counting(tmp_path, f'exec {os.environ["TOQUE_BIN"]} "$@"'))
    for _ in range(3):
        with pytest.raises(FleetMisconfigured, match="--target|/nowhere.toml|test_fleet.py"):
            FleetConnection(fleet).call({"do": "risk-signals", "device": 1})
    assert starts(tmp_path) == 1
    # Until somebody has put it right.
    fleet.stop()
    with pytest.raises(FleetMisconfigured):
        fleet.socket_path()
    assert starts(tmp_path) == 2
    fleet.stop()


def test_attempts_to_start_a_fleet_have_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet = FleetProcess([], counting(tmp_path, "echo crashed; kill -9 $$"))
    pauses: List[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    for _ in range(3):
        with pytest.raises(FleetUnavailable, match="ended by signal 9\ncrashed"):
            FleetConnection(fleet).call({"do": "risk-signals", "device": 1})
    assert pauses.count(PAUSE) == 3
    assert starts(tmp_path) == 3
    fleet.stop()


def test_the_socket_of_a_fleet_that_others_started_is_used(fleet: FleetProcess) -> None:
    path = fleet.socket_path()
    assert FleetConnection(path).call({"do": "risk-signals", "device": 1})["ok"] is True
    fleet.stop()
    with pytest.raises(FleetUnavailable):
        FleetConnection(path).call({"do": "risk-signals", "device": 1})
