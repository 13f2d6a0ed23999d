"""Yuno for a merchant's backend: sessions, payments, captures, webhooks, and what goes wrong. Signatures and QR codes
come from yuno_reference.py."""

import json
from decimal import Decimal

import pytest

import yuno_reference as reference
from holder import private_file
from yuno_sandbox import ACCOUNT, Yuno

TOKEN = "whsec-0123456789"


@pytest.fixture(scope="module")
def yuno(toque):
    token_file = private_file(toque.folder / "token", f"{TOKEN}\n")
    with Yuno.open(toque, "--webhook-token-file", token_file) as yuno:
        yuno.secret = TOKEN.encode()
        yield yuno


# Signatures and codes


def test_the_reference_reproduces_the_computed_vectors():
    body = (
        b'{"type":"payment","type_event":"payment.purchase","account_id":"00000000-0000-4000-8000-00000000000a",'
        b'"retry":%d,"version":2,"data":{"payment":{"id":"00000000-0000-4000-8000-0000000000b1",'
        b'"status":"SUCCEEDED","sub_status":"APPROVED"}}}'
    )
    assert reference.signature(body % 0, b"whsec-test") == "r9rCJDy0rUMi2kY2C8/smhLn9Gr5ImM04tIGFZ83NNI="
    assert reference.signature(body % 1, b"whsec-test") == "XXJ6CYwuCMzk959J3mZQ/C4oZKbv987DtuV4Du/Qsng="
    location = "127.0.0.1:8420/pix/AAAAAAAAAAAAAAAAAAAAAA"
    assert reference.br_code(location, Decimal(10), "LOJA EXEMPLO", "SAO PAULO").endswith("6304BAC3")
    assert reference.checksum("123456789") == "29B1"


def test_python_and_swift_generate_the_same_signatures_and_codes():
    expected = "74349034a9bb38d868097d98b285c516be7fd55512c2890275b886e4a36ded59"
    assert reference.digest_of_generated() == expected


# Outcomes: method, scenario, options of the session, steps; then status and webhooks in order

PIX = "purchase PENDING/PENDING_PROVIDER_CONFIRMATION"
SHEET = ["purchase READY_TO_PAY/CREATED", "purchase PENDING/IN_PROCESS"]
SENT = "purchase PENDING/IN_PROCESS"
CHALLENGE = "purchase PENDING/WAITING_ADDITIONAL_STEP"
PAID = "purchase SUCCEEDED/APPROVED"
HELD = "authorize PENDING/AUTHORIZED"
WEEK = 7 * 86400

