"""Yuno's requests."""

import yuno_reference as reference
from checkout_sandbox import CheckoutSandbox

KEY = {"public-api-key": "sandbox", "private-secret-key": "sandbox"}
ACCOUNT = "00000000-0000-4000-8000-00000000000a"


class Yuno(CheckoutSandbox):
    provider = "yuno"
    # What webhooks are signed with: the private key, unless they have a token.
    secret = KEY["private-secret-key"].encode()

    # The merchant

    def merchant(self, method, path, body=None, headers=None):
        return self.send(method, f"/v1/{path}", body, KEY | (headers or {}))

    def session_body(self, value=10, currency="BRL", capture=True, **members):
        return {
            "account_id": ACCOUNT,
            "merchant_order_id": f"order-{self.number()}",
            "payment_description": "Luminária",
            "country": "BR",
            "amount": {"currency": currency, "value": value},
            "workflow": "SDK_SEAMLESS",
            "payment_method": {"detail": {"card": {"capture": capture}}},
        } | members

    def session(self, scenario=None, **options):
        headers = {"X-Toque-Scenario": scenario} if scenario else None
        status, answer = self.merchant("POST", "checkout/sessions", self.session_body(**options), headers)
        assert status == 200, answer
        return answer["checkout_session"]

    def payment(self, payment):
        status, answer = self.merchant("GET", f"payments/{payment}")
        assert status == 200, answer
        return answer

    def idempotency_key(self):
        return f"30000000-0000-4000-8000-{self.number():012}"

    def operate(self, name, payment, transaction=0, key=None, tid=None, **members):
        """Captures, cancels or refunds, by one of the payment's transactions."""
        tid = tid or self.payment(payment)["transactions"][transaction]["id"]
        return self.merchant(
            "POST",
            f"payments/{payment}/transactions/{tid}/{name}",
            {"merchant_reference": "reference-1"} | members,
            {"X-Idempotency-Key": key or self.idempotency_key()},
        )

    # The app

    def device(self, method, session, path="", body=None):
        headers = {"public-api-key": KEY["public-api-key"]}
        return self.send(method, f"/v1/sdk/sessions/{session}/payment{path}", body, headers)

    def pay(self, session, method, token=None):
        chosen = {"type": method}
        if token or method == "CARD":
            chosen["vaulted_token"] = token or "tok_success"
        return self.device("POST", session, "", {"payment_method": chosen, "country_code": "BR", "language": "EN"})

    # Webhooks

    def subject(self, webhook):
        return webhook["data"]["payment"]["id"]

    def news(self, webhook):
        return "{status}/{sub_status}".format(**webhook["data"]["payment"])

    def is_genuine(self, received):
        return reference.is_genuine(received.headers, received.content, KEY["public-api-key"], self.secret)

    # Payments

    def word(self, payment):
        return "{status}/{sub_status}".format(**self.payment(payment))

    def moved(self, payment):
        amount = self.payment(payment)["amount"]
        return amount["captured"], amount["refunded"]
