"""Shared by the checks: the list of checks and its runner, programs, and a plugged-in key."""

import contextlib
import os
import select
import signal
import subprocess
import time
import traceback
from pathlib import Path

PATIENCE = 900  # Seconds. Without hardware virtualization, a busy machine is some hundred times slower.

checks = []


def check(function):
    """Registers a function as a check. Its docstring names the check in the output."""
    checks.append(function)
    return function


def run_checks():
    """Runs all checks, with a line for each. Returns the number of failures."""
    failures = 0
    for function in checks:
        begin = time.monotonic()
        try:
            note = function()
            result = "ok" if note is None else f"ok: {note}"
        except Exception as error:
            failures += 1
            traceback.print_exc()
            result = f"FAILED: {error}"
        print(f"{function.__doc__}: {result} ({time.monotonic() - begin:.1f} s)")
    return failures


def output(*command, stdin="", **popen):
    """The output of a program, which must exit 0."""
    result = subprocess.run(
        list(map(str, command)), input=stdin, capture_output=True, text=True, timeout=PATIENCE, **popen
    )
    assert result.returncode == 0, f"{' '.join(map(str, command))}: {result.returncode} {result.stdout}{result.stderr}"
    return result.stdout


@contextlib.contextmanager
def running(*command):
    """A program whose output is read. It is killed at the end, even if it is stopped."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.02)


def listed():
    """The paths that fido2-token -L lists."""
    return [line.partition(":")[0] for line in output("fido2-token", "-L").splitlines()]


class Key:
    """`toque key serve --uhid`, once its node may be opened."""

    def __init__(self, *options, gesture="approve", **popen):
        gestures = ["--gesture", gesture] if gesture else []
        command = ["toque", "key", "serve", "--uhid", "--memory", *gestures, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **popen)
        self.path = self.next_path()

    def next_path(self):
        readable, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        assert readable, "the key does not say where it is"
        line = self.process.stdout.readline().rstrip("\n")
        assert line.startswith("/dev/hidraw"), f"the key says {line!r}"
        return line

    def end(self, number=signal.SIGTERM):
        """Ends it; returns its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()


def is_gone(path):
    return not os.path.exists(path)


def state(process):
    """The letter of a process's state, such as T for stopped."""
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
