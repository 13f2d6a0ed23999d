"""Compares what instances have and tell with what clients were answered, once all flows are over."""

import collections
import re

from api_client import Client

# All events of each object of a flow, from its creation on.
LIVES = {
    "enrollment": [
        None, "approve", "redirection_succeeded", "options_ready", "credential_received", "credential_accepted",
        "revoked",
    ],
    "payment_intent": [None, "assertion_received", "settled"],
    "charge": [None, "settle"],
    "transaction": [None],
}  # fmt: skip
# Those of an enrollment whose only code went with a lost answer.
ABANDONED = LIVES["enrollment"][:2]


def listed(client, target):
    """All objects of a list of the provider's API."""
    found, page = [], 1
    while True:
        answer = client.send("GET", f"{target}?page_size=1000&page={page}").json
        found += answer["results"]
        if not answer["next"]:
            assert len(found) == answer["count"]
            return found
        page += 1


def followed(client, follower, query=""):
    """All entries of the log that was followed: the follower got each once, and in the order of the pages."""
    entries, after = [], 0
    while True:
        page = client.send("GET", f"/_toque/{follower.log}?limit=500&after={after}{query}").json
        if not page[follower.log]:
            break
        # The journal has kept all requests.
        assert page.get("dropped", 0) == 0
        entries += page[follower.log]
        after = page["next"]
    cursors = [each["cursor"] for each in entries]
    assert cursors == sorted(set(cursors)), "not in order, or twice"
    came = follower.wait_for(cursors[-1])
    assert came == cursors, (set(cursors) - set(came), len(came), len(cursors))
    return entries


def check_payments(client, flows):
    """Checks that each flow has paid twice, and that each payment has moved its amount once."""
    payments = listed(client, "/payment-intents/")
    made = collections.Counter((each["external_id"], each["status"]) for each in payments)
    wanted = collections.Counter((f"flow-{flow}-{number}", "SUCCEEDED") for flow in range(flows) for number in range(2))
    assert made == wanted, (made - wanted, wanted - made)
    amounts = collections.Counter((each["id"], each["amount"]) for each in payments)
    charges = listed(client, "/charges/")
    assert all(each["status"] == "SUCCEEDED" for each in charges)
    for moves in (charges, listed(client, "/transactions/")):
        moved = collections.Counter((each["payment_intent"], each["amount"]) for each in moves)
        assert moved == amounts, (moved - amounts, amounts - moved)


def check_events(client, follower, storm):
    """Checks that each object's events are those of its life, once each, and lead to the state that is stored."""
    lives = collections.defaultdict(list)
    for event in followed(client, follower):
        lives[event["object"]].append(event["data"])
    stored = {each["id"]: each for each in storm.state()["objects"] if each["kind"] in LIVES}
    assert storm.ledger.states.keys() <= stored.keys() == lives.keys()
    for object_id, life in lives.items():
        kind, body = stored[object_id]["kind"], stored[object_id]["body"]
        names, states = [each["event"] for each in life], [each["to"] for each in life]
        assert names == LIVES[kind] or kind == "enrollment" and names == ABANDONED, (object_id, life)
        assert [each["from"] for each in life] == [None, *states[:-1]], (object_id, life)
        assert states[-1] == (body.get("state") or body.get("status", "created")), (object_id, life)


def check_journal(client, follower, answers):
    """Checks that the journal has no request twice, and those that were answered with their answers.

    Returns the names of the answered ones that it lacks."""
    # Those to control are not in it.
    expected = {name: tuple(said) for name, target, *said in answers if not target.startswith("/_toque/")}
    requests = followed(client, follower, "&short=true")
    told = collections.Counter(each["id"] for each in requests)
    assert set(told.values()) == {1}, told.most_common(1)
    kept = {each["id"]: (each["method"], each["status"]) for each in requests}
    others = {name: kept[name] for name in expected.keys() & kept.keys() if kept[name] != expected[name]}
    assert not others, others
    return expected.keys() - kept.keys()


def lost_entries(instances):
    """The number of requests that running instances could not write to the journal."""
    texts = (Client(url).send("GET", "/_toque/metrics").content.decode() for url in instances.urls)
    return sum(int(re.search(r"^toque_journal_dropped_total (\d+)$", text, re.MULTILINE)[1]) for text in texts)
