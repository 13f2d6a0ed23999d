"""SIGKILL ends a command at any request of its flow, and the same command runs again: one enrollment, one payment."""

import itertools
import json
import stat

import pytest

from device import Device
from extent import extent
from killed_client import Proxy
from provider import Provider, enroll
from simulator import Simulator

KILLED = -9


@pytest.fixture(scope="module")
def provider(toque):
    """A provider without delays."""
    delays = ["--options-delay", "0", "--result-delay", "0"]
    with Simulator(toque, "--port", 0, "--memory", *delays) as simulator:
        yield Provider(simulator.url)


@pytest.fixture
def proxy(provider):
    with Proxy(provider.url) as proxy:
        yield proxy


# All moments of the command, or every fourth one.
every = extent("step", [4], [1])


def deaths(proxy, toque, command, step):
    """Kills the command at each moment in turn, then runs it to its end. `command` returns the arguments for the n-th
    death; yields each with the JSON of the second run."""
    for fatal in itertools.count(1, step):
        arguments = [*command(fatal), "--server", proxy.url]
        first = proxy.run(toque, arguments, fatal)
        if first.returncode != KILLED:
            assert first.returncode == 0, first.stderr
            break
        second = proxy.run(toque, arguments)
        assert second.returncode == 0, f"killed at moment {fatal}: {second.stderr}"
        yield fatal, json.loads(second.stdout)
    # Two moments for each request of a whole flow.
    assert fatal > 10


@every
def test_the_same_command_finishes_a_broken_enrollment(toque, provider, proxy, tmp_path, step):
    def command(fatal):
        device = Device(toque, tmp_path / str(fatal))
        flow = ["--journal", device.folder / "journal", "--set", f"deviceId=enrollment-{step}-{fatal}"]
        return ["enroll", *flow, *device.flags, "--poll-interval", "0.1", "--json"]

    for fatal, enrollment in deaths(proxy, toque, command, step):
        assert enrollment["status"] == "SUCCEEDED"
        made = provider.request("GET", f"/enrollments/?device_id=enrollment-{step}-{fatal}")["results"]
        assert [one["id"] for one in made] == [enrollment["id"]], f"killed at moment {fatal}"


@every
def test_the_same_command_finishes_a_broken_payment(toque, provider, proxy, tmp_path, step):
    device = Device(toque, tmp_path)
    enrollment_id = enroll(provider, device)

    def command(fatal):
        flow = ["--journal", tmp_path / f"journal-{fatal}", "--enrollment", enrollment_id]
        flow += ["--amount", f"{step}{fatal:02}.13"]
        return ["pay", *flow, *device.flags, "--poll-interval", "0.1", "--json"]

    for fatal, payment in deaths(proxy, toque, command, step):
        assert payment["status"] == "SUCCEEDED"
        made = provider.request("GET", "/payment-intents/?page_size=1000")["results"]
        same = [one["id"] for one in made if one["amount"] == f"{step}{fatal:02}.13"]
        assert same == [payment["id"]], f"killed at moment {fatal}"


def test_a_finished_journal_is_private_and_prints_the_same_result_again(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    journal = tmp_path / "journal"
    command = ["enroll", "--server", provider.url, "--journal", journal, *device.flags, "--json"]
    first = toque.output(*command)
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert "code=" not in journal.read_text()
    assert toque.output(*command)["id"] == first["id"]


def test_a_journal_of_another_flow_is_refused(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    journal = tmp_path / "journal"
    toque.output("enroll", "--server", provider.url, "--journal", journal, *device.flags, "--json")
    pay = ["pay", "--server", provider.url, "--amount", "1", "--journal", journal, *device.flags]
    result = toque.run(*pay, "--enrollment", enroll(provider, Device(toque, tmp_path / "other")))
    assert (result.returncode, result.stdout) == (1, "")
    assert "journal" in result.stderr
