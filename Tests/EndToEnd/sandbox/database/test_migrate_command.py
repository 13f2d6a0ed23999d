"""`toque sandbox migrate` moves a sandbox from SQLite to PostgreSQL and back, in the middle of payments."""

import pytest

from api_client import Client
from cluster import REASON, is_installed
from merchant import Merchant
from receiver import Receiver
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_installed(), reason=REASON),
]
TOKEN = "geheim-4711"


def migrate(toque, source, target):
    """Returns the number of rows of each table that has any."""
    return toque.output("sandbox", "migrate", source, target, "--json")["rows"]


def begin(simulator, webhooks):
    """Two payments that wait for the phone, one that succeeded, and an enrollment that waits; and settings."""
    merchant = Merchant(simulator.url)
    merchant.freeze()
    merchant.send("POST", "/_toque/keys", {"id": "shop", "secret": "s3cret-word"})
    merchant.send("POST", "/_toque/webhooks", {"url": webhooks.url, "token": TOKEN})
    merchant.send("PUT", "/_toque/scenario", {"scenario": "duplicate_webhooks"})
    enrollment = merchant.enrolled()
    merchant.paid(enrollment)
    payments = [merchant.send(*merchant.ordering(enrollment)) for _ in range(2)]
    return merchant, payments, merchant.approved()


def moved(simulator, merchant, kept):
    """The same merchant at another place, which has to keep the same."""
    merchant = Merchant(simulator.url, merchant.phones)
    assert merchant.kept() == kept
    assert Client(simulator.url, "shop:s3cret-word").send("GET", "/customers/").status == 200
    assert Client(simulator.url, "shop:another-word").send("GET", "/customers/").status == 401
    return merchant


def check_continuation(merchant, kept, webhooks):
    """Checks that later events and webhooks follow those of the other place, and that all webhooks came."""
    for name in ("events", "deliveries"):
        later = merchant.list(name)
        assert later[: len(kept[name])] == kept[name] and len(later) > len(kept[name])
        cursors = [each.get("cursor", each.get("id")) for each in later]
        assert cursors == sorted(set(cursors))
    came = [each.body["webhook_id"] for each in webhooks.received]
    assert sorted(came) == sorted(each["webhook"] for each in merchant.list("deliveries"))
    assert {each.headers["Authorization"] for each in webhooks.received} == {f"Bearer {TOKEN}"}


def test_a_sandbox_goes_on_at_the_place_it_was_moved_to(toque, cluster, tmp_path):
    server, last_server = (cluster.url(cluster.make_database()) for _ in range(2))
    file, last_file = tmp_path / "first.sqlite", tmp_path / "last.sqlite"
    with Receiver() as webhooks:
        with Simulator(toque, "--port", 0, "--database", file) as simulator:
            merchant, payments, waiting = begin(simulator, webhooks)
            kept = merchant.kept()
        # The journal of a file is in memory.
        assert "request" not in migrate(toque, file, server)

        with Simulator(toque, "--port", 0, "--database", server) as simulator:
            merchant = moved(simulator, merchant, kept)
            merchant.authorize(payments[0])
            merchant.send(*merchant.confirmation(waiting))
            merchant.advance()
            assert merchant.status("enrollments", waiting) == "SUCCEEDED"
            check_continuation(merchant, kept, webhooks)
            kept, journal = merchant.kept(), merchant.list("requests")
            assert journal
        # The other key made two requests, one of them refused.
        assert migrate(toque, server, last_file)["request"] == len(journal) + 2
        migrate(toque, last_file, last_server)

        with Simulator(toque, "--port", 0, "--database", last_server) as simulator:
            assert moved(simulator, merchant, kept).list("requests")[: len(journal)] == journal
        with Simulator(toque, "--port", 0, "--database", last_file) as simulator:
            merchant = moved(simulator, merchant, kept)
            merchant.authorize(payments[1])
            merchant.paid(waiting)
            check_continuation(merchant, kept, webhooks)
            later = merchant.list("requests")
            assert min(each["cursor"] for each in later) > max(each["cursor"] for each in journal)
