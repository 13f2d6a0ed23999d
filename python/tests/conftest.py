"""Test runs inside of a test run, and the processes that they start."""

from __future__ import annotations

import json
import os
import select
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

# Guards against a process that does not end: it may take long where the machine has much else to do.
HANGING = 60

# Keeps what the sandbox of an inner run says of itself.
NOTE = """
import os, shutil, tempfile
from pathlib import Path

def note(name="sandbox.json"):
    [ready] = Path(tempfile.gettempdir()).glob("toque-testing-*/ready.json")
    # Whole or not at all: another process waits for it.
    shutil.copy(ready, f"{name}.{os.getpid()}")
    os.rename(f"{name}.{os.getpid()}", name)
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """An empty project whose test runs know nothing of this one."""
    for name in list(os.environ):
        if (name.startswith("TOQUE") and name != "TOQUE_BIN") or name.startswith("PYTEST_XDIST"):
            monkeypatch.delenv(name)
    (pytester.path / "tmp").mkdir()
    # For runs in this process, and for others.
    monkeypatch.setattr(tempfile, "tempdir", str(pytester.path / "tmp"))
    monkeypatch.setenv("TMPDIR", str(pytester.path / "tmp"))
    pytester.makepyfile(note=NOTE)
    return pytester


class Process:
    """A process by a descriptor, which stays its own when the number is another process's."""

    def __init__(self, pid: int) -> None:
        self.descriptor = os.pidfd_open(pid)

    def ends(self) -> bool:
        return bool(select.select([self.descriptor], [], [], HANGING)[0])

    def runs(self) -> bool:
        return not select.select([self.descriptor], [], [], 0)[0]


@pytest.fixture
def processes() -> Iterator[List[Process]]:
    """The processes that a test observes."""
    found: List[Process] = []
    yield found
    for process in found:
        os.close(process.descriptor)


def noted(project: pytest.Pytester, name: str = "sandbox.json") -> Dict[str, Any]:
    """What an inner test noted of its sandbox."""
    read: Dict[str, Any] = json.loads(Path(project.path / name).read_text())
    return read
