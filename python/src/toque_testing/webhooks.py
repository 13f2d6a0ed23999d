"""Where a tenant's webhooks go, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Dict, List, Optional, Type

from .control import PAGE, Control

# The traceback of a failed test ends in the test.
__tracebackhide__ = True


class Webhooks:
    """The tenant's webhook endpoints and deliveries."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def add(self, url: str, *, token: Optional[str] = None) -> Webhook:
        """Sends webhooks to a URL, with a bearer token if given.

        The endpoint stays until it is removed, also over resets of the tenant. A `with` block removes it at its end.
        """
        body = {"url": url} if token is None else {"url": url, "token": token}
        return Webhook(self._control, str(self._control.call("POST", "webhooks", body)["id"]), url)

    def list(self) -> List[Webhook]:
        """The tenant's endpoints."""
        rows = self._control.call("GET", "webhooks")["webhooks"]
        return [Webhook(self._control, str(row["id"]), row["url"]) for row in rows]

    def deliveries(self, *, object: Optional[str] = None, state: Optional[str] = None) -> List[Delivery]:
        """Webhooks that were sent or wait to be sent, oldest first.

        Args:
            object: only those of this enrollment or payment intent.
            state: only those that are `pending`, `delivered` or `failed`.
        """
        found: List[Delivery] = []
        after = 0
        while True:
            query = {"after": after, "limit": PAGE, "object": object, "state": state}
            page = self._control.call("GET", "deliveries", query=query)
            found += [Delivery(self._control, row) for row in page["deliveries"]]
            if len(page["deliveries"]) < PAGE:
                return found
            after = page["next"]


class Webhook:
    """An endpoint that gets the tenant's webhooks."""

    def __init__(self, control: Control, id: str, url: str) -> None:
        self.id = id
        self.url = url
        self._control = control

    def remove(self) -> None:
        """Sends no more webhooks to this endpoint."""
        self._control.call("DELETE", f"webhooks/{self.id}")

    def __enter__(self) -> Webhook:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.remove()


@dataclass(frozen=True)
class Delivery:
    """A webhook that was sent or waits to be sent."""

    _control: Control
    data: Dict[str, Any]
    """All that the control API says of it."""

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def state(self) -> str:
        """`pending`, `delivered` or `failed`."""
        return str(self.data["state"])

    def replay(self) -> None:
        """Sends the webhook once more."""
        self._control.call("POST", f"deliveries/{self.id}/replay")
