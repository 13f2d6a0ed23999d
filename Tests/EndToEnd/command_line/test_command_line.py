"""Failures on the command line: the exit code, the place, and the hint."""

import json
import re
import socketserver
import subprocess
import threading
import urllib.parse
import urllib.request

import pytest

from command import HANGING, error_of
from device import Device
from holder import private_file
from provider import Provider, enroll
from samples import REGISTRATION, SIGNING
from simulator import Simulator, free_port

TENURE = ["--account-tenure", "2024-01-31"]


def failure(toque, code, *arguments, **options):
    """Returns the error of a command that ends with this exit code and prints no result."""
    result = toque.run(*arguments, **options)
    assert (result.returncode, result.stdout) == (code, ""), result.stderr
    return error_of(result.stderr)


@pytest.fixture
def redirect_url(toque, provider, tmp_path):
    """The bank's page of a new enrollment."""
    signals = Device(toque, tmp_path).risk_signals(provider.account_tenure)
    return provider.create_enrollment(signals)["details"]["redirect_url"]


@pytest.mark.parametrize(
    "code, said, arguments",
    [
        (2, "--set", ["risk-signals", *TENURE, "--set", "nonsense"]),
        (2, "--set", ["risk-signals", *TENURE, "--set", "noSuchSignal=1"]),
        (2, "--set", ["risk-signals", *TENURE, "--set", "isRootedDevice=maybe"]),
        (3, "/no/such/folder", ["risk-signals", *TENURE, "--device", "/no/such/folder"]),
        (2, "--server", ["institutions"]),
        (2, "--api-keys", ["institutions", "--server", "https://provider.example"]),
        (3, "toque simulate", ["institutions", "--server", "http://127.0.0.1:1"]),
        (2, "toque simulate", ["simulate", "--"]),
        (3, "missing.txt", ["simulate", "--api-keys", "missing.txt"]),
        (2, "--gesture", ["enroll", "--server", "http://127.0.0.1:1"]),
    ],
)
def test_an_error_says_what_to_do(toque, code, said, arguments):
    assert said in failure(toque, code, *arguments)


def test_a_result_that_cannot_be_written_is_a_failure(toque):
    with open("/dev/full", "w") as full:
        command = [toque.path, "risk-signals", *TENURE]
        result = subprocess.run(command, env=toque.environment, stdout=full, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 3
    assert "stdout" in result.stderr


def test_closed_standard_descriptors_do_not_become_files(toque, tmp_path):
    """Output must not end up in the first opened file, which is the store."""
    store = ["--store", tmp_path / "store.sqlite", "--gesture", "approve"]
    command = [toque.path, "register", REGISTRATION, *store]
    closed = subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], env=toque.environment, timeout=60)
    assert closed.returncode == 0
    # The store is intact and has the credential.
    anybody = json.loads(SIGNING.read_text()) | {"allowCredentials": []}
    assert toque.output("sign", *store, stdin=json.dumps(anybody))["type"] == "public-key"


def test_a_wrong_key_is_refused(toque, provider, tmp_path):
    keys = private_file(tmp_path / "keys", "sandbox:wrong-secret\n")
    line = failure(toque, 1, "institutions", "--server", provider.url, "--api-keys", keys)
    assert "401" in line
    assert "--api-keys" in line
    assert "wrong-secret" not in line


def test_a_busy_port_is_named(toque, provider):
    port = provider.url.rpartition(":")[2]
    line = failure(toque, 3, "simulate", "--port", port)
    assert f":{port}" in line
    assert "0 for a free one" in line


def test_a_second_decision_is_refused(toque, redirect_url):
    assert toque.run("approve", redirect_url).returncode == 0
    assert "409" in failure(toque, 1, "approve", redirect_url)


