"""A fleet of devices: the process `toque fleet serve`, and calls to it over its Unix socket."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from typing import Any, Dict, List, Optional, Sequence, Union

from .binary import Binary
from .errors import SandboxUnavailable, ToqueError

LONGEST_START = 60
LONGEST_STOP = 10
# Between attempts to reach a fleet that is gone.
PAUSE = 0.5
# Exit codes that stay the same at the next attempt: wrong content, wrong usage, or a file that cannot be read or written.
LASTING = (1, 2, 3)
# PR_SET_PDEATHSIG of prctl(2): the fleet ends with the process that started it, also after its `kill -9`.
PARENT_DEATH_SIGNAL = 1


class FleetUnavailable(ToqueError):
    """The fleet's process is gone or does not answer. It may come back."""


class FleetMisconfigured(ToqueError):
    """The fleet cannot start with its options, its journey file or its store. Trying again does not help."""


class FleetRefused(ToqueError):
    """The fleet cannot do what it was asked, such as an unknown step."""


class FleetProcess:
    """`toque fleet serve`, started on first use and again after its death, with the same devices: the seed is the same.

    Args:
        options: of the command, without `--socket`.
    """

    def __init__(self, options: Sequence[str], binary: Optional[Binary] = None) -> None:
        self._options = list(options)
        self._binary = binary
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._lock = threading.Lock()
        self._folder: Optional[str] = None
        self._lasting: Optional[str] = None

    @property
    def pid(self) -> Optional[int]:
        """The process's number, while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def socket_path(self) -> str:
        """The socket of the running process, which is started if there is none.

        Raises:
            FleetUnavailable: it ended before it served.
            FleetMisconfigured: so it did, and would again. It is not started again before `stop`.
        """
        with self._lock:
            if self._lasting is not None:
                raise FleetMisconfigured("toque fleet serve", self._lasting)
            if self._folder is None:
                self._folder = tempfile.mkdtemp(prefix="toque-fleet-")
            path = os.path.join(self._folder, "socket")
            if self.pid is None:
                self._start(path)
            return path

    def stop(self) -> None:
        """Ends the process, waits for its end, and removes the socket."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
                try:
                    self._process.wait(LONGEST_STOP)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
            self._process = None
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = None
            self._lasting = None

    def _start(self, path: str) -> None:
        # One that was killed leaves its socket.
        if os.path.exists(path):
            os.unlink(path)
        binary = self._binary or Binary.find()
        prctl = ctypes.CDLL(None).prctl
        with tempfile.TemporaryFile() as log:
            try:
                self._process = subprocess.Popen(
                    [binary.path, "fleet", "serve", "--socket", path, *self._options],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    preexec_fn=lambda: prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM),
                )
            except OSError as error:
                raise SandboxUnavailable(
                    "toque fleet serve", f"{binary.path} cannot be run: {error.strerror}"
                ) from None
            deadline = time.monotonic() + LONGEST_START
            while not accepts(path):
                code = self._process.poll()
                if code is not None or time.monotonic() > deadline:
                    self._process.kill()
                    self._process.wait()
                    log.seek(0)
                    printed = log.read().decode(errors="replace").strip()
                    raise self._failure(code, printed)
                time.sleep(0.02)

    def _failure(self, code: Optional[int], printed: str) -> ToqueError:
        if code is None:
            why = "does not serve"
        else:
            why = f"ended with exit code {code}" if code >= 0 else f"ended by signal {-code}"
        problem = f"{why}\n{printed}"
        if code not in LASTING:
            return FleetUnavailable("toque fleet serve", problem)
        self._lasting = problem
        return FleetMisconfigured("toque fleet serve", problem)


class FleetConnection:
    """Calls to a fleet, one after the other. It connects on the first call, and again after the fleet was gone.

    Args:
        fleet: the process, or the path of another's socket.
    """

    def __init__(self, fleet: Union[FleetProcess, str]) -> None:
        self._fleet = fleet
        self._socket: Optional[socket.socket] = None

    def call(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Sends a request and returns the answer.

        Raises:
            FleetUnavailable: the fleet is gone. The next call tries again.
            FleetMisconfigured: the fleet cannot start.
            FleetRefused: the fleet answered with an error.
        """
        line = self._exchange(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        answer: Dict[str, Any] = json.loads(line)
        if not answer.get("ok"):
            where, _, problem = str(answer.get("error", "no reason")).partition(": ")
            raise FleetRefused(where, problem, answer.get("hint"))
        return answer

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def _exchange(self, line: bytes) -> bytes:
        try:
            if self._socket is None:
                self._socket = self._connected()
            self._socket.sendall(line)
            parts: List[bytes] = []
            while True:
                part = self._socket.recv(1 << 16)
                if not part:
                    raise ConnectionResetError("the fleet closed the connection")
                parts.append(part)
                # An answer is the last thing that the fleet sends before the next request.
                if part.endswith(b"\n"):
                    return b"".join(parts)
        except OSError as error:
            self.close()
            # Users that fail at once would fail thousands of times a second.
            time.sleep(PAUSE)
            raise FleetUnavailable("toque fleet serve", f"no answer ({type(error).__name__})") from None
        except FleetUnavailable:
            # It ended at its start: it would be started as often.
            time.sleep(PAUSE)
            raise
        except BaseException:
            # Interrupted between request and answer, the connection would give this answer to the next request.
            self.close()
            raise

    def _connected(self) -> socket.socket:
        path = self._fleet if isinstance(self._fleet, str) else self._fleet.socket_path()
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(path)
        except BaseException:
            connection.close()
            raise
        return connection


def accepts(path: str) -> bool:
    """True if somebody serves the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(path) == 0
