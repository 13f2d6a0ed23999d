"""JSON over HTTP, with the standard library."""

from __future__ import annotations

import base64
import http.client
import json
import urllib.error
import urllib.request
from typing import Any, Dict, Mapping, Optional, Tuple

from .errors import SandboxUnavailable

# The traceback of a failed test ends in the test.
__tracebackhide__ = True

# No proxy stands between a test and its sandbox, whatever the environment says of other hosts.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# The clock may have much to do before it answers.
LONGEST = 120


def basic(key_id: str, secret: str) -> Dict[str, str]:
    """The headers of HTTP Basic authentication."""
    return {"Authorization": f"Basic {base64.b64encode(f'{key_id}:{secret}'.encode()).decode()}"}


def exchange(method: str, url: str, body: Optional[object], headers: Mapping[str, str]) -> Tuple[int, Any]:
    """Sends a request with a JSON body; returns the status and the JSON of the answer, None if it has no body.

    Raises:
        SandboxUnavailable: nothing answers at the URL.
    """
    data = None if body is None else json.dumps(body).encode()
    sent = dict(headers) if data is None else {"Content-Type": "application/json", **headers}
    try:
        with OPENER.open(urllib.request.Request(url, data, sent, method=method), timeout=LONGEST) as answer:
            return answer.status, decoded(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, decoded(error.read())
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise SandboxUnavailable(url.partition("?")[0], f"no answer: {reason}", "is the sandbox running?") from None


def decoded(body: bytes) -> Any:
    """The JSON of a body; the text of a body that is not JSON, None of an empty one."""
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")
