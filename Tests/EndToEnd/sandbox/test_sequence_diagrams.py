"""The guide's two sequence diagrams, enrollment and payment, step by step: every complete message, in both path
spellings.

The sandbox's clock is frozen: message times are known, and pending objects stay pending until the test advances the
clock."""

import pytest

from request_bodies import BENEFICIARY, CUSTOMER, INSTITUTION
from contract import Contract
from device import Device
from api_client import Client
from provider import METHOD
from receiver import Receiver
from placeholders import JWS, TOKEN, UUID, Matching, challenge
from simulator import Simulator

START = "2026-01-31T12:00:00.000000Z"
CALLBACK = "https://loja.example/retorno"
PAYER = {
    "bank_account": {
        "institution_id": INSTITUTION,
        "agency": "1234",
        "number": "*****6789",
        "account_type": "CHECKINGS",
    }
}


class Diagram:
    """The participants: the shop's server (`send`), its app with the SDK (`device`), and the provider's webhooks."""

    def __init__(self, url, prefix, slash, device, receiver):
        self.client = Client(url)
        self.url, self.prefix, self.slash = url, prefix, slash
        self.device = device
        self.receiver = receiver

    def target(self, path, query=""):
        return f"{self.prefix}/{path}{self.slash}{query}"

    def get(self, path, query=""):
        return self.expect(200, "GET", self.target(path, query))

    def post(self, status, path, body):
        return self.expect(status, "POST", self.target(path), body)

    def expect(self, status, method, target, body=None):
        answer = self.client.send(method, target, body)
        assert answer.status == status, (method, target, answer)
        if not target.startswith("/_toque/"):
            Contract.of(self.url).check(method, target, answer.status, answer.headers, answer.content)
        return answer.json

    def advance(self, seconds):
        """Advances the clock; returns once everything due, webhooks included, has happened."""
        return self.expect(200, "POST", "/_toque/clock/advance", {"seconds": seconds})["now"]

    def webhooks(self, count):
        """Returns the bodies of all webhooks, which must be exactly this many."""
        return [received.body for received in self.receiver.wait(count)] if count else []

    def create_enrollment(self, signals):
        return self.post(
            201,
            "enrollments",
            {
                "type": METHOD,
                "external_id": "aparelho-7",
                "details": {
                    "customer": CUSTOMER,
                    "institution": INSTITUTION,
                    "name": "Celular da Ana",
                    "platform": "ANDROID",
                    "callback_url": CALLBACK,
                    "risk_signals": signals,
                },
            },
        )

    def enroll(self):
        """Makes a successful enrollment without checking its messages."""
        signals = phone_signals(self.device)
        created = self.create_enrollment(signals)
        self.post(200, "enrollments/complete-redirection", self.device.approve(created["details"]["redirect_url"]))
        self.advance(1)
        path = f"enrollments/{created['id']}"
        options = self.get(f"{path}/fido-registration-options")
        self.post(204, f"{path}/confirm", self.device.register(options, "--body"))
        self.advance(1)
        enrollment = self.get(path)
        assert enrollment["status"] == "SUCCEEDED"
        return enrollment

    def create_payment(self, enrollment_id):
        details = {"beneficiary_bank_account": BENEFICIARY, "enrollment": enrollment_id}
        return self.post(
            201,
            "payment-intents",
            {
                "amount": 0.13,
                "allowed_payment_method_types": [METHOD],
                "customer": CUSTOMER,
                "description": "Dois cafés",
                "statement_description": "LOJA EXEMPLO",
                "external_id": "pedido-42",
                "payment_method_details": {METHOD: details},
                "confirm": True,
            },
        )


def phone_signals(device):
    """Plays collectRiskSignals on a device with a screen."""
    return device.risk_signals("2024-01-31") | {"screenBrightness": 128}


def enrollment_message(created, **changes):
    """The enrollment as created, except for its detail status and the given members."""
    details = created["details"] | changes.pop("details", {})
    return created | changes | {"details": details}


def enrollment_webhook(enrollment_id, status, code=None, message=None):
    return {
        "webhook_id": UUID,
        "webhook_type": "ENROLLMENTS",
        "webhook_code": "STATUS_UPDATE",
        "object_id": enrollment_id,
        "external_id": "aparelho-7",
        "data": {"status": status, "status_reason_code": code, "status_reason_message": message, "metadata": {}},
    }


