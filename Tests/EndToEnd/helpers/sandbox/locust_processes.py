"""A master of Locust and its workers as processes."""

import csv
import os
import select
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from command import HANGING, ROOT
from simulator import free_port

FILES = ROOT / "Tests/EndToEnd/load/locustfiles"
# An event that a test waits for.
PATIENCE = 120


class Locust:
    """A headless master. A context manager, which ends all of its processes."""

    def __init__(self, toque, folder, host, workers, **variables):
        self.folder, self.port, self.workers = folder, free_port(), []
        self.leave = folder / "leave"
        words = {name: str(value) for name, value in variables.items()}
        self.environment = environment_of(toque) | words | {"LEAVE": str(self.leave)}
        self.master = self.start(
            "--master", "--master-bind-host", "127.0.0.1", "--master-bind-port", self.port, "--expect-workers", workers,
            "--headless", "--host", host, "--stop-timeout", 60, "--csv", folder / "run", "--csv-full-history",
            "--exit-code-on-error", 0,
        )  # fmt: skip
        for _ in range(workers):
            self.add_worker()

    def start(self, *arguments):
        command = [sys.executable, "-m", "locust", "-f", FILES / "toque_user.py", *arguments]
        log = open(self.folder / "locust.log", "ab")
        return subprocess.Popen([str(word) for word in command], env=self.environment, stdout=log, stderr=log)

    def add_worker(self):
        self.workers.append(self.start("--worker", "--master-host", "127.0.0.1", "--master-port", self.port))
        return self.workers[-1]

    def finish(self):
        """Lets all users leave, and returns the log once the master has ended."""
        self.leave.touch()
        code = self.master.wait(HANGING)
        log = (self.folder / "locust.log").read_text()
        assert code == 0, log
        return log

    def rows(self, name):
        """Of a CSV file: `stats`, `stats_history`, `failures` or `exceptions`."""
        with open(self.folder / f"run_{name}.csv", newline="") as file:
            return list(csv.DictReader(file))

    def requests(self):
        """The HTTP requests, by method and name."""
        return {
            (row["Type"], row["Name"]): int(row["Request Count"])
            for row in self.rows("stats")
            if row["Type"] not in ("", "DEVICE")
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [self.master, *self.workers]:
            process.kill()
            process.wait()


def environment_of(toque):
    """That of a process of Locust: it finds the binary, and toque-testing's sources."""
    path = os.pathsep.join([str(ROOT / "python/src"), *sys.path])
    return toque.environment | {"TOQUE_BIN": str(toque.path), "PYTHONPATH": path}


def requests_of(url):
    """How many requests of the provider's API the sandbox has answered, by its own metrics."""
    with urllib.request.urlopen(f"{url}/_toque/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    counts = [line for line in lines if line.startswith("toque_requests_total{") and "_toque" not in line]
    return sum(int(line.rpartition(" ")[2]) for line in counts)


def until(condition):
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.1)
    return found


def fleet_of(worker):
    """The number of the worker's fleet process; None before it has one."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    names = {child: Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0") for child in children}
    return next((int(child) for child, words in names.items() if b"fleet" in words), None)


def ends(pid):
    """Waits for the end of a process that is no child of this one."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], PATIENCE)[0])
    finally:
        os.close(descriptor)
