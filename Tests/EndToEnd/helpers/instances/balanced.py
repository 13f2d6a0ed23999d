"""Clients behind the balancer, who know that another instance may answer them."""

import time
import uuid

from api_client import Client, Lost
from balancer import INSTANCE
from concurrent_flows import Shopper
from killing import Gate


class BalancedClient(Client):
    """Names its requests, for the journal. One whose instance is gone is answered by the balancer, or by an instance
    without its database."""

    def __init__(self, url):
        super().__init__(url)
        # Of each answer: the request's name, target and method, and the status.
        self.answers = []

    def send(self, method, target, body=None, headers=None):
        request_id = uuid.uuid4().hex
        answer = super().send(method, target, body, {"X-Request-Id": request_id} | (headers or {}))
        if answer.status in (502, 503, 504):
            raise Lost(f"{method} {target}: {answer.status} {answer.headers[INSTANCE]} {answer.content!r}")
        self.answers.append((request_id, target, method, answer.status))
        return answer

    def patient(self, method, target, body=None):
        """Repeats what may happen again until it is answered."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.send(method, target, body)
            except Lost:
                assert time.monotonic() < deadline
                time.sleep(0.05)


class BalancedShopper(Shopper):
    def __init__(self, url, gate, ledger):
        super().__init__(url, gate, ledger)
        self.client = BalancedClient(url)

    def get(self, target):
        """Most reads are polls, which leave the sandbox time to work."""
        time.sleep(0.01)
        return super().get(target)


class OpenGate(Gate):
    """Another instance may answer at once: nobody waits for the one that is gone."""

    def __init__(self):
        super().__init__()
        self.losses = []

    def attempt(self, call):
        with self.changed:
            self.requests += 1
            self.changed.notify_all()
        try:
            return call()
        except Lost as lost:
            self.losses.append(lost)
            time.sleep(0.05)
            raise
