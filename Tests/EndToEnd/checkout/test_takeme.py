"""TakeMe Pay of the sandbox, seen by a merchant's server and a device that sign and check with code of their own."""

import concurrent.futures
import contextlib
import http.client
import time
import urllib.parse

import pytest

import takeme_reference
from api_client import Client
from contract import Contract
from extent import extent
from racing import Racer, race
from receiver import Receiver
from simulator import Simulator, free_port

PUBLIC, SECRET = "pk_test_sandbox", "sk_test_sandbox"
NOW = "2026-01-31T12:00:00Z"
SECONDS = 1769860800


class Shop:
    """A sandbox whose time stands still, with the device's and the merchant's requests to it."""

    def __init__(self, url, receiver):
        self.url = url
        self.receiver = receiver
        self.device = self.client(PUBLIC)
        self.server = self.client(SECRET)
        self.control = Client(url, key=None)

    def client(self, key):
        client = Client(self.url, key=None)
        if key is not None:
            client.headers["Authorization"] = f"Bearer {key}"
        return client

    def create(self, key=None, **members):
        """The answer to a new source, and what was lost or refused before it."""
        scenario = members.pop("scenario", None)
        body = {"amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect"} | members
        headers = {"X-Toque-Scenario": scenario} if scenario else {}
        return self.persist(self.device, "POST", "/v1/sources", body, headers | ({"Idempotency-Key": key} if key else {}))

    def charge(self, source_id, key=None):
        headers = {"Idempotency-Key": key} if key else {}
        return self.persist(self.server, "POST", "/v1/charges", {"source": source_id}, headers)

    def send(self, client, *request):
        """The answer, which is as the OpenAPI document says."""
        answer = client.send(*request)
        Contract.of(self.url).check(*request[:2], answer.status, answer.headers, answer.content)
        return answer

    def persist(self, client, method, target, body, headers):
        """Repeats a request with its key for as long as its answer is lost or 503."""
        troubles = []
        while len(troubles) < 5:
            try:
                answer = self.send(client, method, target, body, headers)
                if answer.status != 503:
                    return answer, troubles
                troubles.append("refused")
            except (OSError, http.client.HTTPException) as error:
                assert "Idempotency-Key" in headers, error
                troubles.append("lost")
        raise AssertionError(troubles)

    def source(self, source):
        answer = self.send(
            self.device, "GET", f"/v1/sources/{source['id']}?clientSecret={source['clientSecret']}"
        )
        assert answer.status == 200, answer
        return answer.json

    def page(self, source, decision):
        """Decides on the wallet's page as a program."""
        address = urllib.parse.urlsplit(source["redirect"]["url"])
        accept = {"Accept": "application/json"}
        return self.send(Client(self.url, key=None), "POST", address.path, {"decision": decision}, accept)

    def advance(self, seconds):
        answer = self.control.send("POST", "/_toque/clock/advance", {"seconds": seconds})
        assert answer.status == 200, answer
        return answer.json

    def now(self):
        return self.control.send("GET", "/_toque/clock").json["now"]

    def webhooks(self, source):
        """The types of the webhooks about a source, in the order in which they came."""
        self.advance(0)
        return [each.body["type"] for each in self.receiver.received if each.body["data"]["id"] == source["id"]]


@contextlib.contextmanager
def open_shop(toque, *arguments, answer=lambda received: 200):
    with Receiver(answer) as receiver:
        options = ["--provider", "takeme", "--port", 0, "--memory", "--now", NOW, "--authorization", "button"]
        with Simulator(toque, *options, "--webhook", receiver.url, *arguments) as simulator:
            yield Shop(simulator.url, receiver)


@pytest.fixture(scope="module")
def shop(toque):
    with open_shop(toque) as shop:
        yield shop


# The signature


@pytest.mark.parametrize("secret, seconds, body, header", takeme_reference.VECTORS)
def test_the_reference_makes_the_vectors(secret, seconds, body, header):
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
    with open_shop(toque, answer=lambda received: 500) as shop:
        source, _ = shop.create()
        assert shop.page(source.json, "decline").json["outcome"] == "declined"
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
        [delivery] = shop.control.send("GET", "/_toque/deliveries").json["deliveries"]
        assert delivery["state"] == "failed"


