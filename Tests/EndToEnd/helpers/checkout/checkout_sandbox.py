"""The sandbox of a checkout provider, and its clients: the merchant's server, the app, the payer."""

import contextlib
import itertools
import time
import urllib.parse

from api_client import Client
from command import HANGING
from contract import Contract
from racing import Racer
from receiver import Receiver
from simulator import Simulator

START = "2026-03-01T12:00:00Z"


def carry(client, request):
    """Sends a request over its own connection."""
    with contextlib.closing(client.connection):
        return client.send(*request)


class Held(Exception):
    """An unsent request: its client, method, target, body and headers."""


class CheckoutSandbox:
    """What all providers have. Its clock stands still until it is moved, unless it was started otherwise."""

    # For `--provider`.
    provider = None

    def __init__(self, toque, simulator, receiver, is_clock_live):
        self.toque, self.simulator, self.url, self.receiver = toque, simulator, simulator.url, receiver
        self.is_clock_live = is_clock_live
        # How requests come to the sandbox; tests have them lost.
        self.carry = carry
        self.numbers = itertools.count(1)
        # In the log of events.
        self.cursor = 0
        # Of the payer, whose passkey is known here alone.
        port = urllib.parse.urlsplit(self.url).port
        self.passkey = ["--store", toque.folder / f"payer-{port}.sqlite", "--gesture", "approve"]

    @classmethod
    @contextlib.contextmanager
    def open(cls, toque, *arguments, answer=lambda received: 200, is_clock_live=False):
        """Runs a sandbox, in memory unless it is told otherwise, and what takes its webhooks; `answer` is the
        receiver's."""
        options = ["--provider", cls.provider, *arguments]
        options += [] if "--port" in arguments else ["--port", 0]
        options += [] if "--database" in arguments else ["--memory"]
        options += [] if is_clock_live or "--now" in arguments else ["--now", START]
        with Receiver(answer) as receiver, Simulator(toque, *options, "--webhook", receiver.url) as simulator:
            yield cls(toque, simulator, receiver, is_clock_live)

    def number(self):
        """Another one each time."""
        return next(self.numbers)

    # Requests

    def answer(self, method, target, body=None, headers=None):
        """Returns the answer, which must match the document. `target` may be a whole URL of this sandbox."""
        if "://" in target:
            address = urllib.parse.urlsplit(target)
            target = address.path + (f"?{address.query}" if address.query else "")
        headers = {"Accept": "application/json"} | (headers or {})
        answer = self.carry(Client(self.url, key=None), (method, target, body, headers))
        if not target.startswith("/_toque/"):
            Contract.of(self.url).check(method, target, answer.status, answer.headers, answer.content)
        return answer

    def send(self, method, target, body=None, headers=None):
        """The status and the JSON of an answer."""
        answer = self.answer(method, target, body, headers)
        return answer.status, answer.json

    def expect(self, statuses, *request):
        """The JSON of an answer with one of these statuses."""
        status, answer = self.send(*request)
        assert status in statuses, (request, status, answer)
        return answer

    def racer(self, call):
        """The request that a call would send, for `race`."""

        def hold(client, request):
            raise Held(client, *request)

        self.carry, usual = hold, self.carry
        try:
            call()
        except Held as held:
            client, method, target, body, headers = held.args
            client.headers |= headers
            return Racer(client, method, target, body)
        finally:
            self.carry = usual
        raise AssertionError("it sends nothing")

    # Control

    def control(self, method, path, body=None):
        status, answer = self.send(method, f"/_toque/{path}", body)
        assert status < 300, answer
        return answer

    def advance(self, seconds):
        """Advances the clock; returns once everything due is done and its webhooks are sent."""
        return self.control("POST", "clock/advance", {"seconds": seconds})

    def let_time_pass(self):
        """Enough of it for a step that the other side takes."""
        if self.is_clock_live:
            time.sleep(0.1)
        else:
            self.advance(1)

    def action(self, name, payment):
        """What control does to a payment."""
        return self.send("POST", f"/_toque/objects/{payment}/{name}", {})

    def events(self, **conditions):
        """Of the log: all that there are of a type or an object."""
        query = urllib.parse.urlencode(conditions | {"limit": 1000})
        return self.control("GET", f"events?{query}")["events"]

    def changed(self):
        """The ids of the payments that have changed since this was asked the last time."""
        changed = set()
        while True:
            log = self.control("GET", f"events?after={self.cursor}&limit=1000")
            if not log["events"]:
                return changed
            changed |= {each["object"] for each in log["events"] if each["data"].get("from")}
            self.cursor = log["next"]

    def history(self, payment):
        """The events that changed it, without its creation."""
        return [each["data"] for each in self.events(object=payment) if each["data"].get("from")]

    # Webhooks

    def told(self, payment, count=0):
        """Returns the webhooks about a payment in order of arrival, once this many have come."""

        def about(received):
            return [each for each in received if self.subject(each.body) == payment]

        return about(self.receiver.wait_until(lambda received: len(about(received)) >= count))

    def subject(self, webhook):
        """The payment that the body of a webhook is about."""
        raise NotImplementedError

    def news(self, webhook):
        """The status that the body of a webhook tells."""
        raise NotImplementedError

    def is_genuine(self, received):
        """Whether the provider signed it."""
        raise NotImplementedError

    # Payments

    def word(self, payment):
        """The status, as the provider's own API tells it."""
        raise NotImplementedError

    def moved(self, payment):
        """Returns the amounts taken from the payer and refunded, in the units of the API."""
        raise NotImplementedError

    # The payer

    def approve(self, page):
        """Approves with a passkey; returns the result."""
        return self.toque.output("approve", page, "--json", *self.passkey, timeout=HANGING)["outcome"]

    def decide(self, decision, page):
        """Decides without a passkey, as a program."""
        return self.send("POST", page, {"decision": decision})

    def decline(self, page):
        return self.decide("decline", page)[1]["outcome"]
