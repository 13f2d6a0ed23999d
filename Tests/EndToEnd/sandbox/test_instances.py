"""Three sandboxes share a PostgreSQL database behind HAProxy. Whatever dies while clients enroll and pay, nothing that
was answered is lost, and nothing happens twice."""

import collections
import contextlib
import http.client
import itertools
import threading
import time
import urllib.parse

import pytest

from api_client import Client, Lost
from cluster import REASON, Cluster, is_installed
from concurrent_flows import Shopper
from cutter import Cutter
from instances import Instances, Victim
from killing import Gate
from receiver import Receiver
from test_kill import CLIENTS, FlowKiller, check_end, log

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.usefixtures("haproxy"),
    pytest.mark.skipif(not is_installed(), reason=REASON),
]
DELAYS = ["--options-delay", "20ms", "--result-delay", "20ms"]


class BalancedClient(Client):
    """A request whose instance is gone is answered by the balancer, or by an instance without its database."""

    def send(self, method, target, body=None, headers=None):
        answer = super().send(method, target, body, headers)
        if answer.status in (502, 503, 504):
            raise Lost(f"{answer.status} {answer.content!r}")
        return answer

    def patient(self, method, target):
        """Repeats a read until it is answered."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.send(method, target)
            except Lost:
                assert time.monotonic() < deadline
                time.sleep(0.05)


class OpenGate(Gate):
    """Another instance may answer at once: nobody waits for the one that is gone."""

    def attempt(self, call):
        with self.changed:
            self.requests += 1
            self.changed.notify_all()
        try:
            return call()
        except Lost:
            time.sleep(0.05)
            raise


class Storm(FlowKiller):
    """Kills a victim again and again while clients use the instances."""

    def __init__(self, instances, victim, seed):
        super().__init__(victim, seed)
        self.gate, self.url = OpenGate(), instances.url

    def state(self):
        return BalancedClient(self.url).patient("GET", "/_toque/state").json

    def run_flows(self, flows):
        shoppers = [Shopper(self.url, self.gate, self.ledger) for _ in range(CLIENTS)]
        for shopper in shoppers:
            shopper.client = BalancedClient(self.url)

        def serve(number):
            for flow in range(number, flows, CLIENTS):
                shoppers[number].flow(f"flow-{flow}")

        self.run(CLIENTS, serve)
        assert self.kills >= flows // 20


class Follower:
    """Follows the events through the balancer, and resumes at any instance after the last one that came."""

    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url)
        self.cursors, self.connections = [], 0
        self.changed = threading.Condition()
        self.is_over = False
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        while not self.is_over:
            connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=20)
            with contextlib.suppress(OSError, http.client.HTTPException):
                headers = {"Accept": "text/event-stream", "Last-Event-ID": str(max(self.cursors, default=0))}
                connection.request("GET", "/_toque/events", headers=headers)
                answer = connection.getresponse()
                if answer.status == 200:
                    self.connections += 1
                    self.read(answer)
            connection.close()
            time.sleep(0.02)

    def read(self, answer):
        while not self.is_over and (line := answer.readline()):
            if line.startswith(b"id:"):
                with self.changed:
                    self.cursors.append(int(line.removeprefix(b"id:")))
                    self.changed.notify_all()

    def wait_for(self, cursor):
        """Returns the cursors of all events, once the one with this cursor has come."""
        with self.changed:
            assert self.changed.wait_for(lambda: cursor in self.cursors, 60), (cursor, self.cursors[-1:])
            self.is_over = True
            return self.cursors


class Commits:
    """The connection of some commit, by turns before the server gets it and after it has committed."""

    def __init__(self, cutter):
        self.cutter, self.whens = cutter, itertools.cycle(["after", "before"])

    def kill(self):
        assert self.cutter.cut(next(self.whens)), "no commit came"

    def start(self):
        """Nothing died."""


@pytest.mark.parametrize(
    "kind, flows, seed", [("instance", 200, 1911), ("database", 60, 1912), ("commit", 80, 1913)]
)
def test_nothing_answered_is_lost_and_nothing_happens_twice(toque, tmp_path, kind, flows, seed):
    with contextlib.ExitStack() as stack:
        receiver = stack.enter_context(Receiver())
        # It waits for the disk: a killed server must find all that it confirmed.
        cluster = stack.enter_context(Cluster())
        folder = None
        if kind == "commit":
            cutter = stack.enter_context(Cutter(cluster))
            folder = cutter.folder
        database = cluster.url(cluster.make_database(), folder)
        instances = stack.enter_context(
            Instances(toque, tmp_path, database, "--webhook", receiver.url, *DELAYS)
        )
        if kind == "instance":
            victim = Victim(instances, seed)
        elif kind == "database":
            victim = cluster
        else:
            victim = Commits(cutter)
        follower = Follower(instances.url)
        storm = Storm(instances, victim, seed)
        storm.run_flows(flows)

        client = BalancedClient(instances.url)
        check_end(storm, client, receiver)
        events = log(client, "events")
        told = collections.Counter((event["object"], event["data"]["event"]) for event in events)
        assert not {each: count for each, count in told.items() if count > 1}, "happened twice"
        cursors = [event["cursor"] for event in events]
        assert cursors == sorted(set(cursors))
        assert follower.wait_for(cursors[-1]) == cursors
        print(f"{storm.kills} kills among {storm.gate.requests} requests; {follower.connections} streams of events")