def payment_webhooks(payment, status, code=None, message=None):
    """The webhooks of the intent and of its charge, in this order."""
    data = {
        "status": status,
        "metadata": {},
        "failure_code": code,
        "failure_message": message,
        "end_to_end_id": payment["payment_method_information"][METHOD]["end_to_end_id"],
    }
    objects = [("PAYMENT_INTENTS", payment["id"], "pedido-42"), ("CHARGES", payment["charges"][0]["id"], None)]
    return [
        {
            "webhook_id": UUID,
            "webhook_type": kind,
            "webhook_code": "STATUS_UPDATE",
            "object_id": object_id,
            "external_id": external_id,
            "data": data,
        }
        for kind, object_id, external_id in objects
    ]


@pytest.fixture(params=[("", "/"), ("/payments/br", "/"), ("/payments/br", "")], ids=["short", "long", "no-slash"])
def diagram(toque, tmp_path, request):
    prefix, slash = request.param
    device = Device(toque, tmp_path / "device")
    with Receiver() as receiver:
        with Simulator(toque, "--port", 0, "--memory", "--now", START, "--webhook", receiver.url) as simulator:
            yield Diagram(simulator.url, prefix, slash, device, receiver)


def begin(diagram):
    """The first messages of the enrollment, up to the bank's page. Returns the enrollment as it was created."""
    # Shop's server: which banks are available, and since when has the person been a customer?
    institutions = diagram.get("institutions", "?name=aurora")
    assert (institutions["count"], institutions["next"], institutions["previous"]) == (1, None, None)
    [institution] = institutions["results"]
    assert institution["id"] == INSTITUTION
    assert institution["payment_methods"][METHOD] == {"status": "ACTIVE", "status_reason": None, "phase": None}
    customer = diagram.get(f"customers/{CUSTOMER}")
    assert (customer["name"], customer["identifier"]) == ("Ana Exemplo", "12******09")

    # App: collectRiskSignals(accountTenure:). Shop's server: POST /enrollments/.
    signals = phone_signals(diagram.device)
    assert signals["accountTenure"] == customer["created_at"][:10]
    created = diagram.create_enrollment(signals)
    assert created == {
        "id": UUID,
        "created_by": UUID,
        "created_at": START,
        "updated_at": START,
        "external_id": "aparelho-7",
        "type": METHOD,
        "status": "PENDING",
        "status_reason_code": None,
        "status_reason_message": None,
        "details": {
            "status": "AWAITING_ACCOUNT_HOLDER_VALIDATION",
            "customer": CUSTOMER,
            "institution": INSTITUTION,
            "platform": "ANDROID",
            "name": "Celular da Ana",
            "callback_url": CALLBACK,
            "redirect_url": Matching(f"{diagram.url}/bank/authorize/[^/]+"),
            "risk_signals": "*****",
            "expires_at": None,
        },
        "metadata": {},
    }

    # The person at the bank.
    page = Client(diagram.url, key=None).send("GET", created["details"]["redirect_url"].removeprefix(diagram.url))
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert all(text in page.content.decode() for text in ["Banco Aurora", "Celular da Ana", "<form"])
    return created


