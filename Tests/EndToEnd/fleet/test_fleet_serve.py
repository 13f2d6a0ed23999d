"""`toque fleet serve` over its socket, with a real sandbox as target."""

import json
import select
import socket
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
import urllib.request

import pytest

from command import HANGING, error_of
from fleet_socket import FleetServer
from relying_party import OwnBackend
from simulator import Simulator


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--port", 0, "--memory", "--options-delay", "0s", "--result-delay", "0s") as simulator:
        yield simulator


@pytest.fixture(scope="module")
def fleet(toque, sandbox, tmp_path_factory):
    path = tmp_path_factory.mktemp("fleet") / "fleet.sock"
    with FleetServer(toque, path, "--target", sandbox.url, "--seed", "tests") as server:
        yield server


@pytest.fixture
def client(fleet):
    with fleet.client() as client:
        yield client


def failures(outcomes):
    return [outcome for outcome in outcomes if outcome["failure"] is not None]


def requests_of(sandbox):
    """The number of requests to the provider's API and the bank, as the sandbox counts them."""
    with urllib.request.urlopen(f"{sandbox.url}/_toque/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    counted = [line for line in lines if line.startswith("toque_requests_total{") and "_toque" not in line]
    return sum(int(float(line.rsplit(" ", 1)[1])) for line in counted)


def test_the_socket_is_its_owners_alone(fleet):
    assert stat.S_IMODE(fleet.path.stat().st_mode) == 0o600


def test_each_http_request_is_one_outcome(client, sandbox):
    before = requests_of(sandbox)
    outcomes = [each for number in range(5) for each in client.ask("journey", device=number)["outcomes"]]
    assert failures(outcomes) == []
    assert requests_of(sandbox) - before == sum(not each["name"].startswith("DEVICE ") for each in outcomes)


def test_users_of_many_connections_run_at_the_same_time(fleet):
    answers = []

    def run(number):
        with fleet.client() as client:
            answers.extend(client.ask("journey", device=100 + number % 10)["outcomes"] for _ in range(3))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 60
    assert [failures(outcomes) for outcomes in answers] == [[]] * 60


def test_lines_are_answered_in_order_and_malformed_ones_too(client):
    answers = client.send(
        b'{"do": "risk-signals", "device": 1, "id": "a"}', b"{", b'{"do": "sing"}', b'{"do": "risk-signals"}',
        b'{"do": "risk-signals", "device": -1}', b'{"do": "risk-signals", "device": 1, "divice": 2}', b"[]",
        b"x" * (2 << 20), b'{"do": "risk-signals", "device": 1, "id": "b"}',
    )  # fmt: skip
    assert (answers[0]["id"], answers[-1]["id"]) == ("a", "b")
    assert answers[0]["risk_signals"] == answers[-1]["risk_signals"]
    assert [answer["ok"] for answer in answers] == [True] + [False] * 7 + [True]
    assert "register" in answers[2]["hint"]
    assert answers[4]["error"] == "device: found the number -1, expected an integer from 0 to 1000000000"


def test_a_caller_that_has_sent_all_lines_gets_all_answers_however_slowly_it_reads(client):
    client.socket.sendall(b'{"do": "report"}\n' * 2000 + b'{"do": "risk-signals", "device": 1, "id": "last"}')
    client.socket.shutdown(socket.SHUT_WR)
    answers = [json.loads(line) for line in client.lines]
    assert len(answers) == 2001
    assert answers[-1]["id"] == "last"


def test_a_line_that_is_too_long_is_told_so(client):
    [answer] = client.send(b"x" * (2 << 20))
    assert answer["error"] == "the line is longer than 1 MiB"


def test_a_named_journey_needs_what_its_kind_needs(client):
    refused = client.refusal("journey", device=1, journey="webauthn")
    assert refused["error"] == "journeys.webauthn: needs routes; add the section routes"


def test_an_empty_name_of_a_socket_is_refused(toque, sandbox):
    # It would be an abstract socket, which every user of the machine may use.
    result = toque.run("fleet", "serve", "--socket", "", "--target", sandbox.url)
    assert result.returncode == 2
    assert error_of(result.stderr).startswith('--socket: "" is not a path')


def test_a_step_in_the_wrong_order_names_the_step_that_it_needs(client):
    refused = client.refusal("step", device=200, step="POST /payment-intents/")
    assert refused["error"] == "step: the user has no enrollment; first take the step POST /enrollments/"
    for step in ["POST /enrollments/", "POST /bank/authorize/{handle}"]:
        assert failures(client.ask("step", device=200, step=step)["outcomes"]) == []
    assert "POST /enrollments/" in client.refusal("step", device=200, step="POST /enrollment/")["hint"]


def test_a_late_step_counts_from_its_intended_start(client):
    outcomes = client.ask("journey", device=1, journey="browse", late_us=60_000_000)["outcomes"]
    assert outcomes[0]["us"] >= 60_000_000 > outcomes[1]["us"]


def test_a_killed_fleet_comes_back_with_the_same_devices(toque, sandbox, tmp_path):
    arguments = [toque, tmp_path / "fleet.sock", "--target", sandbox.url, "--seed", "again"]
    with FleetServer(*arguments) as server:
        with server.client() as client:
            signals = client.ask("risk-signals", device=5)
            assert failures(client.ask("journey", device=5, journey="pay")["outcomes"]) == []
        server.kill()
        assert server.path.exists()
        server.start()
        with server.client() as client:
            assert client.ask("risk-signals", device=5) == signals
            # The enrollment is gone with the process, so the user enrolls again.
            outcomes = client.ask("journey", device=5, journey="pay")["outcomes"]
            assert failures(outcomes) == [] and outcomes[0]["name"] == "POST /enrollments/"
        assert server.stop() == 0
    assert not server.path.exists()


def test_a_socket_in_use_and_a_file_are_left_alone(toque, fleet, sandbox, tmp_path):
    def error(path):
        result = toque.run("fleet", "serve", "--socket", path, "--target", sandbox.url)
        assert result.returncode == 3
        return error_of(result.stderr)

    assert error(fleet.path) == f"{fleet.path}: another process listens there hint: pass another --socket"
    file = tmp_path / "file"
    file.write_text("kept")
    assert error(file) == f"{file}: there is a file that is no socket hint: pass another --socket"
    assert file.read_text() == "kept"
    assert "No such file or directory" in error(tmp_path / "none" / "fleet.sock")


def test_a_target_that_is_not_allowed_is_refused(toque, tmp_path):
    result = toque.run("fleet", "serve", "--socket", tmp_path / "s", "--target", "http://192.0.2.1")
    assert result.returncode == 2
    assert error_of(result.stderr) == (
        "http://192.0.2.1: 192.0.2.1 is neither this machine nor allowed "
        "hint: pass --allow-host 192.0.2.1 if you may put load on it"
    )


def test_a_target_that_is_silent_or_gone_is_a_failure_by_name(toque, tmp_path):
    journey = tmp_path / "journey.toml"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        journey.write_text('timeout = "200ms"\n[journeys]\nbrowse = 1')
        arguments = [toque, tmp_path / "fleet.sock", "--journey", journey, "--target", url]
        with FleetServer(*arguments) as server, server.client() as client:
            assert [each["failure"] for each in client.ask("journey", device=1)["outcomes"]] == ["no answer in time"]
            silent.close()
            assert [each["failure"] for each in client.ask("journey", device=1)["outcomes"]] == ["Connection refused"]


def drip(listener, head):
    """Answers a request one byte at a time, 2000 times; returns True if the client does not wait for all of them."""
    connection, _ = listener.accept()
    with connection:
        connection.recv(1 << 16)
        connection.sendall(head)
        try:
            for _ in range(2000):
                if select.select([connection], [], [], 0.005)[0]:
                    return connection.recv(1) == b""
                connection.sendall(b"a")
        except ConnectionError:
            return True
    return False


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n",
    ],
    ids=["field", "body", "chunk"],
)  # fmt: skip
def test_an_answer_that_never_stops_coming_ends_with_the_time_limit(toque, tmp_path, head):
    journey = tmp_path / "journey.toml"
    journey.write_text('timeout = "200ms"\n[journeys]\nbrowse = 1')
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor() as pool:
        listener.settimeout(HANGING)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        arguments = [toque, tmp_path / "fleet.sock", "--journey", journey, "--target", url]
        with FleetServer(*arguments) as server, server.client() as client:
            # The second request needs a connection of its own.
            for _ in range(2):
                slow = pool.submit(drip, listener, head)
                outcomes = client.ask("journey", device=1)["outcomes"]
                assert [each["failure"] for each in outcomes] == ["no answer in time"]
                assert slow.result(HANGING)


