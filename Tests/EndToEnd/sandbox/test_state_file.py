"""The same seed, the same time and the same requests give the same bytes, from the start and from every saved state."""

import json

import pytest

from request_bodies import BENEFICIARY, CUSTOMER, payment_body
from api_client import Client, callback_parameters
from extent import extent
from phone import RISK_SIGNALS, Phone
from racing import Stage
from simulator import Simulator

STATE = "/_toque/state"
DEVICE = f"device_id={RISK_SIGNALS['deviceId']}"


def sandbox(toque, *arguments, seed="4711"):
    """Starts a sandbox whose links name a fixed URL, as the port differs in every run."""
    always = ["--memory", "--port", 0, "--public-url", "https://sandbox.example", "--now", "2026-01-31T12:00:00Z"]
    return Simulator(toque, *always, "--seed", seed, *arguments)


class Recorder(Client):
    """Keeps each request with its answer, and before every third one the sandbox's state."""

    def __init__(self, url):
        super().__init__(url)
        self.exchanges = []
        self.states = {}

    def send(self, method, target, body=None, headers=None):
        if len(self.exchanges) % 3 == 0:
            self.states[len(self.exchanges)] = super().send("GET", STATE).content
        answer = super().send(method, target, body, headers)
        self.exchanges.append(((method, target, body, headers), answer))
        return answer


def shown(answer):
    """Returns the answer without what changes with each request: its id, which errors repeat in the body, and the
    header Date (RFC 9110 section 6.6.1), which cannot be frozen."""
    headers = [(name, value) for name, value in answer.headers.items() if name not in ("X-Request-Id", "Date")]
    return answer.status, headers, answer.content.replace(answer.headers["X-Request-Id"].encode(), b"ID")


def replay(url, exchanges):
    client = Client(url)
    for number, (request, answer) in enumerate(exchanges):
        assert shown(client.send(*request)) == shown(answer), (number, request)


def story(stage):
    """Plays everything that a backend does, with overlapping flows, successes and failures."""
    client = stage.client
    client.send("GET", "/institutions/?page_size=2&page=2")
    client.send("POST", "/customers/", {"identifier": "11144477735", "name": "Bruno Exemplo", "email": "b@example.com"})
    client.send("GET", "/customers/")
    client.send("POST", "/payments/api/widget-token/")

    declined = stage.created()
    returned = client.decide(declined["details"]["redirect_url"], "decline")
    client.send("POST", "/enrollments/complete-redirection/", callback_parameters(returned.headers["Location"]))
    left_alone = stage.created()
    approved, callback = stage.approved()
    phones = [Phone(), Phone()]
    registering, options = stage.come_back(approved, callback)
    client.send("POST", "/enrollments/complete-redirection/", callback)

    first = stage.enroll(phones[0])
    payments = [stage.pay(first, phones[0]) for _ in range(3)]
    client.send("POST", f"/payment-intents/{payments[0][0]}/authorize/", payments[0][1])
    client.send("POST", f"/payment-intents/{payments[1][0]}/authorize/", payments[0][1])
    client.send("POST", f"/enrollments/{registering}/confirm/", phones[1].confirmation(options))
    client.send("GET", f"/enrollments/{registering}/fido-registration-options/")
    stage.advance(1)
    client.send("POST", f"/payment-intents/{payments[0][0]}/authorize/", payments[0][1])
    body = payment_body(registering)
    for headers in ({"X-Toque-Scenario": "payment.insufficient_funds"}, {"X-Toque-Scenario": "no_such"}):
        client.send("POST", "/payment-intents/", body, headers)
    client.send("POST", "/payment-intents/", body | {"amount": "9000.02"})
    client.send("POST", "/_toque/trigger", {"event": "payment.failed", "reason": "fraud_suspected"})
    client.send("PATCH", f"/bank-accounts/{BENEFICIARY}/", {"active": False})
    client.send("POST", "/payment-intents/", body)
    client.send("POST", f"/_toque/objects/{first}/revoke", {})
    # The third payment's consent expires, and so does the undecided enrollment.
    stage.advance(900)
    client.send("GET", f"/enrollments/{left_alone['id']}/")
    stage.approved()
    for target in (f"/enrollments/?{DEVICE}", "/payment-intents/?page_size=3", "/charges/", "/transactions/"):
        client.send("GET", target)
    client.send("GET", f"/enrollments/?{DEVICE}&customer={CUSTOMER}&status=SUCCEEDED")
    for log in ("events?limit=1000", "clock", "ceremonies"):
        client.send("GET", f"/_toque/{log}")
    ceremony = client.send("GET", "/_toque/ceremonies").json["ceremonies"][0]["id"]
    client.send("GET", f"/_toque/ceremonies/{ceremony}")
    client.send("GET", STATE)


class Storyteller(Stage):
    """Records its requests. The bank has delays: waiting for options and results advances the clock."""

    def __init__(self, url):
        super().__init__(url)
        self.client = Recorder(url)

    def come_back(self, enrollment_id, callback):
        self.client.send("POST", "/enrollments/complete-redirection/", callback)
        target = f"/enrollments/{enrollment_id}/fido-registration-options/"
        self.client.send("GET", target)
        self.advance(1)
        return enrollment_id, self.expect(200, "GET", target)

    def enroll(self, phone):
        enrollment_id, options = self.come_back(*self.approved())
        self.expect(204, "POST", f"/enrollments/{enrollment_id}/confirm/", phone.confirmation(options))
        self.advance(1)
        return enrollment_id


@pytest.fixture(scope="module")
def recorder(toque):
    with sandbox(toque) as simulator:
        stage = Storyteller(simulator.url)
        story(stage)
        return stage.client


def test_the_recorded_exchanges_cover_every_status(recorder):
    answers = [answer for _, answer in recorder.exchanges]
    assert {answer.status for answer in answers} == {200, 201, 204, 303, 400, 404}
    objects = json.loads(answers[-1].content)["objects"]
    statuses = {
        entry["body"].get("enrollment", entry["body"].get("intent"))["status"]
        for entry in objects
        if entry["kind"] in ("enrollment", "payment_intent")
    }
    assert statuses == {"PENDING", "SUCCEEDED", "FAILED", "CANCELED"}
    timers = [len(json.loads(state)["timers"]) for state in recorder.states.values()]
    assert max(timers) >= 5, "little is under way in the saved states"


def test_two_runs_with_a_seed_give_the_same_bytes(toque, recorder):
    with sandbox(toque) as simulator:
        replay(simulator.url, recorder.exchanges)


def test_another_seed_gives_other_ids(toque, recorder):
    with sandbox(toque, seed="4712") as simulator:
        client = Client(simulator.url)
        request, answer = next(each for each in recorder.exchanges if each[0][:2] == ("POST", "/customers/"))
        assert client.send(*request).json["id"] != answer.json["id"]


@extent("step", [5], [1])
@pytest.mark.parametrize("way", ["option", "control"])
def test_a_saved_state_continues_with_the_same_bytes(toque, recorder, tmp_path, way, step):
    file = tmp_path / "state.json"
    for number, state in list(recorder.states.items())[::step]:
        file.write_bytes(state)
        options = ["--load", file] if way == "option" else []
        with sandbox(toque, *options) as simulator:
            if way == "control":
                result = toque.run("sandbox", "load", file, "--server", simulator.url)
                assert result.returncode == 0, result.stderr
            assert Client(simulator.url).send("GET", STATE).content == state
            replay(simulator.url, recorder.exchanges[number:])
