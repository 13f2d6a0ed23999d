"""Secrets and card data appear only where they must: these tests search everything that a sandbox and `toque checkout`
output for their values."""

import base64
import copy
import datetime
import json
import sqlite3
import urllib.parse
from dataclasses import dataclass, field

import pytest

import ecommpay_reference
import placetopay_reference
from api_client import Client
from holder import private_file
from receiver import Receiver
from simulator import Simulator

START = "2026-03-01T12:00:00Z"
SECRET, ID, TOKEN, CONTROL = "s3cret-of-the-merchant-5d1e", "shop-1", "t0ken-of-the-webhooks-77aa", "c0ntrol-token-9b3f"
# Test numbers of three brands, as people write them.
CARDS = ["4111111111111111", "5555 5555 5555 4444", "3782-822463-10005"]
OPTIONS = {
    "project_id": 10, "payment_id": "ord-1", "payment_amount": 1999, "payment_currency": "USD",
    "payment_description": "Chá", "customer_id": "10", "region_code": "BR", "language_code": "en",
    "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
}  # fmt: skip


def forms(text):
    """Returns the encodings in which a text may appear in other texts."""
    raw = text.encode()
    return {
        raw, urllib.parse.quote(text, safe="").encode(), urllib.parse.quote_plus(text).encode(), raw.hex().encode(),
        base64.b64encode(raw).rstrip(b"="), base64.urlsafe_b64encode(raw).rstrip(b"="),
        text.translate({ord(" "): None, ord("-"): None}).encode() if text in CARDS else raw,
    }  # fmt: skip


def found(text, places):
    """Returns the names of the places that contain it."""
    return [name for name, content in places.items() if any(form in content for form in forms(text))]


@dataclass
class Request:
    method: str
    path: str
    body: dict | None = None
    headers: dict = field(default_factory=dict)


