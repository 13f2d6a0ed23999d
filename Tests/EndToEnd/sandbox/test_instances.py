"""Three sandboxes share a PostgreSQL database behind HAProxy. Whatever dies while clients enroll and pay, nothing that
was answered is lost, and nothing happens twice."""

import contextlib
import threading

import pytest

from balanced import BalancedClient, BalancedShopper, OpenGate
from bookkeeping import check_events, check_journal, check_payments, lost_entries
from cluster import REASON, Cluster, is_installed
from cutter import Commits, Cutter
from follower import Follower
from instances import Instances, Upgrade, Victim
from receiver import Receiver
from test_kill import CLIENTS, FlowKiller, check_end

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.usefixtures("haproxy"),
    pytest.mark.skipif(not is_installed(), reason=REASON),
]
DELAYS = ["--options-delay", "20ms", "--result-delay", "20ms"]


class Storm(FlowKiller):
    """Kills a victim again and again while clients use the instances."""

    between = 60, 240

    def __init__(self, instances, victim, seed):
        super().__init__(victim, seed)
        self.gate, self.url = OpenGate(), instances.url
        self.shoppers = [BalancedShopper(self.url, self.gate, self.ledger) for _ in range(CLIENTS)]

    def state(self):
        return BalancedClient(self.url).patient("GET", "/_toque/state").json

    def run_flows(self, flows, kills):
        """Runs so many flows, and more until there were so many kills; returns their number."""
        lock, started = threading.Lock(), 0

        def serve(number):
            nonlocal started
            while True:
                with lock:
                    if started >= flows and self.kills >= kills:
                        return
                    flow, started = started, started + 1
                self.shoppers[number].flow(f"flow-{flow}")

        self.run(CLIENTS, serve)
        return started

    @property
    def answers(self):
        return [each for shopper in self.shoppers for each in shopper.client.answers]


class Watch(contextlib.ExitStack):
    """Instances, a receiver of their webhooks, and followers of their events and of their journal."""

    def __init__(self, toque, folder, database, *arguments):
        super().__init__()
        with contextlib.ExitStack() as stack:
            self.receiver = stack.enter_context(Receiver())
            options = ["--webhook", self.receiver.url, *DELAYS, *arguments]
            self.instances = stack.enter_context(Instances(toque, folder, database, *options))
            self.events = stack.enter_context(Follower(self.instances.url, "events"))
            self.journal = stack.enter_context(Follower(self.instances.url, "requests"))
            self.push(stack.pop_all())

    def endure(self, flows, kills, victim, seed):
        """Returns the storm, once everything that the instances have and tell agrees with what they answered."""
        storm = Storm(self.instances, victim, seed)
        flows = storm.run_flows(flows, kills)
        client = BalancedClient(self.instances.url)
        # Webhooks that were not taken are due again after a minute.
        client.patient("POST", "/_toque/clock/advance", {"seconds": 60})
        check_end(storm, client, self.receiver)
        check_payments(client, flows)
        check_events(client, self.events, storm)
        storm.missing = check_journal(client, self.journal, storm.answers + client.answers)
        print(f"{storm.kills} kills among {storm.gate.requests} requests, {len(storm.gate.losses)} of them lost")
        return storm


def test_kill_9_of_any_instance_loses_and_repeats_nothing(toque, tmp_path, cluster):
    with Watch(toque, tmp_path, cluster.url(cluster.make_database())) as watch:
        storm = watch.endure(200, 10, Victim(watch.instances, 1911, lambda: watch.events.instances[-1]), 1911)
        assert not storm.missing
        assert len(watch.events.instances) > 1, "the stream did not have to go on"


def test_kill_9_of_the_database_loses_and_repeats_nothing(toque, tmp_path):
    # It waits for the disk: it must find all that it confirmed.
    with Cluster() as cluster, Watch(toque, tmp_path, cluster.url(cluster.make_database())) as watch:
        storm = watch.endure(200, 10, cluster, 1912)
        # A request that has counted is answered, even if its entry finds the database away.
        assert len(storm.missing) <= lost_entries(watch.instances)


def test_cut_commits_fail_no_request(toque, tmp_path, cluster):
    with Cutter(cluster, b"INSERT INTO ") as cutter:
        with Watch(toque, tmp_path, cluster.url(cluster.make_database(), cutter.folder)) as watch:
            storm = watch.endure(200, 10, Commits(cutter), 1913)
            # The instance finds out what became of each.
            assert not storm.gate.losses
            assert not storm.missing
            assert min(map(cutter.cuts.count, ("before", "after"))) >= 20


def test_replacing_the_instances_fails_no_request(toque, tmp_path, cluster):
    # More than twice as long as HAProxy takes to find an instance down.
    with Watch(toque, tmp_path, cluster.url(cluster.make_database()), "--drain", "3s") as watch:
        storm = watch.endure(40, 4, Upgrade(watch.instances), 1914)
        assert not storm.gate.losses
        assert not storm.missing