OUTCOMES = [
    ("PIX", None, {}, ["approve"], [PIX, PAID]),
    ("PIX", None, {}, ["close", "decline", "approve"], [PIX, PAID]),
    ("PIX", None, {}, ["close", 1799], [PIX]),
    ("PIX", None, {}, ["close", 1800], [PIX, "purchase EXPIRED/EXPIRED"]),
    ("PIX", None, {}, ["cancel"], [PIX, "cancel CANCELED/CANCELED"]),
    ("PIX", "payment.fraud", {}, ["approve"], [PIX, "purchase FRAUD/FRAUD_VERIFIED"]),
    ("PIX", "payment.error", {}, ["approve"], [PIX, "purchase ERROR/ERROR"]),
    ("PIX", None, {}, ["approve", "refund"], [PIX, PAID, "refund REFUNDED/REFUNDED"]),
    ("APPLE_PAY", None, {}, ["confirm"], [*SHEET, PAID]),
    ("APPLE_PAY", None, {}, ["close"], SHEET),
    ("APPLE_PAY", None, {}, ["close", 900], [*SHEET, "purchase EXPIRED/EXPIRED"]),
    ("APPLE_PAY", None, {}, ["cancel"], [*SHEET, "cancel CANCELED/CANCELED"]),
    ("APPLE_PAY", "payment.rejected", {}, ["confirm"], [*SHEET, "purchase REJECTED/REJECTED"]),
    ("APPLE_PAY", "payment.insufficient_funds", {}, ["confirm"], [*SHEET, "purchase DECLINED/DECLINED"]),
    ("CARD", None, {}, [], [SENT, PAID]),
    ("CARD", None, {"value": 0}, [], [SENT, "verify VERIFIED/VERIFIED"]),
    ("CARD", None, {"value": 9000.01}, [], [SENT, "purchase DECLINED/DECLINED"]),
    ("CARD", None, {"capture": False}, ["capture"], [SENT, HELD, "capture SUCCEEDED/CAPTURED"]),
    ("CARD", None, {"capture": False}, ["cancel"], [SENT, HELD, "cancel CANCELED/CANCELED"]),
    ("CARD", None, {"capture": False}, [WEEK - 1], [SENT, HELD]),
    ("CARD", None, {"capture": False}, [WEEK], [SENT, HELD, "purchase EXPIRED/EXPIRED"]),
    ("CARD", "payment.challenge", {}, ["approve"], [CHALLENGE, PAID]),
    ("CARD", "payment.challenge", {}, ["decline"], [CHALLENGE, "purchase DECLINED/DECLINED"]),
    ("CARD", "payment.challenge", {}, [600], [CHALLENGE, "purchase DECLINED/DECLINED"]),
    ("CARD", "payment.challenge", {"capture": False}, ["approve"], [CHALLENGE, HELD]),
    ("MERCADO_PAGO_CHECKOUT_PRO", None, {}, ["approve"], [PIX, PAID]),
    ("MERCADO_PAGO_CHECKOUT_PRO", None, {}, ["decline"], [PIX, "purchase DECLINED/DECLINED"]),
]


@pytest.mark.parametrize(("method", "scenario", "options", "steps", "webhooks"), OUTCOMES)
def test_a_payment_ends_as_the_table_says(yuno, method, scenario, options, steps, webhooks):
    session = yuno.session(scenario, **options)
    status, view = yuno.pay(session, method)
    assert status == 201, view
    payment, page = view["payment"], view["action"].get("url")
    for step in steps:
        match step:
            case "approve":
                assert yuno.approve(page) == "approved"
            case "decline":
                assert yuno.decline(page) == "declined"
            case "confirm" | "close":
                assert yuno.device("POST", session, f"/{step}")[0] == 200
            case "capture" | "cancel" | "refund":
                assert yuno.operate(step, payment)[0] == 200
            case seconds:
                yuno.advance(seconds)
    shown = yuno.payment(payment)
    assert f"{shown['status']}/{shown['sub_status']}" == webhooks[-1].partition(" ")[2]
    received = yuno.told(payment, len(webhooks))
    assert [name(yuno, each) for each in received] == webhooks
    assert all(map(yuno.is_genuine, received))
    for webhook in received:
        assert webhook.body["account_id"] == ACCOUNT
        assert webhook.body["retry"] == 0
        assert webhook.body["version"] == 2
    assert len({reference.deduplication_key(each.body) for each in received}) == len(received)
    assert without_key(received[-1].body["data"]["payment"]) == shown


def name(yuno, webhook):
    return f"{webhook.body['type_event'].removeprefix('payment.')} {yuno.news(webhook.body)}"


def without_key(payment):
    return {name: value for name, value in payment.items() if name != "idempotency_key"}


# Webhooks


def test_a_forged_webhook_is_refused(yuno):
    _, view = yuno.pay(yuno.session(), "CARD")
    (webhook, *_) = yuno.told(view["payment"], 2)
    secret = TOKEN.encode()
    assert reference.is_genuine(webhook.headers, webhook.content, "sandbox", secret)
    for position in range(0, len(webhook.content), 7):
        flipped = bytearray(webhook.content)
        flipped[position] ^= 1
        assert not reference.is_genuine(webhook.headers, bytes(flipped), "sandbox", secret)
    assert not reference.is_genuine(webhook.headers, webhook.content, "sandbox", secret + b"0")
    for missing in ("x-api-key", "x-secret", "x-hmac-signature"):
        headers = {key: value for key, value in webhook.headers.items() if key.lower() != missing}
        assert not reference.is_genuine(headers, webhook.content, "sandbox", secret)