def test_a_badly_signed_webhook_is_told_apart_and_comes_again(toque):
    verdicts = []

    def answer(received):
        header = received.headers["TakeMe-Signature"]
        verdicts.append(takeme_reference.verify(header, received.content, SECRET.encode(), SECONDS, 3600))
        return 200 if verdicts[-1] is None else 400

    with open_shop(toque, answer=answer) as shop:
        source, _ = shop.create(scenario="webhook_badly_signed")
        shop.page(source.json, "decline")
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
def test_each_route_asks_for_its_key(shop, key, method, target, status, code):
    answer = shop.send(shop.client(key), method, target, {"source": "src_1"} if method == "POST" else None)
    assert answer.status == status, answer
    assert code is None or answer.json["error"]["code"] == code


def test_the_device_reads_a_source_by_its_client_secret_alone(shop):
    source, _ = shop.create()
    other, _ = shop.create()
    target = f"/v1/sources/{source.json['id']}"
    assert shop.source(source.json) == source.json
    assert shop.server.send("GET", target).json == source.json
    for secret in ("", "?clientSecret=", f"?clientSecret={other.json['clientSecret']}"):
        refused = shop.device.send("GET", target + secret)
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
def test_a_member_out_of_its_bounds_is_refused_by_name(shop, name, value):
    answer, _ = shop.create(**{name: value})
    assert answer.status == 400, answer
    assert answer.json["error"]["param"] == name


def test_what_looks_like_a_card_number_is_refused_and_kept_nowhere(shop):
    number = "4111 1111 1111 1111"
    answer, _ = shop.create(metadata={"card": number})
    assert (answer.status, answer.json["error"]["code"]) == (400, "card_data")
    assert number not in answer.content.decode()
    journal = shop.control.send("GET", "/_toque/requests?limit=100").content.decode()
    assert answer.headers["X-Request-Id"] in journal
    assert number not in journal and number.replace(" ", "") not in journal


def test_no_secret_stands_in_the_journal(shop):
    source, _ = shop.create()
    shop.source(source.json)
    journal = shop.control.send("GET", "/_toque/requests?limit=200").content.decode()
    assert source.json["id"] in journal
    assert source.json["clientSecret"] not in journal
    assert SECRET not in journal


# Charges


def test_a_source_is_consumed_by_the_merchants_charge_alone(shop):
    source = shop.create(redirectReturnUrl="shopapp://back")[0].json
    early, _ = shop.charge(source["id"])
    assert (early.status, early.json["error"]["code"]) == (409, "source_not_chargeable")
    page = shop.page(source, "approve")
    assert page.json == {"outcome": "approved", "location": "shopapp://back"}
    shown = shop.source(source)
    assert (shown["status"], shown["redirect"]["status"]) == ("chargeable", "succeeded")
    shop.advance(3599)
    assert shop.source(source)["status"] == "chargeable"
    charge, _ = shop.charge(source["id"], "order-1")
    assert charge.status == 201
    assert charge.json | {"id": ""} == {
        "id": "", "object": "charge", "source": source["id"], "amount": 10, "currency": "JPY",
    }  # fmt: skip
    assert shop.server.send("GET", f"/v1/charges/{charge.json['id']}").json == charge.json
    assert shop.source(source)["status"] == "consumed"
    again, _ = shop.charge(source["id"], "order-1")
    assert (again.status, again.content) == (201, charge.content)
    for key in (None, "order-2"):
        second, _ = shop.charge(source["id"], key)
        assert (second.status, second.json["error"]["code"]) == (409, "source_consumed")
    assert shop.webhooks(source) == ["source.chargeable", "source.consumed"]
    assert charges(shop, source) == 1


def charges(shop, source):
    """How many charges of a source were made."""
    events = shop.control.send("GET", "/_toque/events?type=charge.created&limit=1000").json["events"]
    return [event["data"]["source"] for event in events].count(source["id"])


