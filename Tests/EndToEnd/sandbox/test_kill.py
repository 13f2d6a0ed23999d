"""kill -9 of the sandbox at many moments while many clients enroll and pay: no answered change is lost."""

import collections

from api_client import Client
from extent import extent
from concurrent_flows import STATES, Ledger, Shopper
from killing import Killer, assert_same_lanes, lanes
from receiver import Receiver
from simulator import Simulator, free_port

CLIENTS = 8


class FlowKiller(Killer):
    """Checks after each restart that the objects and the counters are present."""

    def __init__(self, simulator, seed):
        super().__init__(simulator, seed)
        self.ledger = Ledger()
        self.counters = {}

    def answered(self):
        with self.ledger.lock:
            return dict(self.ledger.states), dict(self.ledger.counters)

    def state(self):
        answer = Client(self.simulator.url).send("GET", "/_toque/state")
        assert answer.status == 200, answer
        return answer.json

    def check(self, answered):
        """Checks that each object is in the answered state or a later one, and that no counter went down."""
        states, counters = answered
        stored, counted = {}, {}
        for entry in self.state()["objects"]:
            body, kind = entry["body"], entry["kind"]
            if kind in STATES:
                state = body.get("state") or body.get("status", "created")
                stored[entry["id"]] = (kind, STATES[kind].index(state))
            if credential := body.get("credential"):
                counted[credential["id"]] = credential["signCount"]
        lost = {key: (known, stored.get(key)) for key, known in states.items() if key not in stored}
        assert not lost, f"answered and gone after kill {self.kills}: {lost}"
        earlier = {key: (known, stored[key]) for key, known in states.items() if stored[key][1] < known[1]}
        assert not earlier, f"answered in a later state before kill {self.kills}: {earlier}"
        for credential_id, counter in (self.counters | counters).items():
            # A revoked credential may be gone with its counter.
            assert counted.get(credential_id, counter) >= counter, f"counter of {credential_id} went back"
        self.counters = counted


@extent("durability, flows, seed", ["full", 30, 4713], ["full", 200, 4711], ["normal", 60, 4712])
def test_kill_9_loses_no_answered_change(toque, tmp_path, durability, flows, seed):
    with Receiver() as receiver:
        arguments = ["--port", free_port(), "--database", tmp_path / "sandbox.sqlite", "--durability", durability]
        arguments += ["--webhook", receiver.url, "--options-delay", "20ms", "--result-delay", "20ms"]
        with Simulator(toque, *arguments) as simulator:
            killer = FlowKiller(simulator, seed)
            shoppers = [Shopper(simulator.url, killer.gate, killer.ledger) for _ in range(CLIENTS)]

            def serve(number):
                for flow in range(number, flows, CLIENTS):
                    shoppers[number].flow(f"flow-{flow}")

            killer.run(CLIENTS, serve)
            assert killer.kills >= flows // 10

            check_end(killer, Client(simulator.url), receiver)
            print(f"{killer.kills} kills among {killer.gate.requests} requests; {len(receiver.received)} webhooks came")


def check_end(killer, client, receiver):
    """Checks what is left once all flows are over."""
    killer.check(killer.answered())
    for method, target, body in killer.ledger.used:
        answer = client.send(method, target, body)
        assert answer.status == 400, f"used once, and again: {target} {answer}"
    check_webhooks(client, receiver)


def log(client, name):
    """Returns all entries of a log of the control API."""
    entries, after = [], 0
    while True:
        page = client.send("GET", f"/_toque/{name}?limit=1000&after={after}").json
        if not page[name]:
            return entries
        entries += page[name]
        after = page["next"]


def check_webhooks(client, receiver):
    """Checks that webhooks report each change that the merchant can see at least once, in order for each object."""
    changes = [
        (event["object"], event["data"]["status"])
        for event in log(client, "events")
        if event["data"]["status"] != "PENDING"
    ]
    deliveries = log(client, "deliveries")
    told = [(each["body"]["object_id"], each["body"]["data"].get("status", "CREATED")) for each in deliveries]
    assert collections.Counter(told) == collections.Counter(changes)

    expected = {each["webhook"] for each in deliveries}
    receiver.wait_until(lambda received: expected <= {each.body["webhook_id"] for each in received})
    objects = {each["webhook"]: each["object"] for each in deliveries}
    queued = lanes((each["object"], each["webhook"]) for each in deliveries)
    came = [each.body["webhook_id"] for each in receiver.received]
    assert set(came) <= objects.keys(), "webhooks of changes that are not there"
    assert_same_lanes(lanes((objects[webhook], webhook) for webhook in came), queued)
