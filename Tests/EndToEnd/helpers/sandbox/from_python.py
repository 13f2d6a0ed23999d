"""A backend's script on a machine that has Python and Toque and nothing else: it starts a sandbox, enrolls a device and
pays, with the standard library alone. Prints the payment."""

import base64
import json
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from command import Toque
from device import Device

METHOD = "open_finance_biometric_pix"


class Sandbox:
    def __init__(self, ready):
        self.url = ready["url"]
        key = f"{ready['keys'][0]['id']}:{ready['keys'][0]['secret']}"
        self.headers = {
            "Authorization": f"Basic {base64.b64encode(key.encode()).decode()}",
            "Content-Type": "application/json",
        }

    def call(self, path, body=None):
        """POST where there is a body. Raises for a refusal."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, self.headers), timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def first(self, path):
        return self.call(path)["results"][0]

    def advance(self):
        """Options and results are there afterwards."""
        self.call("/_toque/clock/advance", {"seconds": 1})


def pay(sandbox, device):
    customer = sandbox.first("/customers/")
    signals = device.risk_signals(customer["created_at"][:10])
    details = {
        "customer": customer["id"],
        "institution": sandbox.first("/institutions/")["id"],
        "platform": "CROSS_PLATFORM",
        "callback_url": "https://merchant.example/return",
        "risk_signals": signals,
    }
    enrollment = sandbox.call("/enrollments/", {"type": METHOD, "details": details})
    callback = device.approve(enrollment["details"]["redirect_url"])
    sandbox.call("/enrollments/complete-redirection/", callback)
    sandbox.advance()
    path = f"/enrollments/{enrollment['id']}"
    options = sandbox.call(f"{path}/fido-registration-options/")
    sandbox.call(f"{path}/confirm/", device.register(options, "--body"))
    sandbox.advance()

    details = {"beneficiary_bank_account": sandbox.first("/bank-accounts/")["id"], "enrollment": enrollment["id"]}
    payment = {
        "amount": "0.13",
        "allowed_payment_method_types": [METHOD],
        "customer": customer["id"],
        "description": "From Python alone",
        "statement_description": "Test",
        "payment_method_details": {METHOD: details},
        "confirm": True,
    }
    payment = sandbox.call("/payment-intents/", payment)
    path = f"/payment-intents/{payment['id']}"
    options = payment["payment_method_information"][METHOD]["fido_options"]
    sandbox.call(f"{path}/authorize/", device.authorization(options, signals))
    sandbox.advance()
    return sandbox.call(f"{path}/")


def main(folder):
    toque = Toque(folder)
    ready_file = folder / "ready.json"
    command = [toque.path, "simulate", "--port", "0", "--memory", "--ready-file", ready_file]
    with subprocess.Popen(command, env=toque.environment, stdout=subprocess.PIPE, text=True) as process:
        # The file is there when it says that it is ready.
        process.stdout.readline()
        sandbox = Sandbox(json.loads(ready_file.read_text()))
        print(json.dumps(pay(sandbox, Device(toque, folder / "device"))))
        process.terminate()
    assert process.returncode == 0, process.returncode
    assert not ready_file.exists()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))
