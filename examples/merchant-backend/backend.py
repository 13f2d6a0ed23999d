#!/usr/bin/python3
"""A shop's backend for Biometric Pix, small enough to read: it stands between the shop's app and the provider.

    toque simulate -- python3 backend.py        prints its URL and serves

The app never sees the provider's keys. What the device makes (risk signals, credentials, assertions) goes through
unchanged, and so does what the provider refuses.
"""

import base64
import json
import os
import re
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

METHOD = "open_finance_biometric_pix"
KEY = f"{os.environ['TOQUE_API_KEY_ID']}:{os.environ['TOQUE_API_KEY_SECRET']}"


class Refused(Exception):
    def __init__(self, status, answer):
        self.status, self.answer = status, answer


def provider(method, path, body=None):
    """Calls the provider; returns the JSON of its answer, None where there is none."""
    headers = {"Authorization": f"Basic {base64.b64encode(KEY.encode()).decode()}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["TOQUE_SERVER"] + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise Refused(error.code, json.load(error)) from None
    return json.loads(text) if text else None


def show_customer(backend, parameters):
    """What the app needs for risk signals: since when the person has been a customer."""
    return 200, {"since": provider("GET", f"/customers/{os.environ['TOQUE_CUSTOMER']}/")["created_at"][:10]}


def sign_up_device(backend, body):
    details = {
        "customer": os.environ["TOQUE_CUSTOMER"],
        "institution": os.environ["TOQUE_INSTITUTION"],
        "platform": body.get("platform", "CROSS_PLATFORM"),
        "callback_url": f"{backend.url}/return",
        "risk_signals": body["risk_signals"],
    }
    enrollment = provider("POST", "/enrollments/", {"type": METHOD, "details": details})
    return 201, {"device": enrollment["id"], "bank_page": enrollment["details"]["redirect_url"]}


def come_back_from_bank(backend, parameters):
    return 200, device_status(provider("POST", "/enrollments/complete-redirection/", parameters))


def show_device(backend, parameters, device):
    return 200, device_status(provider("GET", f"/enrollments/{device}/"))


def device_status(enrollment):
    return {"device": enrollment["id"], "status": enrollment["status"], "reason": enrollment["status_reason_message"]}


def show_options(backend, parameters, device):
    """404 until the bank has made them."""
    return 200, provider("GET", f"/enrollments/{device}/fido-registration-options/")


def keep_credential(backend, body, device):
    return 202, provider("POST", f"/enrollments/{device}/confirm/", body)


def order(backend, body):
    details = {"beneficiary_bank_account": os.environ["TOQUE_BENEFICIARY_BANK_ACCOUNT"], "enrollment": body["device"]}
    payment = {
        "amount": body["amount"],
        "allowed_payment_method_types": [METHOD],
        "customer": os.environ["TOQUE_CUSTOMER"],
        "description": body["description"],
        "statement_description": "Loja Exemplo",
        "payment_method_details": {METHOD: details},
        "confirm": True,
    }
    payment = provider("POST", "/payment-intents/", payment)
    return 201, {"order": payment["id"], "sign": payment["payment_method_information"][METHOD]["fido_options"]}


def pay(backend, body, payment):
    return 202, provider("POST", f"/payment-intents/{payment}/authorize/", body)


def show_order(backend, parameters, payment):
    payment = provider("GET", f"/payment-intents/{payment}/")
    return 200, {"order": payment["id"], "status": payment["status"], "reason": payment["failure_message"]}


ROUTES = [
    ("GET", r"/customer", show_customer),
    ("POST", r"/signup-device", sign_up_device),
    ("GET", r"/return", come_back_from_bank),
    ("GET", r"/devices/([\w-]+)", show_device),
    ("GET", r"/devices/([\w-]+)/options", show_options),
    ("POST", r"/devices/([\w-]+)/credential", keep_credential),
    ("POST", r"/orders", order),
    ("POST", r"/orders/([\w-]+)/pay", pay),
    ("GET", r"/orders/([\w-]+)", show_order),
]


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        url = urlsplit(self.path)
        try:
            status, body = self.call(url)
        except Refused as refusal:
            status, body = refusal.status, refusal.answer
        except (KeyError, TypeError, ValueError) as error:
            status, body = 400, {"error": f"{type(error).__name__}: {error}"}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    do_GET = do_POST = answer

    def call(self, url):
        for method, pattern, function in ROUTES:
            match = re.fullmatch(pattern, url.path)
            if match and method == self.command:
                length = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(length)) if method == "POST" else dict(parse_qsl(url.query))
                return function(self.server, body, *match.groups())
        return 404, {"error": f"no route {self.command} {url.path}"}

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 0))), Handler)
    server.url = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{server.server_port}")
    print(server.url, flush=True)
    server.serve_forever()
