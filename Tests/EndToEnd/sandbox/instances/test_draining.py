"""`--drain`: an instance that is to end serves on while load balancers learn of it."""

import signal

import pytest

from api_client import Client
from simulator import Simulator


def health(client):
    answer = client.send("GET", "/_toque/health")
    return answer.status, answer.json["status"]


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_an_instance_serves_on_until_a_second_signal(toque, second):
    with Simulator(toque, "--port", 0, "--memory", "--drain", "1h") as simulator:
        client = Client(simulator.url)
        assert health(client) == (200, "ready")
        simulator.process.terminate()
        while health(client) != (503, "stopping"):
            assert simulator.process.poll() is None
        assert client.send("GET", "/customers/").status == 200
        assert Client(simulator.url).send("GET", "/customers/").status == 200
        simulator.process.send_signal(second)
        assert simulator.process.wait(timeout=60) == 0


def test_an_instance_ends_once_the_time_is_over(toque):
    with Simulator(toque, "--port", 0, "--memory", "--drain", "10ms") as simulator:
        assert simulator.stop() == 0


def test_wrong_values_are_refused(toque):
    wrong = toque.run("simulate", "--memory", "--drain", "soon")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert '--drain: "soon" is not a time such as 90s, 2m, 1h30m or 365d' in wrong.stderr
    useless = toque.run("simulate", "--drain", "3s", "--", "true")
    assert (useless.returncode, useless.stdout) == (2, "")
    assert "--drain: waits for a signal, and the sandbox ends with its command" in useless.stderr
