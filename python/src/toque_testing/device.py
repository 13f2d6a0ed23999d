"""A phone: a credential store, a device id, and a person who holds it, played by the `toque` command."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Optional

from .binary import Binary
from .errors import ToqueError
from .sandbox import Sandbox

# The traceback of a failed test ends in the test.
__tracebackhide__ = True


@dataclass(frozen=True)
class Approval:
    """What came of a decision on the bank's page."""

    callback_url: str
    """Where the bank leads the person: the enrollment's `callback_url` with its parameters."""
    body: Dict[str, Any]
    """The body of `POST /enrollments/complete-redirection/`."""
    delivered: Optional[int]
    """The status that the callback URL answered; None if it was not opened."""


class Device:
    """A phone with your app. It has a credential store and a device id of its own.

    Args:
        profile: the class of device: `ios`, `android` or `windows`.
        facts: where risk signals come from: `handset`, `laptop`, `headless` or `container`.
    """

    def __init__(
        self, sandbox: Sandbox, binary: Binary, folder: Path, *, profile: str = "ios", facts: str = "handset"
    ) -> None:
        self.store = folder / "phone.sqlite"
        """The credential store, for `toque` commands of your own: `--store`."""
        self._sandbox = sandbox
        self._binary = binary
        self._profile = ["--profile", profile, "--store", str(self.store)]
        self._facts = ["--device", facts]

    def risk_signals(self, account_tenure: Optional[str] = None, **signals: object) -> Dict[str, Any]:
        """The device's risk signals, as `collectRiskSignals(accountTenure:)` returns them.

        Args:
            account_tenure: when the person became a customer. Default: that of the sandbox's customer.
            signals: signals with other values, such as `isRootedDevice=True`.
        """
        tenure = account_tenure or self._sandbox.account_tenure
        changed = [f"--set={name}={written(value)}" for name, value in signals.items()]
        return self._json("risk-signals", "--account-tenure", tenure, *self._facts, "--store", str(self.store), *changed)

    def approve(self, url: str, *, deliver: bool = True) -> Approval:
        """Approves on the bank's page, the enrollment's `redirect_url`.

        Args:
            deliver: open the callback URL, as the person's browser does. Your backend must serve it.
        """
        return self._decide(url, deliver)

    def decline(self, url: str, *, error: Optional[str] = None, deliver: bool = True) -> Approval:
        """Declines on the bank's page, or has the bank fail with an OAuth error, such as `server_error`."""
        return self._decide(url, deliver, *(["--decline"] if error is None else ["--error", error]))

    def register(self, options: Dict[str, Any], *, gesture: str = "approve") -> Dict[str, Any]:
        """Makes a credential, as `startRegistration` does. Returns the body of `/enrollments/{id}/confirm/`.

        Args:
            options: the enrollment's registration options.
            gesture: what the person does: `approve`, `decline` or `timeout`.

        Raises:
            CommandFailed: the options are wrong, or the person declined or did nothing.
        """
        flags = ["--body", *self._profile, "--gesture", gesture]
        return self._json("register", "-", *flags, stdin=json.dumps(options))

    def sign(
        self, fido_options: Dict[str, Any], *, gesture: str = "approve", risk_signals: Optional[Dict[str, Any]] = None
    ) -> Dict[str, Any]:
        """Signs a payment, as `startSigning` does. Returns the body of `/payment-intents/{id}/authorize/`.

        Args:
            fido_options: the payment intent's `fido_options`.
            gesture: what the person does: `approve`, `decline` or `timeout`.
            risk_signals: the signals in the body. Default: the device's.

        Raises:
            CommandFailed: the device has no such credential, or the person declined or did nothing.
        """
        with tempfile.NamedTemporaryFile("w", dir=self.store.parent, suffix=".json") as file:
            json.dump(self.risk_signals() if risk_signals is None else risk_signals, file)
            file.flush()
            flags = ["--body", "--risk-signals", file.name, *self._profile, "--gesture", gesture]
            return self._json("sign", "-", *flags, stdin=json.dumps(fido_options))

    def enroll(self) -> str:
        """Enrolls the device without your backend, for tests of payments alone. Returns the enrollment's id.

        Raises:
            ToqueError: the clock is frozen, and enrolling takes time.
            CommandFailed: the enrollment failed, as a scenario may say.
        """
        if self._sandbox.clock.frozen:
            raise ToqueError("toque_device.enroll", "the clock is frozen", "enroll first, then freeze the clock")
        flags = ["--json", "--poll-interval", "0.25", *self._facts, *self._profile, "--gesture", "approve"]
        return str(self._json("enroll", *flags)["id"])

    def _decide(self, url: str, deliver: bool, *flags: str) -> Approval:
        result = self._json("approve", url, "--json", *flags, *(["--deliver"] if deliver else []))
        return Approval(result["callback_url"], result["body"], result["delivered"])

    def _json(self, *arguments: str, stdin: str = "") -> Dict[str, Any]:
        output: Dict[str, Any] = json.loads(
            self._binary.run(*arguments, stdin=stdin, environment=self._sandbox.environment)
        )
        return output


class Devices:
    """Makes devices, for tests with several of them and for fixtures of a wider scope."""

    def __init__(self, sandbox: Sandbox, binary: Binary, folder: Path) -> None:
        self._sandbox = sandbox
        self._binary = binary
        self._folder = folder
        self._count = 0

    def __call__(self, *, profile: str = "ios", facts: str = "handset") -> Device:
        """A new device, with no credentials. The arguments are those of `Device`."""
        self._count += 1
        folder = self._folder / str(self._count)
        folder.mkdir(mode=0o700)
        return Device(self._sandbox, self._binary, folder, profile=profile, facts=facts)


def written(value: object) -> str:
    """A signal's value as `--set` takes it."""
    return value if isinstance(value, str) else json.dumps(value)
