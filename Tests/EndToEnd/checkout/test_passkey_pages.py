"""The payer's pages in a browser, which has passkeys of its own."""

import json

import pytest

import browser
import ecommpay_reference
import placetopay_reference
from api_client import Client
from browser import Browser
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

BACK = "http://localhost:9/back"


def succeeded(client, method, target, body=None, **headers):
    answer = client.send(method, target, body, headers)
    assert answer.status in (200, 201), answer
    return answer.json


class Ecommpay:
    """A card whose issuer asks."""

    def pay(self, client, number):
        options = {
            "project_id": 10, "payment_id": f"ord-{number}", "payment_amount": 1999, "payment_currency": "USD",
            "customer_id": "10", "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
        }  # fmt: skip
        signature = ecommpay_reference.sign_text(ecommpay_reference.mobile_string(options), "your_secret")
        self.session = "/sdk/v1/session/" + succeeded(
            client, "POST", "/sdk/v1/session", options | {"signature": signature},
            **{"X-Toque-Scenario": "payment.challenge"},
        )["session"]  # fmt: skip
        succeeded(client, "POST", f"{self.session}/pay", {"method": "card", "token": "tok_success"})
        return self.poll(client)["acs_url"]

    def poll(self, client):
        succeeded(client, "POST", "/_toque/clock/advance", {"seconds": 5})
        return succeeded(client, "GET", self.session)

    def status(self, client):
        return self.poll(client)["payment"]["status"]

    paid = "success"
    shown = ["Loja Exemplo", "19.99 USD"]


class PlacetoPay:
    def authenticated(self, client):
        now = succeeded(client, "GET", "/_toque/clock")["now"]
        return {"auth": placetopay_reference.auth("sandbox", "sandbox", seed=now)}

    def pay(self, client, number):
        session = succeeded(
            client, "POST", "/api/session",
            self.authenticated(client) | {
                "locale": "es_CO", "expiration": "2026-03-02T12:00:00-05:00", "returnUrl": BACK,
                "ipAddress": "127.0.0.1", "userAgent": "test",
                "payment": {"reference": f"ord-{number}", "amount": {"currency": "COP", "total": 165000.0}},
            },
        )  # fmt: skip
        self.session = session["requestId"]
        return session["processUrl"]

    def status(self, client):
        succeeded(client, "POST", "/_toque/clock/advance", {"seconds": 5})
        session = succeeded(client, "POST", f"/api/session/{self.session}", self.authenticated(client))
        return session["status"]["status"]

    paid = "APPROVED"
    shown = ["Loja Exemplo", "165000", "COP"]


class Yuno:
    """The payer's bank, which a QR code of Pix leads to."""

    KEYS = {"public-api-key": "sandbox", "private-secret-key": "sandbox"}

    def pay(self, client, number):
        session = succeeded(
            client, "POST", "/v1/checkout/sessions",
            {
                "account_id": "00000000-0000-4000-8000-00000000000a", "merchant_order_id": f"order-{number}",
                "payment_description": "Lamp", "country": "BR", "amount": {"currency": "BRL", "value": 10},
                "workflow": "SDK_SEAMLESS",
            },
            **self.KEYS,
        )["checkout_session"]  # fmt: skip
        self.payment = f"/v1/sdk/sessions/{session}/payment"
        chosen = {"payment_method": {"type": "PIX"}, "country_code": "BR"}
        return succeeded(client, "POST", self.payment, chosen, **self.KEYS)["action"]["url"]

    def status(self, client):
        succeeded(client, "POST", "/_toque/clock/advance", {"seconds": 5})
        return succeeded(client, "GET", self.payment, **self.KEYS)["status"]

    paid = "SUCCEEDED"
    shown = ["Loja Exemplo", "BRL"]


class TakeMe:
    def pay(self, client, number):
        self.source = succeeded(
            client, "POST", "/v1/sources",
            {"amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect"},
            Authorization="Bearer pk_test_sandbox",
        )  # fmt: skip
        return self.source["redirect"]["url"]

    def status(self, client):
        target = f"/v1/sources/{self.source['id']}?clientSecret={self.source['clientSecret']}"
        return succeeded(client, "GET", target, Authorization="Bearer pk_test_sandbox")["status"]

    paid = "chargeable"
    shown = ["Loja Exemplo", "10 JPY"]


PROVIDERS = {"ecommpay": Ecommpay, "placetopay": PlacetoPay, "takeme": TakeMe, "yuno": Yuno}


@pytest.mark.parametrize("name", PROVIDERS)
def test_chromium_approves_with_a_passkey(toque, name):
    provider = PROVIDERS[name]()
    options = ["--provider", name, "--port", 0, "--memory", "--now", "2026-03-01T12:00:00Z"]
    with Simulator(toque, *options) as simulator, Browser() as page:
        client = Client(simulator.url, key=None)
        # The first visit registers the passkey, the second one has it.
        for visit in (1, 2):
            page.open(provider.pay(client, visit))
            for text in provider.shown:
                assert text in page.text
            page.press("approve")
            assert provider.status(client) == provider.paid
            assert len(page.passkeys) == 1
        # A passkey that does not verify its user signs nothing.
        page.verify_user(False)
        page.open(provider.pay(client, 3))
        page.evaluate("document.querySelector('button[value=approve]').click()")
        assert "NotAllowedError" in page.until("document.getElementById('message').textContent")
        assert provider.status(client) != provider.paid
        ceremonies = client.send("GET", "/_toque/ceremonies").json["ceremonies"]
        assert [each["type"] for each in ceremonies] == ["registration", "authentication", "authentication"]
        assert {each["verdict"]["verdict"] for each in ceremonies} == {"valid"}
        kept = [client.send("GET", f"/_toque/ceremonies/{each['id']}").json["document"] for each in ceremonies]
        judged = toque.run("verify", "-", stdin="\n".join(map(json.dumps, kept)))
        assert judged.returncode == 0, judged
        assert judged.stdout.count('"verdict":"valid"') == 3
