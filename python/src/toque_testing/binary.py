"""The `toque` binary: where it is, and running it."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import Mapping, Optional

from .errors import CommandFailed, SandboxUnavailable

# The traceback of a failed test ends in the test.
__tracebackhide__ = True

# Guards against a command that hangs.
LONGEST = 120


@dataclass(frozen=True)
class Binary:
    """The `toque` binary."""

    path: str

    @classmethod
    def find(cls, environment: Mapping[str, str] = os.environ) -> Binary:
        """The binary that TOQUE_BIN names, else the one in PATH.

        Raises:
            SandboxUnavailable: neither leads to an executable file.
        """
        named = environment.get("TOQUE_BIN")
        path = shutil.which(named or "toque", path=environment.get("PATH"))
        if path:
            # Tests may change the working directory.
            return cls(os.path.abspath(path))
        if named:
            raise SandboxUnavailable("TOQUE_BIN", f"{named} is not an executable file", "set it to the toque binary")
        raise SandboxUnavailable("toque", "not found in PATH", "install Toque, or set TOQUE_BIN to its binary")

    def run(self, *arguments: str, stdin: str = "", environment: Optional[Mapping[str, str]] = None) -> str:
        """Runs a command and returns what it printed on stdout.

        Raises:
            CommandFailed: the exit code is not 0.
        """
        where = f"toque {arguments[0]}"
        try:
            result = subprocess.run(
                [self.path, *arguments],
                input=stdin,
                env={**os.environ, **(environment or {})},
                capture_output=True,
                encoding="utf-8",
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            raise CommandFailed(where, f"did not end within {LONGEST} seconds", -1, "") from None
        except OSError as error:
            raise SandboxUnavailable(where, f"{self.path} cannot be run: {error.strerror}") from None
        if result.returncode:
            message = result.stderr.strip().removeprefix("error: ").removeprefix(f"{where}: ") or f"exit code {result.returncode}"
            raise CommandFailed(where, message, result.returncode, result.stderr)
        return result.stdout