@pytest.mark.parametrize("status", [204, 500])
def test_a_webhook_without_200_is_sent_seven_times_in_96_hours(toque, status):
    with Yuno.open(toque, answer=lambda _: status) as yuno:
        _, view = yuno.pay(yuno.session(), "PIX")
        yuno.action("approve", view["payment"])
        yuno.receiver.wait(1)
        yuno.advance(96 * 3600 - 1)
        assert len(yuno.receiver.received) == 6
        yuno.advance(1)
        first = yuno.receiver.wait(7)[:7]
        assert [each.body["retry"] for each in first] == list(range(7))
        # Without a token, the private key signs each attempt's body anew.
        assert all(map(yuno.is_genuine, first))
        assert len({each.headers["x-hmac-signature"] for each in first}) == 7
        assert len({reference.deduplication_key(each.body) for each in first}) == 1
        # The payment's next webhook still follows.
        assert yuno.news(yuno.receiver.wait(8)[7].body) == "SUCCEEDED/APPROVED"


def test_a_badly_signed_webhook_is_repeated_with_the_right_signature(toque):
    def answer(webhook):
        return 200 if reference.is_genuine(webhook.headers, webhook.content, "sandbox", b"sandbox") else 401

    with Yuno.open(toque, answer=answer) as yuno:
        yuno.pay(yuno.session("webhook_badly_signed"), "PIX")
        yuno.receiver.wait(1)
        yuno.advance(300)
        first, again = yuno.receiver.wait(2)
        assert not yuno.is_genuine(first)
        assert yuno.is_genuine(again)
        assert reference.deduplication_key(first.body) == reference.deduplication_key(again.body)
        yuno.advance(100 * 3600)
        assert yuno.control("GET", "deliveries")["deliveries"][0]["state"] == "delivered"


# The session and its code


def test_the_same_code_is_shown_until_it_expires(yuno):
    session = yuno.session(value=19.9)
    status, first = yuno.pay(session, "PIX")
    assert status == 201
    code = reference.read_br_code(first["action"]["payload"])
    assert first["action"]["url"] == f"http://{code['location']}"
    assert code["amount"] == Decimal("19.90")
    assert code["name"] == "LOJA EXEMPLO"
    assert yuno.device("POST", session, "/close") == (200, first)
    yuno.advance(1799)
    assert yuno.pay(session, "PIX") == (200, first)
    yuno.advance(1)
    assert yuno.device("GET", session)[1]["status"] == "EXPIRED"
    assert yuno.pay(session, "PIX")[1]["code"] == "INVALID_STATUS"


def test_a_session_ends_after_five_hours(yuno):
    session = yuno.session()
    yuno.advance(5 * 3600)
    assert yuno.pay(session, "PIX")[1]["code"] == "CHECKOUT_SESSION_NOT_FOUND"
    assert yuno.merchant("GET", f"checkout/sessions/{session}")[1]["code"] == "CHECKOUT_SESSION_NOT_FOUND"


# Captures, refunds, keys


def test_a_repetition_gets_the_first_answer(yuno):
    payment = yuno.pay(yuno.session(capture=False), "CARD")[1]["payment"]
    key = yuno.idempotency_key()
    first = yuno.operate("capture", payment, key=key, amount={"currency": "BRL", "value": 4})
    assert first[0] == 200
    assert yuno.operate("capture", payment, key=key, amount={"currency": "BRL", "value": 5}) == first
    assert yuno.operate("capture", payment)[1]["code"] == "INVALID_STATUS"
    failing = yuno.idempotency_key()
    too_much = {"currency": "BRL", "value": 4.0001}
    assert yuno.operate("refund", payment, 1, failing, amount=too_much)[1]["code"] == "INVALID_AMOUNT"
    assert yuno.operate("refund", payment, 1, failing)[1]["code"] == "IDEMPOTENCY_DUPLICATED"
    assert yuno.operate("refund", payment, 1)[1]["sub_status"] == "REFUNDED"


