"""Which sandbox and which tenant the tests of this process use, and when the tenant becomes new."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator, List, Mapping, Sequence, Tuple

from . import control
from .binary import Binary
from .control import Control
from .journal import Request
from .process import server_url
from .sandbox import Sandbox

SCOPES = ("test", "module", "session")


@contextmanager
def open_sandbox(
    folder: Callable[[], Path], options: Sequence[str], is_worker: bool, environment: Mapping[str, str] = os.environ
) -> Iterator[Sandbox]:
    """A sandbox with a tenant that no other test process uses.

    With TOQUE_SERVER, it is the sandbox there, and without xdist the tenant of TOQUE_API_KEY_ID: a backend may already
    run with that key. Else it is the sandbox of the test run.

    Args:
        folder: the test run's folder, for the sandbox that it starts.
        options: options of `toque simulate`.
        is_worker: whether the process is one of several, as with xdist.
    """
    token = control.authorization(environment)
    url = environment.get("TOQUE_SERVER", "").rstrip("/")
    is_shared = bool(url)
    if not is_shared:
        url = server_url(folder(), Binary.find(environment), options)
    key = (environment.get("TOQUE_API_KEY_ID", ""), environment.get("TOQUE_API_KEY_SECRET", ""))
    adds_key = is_worker or not is_shared or not all(key)
    if adds_key:
        key = add_key(url, token)
    sandbox = Sandbox(url, *key, token)
    try:
        sandbox.find_seeds()
        yield sandbox
    finally:
        # The run's own sandbox ends and takes all tenants with it.
        if adds_key and is_shared:
            sandbox.control.call("DELETE", f"keys/{sandbox.api_key_id}")


def add_key(url: str, token: Mapping[str, str]) -> Tuple[str, str]:
    """A new API key: its id and its secret."""
    key = Control(url, None, token).call("POST", "keys")
    return key["id"], key["secret"]


class Tenancy:
    """The tenant of a test process, from test to test."""

    def __init__(self, sandbox: Sandbox, module: str) -> None:
        """Takes a tenant that is new for a test of a module."""
        self.sandbox = sandbox
        self._module = module
        self._cursor = 0

    def begin(self, scope: str, module: str) -> None:
        """Prepares the tenant for a test: makes it new, unless the scope says that the test shares it."""
        is_new = scope == "test" or (scope == "module" and module != self._module)
        self._module = module
        if is_new:
            self.sandbox.reset()
        else:
            # The requests of earlier tests are not this test's.
            for request in self.requests():
                self._cursor = request.cursor

    def requests(self) -> List[Request]:
        """The requests that came since the test began."""
        return self.sandbox._journal.requests(None, None, after=self._cursor)
