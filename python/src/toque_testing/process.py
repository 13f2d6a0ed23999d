"""The sandbox's process: started once for a test run, and gone when the run ends, however it ends.

The process that runs the tests, or xdist's controller, opens a FIFO for writing. The sandbox serves for the time of a
command that reads this FIFO. The kernel closes it when its owner ends, also by `kill -9`; then the command ends, and
the sandbox with it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Optional, Sequence

from .binary import Binary
from .errors import SandboxUnavailable

# How long a start may take: a machine may have much else to do.
LONGEST_START = 60
LONGEST_STOP = 10
# Ends with the lifeline. After a kill of the owner, nobody else is left to remove the folder.
COMMAND = ["sh", "-c", 'cat >/dev/null; rm -rf "$1"', "toque-testing"]


class Lifeline:
    """A folder in which a test run's processes find their sandbox, and the FIFO that keeps it alive."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="toque-testing-"))
        fifo = self.folder / "alive"
        os.mkfifo(fifo, 0o600)
        # For both: opening it for writing alone would wait for a reader.
        self.descriptor: Optional[int] = os.open(fifo, os.O_RDWR | os.O_CLOEXEC)

    def close(self) -> None:
        """Ends the sandbox, waits for its end, and removes the folder."""
        if self.descriptor is None:
            return
        process = running(self.folder)
        os.close(self.descriptor)
        self.descriptor = None
        if process is not None:
            try:
                if not select.select([process], [], [], LONGEST_STOP)[0]:
                    signal.pidfd_send_signal(process, signal.SIGKILL)
                    select.select([process], [], [], LONGEST_STOP)
            finally:
                os.close(process)
        shutil.rmtree(self.folder, ignore_errors=True)


def running(folder: Path) -> Optional[int]:
    """A descriptor of the sandbox's process, which gets readable when it ends; None if there is none."""
    try:
        number = json.loads((folder / "ready.json").read_text())["pid"]
        process = os.pidfd_open(number)
    except (OSError, ValueError):
        return None
    # A sandbox that was killed may have left its number to another process, which is none of ours.
    with contextlib.suppress(OSError):
        if os.fsencode(folder) in Path(f"/proc/{number}/cmdline").read_bytes():
            return process
    os.close(process)
    return None


def server_url(folder: Path, binary: Binary, options: Sequence[str]) -> str:
    """The URL of the run's sandbox. The first process that asks starts it.

    Raises:
        SandboxUnavailable: it does not start. The message has what it printed.
    """
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready.json").exists():
            start(folder, binary, options)
        url: str = json.loads((folder / "ready.json").read_text())["url"]
        return url


def start(folder: Path, binary: Binary, options: Sequence[str]) -> None:
    ready, log = folder / "ready.json", folder / "sandbox.log"
    command = [binary.path, "simulate", *options, "--ready-file", str(ready), "--", *COMMAND, str(folder)]
    # Without waiting: if the owner is gone, the sandbox finds the FIFO's end at once.
    lifeline = os.open(folder / "alive", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.set_blocking(lifeline, True)
        with open(log, "wb") as output:
            # A session of its own: Ctrl-C is for pytest, whose last fixtures still need the sandbox.
            process = subprocess.Popen(
                command, stdin=lifeline, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
    except OSError as error:
        raise SandboxUnavailable("toque simulate", f"{binary.path} cannot be run: {error.strerror}") from None
    finally:
        os.close(lifeline)
    deadline = time.monotonic() + LONGEST_START
    while not ready.exists():
        code = process.poll()
        if code is not None:
            raise SandboxUnavailable("toque simulate", f"ended with exit code {code}\n{last_lines(log)}")
        if time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise SandboxUnavailable("toque simulate", f"not ready after {LONGEST_START} seconds\n{last_lines(log)}")
        time.sleep(0.01)


def last_lines(log: Path, count: int = 20) -> str:
    """The end of what the sandbox printed."""
    with contextlib.suppress(OSError):
        return "\n".join(log.read_text(errors="replace").splitlines()[-count:])
    return ""
