"""An order, and how the backend calls a provider."""

import json
import os
import secrets
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from decimal import Decimal

# A status never goes back: what is heard twice, or late, changes nothing.
RANKS = {"open": 0, "held": 1, "paid": 2, "refused": 2, "refunded": 3}

# Digits after the point of currencies that do not have two (ISO 4217).
EXPONENTS = {"CLP": 0, "JPY": 0, "KRW": 0, "KWD": 3, "VND": 0}


class Forged(Exception):
    """Something that the one who seems to have sent it did not send."""


class Refused(Exception):
    """An answer of 400 and above."""

    def __init__(self, status, answer):
        super().__init__(f"{status} {answer}")
        self.status, self.answer = status, answer


@dataclass
class Order:
    provider: str
    amount: Decimal
    currency: str
    # Whether the amount is held first and captured later.
    hold: bool
    id: str = field(default_factory=lambda: f"order-{secrets.token_hex(8)}")
    # The order as the provider names it: the id, unless the provider gives another.
    reference: object = None
    status: str = "open"
    reason: object = None
    history: list = field(default_factory=list)
    # What genuine webhooks said, in the order in which they came.
    heard: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self):
        self.reference = self.id

    @property
    def minor_units(self):
        return minor_units(self.amount, self.currency)

    @property
    def shown(self):
        return {name: getattr(self, name) for name in ("status", "reason", "history", "heard")} | {"order": self.id}

    def take(self, status, reason):
        if RANKS[status] > RANKS[self.status]:
            self.status, self.reason = status, reason
            self.history.append(status)


def minor_units(amount, currency):
    units = amount.scaleb(EXPONENTS.get(currency, 2))
    if units != int(units) or units < 0:
        raise ValueError(f"{amount} is no amount of {currency}")
    return int(units)


def account(provider):
    """The provider's server, the shop's public key or id there, and its secret."""
    return [os.environ[f"TOQUE_{provider}_{name}"] for name in ("SERVER", "KEY_ID", "KEY_SECRET")]


def call(method, url, body=None, headers=None):
    """The JSON of the provider's answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | (headers or {})
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refused(error.code, error.read().decode(errors="replace")) from None
