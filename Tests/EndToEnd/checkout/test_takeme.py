"""TakeMe Pay in the sandbox, used by a merchant's server and a device with their own signing code."""

import json

import pytest

import takeme_reference
from api_client import Lost
from extent import extent
from racing import race
from takeme_sandbox import PUBLIC, SECRET, TakeMe

NOW = "2026-01-31T12:00:00Z"
SECONDS = 1769860800
OPTIONS = ["--authorization", "button", "--now", NOW]


def persist(send):
    """Repeats a request with its key while the answer is lost or 503; returns the answer and the troubles."""
    troubles = []
    while len(troubles) < 5:
        try:
            answer = send()
            if answer.status != 503:
                return answer, troubles
            troubles.append("refused")
        except Lost:
            troubles.append("lost")
    raise AssertionError(troubles)


def kinds(shop, source):
    """Returns the types of the webhooks about a source, in order of arrival."""
    shop.advance(0)
    return [each.body["type"] for each in shop.told(source["id"])]


@pytest.fixture(scope="module")
def shop(toque):
    with TakeMe.open(toque, *OPTIONS) as shop:
        yield shop


# The signature


@pytest.mark.parametrize("secret, seconds, body, header", takeme_reference.VECTORS)
def test_the_reference_reproduces_the_vectors(secret, seconds, body, header):
    assert takeme_reference.sign(secret, seconds, body) == header
    assert takeme_reference.verify(header, body, secret, seconds) is None
    for bit in range(8 * len(body)):
        assert takeme_reference.verify(header, takeme_reference.flipped(body, bit), secret, seconds) == "mismatch"


def test_the_reference_agrees_with_swift_on_1000_generated_webhooks():
    # TakeMeSignatureTests has the same number.
    assert (
        takeme_reference.digest_of_generated(1000)
        == "4f6779c28112ddf299f39d77efdba2939014f9cd4c3a0c6c82f8eebcf0ef5062"
    )


def test_each_attempt_of_a_webhook_is_signed_at_its_own_time(toque):
    with TakeMe.open(toque, *OPTIONS, answer=lambda received: 500) as shop:
        source = shop.created()
        assert shop.decline(source["redirect"]["url"]) == "declined"
        shop.advance(0)
        for _ in range(5):
            shop.advance(60)
        attempts = shop.receiver.wait(4)
        assert len(attempts) == 4
        for number, attempt in enumerate(attempts):
            header = attempt.headers["TakeMe-Signature"]
            sent = SECONDS + 60 * number
            assert header == takeme_reference.sign(SECRET.encode(), sent, attempt.content).decode()
            assert takeme_reference.verify(header, attempt.content, SECRET.encode(), sent, 0) is None
            assert takeme_reference.verify(header, attempt.content, b"sk_test_other", sent) == "mismatch"
            assert attempt.body["created"] == SECONDS * 1000
        assert len({attempt.content for attempt in attempts}) == 1
        assert len({attempt.headers["TakeMe-Signature"] for attempt in attempts}) == 4
        [delivery] = shop.control("GET", "deliveries")["deliveries"]
        assert delivery["state"] == "failed"


def test_a_badly_signed_webhook_is_detected_and_comes_again(toque):
    verdicts = []

    def answer(received):
        header = received.headers["TakeMe-Signature"]
        verdicts.append(takeme_reference.verify(header, received.content, SECRET.encode(), SECONDS, 3600))
        return 200 if verdicts[-1] is None else 400

    with TakeMe.open(toque, *OPTIONS, answer=answer) as shop:
        shop.decline(shop.created(scenario="webhook_badly_signed")["redirect"]["url"])
        shop.advance(0)
        shop.advance(60)
        assert verdicts == ["mismatch", None]


# Keys


@pytest.mark.parametrize(
    "key, method, target, status, code",
    [
        (None, "GET", "/v1/source_types", 401, "authentication_failed"),
        ("pk_test_other", "GET", "/v1/source_types", 401, "authentication_failed"),
        ("sk_test_other", "POST", "/v1/charges", 401, "authentication_failed"),
        (PUBLIC, "GET", "/v1/source_types", 200, None),
        (SECRET, "GET", "/v1/source_types", 200, None),
        (PUBLIC, "POST", "/v1/charges", 403, "secret_key_required"),
        (PUBLIC, "GET", "/v1/charges/ch_000000000000000000000000", 403, "secret_key_required"),
        (SECRET, "GET", "/v1/charges/ch_000000000000000000000000", 404, "not_found"),
        (PUBLIC, "GET", "/v1/sources/src_000000000000000000000000?clientSecret=a", 404, "not_found"),
        (SECRET, "GET", "/v1/sources/src_000000000000000000000000", 404, "not_found"),
    ],
)
def test_each_route_requires_its_key(shop, key, method, target, status, code):
    answer = shop.ask(key, method, target, {"source": "src_1"} if method == "POST" else None)
    assert answer.status == status, answer
    assert code is None or answer.json["error"]["code"] == code


