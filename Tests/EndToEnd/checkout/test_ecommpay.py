"""ecommpay for a merchant's backend: sessions, callbacks, Gate, and what goes wrong; signatures are made and judged by
ecommpay_reference.py."""

import itertools
import json
import urllib.error
import urllib.parse
import urllib.request

import pytest

import ecommpay_reference as reference
from contract import Contract
from receiver import Receiver
from simulator import Simulator

SECRET = "your_secret"
START = "2026-03-01T12:00:00Z"
CHALLENGED = ["processing", "awaiting 3ds result"]
HALF_HOUR = 1800
WEEK = 7 * 86400


class Ecommpay:
    """The sandbox with its merchant, app and payer. Its clock stands still until it is moved."""

    def __init__(self, toque, url, receiver, folder):
        self.toque, self.url, self.receiver = toque, url, receiver
        self.passkey = ["--store", folder / "store.sqlite", "--gesture", "approve"]
        self.ids = (f"ord-{number}" for number in itertools.count(1))

    def send(self, method, path, body=None, headers=None):
        """The status and the JSON of an answer, which is as the document says."""
        request = urllib.request.Request(
            path if path.startswith("http") else self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Accept": "application/json"} | (headers or {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, fields, text = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, fields, text = error.code, error.headers, error.read()
        if path.startswith(("/sdk/", "/v2/")):
            Contract.of(self.url).check(method, path, status, fields, text)
        return status, json.loads(text) if text else None

    def control(self, method, path, body=None):
        status, answer = self.send(method, f"/_toque/{path}", body)
        assert status < 300, answer
        return answer

    def advance(self, seconds):
        self.control("POST", "clock/advance", {"seconds": seconds})

    # The merchant

    def options(self, **members):
        return {
            "project_id": 10,
            "payment_id": next(self.ids),
            "payment_amount": 1999,
            "payment_currency": "USD",
            "payment_description": "Chá; 1:1",
            "customer_id": "10",
            "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
        } | members

    def gate(self, path, payment_id, secret=SECRET, **members):
        return self.send("POST", f"/v2/payment/{path}", reference.gate_request(10, payment_id, secret, **members))

    def callbacks(self, payment, count):
        """The callbacks about a payment, once there are so many."""

        def about(received):
            return [each.body for each in received if each.body["payment"]["id"] == payment]

        return about(self.receiver.wait_until(lambda received: len(about(received)) >= count))

    # The app

    def open(self, options, secret=SECRET, scenario=None):
        signature = reference.sign_text(reference.mobile_string(options), secret)
        headers = {"X-Toque-Scenario": scenario} if scenario else None
        return self.send("POST", "/sdk/v1/session", options | {"signature": signature}, headers)

    def session(self, options, scenario=None):
        status, answer = self.open(options, scenario=scenario)
        assert status == 201, answer
        return f"/sdk/v1/session/{answer['session']}"

    def shown(self, session):
        status, answer = self.send("GET", session)
        assert status == 200, answer
        return answer

    # The payer

    def approve(self, page):
        return self.toque.output("approve", page, "--json", *self.passkey)["outcome"]

    def decline(self, page):
        return self.send("POST", page, {"decision": "decline"})[1]["outcome"]


@pytest.fixture(scope="module")
def ecommpay(toque, tmp_path_factory):
    with Receiver() as receiver:
        arguments = ["--provider", "ecommpay", "--port", 0, "--memory", "--now", START, "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            yield Ecommpay(toque, simulator.url, receiver, tmp_path_factory.mktemp("payer"))


# Signatures

VECTORS = [
    (
        {"payment": {"id": "test-payment", "status": "success"}},
        "qwerty",
        "UGzKT0NC26f4u0niyJSQPx5q3kFFIndwLXeJVXahfCFwbY+Svg1WoXIxzrIyyjWUSLFhT8wAQ5SfBDRHnwm6Yg==",
    ),
    (
        {"payment": {"id": "test-payment", "status": "success"}, "frame_mode": "iframe", "some_bool_param": True},
        "qwerty",
        "TZS0J65ReNUMgKzeXUey9xOGGyC7r4OhsFXt/3H8XZM2Le8Wot2E1NIjeSPOyV1F3sUU6F3kfo9om2dhbe3ieA==",
    ),
    (
        {"a:b": "x;y", "operations": [{"id": 1, "code": 0}, {"id": 2, "code": 0}], "project_id": 10,
         "payment": {"id": "ord-42", "status": "success", "sum": {"amount": 1999, "currency": "USD"}}},
        SECRET,
        "eHaObAXSlnvigDLqXpBbFMDBqXzD7vqvLTlF0+FWDlKME1vL7sxANAUM0uLKRJrbiS9kwYrlhI5nGlL7rs/LZg==",
    ),
]  # fmt: skip


@pytest.mark.parametrize("message, secret, signature", VECTORS)
def test_the_published_vectors_are_met(message, secret, signature):
    assert reference.sign(message, secret) == signature


def test_an_app_signs_the_parameters_that_are_set():
    options = {
        "project_id": 10, "payment_id": "internal_payment_id_1", "payment_amount": 1999, "payment_currency": "USD",
        "payment_description": "T-shirt with dog print", "customer_id": "10", "region_code": "US", "token": "",
        "language_code": "it", "hide_saved_wallets": False, "receipt_data": "e30=", "additional_fields": [],
        "secure_info": {
            "challenge_indicator": "04", "gift_card": {"amount": 500, "currency": "GBP", "count": 1},
            "customer": {"home_phone": "4412345678"},
        },
    }  # fmt: skip
    assert (
        reference.sign_text(reference.mobile_string(options), SECRET)
        == "0A9hPWwlCnxi6nGp5HZewlSU70MDP73ShBUWKs6U0W+QhQ+2KaxNaWPGwyHK4pnwmMkdy0Rr54ooV4tVhqqNfA=="
    )


def test_generated_messages_are_signed_as_in_swift():
    """Tests/CheckoutContractsTests has the same number."""
    assert reference.digest_of_generated(1000) == "6e6b08ef13364088c71cf3e9993df2f6d157f42b3f3b4599752b4ce48d63fc18"


def test_generated_messages_are_judged_alike(ecommpay):
    """The sandbox takes what Python signs, and refuses it with a moved separator or one letter changed."""
    for message, _ in itertools.islice(reference.generated(1000), 0, 1000, 10):
        message = {name: member for name, member in message.items() if name not in ("general", "payment", "", "::")}
        payment = f"x{next(ecommpay.ids)};a:b"
        body = reference.gate_request(10, payment, SECRET, extra=message)
        status, answer = ecommpay.send("POST", "/v2/payment/status", body)
        # It is signed: there is no such payment.
        assert (status, "general.payment_id" in answer["message"]) == (400, True), answer
        body["general"]["payment_id"] = payment.replace(";a:", "a;:")
        status, answer = ecommpay.send("POST", "/v2/payment/status", body)
        assert (status, "general.signature" in answer["message"]) == (400, True), answer


# Outcomes: method, action, scenario, what the person does, seconds that go by in the end; status, code, callbacks

OUTCOMES = [
    ("card", "sale", None, "approve", 0, "success", "0", [*CHALLENGED, "success"]),
    ("card", "sale", None, "decline", 0, "decline", "301", [*CHALLENGED, "decline"]),
    ("card", "sale", None, "close", 0, "decline", "301", [*CHALLENGED, "decline"]),
    ("card", "sale", None, "gone", 0, "decline", "108", [*CHALLENGED, "decline"]),
    (None, "sale", None, "gone", 0, "decline", "108", ["decline"]),
    ("card", "sale", "payment.decline", None, 0, "decline", "100", ["processing", "decline"]),
    ("card", "sale", "payment.insufficient_funds", None, 0, "decline", "10105", ["processing", "decline"]),
    ("card", "sale", "payment.risk", None, 0, "decline", "402", ["processing", "decline"]),
    ("card", "sale", "payment.3ds_declined", None, 0, "decline", "104", ["processing", "decline"]),
    ("card", "sale", "payment.frictionless", None, 0, "success", "0", ["processing", "success"]),
    ("card", "sale", "payment.clarification", "approve", 0, "success", "0",
     ["processing", "awaiting clarification", *CHALLENGED, "success"]),
    ("card", "sale", "payment.cascade", None, 0, "success", "0",
     ["processing", "awaiting customer", "processing", "success"]),
    ("card", "sale", "payment.cascade_with_3ds", "approve", 0, "success", "0",
     ["processing", "awaiting customer", *CHALLENGED, "success"]),
    ("card", "sale", "never_answers", None, 120, "decline", "100", ["processing", "decline"]),
    ("card", "sale", "payment.refunded", "approve", 60, "refunded", "0", [*CHALLENGED, "success", "refunded"]),
    ("neteller", "sale", None, "approve", 0, "success", "0", ["awaiting redirect result", "success"]),
    ("neteller", "sale", None, "decline", 0, "decline", "301", ["awaiting redirect result", "decline"]),
    ("card", "auth", None, "approve", 0, "awaiting capture", "0", [*CHALLENGED, "awaiting capture"]),
    ("card", "auth", None, "approve", WEEK, "cancelled", "0", [*CHALLENGED, "awaiting capture", "cancelled"]),
    ("card", "verify", None, "approve", 0, "success", "0", [*CHALLENGED, "success"]),
]  # fmt: skip


@pytest.mark.parametrize("method, action, scenario, person, seconds, status, code, callbacks", OUTCOMES)
def test_outcome(ecommpay, method, action, scenario, person, seconds, status, code, callbacks):
    options = ecommpay.options(action=action, payment_amount=0 if action == "verify" else 1999)
    payment = options["payment_id"]
    session = ecommpay.session(options, scenario)
    if method:
        body = {"method": method} | ({"token": "tok_success"} if method == "card" else {})
        assert ecommpay.send("POST", f"{session}/pay", body)[0] == 200
    for _ in range(8):
        ecommpay.advance(1)
        shown = ecommpay.shown(session)
        page = shown.get("acs_url") or shown.get("redirect_url")
        if page and person == "approve":
            assert ecommpay.approve(page) == "approved"
        elif page and person == "decline":
            assert ecommpay.decline(page) == "declined"
        elif page and person == "close":
            assert ecommpay.send("POST", f"{session}/cancel")[0] == 200
        elif "clarification_fields" in shown:
            fields = {field["name"]: "x" for field in shown["clarification_fields"]}
            assert ecommpay.send("POST", f"{session}/clarification", {"fields": fields})[0] == 200
        elif shown.get("cascading_with_redirect"):
            assert ecommpay.send("POST", f"{session}/retry")[0] == 200
        elif person == "gone":
            ecommpay.advance(HALF_HOUR)
    if seconds:
        ecommpay.advance(seconds)
    shown = ecommpay.shown(session)
    assert (shown["payment"]["status"], shown["operation"]["code"]) == (status, code)
    heard = ecommpay.callbacks(payment, len(callbacks))
    assert [each["payment"]["status"] for each in heard] == callbacks
    assert all(reference.is_signed(json.dumps(each), SECRET) for each in heard)
    assert ecommpay.gate("status", payment)[1]["payment"] == heard[-1]["payment"]


# Gate


def test_a_hold_is_captured_in_part_once(ecommpay):
    options = ecommpay.options(action="auth")
    payment = options["payment_id"]
    session = ecommpay.session(options, "payment.frictionless")
    ecommpay.send("POST", f"{session}/pay", {"method": "card", "token": "tok_success"})
    ecommpay.advance(1)
    too_much = {"amount": 2000, "currency": "USD"}
    assert ecommpay.gate("card/capture", payment, payment=too_much)[1]["code"] == "502"
    part = {"amount": 1500, "currency": "USD"}
    status, answer = ecommpay.gate("card/capture", payment, payment=part)
    assert (status, answer["status"]) == (200, "success")
    last = ecommpay.callbacks(payment, 3)[-1]
    assert (last["payment"]["status"], last["payment"]["sum"]["amount"]) == ("success", 1500)
    assert last["operation"]["request_id"] == answer["request_id"]
    status, answer = ecommpay.gate("card/capture", payment, payment=part)
    assert (status, answer["code"]) == (400, "502")


@pytest.mark.parametrize("path", ["card/capture", "card/cancel", "card/refund", "status"])
def test_a_request_that_is_not_signed_is_refused(ecommpay, path):
    options = ecommpay.options()
    ecommpay.session(options)
    status, answer = ecommpay.gate(path, options["payment_id"], secret="your_secrets")
    assert (status, answer["status"]) == (400, "error")


# Sessions


def test_a_payment_id_is_used_once(ecommpay):
    options = ecommpay.options()
    session = ecommpay.session(options, "payment.frictionless")
    status, answer = ecommpay.open(options)
    assert (status, f"/sdk/v1/session/{answer['session']}") == (200, session)
    status, answer = ecommpay.open(options | {"payment_amount": 2000})
    assert (status, answer["code"]) == (400, "paymentAlreadyExist")
    ecommpay.send("POST", f"{session}/pay", {"method": "card", "token": "tok_success"})
    ecommpay.advance(1)
    status, answer = ecommpay.open(options)
    assert (status, answer["code"]) == (400, "paymentHasFinalStatus")


@pytest.mark.parametrize(
    "members, code",
    [
        ({"payment_description": "x" * 256}, "illegalArguments"),
        ({"payment_amount": 0}, "illegalArguments"),
        ({"payment_amount": 19.99}, "illegalArguments"),
        ({"payment_currency": "usd"}, "illegalArguments"),
        ({"language_code": "pt"}, "illegalArguments"),
        ({"region_code": "USA"}, "illegalArguments"),
        ({"action": "verify"}, "illegalArguments"),
        ({"secure_info": {"customer": {"account": {"activity_day": 1000}}}}, "illegalArguments"),
        ({"additional_fields": []}, "clarificationFieldsError"),
        ({"force_payment_method": "bitcoin"}, "paymentMethodNotAvailable"),
        ({"project_id": 11}, "serverUnauthorized"),
    ],
)
def test_wrong_options_open_nothing(ecommpay, members, code):
    options = ecommpay.options(**members)
    status, answer = ecommpay.open(options)
    assert (status, answer["code"]) == (400, code)
    assert ecommpay.gate("status", options["payment_id"])[0] == 400


def test_a_session_with_a_wrong_signature_is_refused(ecommpay):
    status, answer = ecommpay.open(ecommpay.options(), secret="your_secrets")
    assert (status, answer["code"]) == (400, "serverUnauthorized")


def test_card_data_are_refused_and_kept_nowhere(ecommpay):
    session = ecommpay.session(ecommpay.options())
    number = "4111111111111111"
    for body in ({"method": "card", "token": number}, {"method": "card", "token": "tok_success", "fields": {"cvv": "987"}}):
        assert ecommpay.send("POST", f"{session}/pay", body)[0] == 400
    journal = json.dumps(ecommpay.control("GET", "requests?limit=1000"))
    assert number not in journal
    assert '"987"' not in journal
    assert SECRET not in journal


# The Payment Page


def test_the_payment_page_takes_signed_addresses_alone(ecommpay):
    parameters = {
        "project_id": 10, "payment_id": next(ecommpay.ids), "payment_amount": 500, "payment_currency": "JPY",
        "payment_description": "Chá & bolo",
    }  # fmt: skip
    forged = reference.payment_page_query(parameters, "your_secrets")
    assert ecommpay.send("GET", f"{ecommpay.url}/payment?{forged}")[0] == 403
    assert ecommpay.gate("status", parameters["payment_id"])[0] == 400
    query = reference.payment_page_query(parameters, SECRET)
    status, shown = ecommpay.send("GET", f"{ecommpay.url}/payment?{query}")
    assert (status, shown["amount"], shown["reference"]) == (200, "500", "Chá & bolo")


# Callbacks


def test_a_callback_is_tried_120_times_and_each_attempt_is_signed(toque):
    """Only 200 takes it: 202 does not."""
    with Receiver(lambda _: 202) as receiver:
        arguments = ["--provider", "ecommpay", "--port", 0, "--memory", "--now", START, "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            sandbox = Ecommpay(toque, simulator.url, receiver, toque.folder)
            sandbox.control("POST", "trigger", {"event": "payment.processing", "payment_id": "t-1"})
            seen = 0
            for _ in range(200):
                seen = len(receiver.wait(seen + 1)) if seen < 120 else seen
                if seen >= 120:
                    break
                sandbox.advance(4 * 3600)
            sandbox.advance(WEEK)
            deliveries = sandbox.control("GET", "deliveries?object=t-1")["deliveries"]
            assert len(deliveries[0]["attempts"]) == 120
    assert all(reference.is_signed(json.dumps(each.body), SECRET) for each in receiver.received)


def test_a_badly_signed_callback_comes_again_rightly_signed(toque):
    def answer(received):
        return 200 if reference.is_signed(json.dumps(received.body), SECRET) else 400

    with Receiver(answer) as receiver:
        arguments = ["--provider", "ecommpay", "--port", 0, "--memory", "--now", START, "--webhook", receiver.url]
        with Simulator(toque, *arguments, "--scenario", "webhook_badly_signed") as simulator:
            sandbox = Ecommpay(toque, simulator.url, receiver, toque.folder)
            session = sandbox.session(sandbox.options())
            sandbox.send("POST", f"{session}/pay", {"method": "card", "token": "tok_success"})
            receiver.wait(1)
            sandbox.advance(10)
            first, again = receiver.wait(2)[:2]
    assert not reference.is_signed(json.dumps(first.body), SECRET)
    assert reference.is_signed(json.dumps(again.body), SECRET)
