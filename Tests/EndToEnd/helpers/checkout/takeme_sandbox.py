"""TakeMe's requests."""

import time

import takeme_reference as reference
from checkout_sandbox import CheckoutSandbox

PUBLIC, SECRET = "pk_test_sandbox", "sk_test_sandbox"


class TakeMe(CheckoutSandbox):
    provider = "takeme"

    def ask(self, key, method, target, body=None, headers=None):
        """With a public or a secret key; None sends none."""
        headers = headers or {}
        return self.answer(method, target, body, headers | ({"Authorization": f"Bearer {key}"} if key else {}))

    # The app

    def create(self, key=None, **members):
        """The answer to a new source."""
        scenario = members.pop("scenario", None)
        body = {"amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect"} | members
        headers = {"X-Toque-Scenario": scenario} if scenario else {}
        return self.ask(PUBLIC, "POST", "/v1/sources", body, headers | ({"Idempotency-Key": key} if key else {}))

    def created(self, **members):
        answer = self.create(**members)
        assert answer.status == 201, answer
        return answer.json

    def chargeable(self):
        """A source that the payer has authorized."""
        source = self.created()
        assert self.decide("approve", source["redirect"]["url"])[0] == 200
        return source

    def source(self, source):
        """As the app reads it."""
        answer = self.ask(PUBLIC, "GET", f"/v1/sources/{source['id']}?clientSecret={source['clientSecret']}")
        assert answer.status == 200, answer
        return answer.json

    # The merchant

    def charge(self, source_id, key=None):
        headers = {"Idempotency-Key": key} if key else {}
        return self.ask(SECRET, "POST", "/v1/charges", {"source": source_id}, headers)

    def charges(self, source):
        """How many charges of a source were made."""
        return [each["data"]["source"] for each in self.events(type="charge.created")].count(source["id"])

    # Webhooks

    def subject(self, webhook):
        return webhook["data"]["id"]

    def news(self, webhook):
        return webhook["data"]["status"]

    def is_genuine(self, received):
        header, hour = received.headers["TakeMe-Signature"], 3600
        return reference.verify(header, received.content, SECRET.encode(), time.time(), hour) is None

    # Payments

    def word(self, source_id):
        """As the merchant reads it."""
        answer = self.ask(SECRET, "GET", f"/v1/sources/{source_id}")
        assert answer.status == 200, answer
        return answer.json["status"]

    def moved(self, source_id):
        made = [each["object"] for each in self.events(type="charge.created") if each["data"]["source"] == source_id]
        return sum(self.ask(SECRET, "GET", f"/v1/charges/{each}").json["amount"] for each in made), 0
