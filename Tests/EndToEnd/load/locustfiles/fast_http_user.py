"""The journey `enroll-and-pay` in plain Locust: FastHttpUser, with soft-webauthn as its device."""

import os
from base64 import b64encode
from urllib.parse import parse_qsl, urlsplit

from locust import FastHttpUser, task

from foreign_device import ORIGIN, VerifyingDevice, body, creation_options, request_options
from pacing import random_pacing

# The sandbox's seed data.
CUSTOMER = "20000000-0000-4000-8000-000000000001"
INSTITUTION = "10000000-0000-4000-8000-000000000001"
BENEFICIARY = "30000000-0000-4000-8000-000000000001"
METHOD = "open_finance_biometric_pix"
SIGNALS = {
    "deviceId": "locust", "osVersion": "14", "userTimeZoneOffset": "-03", "language": "pt",
    "screenDimensions": {"height": 1080, "width": 1920}, "accountTenure": "2024-01-31",
}  # fmt: skip


class Payer(FastHttpUser):
    wait_time = random_pacing(float(os.environ.get("PACE", "0")))

    def on_start(self):
        self.phone = VerifyingDevice()
        self.headers = {"Authorization": f"Basic {b64encode(b'sandbox:sandbox').decode()}"}

    def call(self, method, path, name=None, **request):
        with self.client.request(
            method, path, name=name or path, headers=self.headers, catch_response=True, allow_redirects=False, **request
        ) as response:
            if not 200 <= response.status_code < 400:
                response.failure(f"status {response.status_code}")
            return response

    @task
    def enroll_and_pay(self):
        enrollment = self.enroll()
        intent = self.call(
            "POST",
            "/payment-intents/",
            json={
                "amount": "0.13",
                "allowed_payment_method_types": [METHOD],
                "customer": CUSTOMER,
                "description": "load",
                "statement_description": "load",
                "payment_method_details": {METHOD: {"beneficiary_bank_account": BENEFICIARY, "enrollment": enrollment}},
                "confirm": True,
            },
        ).json()
        options = intent["payment_method_information"][METHOD]["fido_options"]
        assertion = body(self.phone.get(request_options(options), ORIGIN))
        path = f"/payment-intents/{intent['id']}/"
        self.call("POST", f"{path}authorize/", "/payment-intents/{id}/authorize/", json={"risk_signals": SIGNALS, "assertion": assertion})
        self.call("GET", path, "/payment-intents/{id}/")

    def enroll(self):
        enrollment = self.call(
            "POST",
            "/enrollments/",
            json={
                "type": METHOD,
                "details": {
                    "platform": "CROSS_PLATFORM", "customer": CUSTOMER, "institution": INSTITUTION,
                    "risk_signals": SIGNALS, "callback_url": "https://merchant.example/enrolled",
                },
            },
        ).json()  # fmt: skip
        page = urlsplit(enrollment["details"]["redirect_url"])
        decided = self.call("POST", f"{page.path}?{page.query}", "bank", data={"decision": "approve"})
        back = urlsplit(decided.headers["Location"])
        parameters = dict(parse_qsl(back.query) + parse_qsl(back.fragment))
        self.call("POST", "/enrollments/complete-redirection/", json=parameters)
        path = f"/enrollments/{enrollment['id']}/"
        options = self.call(
            "GET", f"{path}fido-registration-options/", "/enrollments/{id}/fido-registration-options/"
        ).json()
        credential = body(self.phone.create(creation_options(options), ORIGIN))
        self.call("POST", f"{path}confirm/", "/enrollments/{id}/confirm/", json={"confirmation_data": credential})
        self.call("GET", path, "/enrollments/{id}/")
        return enrollment["id"]
