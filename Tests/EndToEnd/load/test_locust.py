"""Locust itself, distributed over processes, with devices of Toque's fleet."""

import pytest

from locust_processes import Locust, requests_of, until
from sandbox_counts import added, counts_of
from simulator import Simulator

pytestmark = pytest.mark.extended


@pytest.fixture
def sandbox(toque):
    """Its bank decides at once. New for each test, because its metrics count from its start."""
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--options-delay", "0s", "--result-delay", "0s") as running:
        yield running.url


def test_300_users_of_three_workers_count_what_the_sandbox_counts(toque, tmp_path, sandbox):
    with Locust(toque, tmp_path, sandbox, workers=3, USERS=300, RATE=60, PACE=20) as locust:
        until(lambda: len(locust_users(locust)) > 0 and max(locust_users(locust)) == 300)
        until(lambda: requests_of(sandbox) > 300 * 9)
        log = locust.finish()
        # Each step, to the request.
        found = locust.requests()
        assert added((f"{method} {name}", count) for (method, name), count in found.items()) == counts_of(sandbox), log
        assert len(found) == 9 and sum(found.values()) == requests_of(sandbox)
        assert locust.rows("failures") == [] and locust.rows("exceptions") == [], log
        # The CSV files are complete: the last line of the history is the total of the statistics.
        [total] = [row for row in locust.rows("stats") if row["Name"] == "Aggregated"]
        history = [row for row in locust.rows("stats_history") if row["Name"] == "Aggregated"]
        assert history[-1]["Total Request Count"] == total["Request Count"]
        users = locust_users(locust)
        assert users[-1] == 0 and max(users) == 300
        # A ramp: not all at once.
        assert any(0 < count < 300 for count in users)


def locust_users(locust):
    """The numbers of users over time."""
    try:
        return [int(row["User Count"]) for row in locust.rows("stats_history") if row["Name"] == "Aggregated"]
    except FileNotFoundError:
        return []
