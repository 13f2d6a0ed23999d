"""Users of toque-testing in Locust, while their fleet is down, has too few devices, or cannot start."""

import csv
import json
import signal
import subprocess
import sys

import pytest

from fleet_socket import FleetServer
from locust_processes import PATIENCE, environment_of, until

# Nothing here sends requests to it.
TARGET = "http://127.0.0.1:1"

HEAD = """
import os
from pathlib import Path

from locust import constant, task

from toque_testing.locust import ToqueUser

class Phone(ToqueUser):
    wait_time = constant(0.1)

    @task
    def signals(self):
        self.device.risk_signals()
        Path(f"works-{self.device.number}").touch()
"""

STARTS = """
    socket = "fleet.sock"

    def on_start(self):
        self.device.risk_signals()
        Path(f"started-{self.device.number}").touch()

    def on_stop(self):
        self.device.risk_signals()
"""

RAMPS = """
import json
import sys

import gevent
from locust.env import Environment

fails = sys.argv[1]
numbers = []

class Caller(ToqueUser):
    wait_time = constant(0.1)
    host = "http://127.0.0.1:1"
    devices_per_worker = 2

    def on_start(self):
        numbers.append(self.device.number)
        assert fails != "on_start"

    @task
    def fail(self):
        assert fails != "a task"

environment = Environment(user_classes=[Caller], catch_exceptions=False)
runner = environment.create_local_runner()
rounds = []
for _ in range(4):
    runner.start(2, spawn_rate=100)
    with gevent.Timeout(60):
        while len(numbers) < 2:
            gevent.sleep(0.01)
    rounds.append(sorted(numbers))
    numbers.clear()
    runner.start(0, spawn_rate=100)
    runner.spawning_greenlet.join()
    runner.user_greenlets.join()
runner.quit()
environment.events.quitting.fire(environment=environment, reverse=True)
print(json.dumps({"rounds": rounds, "errors": [error.error for error in environment.stats.errors.values()]}))
"""


class Run:
    """Locust without workers. A context manager, which ends it."""

    def __init__(self, toque, folder, *arguments, body="", binary=None):
        self.folder = folder
        (folder / "locustfile.py").write_text(HEAD + body)
        environment = environment_of(toque) | ({"TOQUE_BIN": str(binary)} if binary else {})
        command = [sys.executable, "-m", "locust", "--headless", "--spawn-rate", "100", "--csv", "run", *arguments]
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)

    def failures(self):
        """How often each failure occurred, by the step's name."""
        try:
            with open(self.folder / "run_failures.csv", newline="") as file:
                return {f"{row['Method']} {row['Name']}": int(row["Occurrences"]) for row in csv.DictReader(file)}
        except FileNotFoundError:
            return {}

    def files(self, pattern):
        return sorted(file.name for file in self.folder.glob(pattern))

    def stop(self):
        """Lets it end, and returns its exit code and its log."""
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self):
        code = self.process.wait(PATIENCE)
        return code, (self.folder / "log").read_text()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def test_users_that_start_while_the_fleet_is_down_begin_when_it_is_back(toque, tmp_path):
    with Run(toque, tmp_path, "--users", "3", "--host", TARGET, body=STARTS) as run:
        # Each more than once.
        until(lambda: run.failures().get("DEVICE risk-signals", 0) > 6)
        assert run.files("started-*") == []
        with FleetServer(toque, "fleet.sock", "--target", TARGET, cwd=tmp_path):
            until(lambda: len(run.files("works-*")) == 3)
        code, log = run.stop()
        assert run.files("started-*") == ["started-0", "started-1", "started-2"]
        assert set(run.failures()) == {"DEVICE risk-signals"}
    assert code == 1 and "Traceback" not in log, log


def test_users_that_wait_for_the_fleet_stop_when_they_are_told_to(toque, tmp_path):
    patient = ("--stop-timeout", str(10 * PATIENCE))
    with Run(toque, tmp_path, "--users", "3", "--host", TARGET, *patient, body=STARTS) as run:
        until(lambda: run.failures().get("DEVICE risk-signals", 0) > 2)
        code, log = run.stop()
    assert code == 1 and "Traceback" not in log, log


def test_users_without_a_device_fail_by_name_and_the_others_go_on(toque, tmp_path):
    with Run(toque, tmp_path, "--users", "5", "--host", TARGET, body="\n    devices_per_worker = 2\n") as run:
        until(lambda: run.failures() == {"DEVICE number": 3})
        until(lambda: len(run.files("works-*")) == 2)
        code, log = run.stop()
    assert "all 2 devices of this worker are in use: raise devices_per_worker" in log
    assert code == 1 and "Traceback" not in log, log


@pytest.mark.parametrize("fails", ["nothing", "on_start", "a task"])
def test_users_that_leave_give_their_devices_to_those_that_come_also_if_something_fails(toque, tmp_path, fails):
    (tmp_path / "ramps.py").write_text(HEAD + RAMPS)
    result = subprocess.run(
        [sys.executable, "ramps.py", fails], cwd=tmp_path, env=environment_of(toque), capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert result.returncode == 0 and ("AssertionError" in result.stderr) == (fails != "nothing"), result.stderr
    assert json.loads(result.stdout) == {"rounds": [[0, 1]] * 4, "errors": []}


@pytest.mark.parametrize(
    ("body", "arguments", "message"),
    [
        ('\n    fleet_options = ["--journey", "/nowhere.toml"]\n', ["--host", TARGET], "error: /nowhere.toml: "),
        ("", [], "error: --target: required"),
    ],
    ids=["no journey file", "no target"],
)
def test_a_fleet_that_cannot_start_ends_the_test_with_its_message(toque, tmp_path, body, arguments, message):
    binary = tmp_path / "toque"
    binary.write_text(f'#!/bin/sh\necho "$$" >> {tmp_path}/starts\nexec {toque.path} "$@"\n')
    binary.chmod(0o700)
    # The time is for a run that does not end by itself.
    arguments = [*arguments, "--users", "10", "--run-time", "20s", "--exit-code-on-error", "0"]
    with Run(toque, tmp_path, *arguments, body=body, binary=binary) as run:
        code, log = run.end()
        assert run.failures() == {}
    assert code == 1 and log.count(message) == 1, log
    assert len((tmp_path / "starts").read_text().splitlines()) == 1
    assert "--run-time limit reached" not in log and "Traceback" not in log, log
