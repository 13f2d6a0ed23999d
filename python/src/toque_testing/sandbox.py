"""The sandbox, as one tenant sees and controls it."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

from . import http
from .clock import Clock
from .control import Control
from .errors import ControlRefused, ToqueError
from .journal import Event, Journal, Request
from .scenario import ScenarioSetter
from .webhooks import Webhooks

# The traceback of a failed test ends in the test.
__tracebackhide__ = True


class Sandbox:
    """A running sandbox with a tenant of this test process: its own objects, clock, scenarios, journal and webhooks."""

    def __init__(self, url: str, api_key_id: str, api_key_secret: str, token: Mapping[str, str]) -> None:
        self.url = url
        """The URL of the provider's API. Your backend's provider URL."""
        self.api_key_id = api_key_id
        """The id of the key for HTTP Basic; also the tenant's id."""
        self.api_key_secret = api_key_secret
        """The secret of the key for HTTP Basic."""
        self.control = Control(url, api_key_id, token)
        """The control API, for what has no method here: `control.call("GET", "ceremonies")`."""
        self.clock = Clock(self.control)
        """The tenant's clock."""
        self.scenario = ScenarioSetter(self.control)
        """Sets scenarios."""
        self.webhooks = Webhooks(self.control)
        """Where webhooks go, and what became of them."""
        self._journal = Journal(self.control)
        self._seeds: Dict[str, str] = {}

    @property
    def customer(self) -> str:
        """The id of a customer."""
        return self._seed("TOQUE_CUSTOMER")

    @property
    def account_tenure(self) -> str:
        """Since when the customer has been one, as risk signals say it: `2024-01-31`."""
        return self._seed("TOQUE_ACCOUNT_TENURE")

    @property
    def institution(self) -> str:
        """The id of an institution."""
        return self._seed("TOQUE_INSTITUTION")

    @property
    def beneficiary_bank_account(self) -> str:
        """The id of a bank account that can be paid."""
        return self._seed("TOQUE_BENEFICIARY_BANK_ACCOUNT")

    @property
    def environment(self) -> Dict[str, str]:
        """The variables for your backend and for `toque` commands, as `toque simulate -- COMMAND` sets them."""
        return {
            "TOQUE_SERVER": self.url,
            "TOQUE_API_KEY_ID": self.api_key_id,
            "TOQUE_API_KEY_SECRET": self.api_key_secret,
            **self._seeds,
        }

    def api(self, method: str, path: str, body: Optional[object] = None) -> Any:
        """Calls the provider's API as your backend would, and returns the JSON of the answer.

        Raises:
            ControlRefused: the answer's status is 400 or above.
        """
        status, answer = http.exchange(method, self.url + path, body, http.basic(self.api_key_id, self.api_key_secret))
        if status >= 400:
            raise ControlRefused(f"{method} {path}", f"{status} {answer}", status, None)
        return answer

    def requests(self, endpoint: Optional[str] = None, *, status: Optional[int] = None) -> List[Request]:
        """The requests that the sandbox got from your backend, oldest first.

        Args:
            endpoint: only those to an endpoint, such as `"POST /payment-intents/{id}/authorize/"`.
            status: only those with this status.
        """
        return self._journal.requests(endpoint, status)

    def events(self, *, type: Optional[str] = None, object: Optional[str] = None) -> List[Event]:
        """What happened to objects, oldest first; only of a type, or of one object."""
        return self._journal.events(type, object)

    def verify(
        self, endpoint: str, *, count: Optional[int] = None, at_least: Optional[int] = None,
        at_most: Optional[int] = None, status: Optional[int] = None,
    ) -> None:  # fmt: skip
        """Fails the test unless the sandbox got this many requests: `verify("POST /payment-intents/", count=1)`.

        Without a number, it expects at least one. The path may have placeholders, as in `/payment-intents/{id}/`.

        Raises:
            AssertionError: the number is not as expected. The message has the last requests.
        """
        self._journal.verify(endpoint, count, at_least, at_most, status)

    def trigger(self, event: str, **parameters: str) -> Dict[str, Any]:
        """Makes an object with its history and its webhooks, and returns it.

        `trigger("payment.failed", reason="insufficient_funds", external_id="order-7")`
        """
        made: Dict[str, Any] = self.control.call("POST", "trigger", {"event": event, **parameters})["object"]
        return made

    def approve(self, object: str) -> Dict[str, Any]:
        """Approves an enrollment or a payment at once, without the bank's page. Returns it."""
        return self._act(object, "approve")

    def decline(self, object: str, **parameters: str) -> Dict[str, Any]:
        """Declines an enrollment or a payment at once. Returns it. `decline(id, reason="fraud_suspected")`"""
        return self._act(object, "decline", **parameters)

    def revoke(self, object: str) -> Dict[str, Any]:
        """Revokes an enrollment as the account holder would at the bank. Returns it."""
        return self._act(object, "revoke")

    def reset(self) -> None:
        """Makes the tenant as new. Its key and its webhook endpoints stay."""
        self.control.call("POST", "reset")

    def _act(self, object: str, action: str, **parameters: str) -> Dict[str, Any]:
        acted: Dict[str, Any] = self.control.call("POST", f"objects/{object}/{action}", parameters)
        return acted

    def _seed(self, variable: str) -> str:
        if variable not in self._seeds:
            raise ToqueError(variable, "this provider has none")
        return self._seeds[variable]

    def find_seeds(self) -> None:
        """Reads the ids of the seeded objects, then forgets that it asked."""
        customers = self._first("/customers/")
        accounts = self._first("/bank-accounts/", holder_type="BUSINESS")
        institutions = self._first("/institutions/")
        if customers and accounts and institutions:
            self._seeds = {
                "TOQUE_CUSTOMER": customers["id"],
                "TOQUE_ACCOUNT_TENURE": customers["created_at"][:10],
                "TOQUE_INSTITUTION": institutions["id"],
                "TOQUE_BENEFICIARY_BANK_ACCOUNT": accounts["id"],
            }
        self.reset()

    def _first(self, path: str, **members: str) -> Optional[Dict[str, Any]]:
        try:
            rows: List[Dict[str, Any]] = self.api("GET", path)["results"]
        except ControlRefused:
            # Another provider, which has other objects.
            return None
        return next((row for row in rows if members.items() <= row.items()), None)