class Merchant:
    """A sandbox's client that remembers every answer."""

    def __init__(self, url):
        self.client = Client(url, key=None)
        self.answers = []

    def send(self, request, sign=lambda request: request):
        request = sign(copy.deepcopy(request))
        body = None if request.body is None else json.dumps(request.body).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json"} | request.headers
        answer = self.client.send(request.method, request.path, body, headers)
        self.answers.append(f"{answer.status} {answer.headers}".encode() + answer.content)
        return answer

    def control(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {CONTROL}", "Content-Type": "application/json"}
        answer = self.client.send(method, f"/_toque/{path}", body, headers)
        assert answer.status < 300, answer
        return answer


def path_of(url):
    return urllib.parse.urlsplit(url).path


# The providers: a payment up to its page, and the requests that lead there


class Ecommpay:
    name, id = "ecommpay", "10"

    def sign(self, request, secret=SECRET):
        if request.path == "/sdk/v1/session":
            request.body["signature"] = self.sign_options(request.body, secret)
        elif request.path.startswith("/v2/"):
            request.body.setdefault("general", {})["signature"] = ecommpay_reference.sign(request.body, secret)
        return request

    def forge(self, request):
        return self.sign(request, "another")

    def play(self, merchant):
        opening = Request("POST", "/sdk/v1/session", OPTIONS)
        session = f"/sdk/v1/session/{merchant.send(opening, self.sign).json['session']}"
        pay = Request("POST", f"{session}/pay", {"method": "card", "token": "tok_success", "save": False})
        assert merchant.send(pay).status == 200
        merchant.control("POST", "clock/advance", {"seconds": 1})
        page = merchant.send(Request("GET", session)).json["acs_url"]
        status = Request("POST", "/v2/payment/status", {"general": {"project_id": 10, "payment_id": "ord-1"}})
        capture = Request(
            "POST", "/v2/payment/card/capture",
            {"general": {"project_id": 10, "payment_id": "ord-1"}, "payment": {"amount": 1, "currency": "USD"}},
        )  # fmt: skip
        return "ord-1", page, [opening, pay, status, capture]

    def is_paid(self, merchant):
        status = Request("POST", "/v2/payment/status", {"general": {"project_id": 10, "payment_id": "ord-1"}})
        return merchant.send(status, self.sign).json["payment"]["status"] == "success"

    def misplaced(self):
        yield Request("GET", f"/payment?project_id=10&payment_id=x&signature={SECRET}")
        yield Request("GET", f"/payment?project_id={SECRET}&payment_id=x&signature=x")
        yield Request("GET", f"/sdk/v1/session/{SECRET}")
        yield Request("POST", "/v2/payment/status", {"general": {"project_id": 10, "signature": SECRET}})
        yield Request("POST", "/v2/payment/status", {"general": {"project_id": SECRET, "signature": "x"}})
        yield Request("POST", "/sdk/v1/session", OPTIONS | {"signature": SECRET})
        yield Request("POST", "/sdk/v1/session", OPTIONS | {"project_id": SECRET, "signature": "x"})
        yield Request("POST", "/sdk/v1/session", OPTIONS | {"secret": SECRET, "signature": "x"})

    def payments(self):
        for number in CARDS:
            options = OPTIONS | {"payment_id": "ord-2", "payment_description": number}
            yield ["--options", "-", "--signature", self.sign_options(options)], options
        yield ["--options", "-", "--signature", SECRET], OPTIONS

    def sign_options(self, options, secret=SECRET):
        return ecommpay_reference.sign_text(ecommpay_reference.mobile_string(options), secret)


class PlacetoPay:
    name, id = "placetopay", ID

    def __init__(self):
        self.count = 0

    def sign(self, request, secret=SECRET):
        if request.path.startswith("/api/"):
            self.count += 1
            seed = datetime.datetime.fromisoformat(START).astimezone(placetopay_reference.COLOMBIA)
            nonce = str(self.count).encode()
            request.body["auth"] = placetopay_reference.auth(ID, secret, nonce, seed.isoformat(timespec="seconds"))
        return request

    def forge(self, request):
        return self.sign(request, "another")

    def play(self, merchant):
        opening = Request("POST", "/api/session", {
            "locale": "es_CO", "buyer": {"document": "1040035000", "documentType": "CC", "name": "Ana"},
            "payment": {"reference": "order-1", "description": "Chá", "amount": {"currency": "COP", "total": 165000}},
            "returnUrl": "https://loja.example/receipt", "ipAddress": "127.0.0.1", "userAgent": "test",
        })  # fmt: skip
        page = merchant.send(opening, self.sign).json["processUrl"]
        merchant.control("POST", "clock/advance", {"seconds": 0})
        card = Request("POST", f"{path_of(page)}/card", {"token": "tok_success"})
        return "1", page, [opening, Request("POST", "/api/session/1", {}), card]

    def is_paid(self, merchant):
        shown = merchant.send(Request("POST", "/api/session/1", {}), self.sign).json
        return shown["status"]["status"] == "APPROVED"

    def misplaced(self):
        right = self.sign(Request("POST", "/api/session/1", {})).body["auth"]
        for name in right:
            yield Request("POST", "/api/session/1", {"auth": right | {name: SECRET}})
        yield Request("POST", "/api/session/1", {"auth": right | {"secretKey": SECRET}})
        yield Request("POST", "/api/session/1", {"auth": SECRET})
        yield Request("POST", f"/api/session/{SECRET}", {"auth": right})

    def payments(self):
        """The device has a page, and no key."""
        return []


class TakeMe:
    name, id = "takeme", "pk_shop-1"

    def sign(self, request):
        key = self.id if request.path == "/v1/sources" else SECRET
        request.headers["Authorization"] = f"Bearer {key}"
        return request

    def forge(self, request):
        request.headers["Authorization"] = "Bearer sk_another"
        return request

    def play(self, merchant):
        opening = Request("POST", "/v1/sources", {
            "amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect", "description": "Chá",
            "metadata": {"order": "1"}, "redirectReturnUrl": "shopapp://back",
        })  # fmt: skip
        self.source = merchant.send(opening, self.sign).json
        charge = Request("POST", "/v1/charges", {"source": self.source["id"]})
        return self.source["id"], self.source["redirect"]["url"], [opening, charge]

    def is_paid(self, merchant):
        return merchant.send(Request("GET", f"/v1/sources/{self.source['id']}"), self.sign).json["status"] != "pending"

    def misplaced(self):
        public = {"Authorization": f"Bearer {self.id}"}
        yield Request("GET", f"/v1/sources/{self.source['id']}?clientSecret={SECRET}", headers=public)
        yield Request("GET", f"/v1/sources/{self.source['id']}?key={SECRET}", headers=public)
        yield Request("GET", f"/v1/sources/{SECRET}", headers=public)
        yield Request("GET", f"/v1/charges/{SECRET}", headers={"Authorization": f"Bearer {SECRET}"})
        yield Request("POST", "/v1/charges", {"source": SECRET}, {"Authorization": f"Bearer {SECRET}"})
        yield Request("POST", "/v1/charges", {"source": "x", "key": SECRET}, public)

    def payments(self):
        for number in CARDS:
            yield ["--amount", "10", "--public-key", self.id, "--description", number], None
        # The merchant's key instead of the app's.
        yield ["--amount", "10", "--public-key", SECRET, "--timeout", "1s"], None


class Yuno:
    name, id = "yuno", ID

    def sign(self, request, secret=SECRET):
        request.headers |= {"public-api-key": ID}
        if not request.path.startswith("/v1/sdk/"):
            request.headers |= {"private-secret-key": secret}
        return request

    def forge(self, request):
        return self.sign(request, "another")

    def play(self, merchant):
        opening = Request("POST", "/v1/checkout/sessions", {
            "account_id": "00000000-0000-4000-8000-00000000000a", "merchant_order_id": "order-1",
            "payment_description": "Chá", "country": "BR", "amount": {"currency": "BRL", "value": 10},
            "workflow": "SDK_SEAMLESS", "callback_url": "yunoexample://return",
        })  # fmt: skip
        session = merchant.send(opening, self.sign).json["checkout_session"]
        pay = Request(
            "POST", f"/v1/sdk/sessions/{session}/payment",
            {"payment_method": {"type": "PIX", "vaulted_token": "tok_success"}, "country_code": "BR", "language": "PT"},
        )  # fmt: skip
        paid = merchant.send(pay, self.sign).json
        self.payment = paid["payment"]
        shown = merchant.send(Request("GET", f"/v1/payments/{self.payment}"), self.sign).json
        transaction = shown["transactions"][0]["id"]
        refund = Request(
            "POST", f"/v1/payments/{self.payment}/transactions/{transaction}/refund",
            {"merchant_reference": "reference-1", "description": "Chá"},
        )  # fmt: skip
        return self.payment, paid["action"]["url"], [opening, pay, refund]

    def is_paid(self, merchant):
        shown = merchant.send(Request("GET", f"/v1/payments/{self.payment}"), self.sign).json
        return shown["status"] == "SUCCEEDED"

    def misplaced(self):
        right = {"public-api-key": ID, "private-secret-key": SECRET}
        for headers in (
            {"public-api-key": SECRET, "private-secret-key": ID}, {"public-api-key": SECRET},
            {"x-api-key": SECRET}, {"Authorization": f"Bearer {SECRET}"},
        ):  # fmt: skip
            yield Request("GET", "/v1/payments/x", headers=headers)
            yield Request("GET", "/v1/sdk/configuration", headers=headers)
        yield Request("GET", f"/v1/payments/{SECRET}", headers=right)
        yield Request("GET", f"/v1/payments?merchant_order_id={SECRET}", headers=right)
        yield Request("GET", f"/v1/sdk/sessions/{SECRET}/payment", headers=right)
        yield Request("GET", f"/v1/payments/x?private-secret-key={SECRET}", headers=right)
        yield Request("POST", "/v1/checkout/sessions", {"private-secret-key": SECRET}, right)

    def payments(self):
        for number in CARDS:
            yield ["--session", "x", "--method", "CARD", "--token", number, "--public-key", ID], None
        yield ["--session", "x", "--method", "PIX", "--public-key", SECRET], None


# Faulty requests


def leaves(value, path=()):
    if isinstance(value, dict | list):
        for name, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(member, (*path, name))
    else:
        yield path


def changed(request, path, value):
    request = copy.deepcopy(request)
    place = request.body
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return request


def with_cards(requests):
    """Yields each request with a card number in each member, alone and among words, in new members, in path and
    query."""
    for request in requests:
        for number in CARDS:
            for path in leaves(request.body):
                yield changed(request, path, number)
                yield changed(request, path, f"My card is {number}, thank you.")
            yield changed(request, ("card",), {"number": number, "cvv": "987"})
            yield changed(request, (number,), "x")
            quoted = urllib.parse.quote(number)
            yield Request(request.method, f"{request.path}?card={quoted}", request.body)
            yield Request(request.method, f"{request.path}/{quoted}", request.body)
        digits = int(CARDS[0])
        for path in leaves(request.body):
            yield changed(request, path, digits)


# The search


@pytest.mark.sqlite
@pytest.mark.parametrize("provider", [Ecommpay, PlacetoPay, TakeMe, Yuno], ids=lambda provider: provider.name)
def test_secrets_and_card_data_never_leak(toque, tmp_path, provider):
    shop = provider()
    database, log = tmp_path / "sandbox.sqlite", tmp_path / "log"
    files = {
        "--api-keys": f"{shop.id}:{SECRET}\n", "--webhook-token-file": f"{TOKEN}\n",
        "--control-token-file": f"{CONTROL}\n",
    }  # fmt: skip
    arguments = [
        *["--provider", shop.name, "--port", 0, "--database", database, "--now", START, "--log-level", "trace"],
        *[part for option, text in files.items() for part in (option, private_file(tmp_path / option[2:], text))],
    ]
    # The receiver refuses for an hour, so that each attempt is logged.
    with Receiver(lambda _: 500) as receiver, open(log, "wb") as stderr:
        with Simulator(toque, *arguments, "--webhook", receiver.url, stderr=stderr) as simulator:
            merchant = Merchant(simulator.url)
            payment, page, requests = shop.play(merchant)
            for request in with_cards(requests):
                merchant.send(request, shop.sign)
            for request in [*requests, *with_cards(requests)]:
                merchant.send(request, shop.forge)
            for request in shop.misplaced():
                merchant.send(request)
            paying = toque.run(
                "approve", page, "--json", "--store", tmp_path / "store.sqlite", "--gesture", "approve")
            assert json.loads(paying.stdout)["outcome"] == "approved"
            assert shop.is_paid(merchant)
            device = ["--server", simulator.url, "--script", "confirm,authorize", "--store", tmp_path / "store.sqlite"]
            payments = [
                toque.run("checkout", "pay", shop.name, *options, *device, "--gesture", "approve", stdin=json.dumps(body))
                for options, body in shop.payments()
            ]
            merchant.control("POST", "clock/advance", {"seconds": 3600})
            places = {f"answer {number}": answer for number, answer in enumerate(merchant.answers)}
            for path in ("requests?limit=1000", "events", "deliveries", "state", "ceremonies", "keys", "webhooks", ""):
                places[f"control {path}"] = merchant.control("GET", path).content
            for command in (["logs", "--json"], ["logs"], ["sandbox", "state"]):
                environment = {"TOQUE_SERVER": simulator.url, "TOQUE_CONTROL_TOKEN": CONTROL}
                result = toque.run(*command, environment=environment)
                places[" ".join(command)] = (result.stdout + result.stderr).encode()
            simulator.process.terminate()
            places["stdout"] = (simulator.first_line + simulator.process.stdout.read()).encode()
    for number, result in enumerate([paying, *payments]):
        places[f"device {number}"] = (result.stdout + result.stderr).encode()
    places["stderr"] = log.read_bytes()
    places["database"] = b"".join(file.read_bytes() for file in tmp_path.glob("sandbox.sqlite*"))

    # Proof that the search finds what is present.
    assert "control requests?limit=1000" in found(payment, places)
    assert "database" in found(payment, places)
    assert len(merchant.answers) > 100

    for number in CARDS:
        assert found(number, places) == [], number
    # The secrets needed for signing are in the database, which only its owner can read, in separate tables.
    assert database.stat().st_mode & 0o777 == 0o600
    for secret in (SECRET, TOKEN, CONTROL):
        assert set(found(secret, places)) <= {"database"}, secret
    assert tables_with(database, SECRET) <= {"tenant_secret"}
    assert tables_with(database, TOKEN) <= {"webhook_endpoint"}
    assert tables_with(database, CONTROL) == set()


def tables_with(database, text):
    """Returns the tables that have the text in any value."""
    with sqlite3.connect(database) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name
            for name in names
            for row in connection.execute(f'SELECT * FROM "{name}"')
            for value in row
            if any(form in (value if isinstance(value, bytes) else str(value).encode()) for form in forms(text))
        }


