"""examples/checkout-backend as a process, against each of the four providers: webhooks are forged, lost, repeated
and reordered. The test plays the app and the person; the references sign the webhooks that the test makes."""

import base64
import json
import subprocess
import sys
import time

import pytest

import ecommpay_reference
import placetopay_reference
import takeme_reference
import yuno_reference
from api_client import Client
from command import ROOT
from simulator import Simulator

BACKEND = ROOT / "examples/checkout-backend/backend.py"


class Ecommpay:
    """A card payment that the issuer challenges."""

    currency, amount = "USD", "19.99"
    key = ("10", "your_secret")
    pending, paid, refused = ["processing", "awaiting 3ds result"], "success", "decline"
    reason_of_decline = "301"
    asks_for_holds = True
    seconds_of_retries = 60

    def begin(self, shop, order, hold=False):
        options = order["options"]
        text = ecommpay_reference.mobile_string(options).encode()
        signature = shop.backend.send("POST", "/sign", text).content.decode()
        session = shop.device("POST", "/sdk/v1/session", options | {"signature": signature})["session"]
        shop.device("POST", f"/sdk/v1/session/{session}/pay", {"method": "card", "token": "tok_success"})
        shop.advance(5)
        return options["payment_id"]

    def webhook(self, payment, word, secret):
        body = {"project_id": 10, "payment": {"id": payment, "status": word}, "operation": {"code": "100"}}
        return {}, json.dumps(body | {"signature": ecommpay_reference.sign(body, secret)}).encode()

    def word(self, body):
        return body["payment"]["status"]


class PlacetoPay:
    """A session with a page."""

    currency, amount = "COP", "165000"
    key = ("sandbox", "sandbox")
    pending, paid, refused = [], "APPROVED", "REJECTED"
    # An attempt was declined. The person may retry until the session ends.
    reason_of_decline = None
    reason_of_expiry = "EX"
    # A notification is sent once.
    seconds_of_retries = 0

    def begin(self, shop, order, hold=False):
        return order["process_url"].split("/")[-2]

    def webhook(self, payment, word, secret):
        status = {"status": word, "reason": "00", "message": "", "date": "2026-03-01T07:00:00-05:00"}
        body = {"status": status, "requestId": int(payment), "reference": "order"}
        return {}, json.dumps(body | {"signature": placetopay_reference.signature(body, secret)}).encode()

    def word(self, body):
        return body["status"]["status"]


class TakeMe:
    """A source that the backend charges."""

    currency, amount = "JPY", "1200"
    key = ("pk_test_sandbox", "sk_test_sandbox")
    pending, paid, refused = ["chargeable"], "consumed", "failed"
    reason_of_decline = "failed"
    seconds_of_retries = 130

    def begin(self, shop, order, hold=False, amount=None):
        body = {"amount": amount or order["amount"], "currency": order["currency"]}
        source = shop.device("POST", "/v1/sources", body | {"type": "WeChatPay", "flow": "redirect"})["id"]
        shop.post(f"/orders/{order['order']}/source", {"source": source})
        return source

    def webhook(self, payment, word, secret):
        data = {"object": "source", "id": payment, "status": word, "amount": 1200, "currency": "JPY"}
        body = json.dumps({"id": "evt_1", "type": f"source.{word}", "data": data}).encode()
        signature = takeme_reference.sign(secret.encode(), int(time.time()), body).decode()
        return {"TakeMe-Signature": signature}, body

    def word(self, body):
        return body["data"]["status"]