def test_the_device_reads_a_source_by_its_client_secret_alone(shop):
    source, other = shop.created(), shop.created()
    target = f"/v1/sources/{source['id']}"
    assert shop.source(source) == source
    assert shop.ask(SECRET, "GET", target).json == source
    for secret in ("", "?clientSecret=", f"?clientSecret={other['clientSecret']}"):
        refused = shop.ask(PUBLIC, "GET", target + secret)
        assert (refused.status, refused.json["error"]["code"]) == (404, "not_found")


# Requests


@pytest.mark.parametrize(
    "name, value",
    [
        ("amount", 0), ("amount", -1), ("amount", 10.5), ("amount", "10"), ("amount", 10**12), ("amount", None),
        ("currency", "jpy"), ("currency", "XXX"), ("type", "Cash"), ("flow", "qr"), ("description", "a" * 256),
        ("metadata", {"a": "b" * 4096}), ("redirectReturnUrl", "http://shop.example/back"),
        ("redirectReturnUrl", "javascript://%0aalert(1)"),
    ],
)  # fmt: skip
def test_an_out_of_range_member_is_refused_by_name(shop, name, value):
    answer = shop.create(**{name: value})
    assert answer.status == 400, answer
    assert answer.json["error"]["param"] == name


def test_text_like_a_card_number_is_refused_and_not_stored(shop):
    number = "4111 1111 1111 1111"
    answer = shop.create(metadata={"card": number})
    assert (answer.status, answer.json["error"]["code"]) == (400, "card_data")
    assert number not in answer.content.decode()
    journal = json.dumps(shop.control("GET", "requests?limit=100"))
    assert answer.headers["X-Request-Id"] in journal
    assert number not in journal and number.replace(" ", "") not in journal


def test_the_journal_contains_no_secret(shop):
    source = shop.created()
    shop.source(source)
    journal = json.dumps(shop.control("GET", "requests?limit=200"))
    assert source["id"] in journal
    assert source["clientSecret"] not in journal
    assert SECRET not in journal


# Charges


def test_only_the_charge_of_the_merchant_consumes_a_source(shop):
    source = shop.created(redirectReturnUrl="shopapp://back")
    early = shop.charge(source["id"])
    assert (early.status, early.json["error"]["code"]) == (409, "source_not_chargeable")
    _, page = shop.decide("approve", source["redirect"]["url"])
    assert page == {"outcome": "approved", "location": "shopapp://back"}
    shown = shop.source(source)
    assert (shown["status"], shown["redirect"]["status"]) == ("chargeable", "succeeded")
    shop.advance(3599)
    assert shop.source(source)["status"] == "chargeable"
    charge = shop.charge(source["id"], "order-1")
    assert charge.status == 201
    assert charge.json | {"id": ""} == {
        "id": "", "object": "charge", "source": source["id"], "amount": 10, "currency": "JPY",
    }  # fmt: skip
    assert shop.ask(SECRET, "GET", f"/v1/charges/{charge.json['id']}").json == charge.json
    assert shop.source(source)["status"] == "consumed"
    again = shop.charge(source["id"], "order-1")
    assert (again.status, again.content) == (201, charge.content)
    for key in (None, "order-2"):
        second = shop.charge(source["id"], key)
        assert (second.status, second.json["error"]["code"]) == (409, "source_consumed")
    assert kinds(shop, source) == ["source.chargeable", "source.consumed"]
    assert shop.charges(source) == 1


def test_an_idempotency_key_is_refused_for_another_request(shop):
    first, second = shop.chargeable(), shop.chargeable()
    assert shop.charge(first["id"], "order-3").status == 201
    other = shop.charge(second["id"], "order-3")
    assert (other.status, other.json["error"]["code"]) == (409, "idempotency_conflict")
    assert shop.source(second)["status"] == "chargeable"


def test_a_refused_charge_does_not_use_up_its_key(shop):
    source = shop.created()
    assert shop.charge(source["id"], "order-4").status == 409
    shop.decide("approve", source["redirect"]["url"])
    assert shop.charge(source["id"], "order-4").status == 201