def test_users_register_and_sign_in_at_a_backend_of_ones_own(toque, tmp_path):
    """The backend verifies with a library of others, and demands a session, a secret header and its own wrapper."""
    with OwnBackend() as backend:
        journey = tmp_path / "journey.toml"
        journey.write_text(backend.journey)
        arguments = [toque, tmp_path / "fleet.sock", "--journey", journey, "--seed", "own"]
        environment = toque.environment | {"SHOP_KEY": backend.secret}
        with FleetServer(*arguments, env=environment) as server, server.client() as client:
            for number in range(3):
                answer = client.ask("journey", device=number)
                assert (answer["journey"], failures(answer["outcomes"])) == ("webauthn", [])
            names = [outcome["name"] for outcome in answer["outcomes"]]
            assert names == [
                "POST /session", "POST /users/{user}/options", "DEVICE register", "POST /register", "POST /challenge",
                "DEVICE sign", "POST /sign-in",
            ]  # fmt: skip
            assert len(backend.signed_in) == 3
            # Its refusal of a bad signature is a success, and its breakdown a failure.
            for step in names[:1] + names[4:5]:
                client.ask("step", device=0, step=step)
            for step in names[5:]:
                outcome = client.ask("step", device=0, step=step, fault="bad-signature")["outcomes"][-1]
            assert outcome["name"] == "POST /sign-in (bad-signature)" and outcome["failure"] is None
            assert len(backend.signed_in) == 3
            backend.is_broken = True
            broken = failures(client.ask("journey", device=0)["outcomes"])
            assert [each["failure"] for each in broken] == ["answered 500, expected 200"]
            [report] = client.ask("report")["unexpected"]
            assert report["count"] == 1 and report["step"] == "POST /session"
            assert backend.secret not in json.dumps(report) and "***" in report["bodies"][0]