class Yuno:
    """Pix, and a card for holds."""

    currency, amount = "BRL", "10.50"
    key = ("sandbox", "sandbox")
    pending, paid, refused = ["PENDING/PENDING_PROVIDER_CONFIRMATION"], "SUCCEEDED/APPROVED", "REJECTED/REJECTED"
    # The person may scan the same code again.
    reason_of_decline = None
    reason_of_expiry = "EXPIRED"
    asks_for_holds = False
    seconds_of_retries = 1000

    def begin(self, shop, order, hold=False):
        method = {"type": "CARD", "vaulted_token": "tok_success"} if hold else {"type": "PIX"}
        path = f"/v1/sdk/sessions/{order['checkout_session']}/payment"
        return shop.device("POST", path, {"payment_method": method, "country_code": "BR"})["payment"]

    def webhook(self, payment, word, secret):
        status, _, sub_status = word.partition("/")
        payment = {"merchant_order_id": payment, "status": status, "sub_status": sub_status, "transactions": []}
        body = json.dumps({"type": "payment", "data": {"payment": payment}}).encode()
        return {"x-hmac-signature": yuno_reference.signature(body, secret.encode())}, body

    def word(self, body):
        return "{status}/{sub_status}".format(**body["data"]["payment"])


PROVIDERS = {"ecommpay": Ecommpay(), "placetopay": PlacetoPay(), "takeme": TakeMe(), "yuno": Yuno()}


class Shop:
    """A sandbox, the backend beside it, and their users."""

    def __init__(self, name, url, backend):
        self.name, self.provider = name, PROVIDERS[name]
        self.backend, self.sandbox, self.controller = (Client(each, key=None) for each in (backend, url, url))
        public = self.provider.key[0]
        self.sandbox.headers |= {"public-api-key": public, "Authorization": f"Bearer {public}"}
        self.control("POST", "/_toque/clock/freeze", {})
        self.endpoint = self.control("POST", "/_toque/webhooks", {"url": f"{backend}/webhooks/{name}"})["id"]

    # The app and the person

    def order(self, hold=False):
        provider = self.provider
        body = {"provider": self.name, "amount": provider.amount, "currency": provider.currency, "hold": hold}
        return self.post("/orders", body)

    def device(self, method, target, body=None):
        answer = self.sandbox.send(method, target, body)
        assert answer.status in (200, 201), answer
        return answer.json

    def pay(self, decision="approve", hold=False):
        """Makes an order that the person decides on; returns its path and the payment."""
        order = self.order(hold)
        payment = self.provider.begin(self, order, hold)
        if not hold or self.provider.asks_for_holds:
            self.decide(payment, decision)
        self.advance(0)
        return f"/orders/{order['order']}", payment

    def decide(self, payment, decision):
        self.control("POST", f"/_toque/objects/{payment}/{decision}", {})
        self.advance(0)

    # The merchant

    def post(self, path, body=None):
        answer = self.backend.send("POST", path, {} if body is None else body)
        assert answer.status in (200, 201), answer
        return answer.json

    def shown(self, path):
        return self.backend.send("GET", path).json

    def outcome(self, path):
        shown = self.shown(path)
        return shown["status"], shown["reason"], shown["history"]

    # Control

    def control(self, method, target, body=None):
        answer = self.controller.send(method, target, body)
        assert answer.status < 300, answer
        return answer.json

    def advance(self, seconds):
        """Moves the clock; returns once the backend has handled everything due."""
        self.control("POST", "/_toque/clock/advance", {"seconds": seconds})

    def strike(self, scenario):
        self.control("PUT", "/_toque/scenario", {"scenario": scenario})

    def deliveries(self):
        return self.control("GET", "/_toque/deliveries?limit=1000")["deliveries"]

    def charges(self):
        return self.control("GET", "/_toque/events?type=charge.created&limit=1000")["events"]


