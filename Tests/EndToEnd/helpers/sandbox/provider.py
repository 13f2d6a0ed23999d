"""The provider's API as a merchant's backend calls it; each answer is checked against the provider's own
description."""

import base64
import json
import time
import urllib.error
import urllib.request

from contract import Contract

METHOD = "open_finance_biometric_pix"


class Refused(Exception):
    """An answer with status 400 or above."""

    def __init__(self, status, errors):
        super().__init__(f"{status} {errors}")
        self.status = status
        self.errors = errors


class Provider:
    def __init__(self, url, key="sandbox:sandbox"):
        self.url = url
        self.authorization = "Basic " + base64.b64encode(key.encode()).decode()

    def request(self, method, path, body=None):
        """Returns the JSON of the answer, or None without a body."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": self.authorization, "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return self.read(answer, method, path)
        except urllib.error.HTTPError as error:
            raise Refused(error.code, self.read(error, method, path)) from None

    def read(self, answer, method, path):
        """Returns the JSON of an answer, which must match the provider's description. Control is not part of that
        API."""
        text = answer.read()
        if not path.startswith("/_toque/"):
            Contract.of(self.url).check(method, path, answer.status, answer.headers, text)
        return json.loads(text) if text else None

    def poll(self, path, is_over, seconds=60):
        """Asks until `is_over` accepts the answer; 404 means not yet."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                answer = self.request("GET", path)
                if is_over(answer):
                    return answer
            except Refused as refusal:
                if refusal.status != 404:
                    raise
                answer = refusal
            assert time.monotonic() < deadline, f"{path} after {seconds} s: {answer}"
            time.sleep(0.1)

    @property
    def customer(self):
        return self.request("GET", "/customers/")["results"][0]

    @property
    def account_tenure(self):
        """Returns the date on which the customer signed up, for risk signals."""
        return self.customer["created_at"][:10]

    def create_enrollment(self, risk_signals, callback_url="https://merchant.example/return"):
        details = {
            "customer": self.customer["id"],
            "institution": self.request("GET", "/institutions/")["results"][0]["id"],
            "platform": "CROSS_PLATFORM",
            "callback_url": callback_url,
            "risk_signals": risk_signals,
        }
        return self.request("POST", "/enrollments/", {"type": METHOD, "details": details})

    def complete_redirection(self, body):
        return self.request("POST", "/enrollments/complete-redirection/", body)

    def registration_options(self, enrollment_id):
        return self.poll(f"/enrollments/{enrollment_id}/fido-registration-options/", lambda answer: True)

    def confirm(self, enrollment_id, body):
        return self.request("POST", f"/enrollments/{enrollment_id}/confirm/", body)

    def enrollment_result(self, enrollment_id):
        return self.poll(f"/enrollments/{enrollment_id}/", lambda answer: answer["status"] != "PENDING")

    def create_payment(self, enrollment_id, amount=0.13):
        accounts = self.request("GET", "/bank-accounts/")["results"]
        beneficiary = next(account["id"] for account in accounts if account["holder_type"] == "BUSINESS")
        body = {
            "amount": amount,
            "allowed_payment_method_types": [METHOD],
            "customer": self.customer["id"],
            "description": "An end-to-end test",
            "statement_description": "Test",
            "payment_method_details": {METHOD: {"beneficiary_bank_account": beneficiary, "enrollment": enrollment_id}},
            "confirm": True,
        }
        return self.request("POST", "/payment-intents/", body)

    def authorize(self, payment_id, body):
        return self.request("POST", f"/payment-intents/{payment_id}/authorize/", body)

    def payment_result(self, payment_id):
        return self.poll(
            f"/payment-intents/{payment_id}/", lambda answer: answer["status"] not in ("PENDING", "PROCESSING")
        )


def fido_options(payment):
    return payment["payment_method_information"][METHOD]["fido_options"]


def begin_enrollment(provider, device):
    """Makes an enrollment that the account holder approves; returns it and its registration options."""
    enrollment = provider.create_enrollment(device.risk_signals(provider.account_tenure))
    provider.complete_redirection(device.approve(enrollment["details"]["redirect_url"]))
    return enrollment["id"], provider.registration_options(enrollment["id"])


def enroll(provider, device):
    """Makes a successful enrollment; returns its id."""
    enrollment_id, options = begin_enrollment(provider, device)
    provider.confirm(enrollment_id, device.register(options, "--body"))
    result = provider.enrollment_result(enrollment_id)
    assert result["status"] == "SUCCEEDED", result
    return enrollment_id
