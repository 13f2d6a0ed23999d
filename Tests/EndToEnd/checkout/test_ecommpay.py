"""ecommpay for a merchant's backend: sessions, callbacks, Gate, and what goes wrong; the signatures come from
ecommpay_reference.py."""

import itertools
import json

import pytest

import ecommpay_reference as reference
from ecommpay_sandbox import SECRET, Ecommpay

CHALLENGED = ["processing", "awaiting 3ds result"]
HALF_HOUR = 1800
WEEK = 7 * 86400


@pytest.fixture(scope="module")
def ecommpay(toque):
    with Ecommpay.open(toque) as ecommpay:
        yield ecommpay


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
def test_signatures_match_the_published_vectors(message, secret, signature):
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


def test_python_and_swift_sign_generated_messages_alike():
    """Tests/CheckoutContractsTests has the same number."""
    assert reference.digest_of_generated(1000) == "6e6b08ef13364088c71cf3e9993df2f6d157f42b3f3b4599752b4ce48d63fc18"


def test_the_sandbox_accepts_only_correct_signatures_of_generated_messages(ecommpay):
    """The sandbox accepts what Python signs, and refuses it with a separator moved."""
    for message, _ in itertools.islice(reference.generated(1000), 0, 1000, 10):
        message = {name: member for name, member in message.items() if name not in ("general", "payment", "", "::")}
        payment = f"x{ecommpay.number()};a:b"
        body = reference.gate_request(10, payment, SECRET, extra=message)
        status, answer = ecommpay.send("POST", "/v2/payment/status", body)
        # The signature is accepted: the error is an unknown payment.
        assert (status, "general.payment_id" in answer["message"]) == (400, True), answer
        body["general"]["payment_id"] = payment.replace(";a:", "a;:")
        status, answer = ecommpay.send("POST", "/v2/payment/status", body)
        assert (status, "general.signature" in answer["message"]) == (400, True), answer


# Outcomes: method, action, scenario, the person's steps, seconds at the end; status, code, callbacks

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
def test_a_payment_ends_as_the_table_says(ecommpay, method, action, scenario, person, seconds, status, code, callbacks):
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
    heard = ecommpay.told(payment, len(callbacks))
    assert [ecommpay.news(each.body) for each in heard] == callbacks
    assert all(map(ecommpay.is_genuine, heard))
    assert ecommpay.gate("status", payment)[1]["payment"] == heard[-1].body["payment"]


# Gate


def test_a_hold_is_captured_in_part_only_once(ecommpay):
    options = ecommpay.options(action="auth")
    payment = options["payment_id"]
    session = ecommpay.session(options, "payment.frictionless")
    ecommpay.pay(session)
    ecommpay.advance(1)
    too_much = {"amount": 2000, "currency": "USD"}
    assert ecommpay.gate("card/capture", payment, payment=too_much)[1]["code"] == "502"
    part = {"amount": 1500, "currency": "USD"}
    status, answer = ecommpay.gate("card/capture", payment, payment=part)
    assert (status, answer["status"]) == (200, "success")
    last = ecommpay.told(payment, 3)[-1].body
    assert (last["payment"]["status"], last["payment"]["sum"]["amount"]) == ("success", 1500)
    assert last["operation"]["request_id"] == answer["request_id"]
    status, answer = ecommpay.gate("card/capture", payment, payment=part)
    assert (status, answer["code"]) == (400, "502")


@pytest.mark.parametrize("path", ["card/capture", "card/cancel", "card/refund", "status"])
def test_an_unsigned_request_is_refused(ecommpay, path):
    options = ecommpay.options()
    ecommpay.session(options)
    status, answer = ecommpay.gate(path, options["payment_id"], secret="your_secrets")
    assert (status, answer["status"]) == (400, "error")


# Sessions


def test_a_payment_id_is_used_once(ecommpay):
    options = ecommpay.options()
    session = ecommpay.session(options, "payment.frictionless")
    status, answer = ecommpay.open_session(options)
    assert (status, f"/sdk/v1/session/{answer['session']}") == (200, session)
    status, answer = ecommpay.open_session(options | {"payment_amount": 2000})
    assert (status, answer["code"]) == (400, "paymentAlreadyExist")
    ecommpay.pay(session)
    ecommpay.advance(1)
    status, answer = ecommpay.open_session(options)
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
def test_invalid_options_open_no_session(ecommpay, members, code):
    options = ecommpay.options(**members)
    status, answer = ecommpay.open_session(options)
    assert (status, answer["code"]) == (400, code)
    assert ecommpay.gate("status", options["payment_id"])[0] == 400


def test_a_session_with_a_wrong_signature_is_refused(ecommpay):
    status, answer = ecommpay.open_session(ecommpay.options(), secret="your_secrets")
    assert (status, answer["code"]) == (400, "serverUnauthorized")


def test_card_data_is_refused_and_not_stored(ecommpay):
    session = ecommpay.session(ecommpay.options())
    number = "4111111111111111"
    for body in ({"method": "card", "token": number}, {"method": "card", "token": "tok_success", "fields": {"cvv": "987"}}):
        assert ecommpay.send("POST", f"{session}/pay", body)[0] == 400
    journal = json.dumps(ecommpay.control("GET", "requests?limit=1000"))
    assert number not in journal
    assert '"987"' not in journal
    assert SECRET not in journal


# The Payment Page


def test_the_payment_page_opens_only_signed_urls(ecommpay):
    parameters = {
        "project_id": 10, "payment_id": f"ord-{ecommpay.number()}", "payment_amount": 500, "payment_currency": "JPY",
        "payment_description": "Chá & bolo",
    }  # fmt: skip
    forged = reference.payment_page_query(parameters, "your_secrets")
    assert ecommpay.send("GET", f"/payment?{forged}")[0] == 403
    assert ecommpay.gate("status", parameters["payment_id"])[0] == 400
    answer = ecommpay.answer("GET", f"/payment?{reference.payment_page_query(parameters, SECRET)}")
    assert answer.status == 303
    shown = ecommpay.expect([200], "GET", answer.headers["Location"])
    assert (shown["amount"], shown["reference"]) == ("500", "Chá & bolo")


# Callbacks


def test_a_callback_is_tried_120_times_and_each_attempt_is_signed(toque):
    """Only 200 accepts it; 202 does not."""
    with Ecommpay.open(toque, answer=lambda _: 202) as ecommpay:
        ecommpay.control("POST", "trigger", {"event": "payment.processing", "payment_id": "t-1"})
        count = len(ecommpay.receiver.wait(1))
        while count < 120:
            ecommpay.advance(4 * 3600)
            count = len(ecommpay.receiver.wait(count + 1))
        ecommpay.advance(WEEK)
        [first, *_] = ecommpay.control("GET", "deliveries?object=t-1")["deliveries"]
        assert len(first["attempts"]) == 120
        assert all(map(ecommpay.is_genuine, ecommpay.receiver.received))


def test_a_badly_signed_callback_is_repeated_with_the_right_signature(toque):
    def answer(received):
        return 200 if reference.is_signed(received.content, SECRET) else 400

    with Ecommpay.open(toque, "--scenario", "webhook_badly_signed", answer=answer) as ecommpay:
        ecommpay.pay(ecommpay.session(ecommpay.options()))
        ecommpay.receiver.wait(1)
        ecommpay.advance(10)
        first, again = ecommpay.receiver.wait(2)[:2]
        assert not ecommpay.is_genuine(first)
        assert ecommpay.is_genuine(again)
