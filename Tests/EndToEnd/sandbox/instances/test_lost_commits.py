"""A connection to PostgreSQL breaks around a commit: the request counts once, and its client is told so."""

import json

import pytest

from api_client import Client
from cluster import REASON, Cluster, is_installed
from cutter import Cutter
from racing import Stage
from request_bodies import enrollment_body
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_installed(), reason=REASON),
    pytest.mark.parametrize("when", ["before", "after"]),
]
# Nothing happens without a request, and each change has an event.
SETTINGS = ["--now", "2026-01-31T12:00:00Z", "--options-delay", "0"]
CHANGE = b"INSERT INTO event "
FURTHER = "DO $$ BEGIN FOR each IN 1..20 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"


class CutClient(Client):
    """Each of its requests changes something, and loses the connection of that commit."""

    def __init__(self, url, cutter, when):
        super().__init__(url)
        self.cutter, self.when = cutter, when

    def send(self, method, *request):
        if method == "GET":
            return super().send(method, *request)
        count = len(self.cutter.cuts)
        self.cutter.arm(self.when)
        answer = super().send(method, *request)
        assert self.cutter.cuts[count:] == [self.when], (method, *request)
        return answer


def test_a_request_whose_commit_is_cut_is_answered_and_counts_once(toque, cluster, when):
    with Cutter(cluster, CHANGE) as cutter:
        database = cluster.url(cluster.make_database(), cutter.folder)
        with Simulator(toque, "--port", 0, "--database", database, *SETTINGS) as simulator:
            stage = Stage(simulator.url)
            stage.client = CutClient(simulator.url, cutter, when)
            # Each step fails unless its request is answered as if nothing had happened.
            enrollment, phone = stage.succeeded()
            payment, body = stage.pay(enrollment, phone)
            stage.expect(204, "POST", f"/payment-intents/{payment}/authorize/", body)
            stage.advance()

            assert stage.history(enrollment) == [
                "approve", "redirection_succeeded", "options_ready", "credential_received", "credential_accepted",
            ]  # fmt: skip
            assert stage.history(payment) == ["assertion_received", "settled"]
            made = stage.expect(200, "GET", "/_toque/summary")["objects"]
            counts = {(each["kind"], each["status"]): each["count"] for each in made if each["status"]}
            assert counts == {
                ("enrollment", "SUCCEEDED"): 1, ("payment_intent", "SUCCEEDED"): 1, ("charge", "SUCCEEDED"): 1,
                ("transaction", "CREATED"): 1,
            }  # fmt: skip


def test_a_request_whose_server_dies_around_its_commit_is_answered_and_counts_once(toque, when):
    with Cluster(fsync="off") as cluster, Cutter(cluster, CHANGE) as cutter:
        name = cluster.make_database()

        def restart():
            cluster.kill()
            cluster.start()
            # Transactions of others take the numbers of those that the server has forgotten.
            cluster.query(name, FURTHER)

        with Simulator(toque, "--port", 0, "--database", cluster.url(name, cutter.folder), *SETTINGS) as simulator:
            client = Client(simulator.url)
            cutter.arm(when, meanwhile=restart)
            answer = client.send("POST", "/enrollments/", enrollment_body())
            assert answer.status == 201, answer
            # A server that is away for long is given up before the connection is cut.
            cutter.wait(1)
            assert cutter.cuts == [when]
            made = client.send("GET", "/_toque/objects?kind=enrollment").json["objects"]
            assert [each["id"] for each in made] == [answer.json["id"]]


def test_a_copy_whose_commit_is_cut_is_complete_or_not_there(toque, cluster, tmp_path, when):
    file = tmp_path / "sandbox.sqlite"
    with Simulator(toque, "--port", 0, "--database", file, *SETTINGS) as simulator:
        Stage(simulator.url).succeeded()
    whole = json.loads(migrate(toque, file, cluster.url(cluster.make_database())).stdout)
    with Cutter(cluster, CHANGE) as cutter:
        name = cluster.make_database()
        cutter.arm(when)
        result = migrate(toque, file, cluster.url(name, cutter.folder))
        assert cutter.cuts == [when]
        if when == "before":
            assert result.returncode == 3
            error = json.loads(result.stdout)["error"]
            assert "the server did not commit the transaction" in error["message"] and error["hint"] == "try again"
            # Nothing of it is in the way.
            result = migrate(toque, file, cluster.url(name))
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["rows"] == whole["rows"]
    with Simulator(toque, "--port", 0, "--database", cluster.url(name), *SETTINGS) as simulator:
        made = Client(simulator.url).send("GET", "/_toque/objects?kind=enrollment").json["objects"]
        assert [each["status"] for each in made] == ["SUCCEEDED"]


def migrate(toque, source, target):
    return toque.run("sandbox", "migrate", source, target, "--json")