# The outcome table: scenario, person, whether the merchant charges, seconds -> statuses, webhooks, troubles
OUTCOMES = {
    ("success", "approve", True, 1): ("consumed", "succeeded", ["chargeable", "consumed"], []),
    ("success", "decline", True, 1): ("failed", "failed", ["failed"], []),
    ("success", None, True, 899): ("pending", "pending", [], []),
    ("success", None, True, 900): ("failed", "failed", ["failed"], []),
    ("success", "approve", False, 3599): ("chargeable", "succeeded", ["chargeable"], []),
    ("success", "approve", False, 3600): ("failed", "succeeded", ["chargeable", "failed"], []),
    ("source.consumed", None, True, 1): ("consumed", "succeeded", ["chargeable", "consumed"], []),
    ("source.failed", "approve", True, 1): ("failed", "failed", ["failed"], []),
    ("source.declined", "approve", True, 1): ("failed", "failed", ["failed"], []),
    ("source.refused", "approve", True, 1): ("failed", "failed", ["failed"], []),
    ("source.authorization_expired", None, True, 1): ("failed", "failed", ["failed"], []),
    ("source.charge_expired", "approve", True, 1): ("failed", "succeeded", ["chargeable", "failed"], []),
    ("source.consumed_late", "approve", True, 89): ("chargeable", "succeeded", ["chargeable"], []),
    ("source.consumed_late", "approve", True, 90): ("consumed", "succeeded", ["chargeable", "consumed"], []),
    ("never_answers", "approve", True, 899): ("pending", "pending", [], []),
    ("never_answers", "approve", True, 900): ("failed", "failed", ["failed"], []),
    ("slow", "approve", True, 60): ("consumed", "succeeded", ["chargeable", "consumed"], []),
    ("unavailable:1", "approve", True, 1): (
        "consumed", "succeeded", ["chargeable", "consumed"], ["refused", "refused"],
    ),
    ("connection_reset", "approve", True, 1): (
        "consumed", "succeeded", ["chargeable", "consumed"], ["lost", "lost"],
    ),
    ("truncated_body", "approve", True, 1): (
        "consumed", "succeeded", ["chargeable", "consumed"], ["lost", "lost"],
    ),
    ("duplicate_webhooks", "approve", True, 1): (
        "consumed", "succeeded", ["chargeable", "chargeable", "consumed", "consumed"], [],
    ),
    ("reordered_webhooks", "approve", True, 1): ("consumed", "succeeded", ["consumed", "chargeable"], []),
    ("webhook_badly_signed", "decline", True, 60): ("failed", "failed", ["failed"], []),
}  # fmt: skip


@pytest.mark.parametrize("scenario, person, is_charged, seconds", OUTCOMES, ids=str)
def test_a_source_ends_as_the_outcome_table_says(shop, request, scenario, person, is_charged, seconds):
    status, redirect, webhooks, expected_troubles = OUTCOMES[scenario, person, is_charged, seconds]
    key = request.node.nodeid
    created, troubles = persist(lambda: shop.create(key=f"{key} create", scenario=scenario))
    assert created.status == 201, created
    source, page = created.json, created.json["redirect"]["url"]
    if person:
        assert shop.decide(person, page)[0] == 200
    if scenario == "source.authorization_expired":
        assert shop.decide("approve", page)[0] == 410
    passed = 0
    # The merchant charges as soon as the source is chargeable.
    for instant in sorted({0, min(1, seconds), min(60, seconds), seconds}):
        shop.advance(instant - passed)
        passed = instant
        if is_charged and shop.source(source)["status"] == "chargeable" and not shop.charges(source):
            charge, more = persist(lambda: shop.charge(source["id"], f"{key} charge"))
            assert charge.status == 201, charge
            troubles += more
    shown = shop.source(source)
    assert (shown["status"], shown["redirect"]["status"]) == (status, redirect)
    assert kinds(shop, source) == [f"source.{name}" for name in webhooks]
    assert troubles == expected_troubles
    assert shop.charges(source) == (status == "consumed" or scenario == "source.consumed_late")


# Control


@pytest.mark.parametrize("reason", ["declined", "failed", "refused", "authorization_expired", "charge_expired"])
def test_a_trigger_makes_a_failed_source_for_each_reason(shop, reason):
    made = shop.control("POST", "trigger", {"event": "source.failed", "reason": reason})
    assert made["object"]["status"] == "failed"


@pytest.mark.parametrize("status", ["pending", "chargeable", "consumed", "failed"])
def test_a_trigger_makes_a_source_of_each_status(shop, status):
    source = shop.control("POST", "trigger", {"event": f"source.{status}", "amount": "77"})["object"]
    assert (source["status"], source["amount"]) == (status, 77)
    events = {"pending": [], "chargeable": ["chargeable"], "consumed": ["chargeable", "consumed"], "failed": ["failed"]}
    assert kinds(shop, source) == [f"source.{name}" for name in events[status]]


def test_a_magic_amount_chooses_a_scenario(shop):
    source = shop.created(amount=900003)
    shop.decide("approve", source["redirect"]["url"])
    assert shop.source(source)["status"] == "failed"


def test_control_approves_declines_and_expires(shop):
    for action, status in (("approve", "chargeable"), ("decline", "failed"), ("expire", "failed")):
        source = shop.created()["id"]
        answered, shown = shop.action(action, source)
        assert (answered, shown["status"]) == (200, status)
        assert shop.action("decline", source)[0] in (400, 409, 410)