def test_an_enrollment_follows_the_diagram(diagram):
    created = begin(diagram)
    path = f"enrollments/{created['id']}"

    # The bank redirects to the app with state, code and id_token, which the shop's server passes on.
    callback = diagram.device.approve(created["details"]["redirect_url"])
    assert callback == {"state": TOKEN, "code": TOKEN, "id_token": JWS}
    returned = diagram.post(200, "enrollments/complete-redirection", callback)
    awaiting = {"status": "AWAITING_ENROLLMENT", "payer_information": PAYER}
    assert returned == enrollment_message(created, details=awaiting)

    # Shop's server: polls for the options until the bank has made them.
    [error] = diagram.expect(404, "GET", diagram.target(f"{path}/fido-registration-options"))
    assert error == {"request_id": Matching(".+"), "code": "not_found", "message": Matching(".*not ready.*")}
    diagram.advance(1)
    options = diagram.get(f"{path}/fido-registration-options")
    assert options == {
        "rp": {"id": "belvo.com", "name": "Loja Exemplo"},
        "user": {"id": UUID, "name": "Ana Exemplo", "displayName": "Ana Exemplo"},
        "challenge": challenge(14),
        "pubKeyCredParams": [{"alg": -257, "type": "public-key"}, {"alg": -7, "type": "public-key"}],
        "authenticatorSelection": {"userVerification": "required"},
        "extensions": {"appid": "true"},
    }

    # App: startRegistration(fidoResponseString:). Shop's server: POST .../confirm/.
    body = diagram.device.register(options, "--body")
    credential = body["confirmation_data"]
    assert credential["rawId"] == credential["id"]
    assert credential["response"].keys() == {"attestationObject", "clientDataJSON"}
    diagram.post(204, f"{path}/confirm", body)

    # Shop's server: polls for the result, and hears of it by a webhook.
    assert diagram.get(path) == diagram.get(path) | {"status": "PENDING"}
    assert diagram.webhooks(0) == []
    now = diagram.advance(1)
    assert now == "2026-01-31T12:00:02.000000Z"
    succeeded = diagram.get(path)
    # The bank's result came 0.25 s after the credential.
    at = "2026-01-31T12:00:01.250000Z"
    authorised = awaiting | {"status": "AUTHORISED", "expires_at": at.replace("2026", "2027")}
    assert succeeded == enrollment_message(created, status="SUCCEEDED", updated_at=at, details=authorised)
    assert diagram.webhooks(1) == [enrollment_webhook(created["id"], "SUCCEEDED")]

    # App: which enrollments does this device have?
    listed = diagram.get("enrollments", f"?device_id={phone_signals(diagram.device)['deviceId']}")
    assert listed == {"count": 1, "next": None, "previous": None, "results": [succeeded]}


def test_an_enrollment_declined_at_the_bank_follows_the_diagram(diagram):
    created = begin(diagram)
    callback = diagram.device.approve(created["details"]["redirect_url"], "--decline")
    assert callback == {
        "state": TOKEN,
        "error": "access_denied",
        "error_description": "The account holder declined.",
    }
    failed = diagram.post(200, "enrollments/complete-redirection", callback)
    message = "The account holder declined at the bank."
    reason = {"status_reason_code": "rejected_by_user", "status_reason_message": Matching(f"{message}.*")}
    assert failed == enrollment_message(created, status="FAILED", details={"status": "REJECTED"}, **reason)
    diagram.advance(1)
    webhook = enrollment_webhook(created["id"], "FAILED", "rejected_by_user", failed["status_reason_message"])
    assert diagram.webhooks(1) == [webhook]


def test_an_enrollment_without_options_fails_after_two_minutes(diagram):
    diagram.expect(200, "PUT", "/_toque/scenario", {"scenario": "never_answers"})
    created = begin(diagram)
    path = f"enrollments/{created['id']}"
    callback = diagram.device.approve(created["details"]["redirect_url"])
    diagram.post(200, "enrollments/complete-redirection", callback)
    diagram.advance(119)
    diagram.expect(404, "GET", diagram.target(f"{path}/fido-registration-options"))
    assert diagram.get(path)["status"] == "PENDING"
    diagram.advance(1)
    [error] = diagram.expect(400, "GET", diagram.target(f"{path}/fido-registration-options"))
    assert error["code"] == "invalid_status"
    failed = diagram.get(path)
    assert (failed["status"], failed["status_reason_code"]) == ("FAILED", "institution_infra_failed")
    message = "The bank gave no registration options in time."
    assert failed["status_reason_message"] == message
    assert diagram.webhooks(1) == [enrollment_webhook(created["id"], "FAILED", "institution_infra_failed", message)]


