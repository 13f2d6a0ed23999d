"""The device and the person who holds it, played with the command."""

import json


class Device:
    """One profile and one credential store. The person approves each gesture."""

    def __init__(self, toque, folder, profile="ios"):
        folder.mkdir(parents=True, exist_ok=True)
        self.toque = toque
        self.folder = folder
        self.flags = ["--store", folder / "store.sqlite", "--profile", profile, "--gesture", "approve"]

    def risk_signals(self, account_tenure):
        return self.toque.output("risk-signals", "--account-tenure", account_tenure)

    def approve(self, redirect_url, *flags):
        """Decides on the bank's page; returns the body of complete-redirection."""
        return self.toque.output("approve", redirect_url, "--body", *flags)

    def register(self, options, *flags):
        return self.toque.output("register", "-", *self.flags, *flags, stdin=json.dumps(options))

    def sign(self, options, *flags):
        return self.toque.output("sign", "-", *self.flags, *flags, stdin=json.dumps(options))

    def authorization(self, options, risk_signals, *flags):
        """The body of authorize."""
        file = self.folder / "risk-signals.json"
        file.write_text(json.dumps(risk_signals))
        return self.sign(options, "--body", "--risk-signals", file, *flags)