def test_an_unreachable_callback_is_named_without_its_code(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    details = provider.create_enrollment(
        device.risk_signals(provider.account_tenure), callback_url=f"http://127.0.0.1:{free_port()}/return"
    )["details"]
    result = toque.run("approve", details["redirect_url"], "--deliver")
    assert result.returncode == 3
    assert "code=" in result.stdout
    assert "/return" in result.stderr
    assert "code=" not in result.stderr


def test_wrong_risk_signals_are_refused_before_the_gesture(toque, tmp_path):
    signals = tmp_path / "signals.json"
    signals.write_text(json.dumps({"deviceId": "x"}))
    arguments = ["sign", SIGNING, "--body", "--risk-signals", signals, "--store", tmp_path / "store.sqlite"]
    line = failure(toque, 1, *arguments, "--gesture", "approve")
    assert line.startswith("--risk-signals")
    assert not (tmp_path / "store.sqlite").exists()


def test_signals_that_cannot_be_sent_create_no_payment(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    arguments = ["pay", "--server", provider.url, "--amount", "0.13", "--enrollment", enroll(provider, device)]
    result = toque.run(*arguments, *device.flags, "--device", "headless", "--platform", "IOS")
    assert (result.returncode, result.stdout) == (1, "")
    assert "platform IOS" in result.stderr
    assert "/payment-intents/" not in result.stderr


def test_a_canceled_enrollment_is_refused_with_its_reason(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    enrollment = enroll(provider, device)
    assert toque.run("sandbox", "revoke", enrollment, "--server", provider.url).returncode == 0
    pay = ["pay", "--server", provider.url, "--amount", "0.13", "--enrollment", enrollment]
    line = failure(toque, 1, *pay, *device.flags)
    assert f"the enrollment {enrollment} is CANCELED (rejected_by_user): The account holder revoked" in line


def test_a_person_decides_in_a_browser(toque, provider, tmp_path):
    command = ["enroll", "--server", provider.url, "--bank", "browser", "--poll-interval", "0.1", "--json"]
    device = Device(toque, tmp_path)
    with subprocess.Popen(
        [toque.path, *command, *device.flags],
        env=toque.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        page = next(match[0] for line in process.stderr if (match := re.search(r"http://\S+/bank/\S+", line)))
        form = urllib.parse.urlencode({"decision": "approve"}).encode()
        with urllib.request.urlopen(page, form, timeout=30) as answer:
            assert b"Pronto" in answer.read()
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert json.loads(output)["status"] == "SUCCEEDED"


# A bank that fails before a decision, and the enrollment's reason.
FAILED_BEFORE = [
    (["--scenario", "institution_down"], "institution_infra_failed"),
    (["--scenario", "enrollment.send_risk_signals_failed"], "send_risk_signals_failed"),
    (["--risk", "strict"], "blocked_by_institution_security_policy"),
]


@pytest.mark.parametrize("options, reason", FAILED_BEFORE)
def test_an_enrollment_that_failed_before_the_decision_reports_its_reason(toque, tmp_path, options, reason):
    device = Device(toque, tmp_path / "device")
    suspicious = ["--set", "isEmulated=true"]
    with Simulator(toque, "--memory", "--port", 0, *options) as simulator:
        line = failure(toque, 1, "enroll", "--server", simulator.url, *device.flags, *suspicious)
        assert f" is FAILED ({reason}): " in line
        assert not re.search(r"\b409\b", line)

        provider = Provider(simulator.url)
        signals = toque.output("risk-signals", "--account-tenure", provider.account_tenure, *suspicious)
        page = provider.create_enrollment(signals)["details"]["redirect_url"]
        line = failure(toque, 1, "approve", page)
        assert f"The enrollment is FAILED ({reason}): " in line
        assert "already" not in line
        assert line.endswith("hint: pass the page of a new enrollment or payment")


@pytest.mark.parametrize(
    "options, reason",
    [
        (["--scenario", "institution_down"], "institution_infra_failed"),
        (["--scenario", "payment.consent_expired"], "consent_expired"),
        (["--risk", "strict"], "blocked_by_institution_security_policy"),
    ],
)
def test_a_failed_payment_reports_its_reason(toque, tmp_path, options, reason):
    device = Device(toque, tmp_path / "device")
    state = tmp_path / "state.json"
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        enrollment = enroll(Provider(simulator.url), device)
        assert toque.run("sandbox", "save", state, "--server", simulator.url).returncode == 0
    with Simulator(toque, "--memory", "--port", 0, "--load", state, *options) as simulator:
        pay = ["pay", "--server", simulator.url, "--amount", "0.13", "--enrollment", enrollment]
        line = failure(toque, 1, *pay, *device.flags, "--set", "isEmulated=true")
    assert f" is FAILED {reason}: " in line


@pytest.fixture
def container(tmp_path):
    """The root folder of a CI job's container on a virtual machine, in which root runs the job."""
    folder = tmp_path / "container"
    files = {
        "fixture.json": json.dumps({"euid": 0, "capabilities": "00000000a80425fb"}),
        ".dockerenv": "",
        "etc/machine-id": "b08dfa6083e7567a1921a715000001fb\n",
        "etc/os-release": 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\n',
        "proc/self/uid_map": "         0          0 4294967295\n",
        "proc/uptime": "3600.00 7000.00\n",
        "proc/cpuinfo": "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: fpu vme hypervisor\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return ["--device", folder]


def test_a_strict_bank_accepts_a_containers_signals_once_they_are_named(toque, tmp_path, container):
    signals = toque.output("risk-signals", "--account-tenure", "2024-01-31", *container)
    assert {name for name, value in signals.items() if value is True} == {"isRootedDevice", "isEmulated"}
    device = Device(toque, tmp_path / "device")
    allow = ["--risk-allow", "isRootedDevice", "--risk-allow", "isEmulated"]
    for options, status in [([], 1), (allow[:2], 1), (allow, 0)]:
        with Simulator(toque, "--memory", "--port", 0, "--risk", "strict", *options) as simulator:
            result = toque.run("enroll", "--server", simulator.url, *device.flags, *container)
            assert result.returncode == status, result.stderr
            if status:
                assert "blocked_by_institution_security_policy" in result.stderr
                continue
            pay = toque.run("pay", "--server", simulator.url, "--amount", "0.13", *device.flags, *container)
            assert pay.returncode == 0, pay.stderr
            shown = toque.output("sandbox", "status", "--server", simulator.url, "--json")["modes"]
            assert shown == {"fidelity": "strict", "risk": "strict", "risk-allow": "isEmulated isRootedDevice"}


@pytest.mark.parametrize("tenant, option", [("sandbox", ""), ("second", " --tenant second")])
def test_waiting_for_a_frozen_clock_prints_one_hint(toque, tmp_path, tenant, option):
    """The printed commands advance the clock of the waiting tenant."""
    both = private_file(tmp_path / "both", "sandbox:secret\nsecond:secret\n")
    own = private_file(tmp_path / "own", f"{tenant}:secret\n")
    polls = ["--poll-interval", "0.05", "--poll-timeout", str(HANGING)]
    device = Device(toque, tmp_path)
    start = ["--memory", "--port", 0, "--now", "2026-01-31T12:00:00Z", "--api-keys", both]
    with Simulator(toque, *start) as simulator:
        place = f"--server {simulator.url}{option}"
        with subprocess.Popen(
            [toque.path, "enroll", "--server", simulator.url, "--api-keys", own, *device.flags, *polls],
            env=toque.environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            told = next(line for line in process.stderr if "clock is frozen" in line)
            assert f"toque sandbox clock advance 2m {place}, or toque sandbox clock run {place}" in told
            assert toque.run("sandbox", "clock", "run", *place.split()).returncode == 0
            assert "frozen" not in process.stderr.read()
        assert process.returncode == 0


class Hangup(socketserver.BaseRequestHandler):
    """Accepts a request and closes the connection instead of answering."""

    def handle(self):
        self.request.recv(1 << 16)


def test_a_broken_connection_is_told_apart_from_a_missing_server(toque, tmp_path):
    with socketserver.TCPServer(("127.0.0.1", 0), Hangup) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        enrollment = ["enroll", "--server", url, *Device(toque, tmp_path).flags]
        line = failure(toque, 3, *enrollment)
        assert f"{url}: the connection broke" in line
        assert "toque simulate" not in line
        assert "next time pass --journal FILE" in line
        assert "hint: resume with `" in failure(toque, 3, *enrollment, "--journal", tmp_path / "journal")
        assert failure(toque, 3, "institutions", "--server", url).endswith("hint: run the same command again")
        server.shutdown()


def test_each_store_gives_a_named_device_its_own_id(toque, provider, tmp_path):
    phones = [Device(toque, tmp_path / name) for name in ("one", "two")]
    kind = ["--device", "handset", "--platform", "ANDROID"]
    flow = ["--server", provider.url, "--poll-interval", "0.1", *kind]
    enrollments = [toque.output("enroll", *flow, *phone.flags, "--json")["id"] for phone in phones]

    def signals(phone):
        store = ["--store", phone.folder / "store.sqlite"]
        return toque.output("risk-signals", *TENURE, *kind, "--location", "allow", *store)["deviceId"]

    ids = [signals(phone) for phone in phones]
    assert len(set(ids)) == 2
    assert [signals(phone) for phone in phones] == ids
    for phone, device_id, enrollment in zip(phones, ids, enrollments):
        made = provider.request("GET", f"/enrollments/?device_id={device_id}")["results"]
        assert [one["id"] for one in made] == [enrollment]
        listed = ["enrollments", "--server", provider.url, "--device", "handset", "--store", phone.folder / "store.sqlite"]
        assert [one["id"] for one in toque.output(*listed, "--json")] == [enrollment]
        # The command finds the device's enrollment by itself.
        assert toque.run("pay", *flow, "--amount", "0.13", *phone.flags).returncode == 0


def test_a_seed_makes_the_device_id_reproducible(toque, tmp_path):
    def device_id(store, seed):
        store = ["--store", tmp_path / store, "--seed", seed]
        return toque.output("risk-signals", *TENURE, "--device", "handset", *store)["deviceId"]

    first = device_id("first.sqlite", "7")
    assert device_id("second.sqlite", "7") == first
    assert device_id("third.sqlite", "8") != first
    # An existing store keeps its id.
    assert device_id("first.sqlite", "8") == first
