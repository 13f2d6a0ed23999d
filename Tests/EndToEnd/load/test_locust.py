"""Locust itself, distributed over processes, with devices of Toque's fleet."""

import os
import re
import signal
import subprocess
import sys

import pytest

from command import HANGING, ROOT
from docs_page import DocsPage
from locust_processes import Locust, ends, environment_of, fleet_of, requests_of, until
from simulator import Simulator, free_port

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
        found = locust.requests()
        assert sum(found.values()) == requests_of(sandbox), log
        assert all(count > 0 for count in found.values())
        assert locust.rows("failures") == [] and locust.rows("exceptions") == [], log
        # The CSV files are complete: the last line of the history is the total of the statistics.
        [total] = [row for row in locust.rows("stats") if row["Name"] == "Aggregated"]
        history = [row for row in locust.rows("stats_history") if row["Name"] == "Aggregated"]
        assert history[-1]["Total Request Count"] == total["Request Count"]
        users = locust_users(locust)
        assert users[-1] == 0 and max(users) == 300
        # A ramp: not all at once.
        assert any(0 < count < 300 for count in users)


def test_a_killed_worker_a_killed_fleet_and_a_new_worker(toque, tmp_path, sandbox):
    with Locust(toque, tmp_path, sandbox, workers=3, USERS=30, RATE=30, PACE=1) as locust:
        until(lambda: requests_of(sandbox) > 30 * 9)
        killed, robbed, _ = locust.workers
        orphan, fleet = until(lambda: fleet_of(killed)), until(lambda: fleet_of(robbed))
        killed.kill()
        os.kill(fleet, signal.SIGKILL)
        added = locust.add_worker()
        # The fleet of a worker that is gone ends, the other comes back, and the new worker gets users with one.
        assert ends(orphan)
        assert until(lambda: (fleet_of(robbed) or fleet) != fleet)
        assert until(lambda: fleet_of(added))
        before = requests_of(sandbox)
        until(lambda: requests_of(sandbox) > before + 30 * 9)
        log = locust.finish()
        # What the killed processes had not reported is missing; nothing is counted twice.
        assert 30 * 9 < sum(locust.requests().values()) <= requests_of(sandbox), log
        failures = {(row["Method"], row["Name"], row["Error"]) for row in locust.rows("failures")}
        assert any(method == "DEVICE" and "no answer" in error for method, _, error in failures), failures
        assert locust.rows("exceptions") == [], log


def test_the_locustfile_of_the_page_signs_in_at_its_backend(toque, tmp_path):
    text = (ROOT / "docs/fleet.md").read_text()
    [command] = re.findall(r"^    locust (.*)$", text, re.MULTILINE)
    port, page = str(free_port()), DocsPage(text)
    for name in ("shop.py", "shopper.py"):
        (tmp_path / name).write_text(page.files[name].replace("8600", port))
    words = command.replace("8600", port).split()
    with subprocess.Popen([sys.executable, "shop.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as shop:
        try:
            assert shop.stdout.readline() == "Shop ready\n"
            result = subprocess.run(
                [sys.executable, "-m", "locust", *words, "--csv", "run"], cwd=tmp_path, env=environment_of(toque),
                capture_output=True, text=True, timeout=HANGING,
            )  # fmt: skip
        finally:
            shop.kill()
    assert result.returncode == 0, result.stderr
    rows = (tmp_path / "run_stats.csv").read_text()
    for step in ("DEVICE,register", "DEVICE,sign", "POST,/passkeys/options", "POST,/sign-in"):
        assert step in rows


def locust_users(locust):
    """The numbers of users over time."""
    try:
        return [int(row["User Count"]) for row in locust.rows("stats_history") if row["Name"] == "Aggregated"]
    except FileNotFoundError:
        return []
