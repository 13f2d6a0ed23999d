"""The backend under test, and the phone that its app runs on."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def backend():
    """The URL of a running backend. `toque simulate` put the provider into its environment."""
    process = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("backend.py")], stdout=subprocess.PIPE, text=True
    )
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def phone(backend, tmp_path):
    return Phone(backend, tmp_path)


class Phone:
    """The shop's app on a phone: it talks to the backend; `toque` does what the phone's SDK would do."""

    def __init__(self, backend, folder):
        self.backend = backend
        self.folder = folder

    def toque(self, *arguments, stdin=None):
        """What the command prints."""
        return subprocess.run(
            ["toque", *arguments], input=stdin, stdout=subprocess.PIPE, text=True, check=True, timeout=60
        ).stdout

    def ceremony(self, command, options, *flags):
        """A registration or a signature, with a finger that approves."""
        flags = ["--store", self.folder / "phone.sqlite", "--gesture", "approve", *flags]
        return json.loads(self.toque(command, "-", "--body", *flags, stdin=json.dumps(options)))

    def risk_signals(self):
        return json.loads(self.toque("risk-signals", "--account-tenure", self.call("GET", "/customer")["since"]))

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.backend + path, data, method=method)) as answer:
            return json.load(answer)

    def wait_for(self, path, is_over):
        """Asks the backend until `is_over` is true of its answer; 404 means not yet."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                answer = self.call("GET", path)
                if is_over(answer):
                    return answer
            except urllib.error.HTTPError as error:
                if error.code != 404:
                    raise
            time.sleep(0.2)
        raise TimeoutError(path)

    def sign_up(self, *decision):
        """Signs this phone up; the person decides on the bank's page, which leads them back to the backend."""
        signed_up = self.call("POST", "/signup-device", {"risk_signals": self.risk_signals()})
        self.toque("approve", signed_up["bank_page"], "--deliver", *decision)
        return signed_up["device"]

    def register(self, device):
        """Makes the credential; returns how it ended."""
        options = self.wait_for(f"/devices/{device}/options", lambda options: True)
        self.call("POST", f"/devices/{device}/credential", self.ceremony("register", options))
        return self.wait_for(f"/devices/{device}", lambda device: device["status"] != "PENDING")

    def pay(self, order):
        """Signs an order; returns how it ended."""
        signals = self.folder / "risk-signals.json"
        signals.write_text(json.dumps(self.risk_signals()))
        body = self.ceremony("sign", order["sign"], "--risk-signals", signals)
        self.call("POST", f"/orders/{order['order']}/pay", body)
        return self.wait_for(
            f"/orders/{order['order']}", lambda order: order["status"] not in ("PENDING", "PROCESSING")
        )