# Refusals


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"account_id": "1"}, "INVALID_ACCOUNT_ID"),
        ({"merchant_order_id": "ab"}, "INVALID_PARAMETERS"),
        ({"merchant_order_id": "a" * 256}, "INVALID_PARAMETERS"),
        ({"payment_description": "a" * 256}, "INVALID_PARAMETERS"),
        ({"callback_url": "yuno://" + "a" * 520}, "INVALID_PARAMETERS"),
        ({"callback_url": "http://shop.example/"}, "INVALID_PARAMETERS"),
        ({"country": "BRA"}, "COUNTRY_NOT_SUPPORTED"),
        ({"amount": {"currency": "XXX", "value": 1}}, "CURRENCY_NOT_ALLOWED"),
        ({"amount": {"currency": "BRL", "value": -0.01}}, "INVALID_AMOUNT"),
        ({"amount": {"currency": "BRL", "value": 0.00001}}, "INVALID_AMOUNT"),
        ({"amount": {"currency": "BRL"}}, "MISSING_PARAMETERS"),
        ({"workflow": "SDK_CHECKOUT"}, "INVALID_PARAMETERS"),
        ({"installments": {}}, "INVALID_PARAMETERS"),
        ({"card": {"number": "4111 1111 1111 1111"}}, "INVALID_PARAMETERS"),
    ],
)
def test_an_invalid_session_is_refused_by_member_name(yuno, members, code):
    status, answer = yuno.merchant("POST", "checkout/sessions", yuno.session_body() | members)
    assert status == 400
    assert answer["code"] == code
    (member,) = members
    assert answer["messages"][0].startswith(member)


@pytest.mark.parametrize(
    "headers", [{}, {"public-api-key": "sandbox"}, {"public-api-key": "sandbox", "private-secret-key": "wrong-1"}])
def test_a_wrong_key_is_refused(yuno, headers):
    status, answer = yuno.send("GET", "/v1/payments/1", headers=headers)
    assert status == 401
    assert answer["code"] == "INVALID_CREDENTIALS"


def test_no_secret_and_no_card_number_is_stored(yuno):
    number = "5555555555554444"
    yuno.merchant("POST", "checkout/sessions", yuno.session_body(card={"number": number}))
    yuno.send("GET", "/v1/payments/1", headers={"public-api-key": "sandbox", "private-secret-key": "wrong-4711"})
    for path in ("requests?limit=1000", "deliveries?limit=1000", "events?limit=1000", "state"):
        kept = json.dumps(yuno.control("GET", path))
        for secret in (number, TOKEN, "wrong-4711", reference.header_secret(TOKEN.encode())):
            assert secret not in kept, path


def test_control_ends_a_payment_and_a_trigger_makes_one(yuno, toque):
    _, view = yuno.pay(yuno.session(), "PIX")
    server = ["--server", yuno.url]
    assert toque.output("sandbox", "cancel", view["payment"], "--json", *server)["status"] == "CANCELED"
    made = toque.output("trigger", "payment.declined", "--reason", "do_not_honor", "--json", *server)
    payment = made.get("object", made)
    assert payment["transactions"][0]["response_code"] == "DO_NOT_HONOR"


def test_a_command_behind_dashes_gets_the_server_and_the_key(toque):
    script = 'echo "$TOQUE_YUNO_SERVER $TOQUE_YUNO_KEY_ID $TOQUE_YUNO_KEY_SECRET"'
    result = toque.run("simulate", "--provider", "yuno", "--", "sh", "-c", script)
    assert result.returncode == 0, result.stderr
    server, key_id, secret = result.stdout.split()
    assert server.startswith("http://127.0.0.1:")
    assert (key_id, secret) == ("sandbox", "sandbox")
