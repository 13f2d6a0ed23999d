"""Requests while the database is away leave nothing behind, and take effect once when they are repeated."""

import collections

import pytest

from cluster import REASON, Cluster, is_installed
from merchant import Merchant
from receiver import Receiver
from simulator import Simulator
from test_database_server import wait_until_healthy

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_installed(), reason=REASON),
]


@pytest.fixture(scope="module")
def server():
    with Cluster(fsync="off") as cluster:
        yield cluster


def requests_of_every_step(merchant):
    """Requests that make an object each time, and requests that work once. Each is about another object."""
    decided = merchant.send(*merchant.beginning())
    completion = merchant.completion(decided)
    waiting, enrolled, revoked = merchant.approved(), merchant.enrolled(), merchant.enrolled()
    ordered = merchant.send(*merchant.ordering(enrolled))
    return (
        [merchant.beginning(), merchant.ordering(enrolled)],
        [
            completion,
            merchant.confirmation(waiting),
            merchant.authorization(ordered),
            ("POST", f"/_toque/objects/{revoked['id']}/revoke", {}),
        ],
    )


def test_a_request_without_the_database_changes_nothing_and_succeeds_once_when_repeated(toque, server):
    with Receiver() as receiver:
        options = ["--port", 0, "--database", server.url(server.make_database()), "--webhook", receiver.url]
        with Simulator(toque, *options) as simulator:
            merchant = Merchant(simulator.url)
            merchant.freeze()
            repeatable, single = requests_of_every_step(merchant)
            merchant.advance(0)
            before, received = merchant.kept(), len(receiver.received)
            assert received == len(before["deliveries"]) > 0

            server.stop()
            for request in repeatable + single:
                assert merchant.client.send(*request).status == 503, request
            server.start()
            wait_until_healthy(simulator.url)
            merchant.advance(0)
            assert merchant.kept() == before
            assert len(receiver.received) == received

            for request in repeatable + single:
                merchant.send(*request)
                merchant.advance()
            for request in single:
                assert merchant.client.send(*request).status == 400, request
            known = {each["id"] for each in before["objects"]}
            made = collections.Counter(each["kind"] for each in merchant.list("objects") if each["id"] not in known)
            assert made == {"enrollment": 1, "payment_intent": 1, "charge": 1, "transaction": 1}
            told = collections.Counter((each["object"], each["data"]["event"]) for each in merchant.list("events"))
            assert not {each: count for each, count in told.items() if count > 1}, "happened twice"
            came = collections.Counter(each.body["webhook_id"] for each in receiver.received)
            assert set(came.values()) == {1}
            assert set(came) == {each["webhook"] for each in merchant.list("deliveries")}
            assert len(came) > received


def test_a_start_without_the_database_ends_with_the_reason_and_shows_no_password(toque, server, tmp_path):
    database, file = server.url(server.make_database()), tmp_path / "sandbox.sqlite"
    with Simulator(toque, "--port", 0, "--database", file):
        pass
    server.stop()
    for command in (
        ["simulate", "--port", "0", "--database", database],
        ["simulate", "--database", database, "--", "echo", "ran"],
        ["sandbox", "migrate", file, database],
        ["sandbox", "migrate", database, tmp_path / "copy.sqlite"],
    ):
        result = toque.run(*command, environment={"PGPASSWORD": "s3cret-word"})
        assert (result.returncode, result.stdout) == (3, ""), command
        assert "error: toque s" in result.stderr and "cannot be reached" in result.stderr, result.stderr
        assert "s3cret-word" not in result.stderr
    assert not (tmp_path / "copy.sqlite").exists()
    server.start()
