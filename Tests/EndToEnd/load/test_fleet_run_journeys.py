"""What the users of `toque fleet run` do: the journeys of a file, their weights, faults and think times."""

import http.server
import threading

import pytest

from command import HANGING
from sandbox_counts import added, counts_of
from simulator import Simulator

USERS = 1000


@pytest.fixture(scope="module")
def sandbox(toque):
    """Its bank decides at once."""
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--options-delay", "0s", "--result-delay", "0s") as running:
        yield running.url


@pytest.fixture
def run(toque, tmp_path):
    """Runs the users of a journey file, each of them at least once; returns the report."""

    def run(target, users, journeys, *lines):
        path = tmp_path / "journey.toml"
        path.write_text("\n".join(['poll = "10ms"', *lines]))
        words = ["--target", target, "--journey", path, "--users", users, "--journeys", journeys, "--rate", "1000"]
        return toque.output("fleet", "run", *map(str, words), "--report", "json")

    return run


def steps(report, *kinds):
    """How often each step was taken."""
    return {row["name"]: row["count"] for row in report["steps"] if row["kind"] in kinds}


def means(report, *kinds):
    """The time that all steps took together, in microseconds."""
    return sum(row["mean"] * row["count"] for row in report["steps"] if row["kind"] in kinds)


@pytest.mark.parametrize("provider", ["yuno", "ecommpay", "placetopay", "takeme"])
def test_users_pay_at_a_checkout_provider_each_with_a_passkey(toque, run, provider):
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--provider", provider) as simulator:
        report = run(simulator.url, 3, 6, "[journeys]", f'"checkout:{provider}" = 1')
        assert added(steps(report, "request").items()) == counts_of(simulator.url)
    assert report["failures"] == []
    assert steps(report, "journey") == {f"JOURNEY checkout:{provider}": 6}
    assert steps(report, "device") == {"DEVICE register": 3, "DEVICE sign": 6}


def test_weights_and_shares_choose_journeys_and_faults_and_the_seed_chooses_the_same(run, sandbox):
    # Each user makes one journey.
    file = [
        60, 60, 'seed = "mix"', "[journeys]", "enroll-and-pay = 1", "browse = 2", "[faults]", "bad-signature = 0.3",
        "decline = 0.3", "[think]", 'exponential = "2ms"',
    ]  # fmt: skip
    before = counts_of(sandbox)
    report, again = run(sandbox, *file), run(sandbox, *file)
    assert report["failures"] == again["failures"] == []
    both = [*steps(report, "request").items(), *steps(again, "request").items()]
    assert added(both) == counts_of(sandbox) - before

    journeys, devices = steps(report, "journey"), steps(report, "device")
    payers = journeys["JOURNEY enroll-and-pay"]
    assert 0 < payers < journeys["JOURNEY browse"] == 60 - payers
    faults = {"DEVICE sign": 0, "DEVICE sign (bad-signature)": 0, "DEVICE sign (decline)": 0}
    assert devices.keys() == faults.keys() | {"DEVICE register"}
    assert devices["DEVICE register"] == payers == sum(devices[name] for name in faults)
    # Nobody authorizes what was declined.
    authorize = "POST /payment-intents/{id}/authorize/"
    assert steps(report, "request")[f"{authorize} (bad-signature)"] == devices["DEVICE sign (bad-signature)"]
    assert steps(report, "request")[authorize] == devices["DEVICE sign"]
    assert not any("(decline)" in name for name in steps(report, "request"))
    assert steps(again, "journey", "device") == steps(report, "journey", "device")
    other = run(sandbox, *file[:2], 'seed = "other"', *file[3:])
    assert steps(other, "journey", "device") != steps(report, "journey", "device")


@pytest.mark.parametrize("form", ['fixed = "150ms"', 'uniform = ["150ms", "200ms"]'])
def test_people_think_between_their_steps_and_no_request_counts_it(run, sandbox, form):
    report = run(sandbox, 4, 4, "[journeys]", "browse = 1", "[think]", form)
    assert steps(report, "journey") == {"JOURNEY browse": 4}
    # Four lists, so three times.
    assert means(report, "journey") - means(report, "request") >= 4 * 3 * 150_000


class Gate(http.server.ThreadingHTTPServer):
    """Answers once all users have asked."""

    daemon_threads = True
    request_queue_size = USERS

    def __init__(self):
        everybody = threading.Barrier(USERS, timeout=HANGING / 2)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                everybody.wait()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)


def test_1000_users_are_at_work_at_the_same_time(run):
    with Gate() as gate:
        threading.Thread(target=gate.serve_forever, daemon=True).start()
        file = ['timeout = "10m"', "[journeys]", "browse = 1", "[[browse]]", 'path = "/gate"', "expect = [204]"]
        report = run(f"http://127.0.0.1:{gate.server_address[1]}", USERS, USERS, *file)
        gate.shutdown()
    assert report["failures"] == [] and report["total"]["count"] == USERS
    assert (report["arrivals"]["peak_users"], report["arrivals"]["waited"]) == (USERS, 0)
