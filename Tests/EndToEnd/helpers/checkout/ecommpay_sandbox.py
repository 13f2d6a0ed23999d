"""ecommpay's requests, signed by ecommpay_reference.py."""

import ecommpay_reference as reference
from checkout_sandbox import CheckoutSandbox

SECRET = "your_secret"


class Ecommpay(CheckoutSandbox):
    provider = "ecommpay"

    # The merchant

    def options(self, **members):
        return {
            "project_id": 10,
            "payment_id": f"ord-{self.number()}",
            "payment_amount": 1999,
            "payment_currency": "USD",
            "payment_description": "Chá; 1:1",
            "customer_id": "10",
            "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
        } | members

    def gate(self, path, payment_id, secret=SECRET, **members):
        return self.send("POST", f"/v2/payment/{path}", reference.gate_request(10, payment_id, secret, **members))

    def status(self, payment):
        status, answer = self.gate("status", payment)
        assert status == 200, answer
        return answer

    # The app

    def open_session(self, options, secret=SECRET, scenario=None):
        signature = reference.sign_text(reference.mobile_string(options), secret)
        headers = {"X-Toque-Scenario": scenario} if scenario else None
        return self.send("POST", "/sdk/v1/session", options | {"signature": signature}, headers)

    def session(self, options, scenario=None):
        """The path of a new session, or of the one that goes on."""
        status, answer = self.open_session(options, scenario=scenario)
        assert status in (200, 201), answer
        return f"/sdk/v1/session/{answer['session']}"

    def pay(self, session, token="tok_success"):
        return self.send("POST", f"{session}/pay", {"method": "card", "token": token})

    def shown(self, session):
        return self.expect([200], "GET", session)

    # Webhooks

    def subject(self, webhook):
        return webhook["payment"]["id"]

    def news(self, webhook):
        return webhook["payment"]["status"]

    def is_genuine(self, received):
        return reference.is_signed(received.content, SECRET)

    # Payments

    def word(self, payment):
        return self.status(payment)["payment"]["status"]

    def moved(self, payment):
        done = [each for each in self.status(payment)["operations"] if each["status"] == "success"]

        def total(*types):
            return sum(each["sum_initial"]["amount"] for each in done if each["type"] in types)

        return total("sale", "capture"), total("refund")
