"""Enrolls and pays with httpx."""

import json
import os
import subprocess
import time

import httpx

METHOD = "open_finance_biometric_pix"
ENV = os.environ
CLIENT = httpx.Client(
    base_url=ENV["TOQUE_SERVER"], auth=(ENV["TOQUE_API_KEY_ID"], ENV["TOQUE_API_KEY_SECRET"]), timeout=60
)


def call(method, path, body=None):
    """The JSON of the answer; None if the object does not exist yet."""
    answer = CLIENT.request(method, path, content=body, headers={"Content-Type": "application/json"})
    if method == "GET" and answer.status_code == 404:
        return None
    assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
    return answer.json() if answer.content else None


def poll(path):
    """Polls until the object exists and is no longer pending."""
    while True:
        answer = call("GET", path)
        if answer is not None and answer.get("status") != "PENDING":
            return answer
        time.sleep(0.1)


def phone(*command, stdin=""):
    return subprocess.run(["toque", *command], input=stdin, stdout=subprocess.PIPE, text=True, check=True).stdout


def main():
    with open(ENV["RISK_SIGNALS"]) as file:
        signals = json.load(file)
    details = {
        "customer": ENV["TOQUE_CUSTOMER"],
        "institution": ENV["TOQUE_INSTITUTION"],
        "platform": "CROSS_PLATFORM",
        "callback_url": "https://merchant.example/return",
        "risk_signals": signals,
    }
    enrollment = call("POST", "/enrollments/", json.dumps({"type": METHOD, "details": details}))
    path = f"/enrollments/{enrollment['id']}/"
    callback = phone("approve", enrollment["details"]["redirect_url"], "--body")
    call("POST", "/enrollments/complete-redirection/", callback)
    options = poll(f"{path}fido-registration-options/")
    call("POST", f"{path}confirm/", phone("register", "-", "--body", stdin=json.dumps(options)))
    poll(path)

    details = {"beneficiary_bank_account": ENV["TOQUE_BENEFICIARY_BANK_ACCOUNT"], "enrollment": enrollment["id"]}
    order = {
        "amount": "0.13",
        "allowed_payment_method_types": [METHOD],
        "customer": ENV["TOQUE_CUSTOMER"],
        "description": "Paid from Python",
        "statement_description": "Test",
        "payment_method_details": {METHOD: details},
        "confirm": True,
    }
    payment = call("POST", "/payment-intents/", json.dumps(order))
    path = f"/payment-intents/{payment['id']}/"
    challenge = json.dumps(payment["payment_method_information"][METHOD]["fido_options"])
    assertion = phone("sign", "-", "--body", "--risk-signals", ENV["RISK_SIGNALS"], stdin=challenge)
    call("POST", f"{path}authorize/", assertion)
    print(json.dumps(poll(path)))


main()
