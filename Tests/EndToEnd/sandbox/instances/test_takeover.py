"""An instance dies for good: the others do what it had still to do, each thing once."""

import collections
import contextlib
import signal
import threading

import pytest

from cluster import REASON, is_installed
from follower import Follower
from instances import Instances
from phone import Phone
from racing import Stage
from receiver import Receiver

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.usefixtures("haproxy"),
    pytest.mark.skipif(not is_installed(), reason=REASON),
]


class Desk:
    """What takes webhooks: it leaves those unanswered that come before it opens."""

    def __init__(self):
        self.opened = threading.Event()
        self.accepted = []

    def answer(self, received):
        if not self.opened.is_set():
            self.opened.wait(60)
            return 503
        self.accepted.append(received.body["webhook_id"])
        return 200


@contextlib.contextmanager
def paused(instances):
    for each in instances:
        each.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for each in instances:
            each.process.send_signal(signal.SIGCONT)


def test_timers_and_webhooks_of_a_dead_instance_are_taken_over_once(toque, cluster, tmp_path):
    desk = Desk()
    with Receiver(desk.answer) as receiver:
        options = ["--webhook", receiver.url, "--options-delay", "0", "--result-delay", "4s"]
        database = cluster.url(cluster.make_database())
        with Instances(toque, tmp_path, database, *options) as instances:
            dying, *others = instances.members
            stage = Stage(instances.urls[0])
            stage.expect(200, "POST", "/_toque/clock/freeze", {})
            waiting = {stage.awaiting_result(Phone()) for _ in range(3)}
            # Only the one that dies can begin with them.
            with paused(others):
                for _ in range(3):
                    stage.expect(200, "POST", "/_toque/trigger", {"event": "enrollment.succeeded"})
                held = {each.body["webhook_id"] for each in receiver.wait(3)}
                stage.expect(200, "POST", "/_toque/clock/run", {})
                dying.kill()
            assert len(held) == len(receiver.received) == 3
            desk.opened.set()

            # No request tells the others of anything.
            receiver.wait_until(lambda _: len(set(desk.accepted)) == len(held | waiting), 120)
            assert set(desk.accepted) > held
            other = Stage(instances.urls[1])
            for enrollment in waiting:
                assert other.history(enrollment)[-2:] == ["credential_received", "credential_accepted"]
            deliveries = other.expect(200, "GET", "/_toque/deliveries")["deliveries"]
            assert {each["state"] for each in deliveries} == {"delivered"}
            assert collections.Counter(desk.accepted) == {each["webhook"]: 1 for each in deliveries}
            assert waiting <= {each["object"] for each in deliveries}


def test_a_stream_of_events_goes_on_at_another_instance(toque, cluster, tmp_path):
    database = cluster.url(cluster.make_database())
    with Instances(toque, tmp_path, database) as instances, Follower(instances.url, "events") as follower:
        first = follower.instances[0]
        alive = Stage(next(url for name, url in zip(instances.named, instances.urls) if name != first))
        alive.created()
        follower.wait_until(lambda follower: follower.cursors)
        instances.named[first].kill()
        # Nobody follows this one when it happens.
        alive.created()
        events = alive.expect(200, "GET", "/_toque/events")["events"]
        assert len(events) == 2
        assert follower.wait_for(events[-1]["cursor"]) == [each["cursor"] for each in events]
        assert set(follower.instances[1:]) and first not in follower.instances[1:]