MESSAGES = {
    "ecommpay": {"payment": {"id": "ord-1", "status": "success"}, "signature": "x"},
    "placetopay": {
        "status": {"status": "APPROVED", "reason": "00", "message": "", "date": "2026-01-31T07:00:00-05:00"},
        "requestId": 1, "reference": "order-1", "signature": f"sha256:{64 * '0'}",
    },
    "takeme": {"id": "evt_1"},
    "yuno": {"type": "payment"},
}  # fmt: skip


@pytest.mark.parametrize("provider", MESSAGES)
def test_signing_and_verifying_reveal_no_secret(toque, tmp_path, provider):
    files = {
        "right": f"{SECRET}\n", "lines": f"{SECRET}\n{TOKEN}\n", "without a line's end": SECRET, "bytes": f"{SECRET}\0\n",
        "blank": f" {SECRET} \n", "for others": f"{SECRET}\n",
    }  # fmt: skip
    places = {}
    for name, text in files.items():
        path = private_file(tmp_path / name, text)
        if name == "for others":
            path.chmod(0o644)
        for verb in ("sign", "verify"):
            signature = ["--signature", "t=1,v1=00"] if verb == "verify" and provider in ("takeme", "yuno") else []
            for message in (json.dumps(MESSAGES[provider]), "{", '""') if name == "right" else ("{}",):
                result = toque.run(
                    "checkout", verb, provider, "-", "--secret-file", path, *signature, stdin=message)
                places[f"{verb} {name} {message}"] = (result.stdout + result.stderr).encode()
    # Proof that the search finds what is present: the error names the file.
    assert found("for others", places)
    for secret in (SECRET, TOKEN):
        assert found(secret, places) == []
