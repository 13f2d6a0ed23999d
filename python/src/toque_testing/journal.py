"""What the sandbox remembers: the requests that came and the events of objects."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Iterator, List, Optional

from . import times
from .control import PAGE, Control
from .errors import ToqueError

# The traceback of a failed test ends in the test.
__tracebackhide__ = True


@dataclass(frozen=True)
class Request:
    """A request that the sandbox got, with its answer. Secrets are masked."""

    cursor: int
    time: datetime
    method: str
    path: str
    query: str
    status: int
    milliseconds: float
    error: Optional[str]
    """The code of the answer's error, such as `invalid`."""
    body: Any
    """The JSON of the request's body; None if it had none."""
    answer: Any
    """The JSON of the answer's body; None if it had none."""

    def __str__(self) -> str:
        return f"{self.status}  {self.method:<6} {self.path}" + (f"  {self.error}" if self.error else "")


@dataclass(frozen=True)
class Event:
    """Something that happened to an object, such as `payment_intent.failed`."""

    cursor: int
    time: datetime
    type: str
    kind: str
    """The kind of the object."""
    object: str
    """The id of the object."""
    data: Dict[str, Any]


class Journal:
    """The tenant's requests and events."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def requests(self, line: Optional[str], status: Optional[int], after: int = 0) -> List[Request]:
        """The requests to an endpoint, oldest first."""
        rows = self._rows("requests", after, {"status": status, **endpoint(line)})
        return [
            Request(
                row["cursor"], times.read(row["time"]), row["method"], row["path"], row["query"], row["status"],
                row["duration_us"] / 1000, row["error"], row["request"]["body"], row["answer"]["body"],
            )
            for row in rows
        ]  # fmt: skip

    def events(self, type: Optional[str], object: Optional[str]) -> List[Event]:
        """The events of a type or of an object, oldest first."""
        rows = self._rows("events", 0, {"type": type, "object": object})
        return [
            Event(row["cursor"], times.read(row["time"]), row["type"], row["kind"], row["object"], row["data"])
            for row in rows
        ]

    def verify(
        self, line: str, count: Optional[int], at_least: Optional[int], at_most: Optional[int], status: Optional[int]
    ) -> None:
        """Fails unless the number of requests is as expected.

        Raises:
            AssertionError: it is not. The message has the last requests.
        """
        if (count, at_least, at_most) == (None, None, None):
            at_least = 1
        answer = self._control.call("GET", "requests/count", query={"status": status, **endpoint(line)})
        found: int = answer["count"]
        expected = " and ".join(
            word + str(number) for word, number in (("", count), ("at least ", at_least), ("at most ", at_most))
            if number is not None
        )  # fmt: skip
        if not answer["complete"]:
            raise AssertionError(f"{line}: the sandbox dropped requests that might have counted; reset it before")
        if count not in (None, found) or found < (at_least or 0) or (at_most is not None and found > at_most):
            seen = self.requests(None, None)[-10:]
            lines = "".join(f"\n  {request}" for request in seen) or "\n  none"
            noun = "request" if found == 1 else "requests"
            raise AssertionError(f"{line}: {found} {noun}, expected {expected}\nlast requests:{lines}")

    def _rows(self, kind: str, after: int, query: Dict[str, object]) -> Iterator[Dict[str, Any]]:
        while True:
            page = self._control.call("GET", kind, query={"after": after, "limit": PAGE, **query})
            yield from page[kind]
            if len(page[kind]) < PAGE:
                return
            after = page["next"]


def endpoint(line: Optional[str]) -> Dict[str, str]:
    """The query for requests such as `POST /payment-intents/`.

    Raises:
        ToqueError: the line is not a method and a path.
    """
    if line is None:
        return {}
    method, _, path = line.partition(" ")
    if not path.startswith("/"):
        raise ToqueError(repr(line), "not a method and a path", "write it as 'POST /payment-intents/'")
    return {"method": method, "path": path}
