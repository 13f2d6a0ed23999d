"""Enroll-and-pay flows of many clients at once, against a sandbox that is killed again and again."""

import threading

from request_bodies import enrollment_body, payment_body
from api_client import Client, Lost, callback_parameters
from phone import RISK_SIGNALS, Phone
from provider import METHOD

# Stored states, ranked by their place in an object's life.
STATES = {
    "enrollment": [
        "awaiting_decision", "approved", "awaiting_options", "awaiting_credential", "awaiting_result", "succeeded",
        "canceled",
    ],
    "payment_intent": ["awaiting_assertion", "awaiting_result", "succeeded"],
    "charge": ["PENDING", "SUCCEEDED"],
    "transaction": ["created"],
}  # fmt: skip


class Ledger:
    """Everything answered: the latest state of each object, the highest counter of each credential, and single-use
    requests."""

    def __init__(self):
        self.lock = threading.Lock()
        self.states = {}
        self.counters = {}
        self.used = []

    def saw(self, kind, object_id, state):
        rank = STATES[kind].index(state)
        with self.lock:
            _, known = self.states.get(object_id, (kind, rank))
            self.states[object_id] = (kind, max(rank, known))

    def counted(self, credential_id, counter):
        with self.lock:
            self.counters[credential_id] = max(counter, self.counters.get(credential_id, 0))

    def spent(self, method, target, body):
        """Records that the request succeeded, and must never succeed again."""
        with self.lock:
            self.used.append((method, target, body))


class Shopper:
    """One client. After a lost answer it finds out, like a backend, whether the request counted."""

    def __init__(self, url, gate, ledger):
        self.client = Client(url)
        self.gate = gate
        self.ledger = ledger

    def send(self, method, target, body=None):
        return self.gate.attempt(lambda: self.client.send(method, target, body))

    def get(self, target):
        """Repeats a read until an answer comes, as reading changes nothing."""
        while True:
            try:
                answer = self.send("GET", target)
            except Lost:
                continue
            assert answer.status in (200, 404), (target, answer)
            return answer.json if answer.status == 200 else None

    def create(self, kind, target, body, query=""):
        """A repeated POST makes a second object: the first one is found by its external id, and the query."""
        while True:
            try:
                answer = self.send("POST", target, body)
                assert answer.status == 201, answer
                created = answer.json
            except Lost:
                listed = self.get(f"{target}?external_id={body['external_id']}{query}")["results"]
                assert len(listed) <= 1, listed
                if not listed:
                    continue
                created = listed[0]
            self.ledger.saw(kind, created["id"], STATES[kind][0])
            return created

    def once(self, target, body):
        """Sends a request that works once. Returns its answer, or None if the answer was lost but the request
        counted."""
        is_repeated = False
        while True:
            try:
                answer = self.send("POST", target, body)
            except Lost:
                is_repeated = True
                continue
            if answer.status in (200, 204):
                self.ledger.spent("POST", target, body)
                return answer
            assert is_repeated and answer.status == 400, (target, answer)
            error = answer.json if isinstance(answer.json, dict) else answer.json[0]
            assert error["code"] in ("invalid_status", "invalid"), error
            return None

    def poll(self, target, is_over):
        while True:
            answer = self.get(target)
            if answer is not None and is_over(answer):
                return answer

    def flow(self, name):
        """Enrolls, pays twice, and has the enrollment revoked."""
        attempts = 0
        enrollment_id = None
        while enrollment_id is None:
            attempts += 1
            enrollment_id = self.approved_enrollment(f"{name}-{attempts}")
        phone = Phone()
        target = f"/enrollments/{enrollment_id}/"
        options = self.poll(f"{target}fido-registration-options/", lambda answer: True)
        self.ledger.saw("enrollment", enrollment_id, "awaiting_credential")
        self.once(f"{target}confirm/", phone.confirmation(options))
        self.ledger.saw("enrollment", enrollment_id, "awaiting_result")
        result = self.poll(target, lambda answer: answer["status"] != "PENDING")
        assert result["status"] == "SUCCEEDED", result
        self.ledger.saw("enrollment", enrollment_id, "succeeded")
        for number in range(2):
            self.pay(f"{name}-{number}", enrollment_id, phone)
        self.revoke(enrollment_id)

    def approved_enrollment(self, external_id):
        """Returns None if the person decided and the answer with the only code was lost."""
        device = f"&device_id={RISK_SIGNALS['deviceId']}"
        created = self.create("enrollment", "/enrollments/", enrollment_body(external_id), device)
        decided = None
        while decided is None:
            try:
                decided = self.gate.attempt(lambda: self.client.decide(created["details"]["redirect_url"], "approve"))
            except Lost:
                continue
        if decided.status == 409:
            return None
        assert decided.status == 303, decided
        self.ledger.saw("enrollment", created["id"], "approved")
        self.once("/enrollments/complete-redirection/", callback_parameters(decided.headers["Location"]))
        self.ledger.saw("enrollment", created["id"], "awaiting_options")
        return created["id"]

    def pay(self, external_id, enrollment_id, phone):
        created = self.create("payment_intent", "/payment-intents/", payment_body(enrollment_id, external_id))
        self.ledger.saw("charge", created["charges"][0]["id"], "PENDING")
        target = f"/payment-intents/{created['id']}/"
        options = created["payment_method_information"][METHOD]["fido_options"]
        self.once(f"{target}authorize/", phone.authorization(options))
        self.ledger.saw("payment_intent", created["id"], "awaiting_result")
        result = self.poll(target, lambda answer: answer["status"] != "PENDING")
        assert result["status"] == "SUCCEEDED", result
        self.ledger.saw("payment_intent", created["id"], "succeeded")
        [charge] = result["charges"]
        self.ledger.saw("charge", charge["id"], "SUCCEEDED")
        self.ledger.saw("transaction", charge["transactions"][0], "created")
        self.ledger.counted(options["allowCredentials"][0]["id"], phone.counter)

    def revoke(self, enrollment_id):
        self.once(f"/_toque/objects/{enrollment_id}/revoke", {})
        self.ledger.saw("enrollment", enrollment_id, "canceled")