@pytest.fixture(params=PROVIDERS)
def shop(toque, request):
    with Simulator(toque, "--provider", request.param, "--port", 0, "--memory") as simulator:
        variables = dict(zip(("SERVER", "KEY_ID", "KEY_SECRET"), (simulator.url, *PROVIDERS[request.param].key)))
        environment = {f"TOQUE_{request.param.upper()}_{name}": value for name, value in variables.items()}
        with subprocess.Popen(
            [sys.executable, BACKEND], env=toque.environment | environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                yield Shop(request.param, simulator.url, process.stdout.readline().strip())
            finally:
                process.kill()


only_takeme = pytest.mark.parametrize("shop", ["takeme"], indirect=True)
only_ecommpay = pytest.mark.parametrize("shop", ["ecommpay"], indirect=True)
WITH_HOLDS = ["ecommpay", "yuno"]
with_holds = pytest.mark.parametrize("shop", WITH_HOLDS, indirect=True)


def test_an_approved_payment_pays_its_order_once(shop):
    order, _ = shop.pay()
    assert shop.outcome(order) == ("paid", None, ["paid"])
    assert shop.shown(order)["heard"] == [*shop.provider.pending, shop.provider.paid]
    assert [each["state"] for each in shop.deliveries()] == ["delivered"] * (len(shop.provider.pending) + 1)
    assert len(shop.charges()) == (shop.name == "takeme")


def test_a_declined_payment_refuses_its_order(shop):
    order, payment = shop.pay("decline")
    reason = shop.provider.reason_of_decline
    if reason is None:
        assert shop.outcome(order) == ("open", None, [])
        shop.decide(payment, "expire")
        reason = shop.provider.reason_of_expiry
    assert shop.outcome(order) == ("refused", reason, ["refused"])


def test_repeated_webhooks_change_nothing(shop):
    shop.strike("duplicate_webhooks")
    order, _ = shop.pay()
    assert shop.outcome(order) == ("paid", None, ["paid"])
    words = [*shop.provider.pending, shop.provider.paid]
    assert shop.shown(order)["heard"] == [word for word in words for _ in range(2)]
    assert len(shop.charges()) == (shop.name == "takeme")


def test_late_webhooks_change_nothing(shop):
    shop.strike("reordered_webhooks")
    has_holds = shop.name in WITH_HOLDS
    order, _ = shop.pay(hold=has_holds)
    # The last webhook is held back until the next one arrives.
    shown = shop.post(f"{order}/ask")
    if has_holds:
        assert shown["history"] == ["held"]
        shown = shop.post(f"{order}/capture")
    assert shown["status"] == "paid"
    shop.advance(60)
    heard = shop.shown(order)["heard"]
    made = [shop.provider.word(each["body"]) for each in shop.deliveries()]
    assert sorted(heard) == sorted(made)
    assert heard != made or len(made) == 1
    assert shop.outcome(order) == ("paid", None, ["held", "paid"] if has_holds else ["paid"])
    assert len(shop.charges()) == (shop.name == "takeme")


def test_a_badly_signed_webhook_is_refused_and_its_repetition_accepted(shop):
    shop.strike("webhook_badly_signed")
    order, _ = shop.pay()
    assert shop.outcome(order) == ("open", None, [])
    assert [attempt["status"] for attempt in shop.deliveries()[0]["attempts"]] == [403]
    if shop.provider.seconds_of_retries:
        shop.advance(shop.provider.seconds_of_retries)
        attempts = [[attempt["status"] for attempt in each["attempts"]] for each in shop.deliveries()]
        assert attempts == [[403, 200]] * (len(shop.provider.pending) + 1)
    else:
        assert [each["state"] for each in shop.deliveries()] == ["failed"]
        shop.post(f"{order}/ask")
    assert shop.outcome(order) == ("paid", None, ["paid"])


def test_the_backend_asks_for_a_status_that_no_webhook_brought(shop):
    shop.control("DELETE", f"/_toque/webhooks/{shop.endpoint}")
    order, _ = shop.pay()
    assert shop.outcome(order) == ("open", None, [])
    assert shop.shown(order)["heard"] == []
    for _ in range(2):
        shop.post(f"{order}/ask")
    assert shop.outcome(order) == ("paid", None, ["paid"])
    assert len(shop.charges()) == (shop.name == "takeme")


def test_an_undecided_payment_leaves_its_order_open(shop):
    order = shop.order()
    shop.provider.begin(shop, order)
    assert shop.post(f"/orders/{order['order']}/ask")["status"] == "open"


def test_a_forged_webhook_is_refused(shop):
    order = shop.order()
    payment = shop.provider.begin(shop, order)
    shop.advance(0)
    path, reference = f"/orders/{order['order']}", order["order"] if shop.name == "yuno" else payment
    heard = shop.shown(path)["heard"]
    secret, (paid, refused) = shop.provider.key[1], (shop.provider.paid, shop.provider.refused)

    def send(headers, content):
        return shop.backend.send("POST", f"/webhooks/{shop.name}", content, headers).status

    headers, content = shop.provider.webhook(reference, refused, secret)
    changed = content.replace(refused.partition("/")[0].encode(), paid.partition("/")[0].encode(), 1)
    unsigned = json.dumps({name: each for name, each in json.loads(content).items() if name != "signature"}).encode()
    assert changed != content
    assert send(*shop.provider.webhook(reference, paid, f"{secret}s")) == 403
    assert send(headers, changed) == 403
    assert send({}, unsigned) == 403
    assert shop.shown(path)["heard"] == heard
    # The backend believes a correctly signed webhook, and refuses one about an unknown order.
    assert send(headers, content) == 200
    assert shop.outcome(path)[0] == "refused"
    assert send(*shop.provider.webhook("4711", refused, secret)) == 404


@only_takeme
def test_a_webhook_replayed_on_another_day_is_refused(shop):
    order = shop.order()
    source = shop.provider.begin(shop, order)
    _, content = shop.provider.webhook(source, "failed", "sk_test_sandbox")
    signature = takeme_reference.sign(b"sk_test_sandbox", int(time.time()) - 86400, content).decode()
    assert shop.backend.send("POST", "/webhooks/takeme", content, {"TakeMe-Signature": signature}).status == 403


@with_holds
def test_a_hold_is_captured_in_part_and_only_once(shop):
    order, payment = shop.pay(hold=True)
    assert shop.outcome(order) == ("held", None, ["held"])
    for _ in range(2):
        assert shop.post(f"{order}/capture", {"amount": "7.50"})["history"] == ["held", "paid"]
    shop.advance(1)
    assert shop.outcome(order) == ("paid", None, ["held", "paid"])
    if shop.name == "ecommpay":
        request = ecommpay_reference.gate_request(10, payment, "your_secret")
        shown = shop.device("POST", "/v2/payment/status", request)
        assert shown["payment"]["sum"]["amount"] == 750
        captures = [each for each in shown["operations"] if each["type"] == "capture"]
    else:
        keys = {"public-api-key": "sandbox", "private-secret-key": "sandbox"}
        shown = shop.sandbox.send("GET", f"/v1/payments/{payment}", headers=keys).json
        assert shown["amount"]["captured"] == 7.5
        captures = [each for each in shown["transactions"] if each["type"] == "CAPTURE"]
    assert len(captures) == 1


@only_takeme
def test_a_source_for_less_than_the_order_is_not_charged(shop):
    order = shop.order()
    source = shop.provider.begin(shop, order, amount=1)
    shop.decide(source, "approve")
    path = f"/orders/{order['order']}"
    assert shop.outcome(path) == ("refused", "the source is for 1 JPY", ["refused"])
    assert shop.charges() == []


@only_takeme
def test_a_source_pays_one_order(shop):
    first, second = shop.order(), shop.order()
    source = shop.provider.begin(shop, first)
    answer = shop.backend.send("POST", f"/orders/{second['order']}/source", {"source": source})
    assert answer.status == 403


@only_ecommpay
def test_the_backend_signs_only_orders(shop):
    options = shop.order()["options"]
    for change in ({"payment_amount": 1}, {"payment_id": "order-1"}, {"payment_currency": "JPY"}):
        text = ecommpay_reference.mobile_string(options | change).encode()
        assert shop.backend.send("POST", "/sign", text).status == 403
    text = ecommpay_reference.mobile_string(options)
    signature = shop.backend.send("POST", "/sign", text.encode()).content.decode()
    assert signature == ecommpay_reference.sign_text(text, "your_secret")
    assert len(base64.b64decode(signature)) == 64