def test_an_idempotency_key_stands_for_one_request(shop):
    first, second = (shop.create()[0].json for _ in range(2))
    for source in (first, second):
        shop.page(source, "approve")
    assert shop.charge(first["id"], "order-3")[0].status == 201
    other, _ = shop.charge(second["id"], "order-3")
    assert (other.status, other.json["error"]["code"]) == (409, "idempotency_conflict")
    assert shop.source(second)["status"] == "chargeable"


def test_a_refused_charge_uses_no_key_up(shop):
    source = shop.create()[0].json
    assert shop.charge(source["id"], "order-4")[0].status == 409
    shop.page(source, "approve")
    assert shop.charge(source["id"], "order-4")[0].status == 201


@extent("count", [200], [1000])
@pytest.mark.parametrize("has_key", [True, False])
def test_identical_charges_at_once_make_one(shop, has_key, count):
    source = shop.create()[0].json
    shop.page(source, "approve")
    client = shop.client(SECRET)
    if has_key:
        client.headers["Idempotency-Key"] = f"at-once-{count}"
    racers = [Racer(client, "POST", "/v1/charges", {"source": source["id"]}) for _ in range(count)]
    answers = race(0, *racers)
    if has_key:
        assert {answer.status for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
    else:
        statuses = [answer.status for answer in answers]
        assert sorted(statuses) == [201] + [409] * (count - 1)
        assert {answer.json["error"]["code"] for answer in answers if answer.status == 409} == {"source_consumed"}
    assert charges(shop, source) == 1
    assert shop.webhooks(source) == ["source.chargeable", "source.consumed"]


@extent("repetitions", [10], [50])
def test_of_a_charge_and_the_end_of_its_time_one_wins(shop, repetitions):
    for repetition in range(repetitions):
        source = shop.create()[0].json
        shop.page(source, "approve")
        charge = Racer(shop.server, "POST", "/v1/charges", {"source": source["id"]})
        expiry = Racer(shop.control, "POST", f"/_toque/objects/{source['id']}/expire", {})
        charged, expired = race(repetition, charge, expiry)
        status = shop.source(source)["status"]
        if charged.status == 201:
            assert (expired.status, status) == (400, "consumed")
        else:
            assert (charged.status, expired.status, status) == (409, 200, "failed")
        assert charges(shop, source) == (charged.status == 201)


@extent("repetitions", [10], [50])
def test_of_two_decisions_on_the_page_one_counts(shop, repetitions):
    for repetition in range(repetitions):
        source = shop.create()[0].json
        path = urllib.parse.urlsplit(source["redirect"]["url"]).path
        payer = Client(shop.url, key=None)
        payer.headers["Accept"] = "application/json"
        answers = race(
            repetition, *(Racer(payer, "POST", path, {"decision": decision}) for decision in ("approve", "decline"))
        )
        assert sorted(answer.status for answer in answers) == [200, 409], answers
        won = "chargeable" if answers[0].status == 200 else "failed"
        assert shop.source(source)["status"] == won


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
def test_the_outcome_table(shop, request, scenario, person, is_charged, seconds):
    status, redirect, webhooks, expected_troubles = OUTCOMES[scenario, person, is_charged, seconds]
    key = request.node.nodeid
    created, troubles = shop.create(key=f"{key} create", scenario=scenario)
    assert created.status == 201, created
    source = created.json
    if person:
        assert shop.page(source, person).status == 200
    if scenario == "source.authorization_expired":
        assert shop.page(source, "approve").status == 410
    passed = 0
    # The merchant charges as soon as the source is chargeable.
    for instant in sorted({0, min(1, seconds), min(60, seconds), seconds}):
        shop.advance(instant - passed)
        passed = instant
        if is_charged and shop.source(source)["status"] == "chargeable" and not charges(shop, source):
            charge, more = shop.charge(source["id"], f"{key} charge")
            assert charge.status == 201, charge
            troubles += more
    shown = shop.source(source)
    assert (shown["status"], shown["redirect"]["status"]) == (status, redirect)
    assert shop.webhooks(source) == [f"source.{name}" for name in webhooks]
    assert troubles == expected_troubles
    assert charges(shop, source) == (status == "consumed" or scenario == "source.consumed_late")


# The process


def patient(client, *request):
    """The answer to a request that is repeated until somebody answers it."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return client.send(*request)
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < deadline, request
            time.sleep(0.02)


def paid(url, number):
    """A whole flow, whose answers may be lost. The id of the source that it consumed."""
    shop = Shop(url, None)
    body = {"amount": 10 + number, "currency": "JPY", "type": "Alipay"}
    created = patient(shop.device, "POST", "/v1/sources", body, {"Idempotency-Key": f"source {number}"})
    assert created.status == 201, created
    source = created.json
    path = urllib.parse.urlsplit(source["redirect"]["url"]).path
    decided = patient(Client(url, key=None), "POST", path, {"decision": "approve"}, {"Accept": "application/json"})
    assert decided.status in (200, 409), decided
    charge = {"source": source["id"]}
    charged = patient(shop.server, "POST", "/v1/charges", charge, {"Idempotency-Key": f"charge {number}"})
    assert charged.status == 201, charged
    return source["id"]


@extent("flows, kills", [20, 3], [200, 20])
def test_kill_9_loses_no_payment_makes_none_twice_and_keeps_the_order_of_webhooks(toque, tmp_path, flows, kills):
    with Receiver() as receiver:
        options = ["--provider", "takeme", "--authorization", "button", "--webhook", receiver.url]
        database = ["--port", free_port(), "--database", tmp_path / "sandbox.sqlite"]
        with Simulator(toque, *options, *database) as simulator, concurrent.futures.ThreadPoolExecutor(8) as pool:
            futures = [pool.submit(paid, simulator.url, number) for number in range(flows)]
            for kill in range(1, kills + 1):
                # Spread over the flows, each of which has some requests under way.
                while sum(future.done() for future in futures) < flows * kill // (kills + 1):
                    time.sleep(0.002)
                simulator.kill()
                simulator.start()
            sources = [future.result() for future in futures]
            assert len(set(sources)) == flows
            control = Client(simulator.url, key=None)
            events = control.send("GET", "/_toque/events?type=charge.created&limit=1000").json["events"]
            assert sorted(event["data"]["source"] for event in events) == sorted(sources)

            def told(received):
                """The statuses of each source, each once, in the order in which they came first."""
                statuses = {}
                for webhook in received:
                    statuses.setdefault(webhook.body["data"]["id"], {})[webhook.body["data"]["status"]] = None
                return {source: list(each) for source, each in statuses.items()}

            received = receiver.wait_until(
                lambda received: sum(len(each) for each in told(received).values()) >= 2 * flows
            )
            assert told(received) == {source: ["chargeable", "consumed"] for source in sources}


# Control


@pytest.mark.parametrize("reason", ["declined", "failed", "refused", "authorization_expired", "charge_expired"])
def test_a_trigger_makes_a_failed_source_by_each_reason(shop, reason):
    answer = shop.control.send("POST", "/_toque/trigger", {"event": "source.failed", "reason": reason})
    assert answer.status == 200, answer
    assert answer.json["object"]["status"] == "failed"


@pytest.mark.parametrize("status", ["pending", "chargeable", "consumed", "failed"])
def test_a_trigger_makes_a_source_of_each_status(shop, status):
    answer = shop.control.send("POST", "/_toque/trigger", {"event": f"source.{status}", "amount": "77"})
    source = answer.json["object"]
    assert (source["status"], source["amount"]) == (status, 77)
    events = {"pending": [], "chargeable": ["chargeable"], "consumed": ["chargeable", "consumed"], "failed": ["failed"]}
    assert shop.webhooks(source) == [f"source.{name}" for name in events[status]]


def test_a_magic_amount_chooses_a_scenario(shop):
    source = shop.create(amount=900003)[0].json
    shop.page(source, "approve")
    assert shop.source(source)["status"] == "failed"


def test_control_approves_declines_and_expires(shop):
    for action, status in (("approve", "chargeable"), ("decline", "failed"), ("expire", "failed")):
        source = shop.create()[0].json
        answer = shop.control.send("POST", f"/_toque/objects/{source['id']}/{action}", {})
        assert (answer.status, answer.json["status"]) == (200, status)
        again = shop.control.send("POST", f"/_toque/objects/{source['id']}/decline", {})
        assert again.status in (400, 409, 410), again