def test_a_payment_follows_the_diagram(diagram):
    enrollment = diagram.enroll()
    now = diagram.advance(1)

    # Shop's server: POST /payment-intents/.
    created = diagram.create_payment(enrollment["id"])
    details = {METHOD: {"beneficiary_bank_account": BENEFICIARY, "enrollment": enrollment["id"]}}
    information = {
        "provider": "belvo",
        "consent_id": Matching("urn:aurora_retail:[0-9a-f-]{36}"),
        "fido_options": {
            "challenge": challenge(32),
            "timeout": 300000,
            "rpId": "belvo.com",
            "allowCredentials": [{"id": Matching("[A-Za-z0-9_-]+"), "type": "public-key"}],
            "userVerification": "required",
        },
        "end_to_end_id": Matching("E99123401202601311200[0-9A-Za-z]{11}"),
        "external_payment_id": UUID,
        "provider_request_id": UUID,
    }
    common = {
        "id": UUID,
        "created_by": enrollment["created_by"],
        "created_at": now,
        "updated_at": now,
        "status": "PENDING",
        "amount": "0.13",
        "currency": "BRL",
        "customer": CUSTOMER,
        "description": "Dois cafés",
        "statement_description": "LOJA EXEMPLO",
        "payment_method_details": details,
        "provider": "belvo",
        "failure_code": None,
        "failure_message": None,
        "metadata": {},
    }
    charge = common | {
        "payment_intent": created["id"],
        "payment_method_type": METHOD,
        "payment_method_information": {METHOD: information | {"fido_options": None}},
        "payer_information": PAYER,
        "transactions": [],
    }
    assert created == common | {
        "external_id": "pedido-42",
        "allowed_payment_method_types": [METHOD],
        "selected_payment_method_type": METHOD,
        "payment_method_information": {METHOD: information},
        "next_step": None,
        "last_error": None,
        "charges": [charge],
    }

    # App: startSigning(fidoResponseString:). Shop's server: POST .../authorize/.
    path = f"payment-intents/{created['id']}"
    options = created["payment_method_information"][METHOD]["fido_options"]
    body = diagram.device.authorization(options, phone_signals(diagram.device))
    assert body.keys() >= {"risk_signals", "assertion"}
    assert body["assertion"]["id"] == options["allowCredentials"][0]["id"]
    assert body["assertion"]["response"].keys() == {
        "authenticatorData", "clientDataJSON", "signature", "userHandle",
    }  # fmt: skip
    diagram.post(204, f"{path}/authorize", body)

    # Shop's server: polls for the result, and hears of it by webhooks.
    assert diagram.get(path) == created
    assert len(diagram.webhooks(1)) == 1
    diagram.advance(1)
    succeeded = diagram.get(path)
    [transaction_id] = succeeded["charges"][0]["transactions"]
    at = "2026-01-31T12:00:03.250000Z"
    changes = {"status": "SUCCEEDED", "updated_at": at}
    charge = created["charges"][0] | changes | {"transactions": [transaction_id]}
    assert succeeded == created | changes | {"charges": [charge]}
    assert diagram.get(f"charges/{charge['id']}") == charge
    assert diagram.get("charges", f"?payment_intent={created['id']}")["results"] == [charge]
    assert diagram.get(f"transactions/{transaction_id}") == {
        "id": transaction_id,
        "created_by": enrollment["created_by"],
        "created_at": at,
        "amount": "0.13",
        "currency": "BRL",
        "description": "Dois cafés",
        "transaction_type": "INFLOW",
        "beneficiary": BENEFICIARY,
        "payment_intent": created["id"],
        "charge": charge["id"],
        "customer": CUSTOMER,
    }
    assert diagram.webhooks(4)[1:] == [
        *payment_webhooks(created, "SUCCEEDED"),
        {
            "webhook_id": UUID,
            "webhook_type": "TRANSACTIONS",
            "webhook_code": "OBJECT_CREATED",
            "object_id": transaction_id,
            "external_id": None,
            "data": {},
        },
    ]


def test_a_payment_without_a_result_fails_after_two_minutes(diagram):
    enrollment = diagram.enroll()
    diagram.expect(200, "PUT", "/_toque/scenario", {"scenario": "never_answers"})
    created = diagram.create_payment(enrollment["id"])
    path = f"payment-intents/{created['id']}"
    options = created["payment_method_information"][METHOD]["fido_options"]
    diagram.post(204, f"{path}/authorize", diagram.device.authorization(options, phone_signals(diagram.device)))
    diagram.advance(119)
    assert diagram.get(path) == created
    diagram.advance(1)
    failed = diagram.get(path)
    failure = {"failure_code": "institution_infra_failed", "failure_message": failed["failure_message"]}
    changes = failure | {"status": "FAILED", "updated_at": failed["updated_at"]}
    assert failed == created | changes | {"charges": [created["charges"][0] | changes]}
    assert "in time" in failed["failure_message"]
    assert diagram.webhooks(3)[1:] == payment_webhooks(created, "FAILED", *failure.values())
