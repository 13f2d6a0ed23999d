"""The soak of a served key: it passes a correct key and fails a faulty one."""

import contextlib
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from fido2.ctap import CtapError
from fido2.hid import CTAPHID

from command import HANGING
from soaking.account import Account
from soaking.allocations import Allocations
from soaking.measurement import Meter, Sample, size
from soaking.operations.credentials import read_information
from soaking.operations.pins import reset_too_late
from soaking.packets import INVALID_SEQ, MSG_TIMEOUT, head, next_one, unless_busy
from soaking.power import PowerCuts
from soaking.report import faults
from soaking.soak import Soak
from soaking.verdict import is_covered, leaks
from soaking.worker import LockExpired, Worker
from soaking.world import World
from terminal import Terminal

HOUR = 3600


@contextlib.contextmanager
def soak(toque, *arguments):
    """Runs the program behind tools/soak on the key under test."""
    environment = toque.environment | {
        "TOQUE": str(toque.path),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [sys.executable, "-m", "soaking", *map(str, arguments)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.alone
@pytest.mark.extended
def test_the_soak_passes_a_correct_key(toque):
    # With this seed, no client soon waits in vain for a touch, which would stall all of them for 30 s.
    with soak(toque, "--seconds", 15, "--seed", 1) as process:
        output, _ = process.communicate(timeout=HANGING)
    assert process.returncode == 0, output
    assert re.search(r"^0 wrong answers, [1-9]", output, re.M), output
    for done in ("sign", "power cuts", "credentials there after the power was cut"):
        assert re.search(rf"^ *[1-9]\d* {done}$", output, re.M), output
    for measured in ("allocated", "own memory", "descriptors", "threads", "store"):
        assert re.search(rf"^  {measured} +\d", output, re.M), output


def test_the_soak_fails_a_key_that_dies(toque):
    with soak(toque, "--seconds", HOUR) as process:
        key = int(re.search(r"process (\d+)", process.stdout.readline())[1])
        os.kill(key, signal.SIGKILL)
        output, _ = process.communicate(timeout=HANGING)
    assert process.returncode == 1, output
    assert "FAULT: the key has ended" in output


def judged(operations=1, exit_code=0, is_measured=True, error=None):
    """Returns the verdict's complaints about a run that is correct except for these changes."""
    return faults(
        SimpleNamespace(
            world=SimpleNamespace(wrong=[], operations=operations),
            person=SimpleNamespace(unasked=""),
            meter=SimpleNamespace(error=error, samples=series()),
            quiet=[sample(), sample()],
            died=False,
            exit_code=exit_code,
            is_measured=is_measured,
        )
    )


@pytest.mark.parametrize(
    "fault, what",
    [
        ("not measured", {"is_measured": False}),
        ("nothing was done", {"operations": 0}),
        ("Too many open files", {"error": OSError("Too many open files")}),
        ("exit code 3", {"exit_code": 3}),
        ("has not ended", {"exit_code": None}),
    ],
)
def test_the_soak_fails_each_fault(fault, what):
    assert judged() == []
    [found] = judged(**what)
    assert fault in found


class Deaf(Terminal):
    """A key's process that ignores requests to stop."""

    def end(self):
        raise subprocess.TimeoutExpired("toque", 30)


def test_a_key_that_does_not_stop_is_killed():
    soak = object.__new__(Soak)
    soak.terminal = Deaf(SimpleNamespace(path="sleep", environment=os.environ), HOUR)
    soak.process, soak.exit_code = soak.terminal.process, None
    soak.person = SimpleNamespace(leave=lambda: None)
    with soak:
        pass
    assert soak.process.returncode is not None and soak.exit_code is None


# A busy machine


@pytest.fixture
def client(key):
    """A client in the soak's world, which has the key."""
    client = World(key.process, key.location, person=None, authority=None).connect()
    with client:
        yield client


@pytest.fixture
def stalled(client, monkeypatch):
    """The client, which pauses once before its second packet for longer than the key waits; `stalls` record it."""
    write, written = client.connection.write_packet, []
    client.stalls = []
    client.device.count = client.stalls.append

    def write_slowly(report):
        written.append(report)
        if len(written) == 2:
            time.sleep(1)
        write(report)

    monkeypatch.setattr(client.connection, "write_packet", write_slowly)
    return client


def test_a_message_delayed_by_the_machine_is_sent_again(stalled):
    assert stalled.device.ping(bytes(100)) == bytes(100)
    assert "stalled" in stalled.stalls


@pytest.mark.parametrize("second", [lambda client: next_one(client, 1), lambda client: head(client, CTAPHID.PING, 1)])
def test_a_wrong_packet_delayed_by_the_machine_is_sent_again(stalled, second):
    assert unless_busy(stalled, head(stalled, CTAPHID.PING, 500), second(stalled)) == INVALID_SEQ
    assert "stalled" in stalled.stalls


def test_an_unfinished_message_times_out(client):
    assert unless_busy(client, head(client, CTAPHID.PING, 500)) == MSG_TIMEOUT


@pytest.fixture
def given_up(client, monkeypatch):
    """A client of a key that times out on every message."""
    report = head(client, CTAPHID.ERROR, 1, bytes([MSG_TIMEOUT])).ljust(64, b"\0")
    monkeypatch.setattr(client.connection, "read_packet", lambda: report)
    return client


@pytest.mark.parametrize("seconds, length", [(0.7, 100), (1, 57)])
def test_a_time_out_that_the_machine_did_not_cause_is_an_error(given_up, monkeypatch, seconds, length):
    given_up.device.count = pytest.fail
    monkeypatch.setattr(time, "monotonic", itertools.count(0, seconds).__next__)
    with pytest.raises(CtapError, match="TIMEOUT"):
        given_up.device.ping(bytes(length))


def test_an_early_time_out_of_an_unfinished_message_is_an_error(given_up, monkeypatch):
    monkeypatch.setattr(time, "monotonic", lambda: 0)
    with pytest.raises(AssertionError, match="too early"):
        unless_busy(given_up, head(given_up, CTAPHID.PING, 500))


# Quiet moments


def client_of(world, act):
    world.connect = lambda: Connection(power=0)
    return Worker(world, 0, random.Random(1), {lambda _: act(): 1}, pause=0.001)


def cuts_of(world, act):
    world.cycle_power = act
    return PowerCuts(world, [], random.Random(1), 0, 0.001)


@pytest.mark.parametrize("kind", [client_of, cuts_of])
def test_idle_clients_do_nothing(kind):
    world = World(process=None, location=None, person=None, authority=None)
    acting, may_end, acts = threading.Event(), threading.Event(), []

    def act():
        acts.append(world.is_going.is_set())
        acting.set()
        assert may_end.wait(HANGING)

    each = kind(world, act)
    each.thread.start()
    for _ in range(2):
        world.is_going.set()
        assert acting.wait(HANGING) and not each.is_idle.is_set()
        acting.clear()
        world.is_going.clear()
        may_end.set()
        assert each.is_idle.wait(HANGING)
        may_end.clear()
    world.is_over.set()
    each.thread.join(HANGING)
    assert not each.thread.is_alive() and acts == [True, True] and world.wrong == []


def test_credentials_are_listed_while_others_are_registered():
    account = Account(1)

    class Growing(set):
        """Registers a credential at the moment of the request."""

        def __contains__(self, user):
            account.discoverable[os.urandom(8)] = None
            return False

    account.discoverable, account.uncertain = {b"1": "one", b"2": "two"}, Growing()
    assert account.credentials == ["one", "two"]


# Counts


def test_a_substituted_operation_is_counted():
    def do(_):
        pass

    def do_something_else(_):
        return do

    world = World(process=None, location=None, person=None, authority=None)
    worker = Worker(world, 0, random.Random(1), {do_something_else: 1}, pause=0)
    worker.client = Connection(power=0)
    worker.step()
    assert world.tally == {"do": 1, "operations": 1}


def test_a_late_reset_is_not_tried_too_early():
    world = World(process=None, location=None, person=None, authority=None)
    assert reset_too_late(SimpleNamespace(world=world)) is read_information


# What counts as a wrong answer


def outcome(error, powers=0):
    """Returns the notes on an operation with this ending, on a connection made after this many power cuts."""
    world = World(process=None, location=None, person=None, authority=None)
    world.powers = 1

    def operate(_):
        raise error

    worker = Worker(world, 0, random.Random(1), {operate: 1}, pause=0)
    worker.client = Connection(powers)
    worker.step()
    return [what for what, _ in world.wrong]


class Connection:
    def __init__(self, power):
        self.power = power
        self.device = self

    def close(self):
        pass


@pytest.mark.parametrize("error", [AssertionError("another answer"), ValueError("no CBOR"), TimeoutError("no report")])
def test_a_wrong_answer_is_noted(error):
    assert outcome(error) == ["operate"]


def test_a_missing_refusal_is_noted():
    with pytest.raises(pytest.fail.Exception) as missing, pytest.raises(ValueError):
        pass
    assert outcome(missing.value) == ["operate"]


def test_a_connection_that_ends_without_a_power_cut_is_an_error():
    assert outcome(ConnectionError("gone"), powers=0) == []
    assert outcome(ConnectionError("gone"), powers=1) == ["operate"]


def test_an_expired_lock_is_no_error():
    assert outcome(LockExpired()) == []


# What counts as a leak


def series(allocated=lambda share: 1200, memory=lambda share: 5000, store=lambda share: 5000):
    """Samples over an hour; quantities in KiB by the elapsed fraction."""
    chance = random.Random(1)
    return [
        sample(
            share * HOUR,
            allocated=round(allocated(share)) + chance.randrange(200),
            memory=round(memory(share)) + chance.randrange(300),
            store=round(store(share)),
        )
        for share in (number / 360 for number in range(361))
    ]


def sample(seconds=0.0, allocated=1200, memory=5000, store=5000, descriptors=15, threads=3):
    return Sample(seconds, allocated, memory, 39_000, 31_000, descriptors, threads, store, 0.0)


@pytest.mark.parametrize(
    "samples",
    [
        series(),
        series(memory=lambda share: 5000 if share > 0.2 else 1000),  # Caches that fill up.
        series(memory=lambda share: 5000 + 1000 * share),
        series(store=lambda share: 4000 * (share * 50 % 1)),  # A journal that starts over.
    ],
)
def test_steady_samples_show_no_leak(samples):
    assert leaks(sample(), sample(threads=2), samples) == []


@pytest.mark.parametrize("samples", [[], series()[:1], series()[:180], series()[180:]])
def test_a_run_measured_too_briefly_shows_nothing(samples):
    assert is_covered(HOUR, series()) and not is_covered(HOUR, samples)


@pytest.mark.parametrize(
    "found, samples, last",
    [
        ("allocated: ", series(allocated=lambda share: 1200 + 1600 * share), sample()),
        ("allocated: in KiB 2000 ", series(), sample(allocated=2000)),
        ("memory: ", series(memory=lambda share: 5000 + 8000 * share), sample()),
        ("memory: ", series(memory=lambda share: 5000 if share < 0.7 else 9000), sample()),
        ("memory: in KiB 9000 ", series(), sample(memory=9000)),
        ("store: ", series(store=lambda share: 20_000 * share), sample()),
        ("descriptors: 16 ", series(), sample(descriptors=16)),
        ("descriptors: 14 ", series(), sample(descriptors=14)),
        ("threads: 4 ", series(), sample(threads=4)),
    ],
)
def test_growing_samples_show_a_leak(found, samples, last):
    [sentence] = leaks(sample(), last, samples)
    assert sentence.startswith(found)


# Measurement


@pytest.fixture
def sleeper():
    with subprocess.Popen(["sleep", str(HOUR)]) as process:
        try:
            yield process
        finally:
            process.kill()


NOTHING = SimpleNamespace(read=lambda: 0)


def test_allocations_of_a_process_are_measured(tmp_path):
    allocations = Allocations(tmp_path)
    script = "import sys; kept = bytes(64 << 20); sys.stdin.read()"
    environment = os.environ | allocations.environment
    with subprocess.Popen([sys.executable, "-c", script], env=environment, stdin=subprocess.PIPE):
        allocations.wait()
        end = time.monotonic() + 60
        while allocations.read() < 64 << 10:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_the_last_sample_is_taken_at_the_end(sleeper, tmp_path):
    meter = Meter(sleeper, tmp_path / "store", NOTHING, interval=HOUR)
    meter.is_over.set()
    meter.run()
    assert len(meter.samples) == 1 and meter.error is None


@pytest.mark.parametrize("has_ended", [False, True])
def test_a_failed_measurement_is_reported_unless_the_process_has_ended(sleeper, tmp_path, monkeypatch, has_ended):
    meter = Meter(sleeper, tmp_path / "store", NOTHING, interval=0)
    meter.death = 0.1
    if has_ended:
        sleeper.kill()
        sleeper.wait()
    else:
        monkeypatch.setattr("soaking.measurement.fields", lambda file: {})
    meter.run()
    assert meter.samples == [] and (meter.error is None) == has_ended


def test_a_vanished_file_has_size_zero(tmp_path):
    assert size(tmp_path / "store.sqlite-wal") == 0
