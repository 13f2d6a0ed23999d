"""A merchant and its customers' phones at a sandbox whose clock stands still: nothing changes between two steps."""

from api_client import Client, callback_parameters
from phone import Phone
from provider import METHOD
from request_bodies import enrollment_body, payment_body
from samples import encode

# The lists of the control API.
LISTS = ["objects", "events", "deliveries", "ceremonies", "timers", "keys"]


class Merchant:
    """`phones` are those that were enrolled earlier, by their credentials' ids."""

    def __init__(self, url, phones=()):
        self.client = Client(url)
        self.phones = dict(phones)

    def send(self, method, target, body=None):
        """Returns the JSON of an answer, which has to be a success."""
        answer = self.client.send(method, target, body)
        assert answer.status in (200, 201, 204), (target, answer)
        return answer.json

    def freeze(self):
        self.send("POST", "/_toque/clock/freeze", {})

    def advance(self, seconds=5):
        """Longer than the bank takes. Returns once all that is due has happened, webhooks included."""
        return self.send("POST", "/_toque/clock/advance", {"seconds": seconds})

    # The steps that change something, as a method, a target and a body.

    def beginning(self):
        return "POST", "/enrollments/", enrollment_body()

    def completion(self, enrollment, decision="approve"):
        """The account holder decides on the bank's page first."""
        decided = self.client.decide(enrollment["details"]["redirect_url"], decision)
        assert decided.status == 303, decided
        return "POST", "/enrollments/complete-redirection/", callback_parameters(decided.headers["Location"])

    def confirmation(self, enrollment):
        target = f"/enrollments/{enrollment['id']}/"
        options = self.send("GET", f"{target}fido-registration-options/")
        phone = Phone()
        self.phones[encode(phone.credential_id)] = phone
        return "POST", f"{target}confirm/", phone.confirmation(options)

    def ordering(self, enrollment):
        return "POST", "/payment-intents/", payment_body(enrollment["id"])

    def authorization(self, payment):
        options = payment["payment_method_information"][METHOD]["fido_options"]
        phone = self.phones[options["allowCredentials"][0]["id"]]
        return "POST", f"/payment-intents/{payment['id']}/authorize/", phone.authorization(options)

    # Whole stretches.

    def approved(self):
        """An enrollment that waits for the phone."""
        enrollment = self.send(*self.beginning())
        self.send(*self.completion(enrollment))
        self.advance()
        return enrollment

    def enrolled(self):
        """An enrollment that can pay."""
        enrollment = self.approved()
        self.send(*self.confirmation(enrollment))
        self.advance()
        assert self.status("enrollments", enrollment) == "SUCCEEDED"
        return enrollment

    def paid(self, enrollment):
        payment = self.send(*self.ordering(enrollment))
        self.authorize(payment)
        return payment

    def authorize(self, payment):
        self.send(*self.authorization(payment))
        self.advance()
        assert self.status("payment-intents", payment) == "SUCCEEDED"

    # What there is.

    def status(self, kind, item):
        return self.send("GET", f"/{kind}/{item['id']}/")["status"]

    def list(self, name):
        return self.send("GET", f"/_toque/{name}?limit=1000")[name]

    def kept(self):
        """Everything that a database keeps of the tenant, except for the journal."""
        others = ("webhooks", "state", "scenarios", "clock")
        return {name: self.list(name) for name in LISTS} | {
            name: self.send("GET", f"/_toque/{name}") for name in others
        }
