"""The backend under test, and the shop's app on a phone. The fixtures toque_... come from toque-testing."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def backend(toque_sandbox):
    """The URL of a running backend. It inherits the sandbox's URL and keys from the environment."""
    command = [sys.executable, Path(__file__).with_name("backend.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture
def app(backend, toque_device, toque_clock):
    return App(backend, toque_device, toque_clock)


class App:
    """The shop's app: it talks to the backend, and to the SDK of the phone it runs on."""

    def __init__(self, backend, device, clock):
        self.backend = backend
        self.device = device
        self.clock = clock

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.backend + path, data, method=method)) as answer:
            return json.load(answer)

    def sign_up(self):
        """Signs this phone up. Returns the phone's id at the backend and the URL of the bank's page."""
        since = self.call("GET", "/customer")["since"]
        signed_up = self.call("POST", "/signup-device", {"risk_signals": self.device.risk_signals(since)})
        return signed_up["device"], signed_up["bank_page"]

    def enroll(self):
        """Signs this phone up; the person approves, and the phone makes a credential. Returns the phone's id."""
        device, bank_page = self.sign_up()
        self.device.approve(bank_page)
        self.clock.advance(seconds=10)
        options = self.call("GET", f"/devices/{device}/options")
        self.call("POST", f"/devices/{device}/credential", self.device.register(options))
        self.clock.advance(seconds=10)
        return device

    def order(self, device, amount):
        return self.call("POST", "/orders", {"device": device, "amount": amount, "description": "Coffee"})

    def pay(self, order):
        """Signs an order. Returns how it ended."""
        self.call("POST", f"/orders/{order['order']}/pay", self.device.sign(order["sign"]))
        self.clock.advance(seconds=10)
        return self.call("GET", f"/orders/{order['order']}")
