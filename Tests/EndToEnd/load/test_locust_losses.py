"""Locust's workers and their fleets die during a test, and others come."""

import contextlib
import json
import os
import signal
from collections import Counter

import pytest

from locust_processes import Locust, ends, fleet_of, until
from sandbox_counts import added, counts_of
from simulator import Simulator

pytestmark = pytest.mark.extended

USERS, WORKERS = 30, 3


class WatchedLocust(Locust):
    """Each worker has a sandbox of its own, so that the requests of each can be compared with its reports."""

    def __init__(self, toque, folder, **variables):
        self.toque, self.sandboxes, self.stack = toque, {}, contextlib.ExitStack()
        self.file = folder / "reports"
        super().__init__(toque, folder, host="", workers=WORKERS, REPORTS=self.file, **variables)

    def add_worker(self):
        options = ["--port", 0, "--memory", "--quiet", "--options-delay", "0s", "--result-delay", "0s"]
        sandbox = self.stack.enter_context(Simulator(self.toque, *options))
        self.environment["TARGET"] = sandbox.url
        worker = super().add_worker()
        self.sandboxes[worker.pid] = sandbox.url
        return worker

    def __exit__(self, *_):
        super().__exit__()
        self.stack.close()

    def counted(self, worker):
        """The requests that the worker's sandbox has counted, by method and route."""
        return counts_of(self.sandboxes[worker.pid])

    def reports(self, worker):
        """Those that the master got."""
        try:
            lines = self.file.read_text().splitlines()
        except FileNotFoundError:
            return []
        return [report for report in map(json.loads, lines) if report["process"] == worker.pid]

    def reported(self, worker):
        """The requests of its reports, by method and route."""
        steps = (item for report in self.reports(worker) for item in report["steps"].items())
        return added((name, count) for name, count in steps if not name.startswith("DEVICE "))

    def is_short_of_a_journey_for_each_user(self, worker):
        """Whether its reports lack at most one journey of each of its users, and have nothing more."""
        lost = Counter(self.counted(worker))
        lost.subtract(self.reported(worker))
        # Some steps that only read are polls.
        most = {route: USERS / WORKERS for route in lost if route.startswith("POST ")}
        return all(0 <= count <= most.get(route, count) for route, count in lost.items())

    def journeys(self, worker):
        """How many journeys each of its users has made, by the number of the device."""
        reports = self.reports(worker)
        return Counter(reports[-1]["journeys"]) if reports else Counter()


@pytest.fixture
def locust(toque, tmp_path):
    # The master must notice a killed worker.
    with WatchedLocust(toque, tmp_path, USERS=USERS, RATE=USERS, PACE=1, LIVENESS=8) as locust:
        until(lambda: all(len(locust.journeys(worker)) == USERS / WORKERS for worker in locust.workers))
        yield locust


def is_complete(locust):
    """The CSV files have all that the workers reported, each step once, and their totals are those of their rows."""
    total = sum((locust.reported(worker) for worker in locust.workers), Counter())
    assert added((f"{method} {name}", count) for (method, name), count in locust.requests().items()) == total
    rows = locust.rows("stats")
    [aggregated] = [row for row in rows if row["Name"] == "Aggregated"]
    history = [row for row in locust.rows("stats_history") if row["Name"] == "Aggregated"]
    assert history[-1]["Total Request Count"] == aggregated["Request Count"]
    for column in ("Request Count", "Failure Count"):
        assert int(aggregated[column]) == sum(int(row[column]) for row in rows if row is not aggregated)
    assert int(aggregated["Failure Count"]) == sum(int(row["Occurrences"]) for row in locust.rows("failures"))
    assert locust.rows("exceptions") == []
    return True


def test_the_users_of_a_killed_fleet_go_on_and_the_others_count_to_the_request(locust):
    robbed, *others = locust.workers
    fleet = until(lambda: fleet_of(robbed))
    os.kill(fleet, signal.SIGKILL)
    assert until(lambda: (fleet_of(robbed) or fleet) != fleet)
    # Each user makes journeys with the new fleet.
    before = locust.journeys(robbed)
    until(lambda: all(locust.journeys(robbed)[user] > count + 1 for user, count in before.items()))
    log = locust.finish()
    for worker in others:
        assert locust.reported(worker) == locust.counted(worker), log
    # With a killed fleet, each user loses at most the requests of the journey that it was on.
    assert locust.is_short_of_a_journey_for_each_user(robbed), log
    failures = {(row["Method"], row["Error"]) for row in locust.rows("failures")}
    assert failures and all(method == "DEVICE" and "no answer" in error for method, error in failures), failures
    assert is_complete(locust), log


def test_the_users_of_a_killed_worker_move_to_the_others_and_to_a_new_one(locust):
    killed, *others = locust.workers
    orphan = until(lambda: fleet_of(killed))
    killed.kill()
    assert ends(orphan)
    added_worker = locust.add_worker()
    # All users are at work again, a part of them with the new worker's fleet.
    until(lambda: len(locust.journeys(added_worker)) > 0)
    assert fleet_of(added_worker)
    log = locust.finish()
    assert locust.reported(added_worker) == locust.counted(added_worker), log
    # Locust takes users from the others, and may end some of them on a journey.
    assert all(locust.is_short_of_a_journey_for_each_user(worker) for worker in others), log
    # What the killed worker had not reported is missing; nothing is counted twice.
    reported, counted = locust.reported(killed), locust.counted(killed)
    assert reported and all(count <= counted[route] for route, count in reported.items()), log
    assert locust.rows("failures") == [], log
    assert is_complete(locust), log
