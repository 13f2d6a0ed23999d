"""PlacetoPay's requests, whose `auth` placetopay_reference.py makes."""

import datetime

import placetopay_reference as reference
from checkout_sandbox import START, CheckoutSandbox

SITE = SECRET = "sandbox"


class PlacetoPay(CheckoutSandbox):
    provider = "placetopay"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # None where it is the machine's.
        self.now = None if self.is_clock_live else datetime.datetime.fromisoformat(START)

    def advance(self, seconds):
        answer = super().advance(seconds)
        self.now = datetime.datetime.fromisoformat(answer["now"])
        return answer

    # The merchant

    def seed(self, seconds=0):
        now = self.now or datetime.datetime.now(datetime.timezone.utc)
        moment = now + datetime.timedelta(seconds=seconds)
        return moment.astimezone(reference.COLOMBIA).isoformat(timespec="seconds")

    def auth(self, secret=SECRET, seconds=0, login=SITE):
        return reference.auth(login, secret, str(self.number()).encode(), self.seed(seconds))

    def post(self, path, auth=None, headers=None, **members):
        return self.send("POST", f"/api/session{path}", {"auth": auth or self.auth()} | members, headers)

    def order(self, total=165000.0, in_parts=False):
        return {
            "locale": "es_CO",
            "buyer": {"document": "1040035000", "documentType": "CC", "name": "Ana", "surname": "Exemplo"},
            "payment": {
                "reference": f"order-{self.number()}",
                "description": "Livros; chá",
                "amount": {"currency": "COP", "total": total},
                "allowPartial": in_parts,
            },
            "returnUrl": "redirection://receipt?return",
            "cancelUrl": "https://loja.example/cancel",
            "ipAddress": "127.0.0.1",
            "userAgent": "test",
        }

    def session(self, order=None, scenario=None):
        """A new session's number and page."""
        headers = {"X-Toque-Scenario": scenario} if scenario else None
        status, answer = self.post("", headers=headers, **(order or self.order()))
        assert (status, answer["status"]["status"], answer["status"]["reason"]) == (200, "OK", "PC"), answer
        return answer["requestId"], answer["processUrl"]

    def information(self, request):
        status, answer = self.post(f"/{request}")
        assert status == 200, answer
        return answer

    # The payer

    def card(self, page, token, amount=None):
        body = {"token": token} | ({} if amount is None else {"amount": amount})
        return self.send("POST", f"{page}/card", body)

    def choose(self, decision, page):
        """What came of it; an approval has a passkey."""
        return self.approve(page) if decision == "approve" else self.decide(decision, page)[1]["outcome"]

    # Webhooks

    def subject(self, webhook):
        return webhook["requestId"]

    def news(self, webhook):
        return webhook["status"]["status"]

    def is_genuine(self, received):
        return reference.is_signed(received.body, SECRET)

    # Payments

    def word(self, payment):
        return self.information(payment)["status"]["status"]

    def moved(self, payment):
        """Checkout knows no refunds."""
        attempts = self.information(payment)["payment"] or []
        paid = [each["amount"]["from"]["total"] for each in attempts if each["status"]["status"] == "APPROVED"]
        return round(sum(paid), 2), 0
