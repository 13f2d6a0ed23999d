"""What can go wrong between a test and the sandbox."""

from __future__ import annotations

from typing import Optional


class ToqueError(Exception):
    """An error that says where, what, and what to do.

    It reads `error: WHERE: what is wrong`, then `hint: what to do`, as the `toque` command prints errors.
    """

    def __init__(self, where: str, problem: str, hint: Optional[str] = None) -> None:
        self.where = where
        self.problem = problem
        self.hint = hint
        super().__init__(f"error: {where}: {problem}" + (f"\nhint: {hint}" if hint else ""))


class SandboxUnavailable(ToqueError):
    """No sandbox: the binary is missing, did not start, or no longer answers."""


class ControlRefused(ToqueError):
    """The sandbox refused a request, such as one with an unknown scenario."""

    def __init__(self, where: str, problem: str, status: int, code: Optional[str], hint: Optional[str] = None) -> None:
        super().__init__(where, problem, hint)
        self.status = status
        self.code = code


class CommandFailed(ToqueError):
    """A `toque` command ended with an exit code other than 0."""

    def __init__(self, where: str, problem: str, exit_code: int, stderr: str) -> None:
        super().__init__(where, problem)
        self.exit_code = exit_code
        self.stderr = stderr
