"""A target for load generators that costs little: HAProxy with the sandbox's answers to one journey."""

import csv
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from base64 import b64encode
from urllib.parse import parse_qsl, urlsplit

METHOD = "open_finance_biometric_pix"
JOURNEY = 9  # requests


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Recorder:
    """Makes the journey `enroll-and-pay` and keeps each answer."""

    def __init__(self, url):
        self.url = url
        self.answers = []
        self.opener = urllib.request.build_opener(NoRedirect)

    def call(self, method, path, json_body=None, form=None):
        headers = {"Authorization": f"Basic {b64encode(b'sandbox:sandbox').decode()}"}
        data = None
        if json_body is not None:
            data, headers["Content-Type"] = json.dumps(json_body).encode(), "application/json"
        elif form is not None:
            data, headers["Content-Type"] = form.encode(), "application/x-www-form-urlencoded"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with self.opener.open(request) as answer:
                status, fields, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            if answer.code != 303:
                raise
            status, fields, body = answer.code, answer.headers, answer.read()
        self.answers.append((method, urlsplit(path).path, status, fields, body))
        return json.loads(body) if body and "json" in (fields["Content-Type"] or "") else fields

    def journey(self):
        from fast_http_user import BENEFICIARY, CUSTOMER, INSTITUTION, SIGNALS
        from foreign_device import ORIGIN, VerifyingDevice, body, creation_options, request_options

        phone = VerifyingDevice()
        details = {
            "platform": "CROSS_PLATFORM", "customer": CUSTOMER, "institution": INSTITUTION, "risk_signals": SIGNALS,
            "callback_url": "https://merchant.example/enrolled",
        }  # fmt: skip
        enrollment = self.call("POST", "/enrollments/", {"type": METHOD, "details": details})
        page = urlsplit(enrollment["details"]["redirect_url"])
        back = urlsplit(self.call("POST", f"{page.path}?{page.query}", form="decision=approve")["Location"])
        parameters = dict(parse_qsl(back.query) + parse_qsl(back.fragment))
        self.call("POST", "/enrollments/complete-redirection/", parameters)
        path = f"/enrollments/{enrollment['id']}/"
        options = self.call("GET", f"{path}fido-registration-options/")
        credential = body(phone.create(creation_options(options), ORIGIN))
        self.call("POST", f"{path}confirm/", {"confirmation_data": credential})
        self.call("GET", path)
        method = {METHOD: {"beneficiary_bank_account": BENEFICIARY, "enrollment": enrollment["id"]}}
        intent = self.call(
            "POST",
            "/payment-intents/",
            {
                "amount": "0.13", "allowed_payment_method_types": [METHOD], "customer": CUSTOMER, "description": "load",
                "statement_description": "load", "payment_method_details": method, "confirm": True,
            },
        )  # fmt: skip
        options = intent["payment_method_information"][METHOD]["fido_options"]
        path = f"/payment-intents/{intent['id']}/"
        assertion = body(phone.get(request_options(options), ORIGIN))
        self.call("POST", f"{path}authorize/", {"risk_signals": SIGNALS, "assertion": assertion})
        self.call("GET", path)
        assert len(self.answers) == JOURNEY
        return self.answers


class RecordedTarget:
    """A context manager: HAProxy on a free port, with the answers of the sandbox at `url`."""

    def __init__(self, folder, url):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.stats = f"{folder}/haproxy.sock"
        rules = [
            rule(folder, number, answer, url, self.url) for number, answer in enumerate(Recorder(url).journey())
        ]
        file = f"{folder}/haproxy.cfg"
        with open(file, "w") as configuration:
            configuration.write(
                "global\n  nbthread 1\n"
                f"  stats socket {self.stats}\n"
                "defaults\n  mode http\n  timeout client 1m\n  timeout connect 1m\n  timeout server 1m\n"
                f"frontend recorded\n  bind 127.0.0.1:{port}\n  option http-buffer-request\n" + "".join(rules)
            )
        self.process = subprocess.Popen([program(), "-q", "-db", "-f", file])
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                assert self.process.poll() is None, "HAProxy does not start"
                time.sleep(0.02)

    def flows(self):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.stats)
            connection.sendall(b"show stat\n")
            text = b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()
        return int(next(csv.DictReader(text.lstrip("# ").splitlines()))["req_tot"]) // JOURNEY

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def program():
    return shutil.which("haproxy", path="/usr/sbin:/usr/bin")


def rule(folder, number, answer, url, own):
    """A line of HAProxy's configuration for a recorded answer."""
    method, path, status, fields, body = answer
    text = body.decode().replace(url, own)
    if (method, path) == ("POST", "/payment-intents/"):
        intent = json.loads(text)
        del intent["payment_method_information"][METHOD]["fido_options"]["allowCredentials"]
        text = json.dumps(intent)
    line = f"  http-request return status {status}"
    if text:
        with open(f"{folder}/{number}", "w") as file:
            file.write(text)
        line += f" content-type {fields['Content-Type'].split(';')[0]} file {folder}/{number}"
    if fields["Location"]:
        line += f" hdr Location {quoted(fields['Location'])}"
    return f"{line} if {{ method {method} }} {{ path {path} }}\n"


def quoted(text):
    """A format of HAProxy, in which a percent sign is doubled."""
    return "'" + text.replace("%", "%%").replace("'", r"'\''") + "'"
