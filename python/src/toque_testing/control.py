"""The control API of a sandbox, for one tenant."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, Mapping, Optional
from urllib.parse import quote, urlencode

from . import http
from .errors import ControlRefused, SandboxUnavailable

# The traceback of a failed test ends in the test.
__tracebackhide__ = True

# The most entries that one answer has.
PAGE = 1000
TOKEN_FILES = ("TOQUE_CONTROL_TOKEN_FILE", "TOQUE_SIMULATE_CONTROL_TOKEN_FILE")


class Control:
    """Sends requests to `/_toque/` on behalf of one tenant."""

    def __init__(self, url: str, tenant: Optional[str], headers: Mapping[str, str]) -> None:
        self.url = url
        self.tenant = tenant
        self.headers = headers

    def call(
        self, method: str, path: str, body: Optional[object] = None, query: Optional[Mapping[str, object]] = None
    ) -> Any:
        """The JSON of the answer; None if it has no body.

        Raises:
            ControlRefused: the sandbox answered 400 or above.
            SandboxUnavailable: nothing answers.
        """
        if body is None and method in ("POST", "PUT"):
            body = {}
        parameters = {"tenant": self.tenant, **(query or {})}
        written = urlencode({name: value for name, value in parameters.items() if value is not None})
        status, answer = http.exchange(method, f"{self.url}/_toque/{quote(path)}?{written}", body, self.headers)
        if status < 400:
            return answer
        refusal: Dict[str, Any] = answer if isinstance(answer, dict) else {"message": str(answer)}
        hint = None
        if status in (401, 403):
            hint = "set TOQUE_CONTROL_TOKEN to the sandbox's control token"
        problem = refusal.get("message") or f"status {status}"
        if refusal.get("field"):
            problem = f"{refusal['field']}: {problem}"
        raise ControlRefused(f"{method} /_toque/{path}", problem, status, refusal.get("code"), hint)


def authorization(environment: Mapping[str, str] = os.environ) -> Dict[str, str]:
    """The header with the control token that the environment names; no header if it names none.

    Raises:
        SandboxUnavailable: the token's file cannot be read.
    """
    token = environment.get("TOQUE_CONTROL_TOKEN")
    for name in TOKEN_FILES:
        if not token and environment.get(name):
            try:
                token = Path(environment[name]).read_text().strip()
            except OSError as error:
                raise SandboxUnavailable(name, f"{environment[name]}: {error.strerror}") from None
    return {"Authorization": f"Bearer {token}"} if token else {}
