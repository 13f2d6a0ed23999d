"""The key as a process: its announced path, its end, and the end of its clients."""

import os
import signal
import stat
from pathlib import Path

import pytest
from fido2.ctap import CtapError
from fido2.hid import CTAPHID

from platform_client import HASH, PlatformClient, credential
from served_key import ServedKey
from terminal import Terminal


@pytest.fixture(params=["pty", "socket"])
def link(request, tmp_path):
    return ["--pty"] if request.param == "pty" else ["--socket", tmp_path / "key.socket"]


def test_the_first_line_is_the_path_of_the_key(toque, tmp_path):
    with ServedKey(toque, tmp_path / "a.sqlite") as key:
        assert key.location.startswith("/dev/pts/")
        assert stat.S_ISCHR(os.stat(key.location).st_mode)
    path = tmp_path / "key.socket"
    with ServedKey(toque, tmp_path / "b.sqlite", link=["--socket", path]) as key:
        assert key.location == str(path)
        assert stat.S_IMODE(os.stat(path).st_mode) & 0o077 == 0  # No other account may use it.
    assert not path.exists()


def test_core_dumps_are_off(key):
    limits = Path(f"/proc/{key.process.pid}/limits").read_text().splitlines()
    assert "Max core file size 0 0 bytes" in [" ".join(line.split()) for line in limits]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_key_cleanly(toque, tmp_path, link, end):
    with ServedKey(toque, tmp_path / "store.sqlite", link=link, gesture="timeout") as key:
        with key.connect() as client:
            client.begin_selection()
            key.process.send_signal(end)
            assert key.process.wait(timeout=60) == 0
        key.process.stdout.close()


def test_credentials_survive_a_restart(toque, tmp_path, link):
    with ServedKey(toque, tmp_path / "store.sqlite", link=link) as key:
        with key.connect() as client:
            made = [credential(client.register(resident=resident)) for resident in (False, True)]
        assert key.stop() == 0
        key.start()
        with key.connect() as client:
            for credential_id, public_key in made:
                client.sign(credential_id).verify(HASH, public_key)


def test_a_power_cycle_closes_the_connections_and_keeps_the_path(toque, tmp_path, link):
    with ServedKey(toque, tmp_path / "store.sqlite", link=link) as key:
        with key.connect() as client:
            credential_id, public_key = credential(client.register())
        for _ in range(3):
            key.power_cycle()
            with key.connect() as client:
                client.sign(credential_id).verify(HASH, public_key)


def test_a_power_cycle_ends_a_request_on_a_pseudo_terminal(toque, tmp_path):
    """A pseudo-terminal cannot close itself on its client."""
    with ServedKey(toque, tmp_path / "store.sqlite", gesture="timeout") as key:
        with key.connect() as client:
            client.begin_selection()
            client.connection.read_packet()
            key.process.send_signal(signal.SIGHUP)
            while (report := client.connection.read_packet())[4] == 0x80 | CTAPHID.KEEPALIVE:
                pass
            assert report[4:8] == bytes([0x80 | CTAPHID.ERROR, 0, 1, CtapError.ERR.INVALID_CHANNEL])


def test_a_key_serves_the_next_client_after_a_crash(toque, tmp_path, link):
    with ServedKey(toque, tmp_path / "store.sqlite", link=link, gesture="timeout") as key:
        for _ in range(3):
            with key.connect() as client:
                client.begin_selection()
                client.connection.read_packet()  # A touch is pending, and no client reads on.
        with key.connect() as client:
            assert client.device.ping(b"still there") == b"still there"


def test_a_cancel_before_the_close_is_not_answered_to_the_next_client(key):
    """libfido2 ends this way; the key may notice the close before it reads the CTAPHID_CANCEL."""
    for _ in range(100):
        with key.connect() as client:
            client.send(CTAPHID.CANCEL)


@pytest.mark.parametrize(
    "profile, request_bytes",
    [
        # Bio enrollment and its prototype without a sensor, the array where blobs are per credential, and unassigned
        # codes.
        ("security-key", "09"),
        ("security-key", "40"),
        ("ios", "40"),
        ("android", "0c"),
        ("security-key", "3f"),
        ("security-key", "42"),
        ("security-key", "bf"),
    ],
)
def test_a_command_that_the_profile_lacks_is_invalid_with_any_parameters(
    toque, tmp_path, profile, request_bytes
):
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", profile) as key, key.connect() as client:
        # None, well-formed, a member of the wrong type, a truncated item, trailing bytes, and a full message.
        for parameters in ["", "a0", "a10141", "ff", "a0a0", "a10102", "80", "00" * 7608]:
            answer = client.device.call(CTAPHID.CBOR, bytes.fromhex(request_bytes + parameters))
            assert answer.hex() == "01", parameters


def test_a_socket_takes_a_second_connection(toque, tmp_path):
    with ServedKey(toque, tmp_path / "store.sqlite", link=["--socket", tmp_path / "key.socket"]) as key:
        with key.connect() as first, key.connect() as second:
            credential_id, public_key = credential(first.register())
            second.sign(credential_id).verify(HASH, public_key)


def test_the_socket_of_a_killed_key_is_reused(toque, tmp_path):
    with ServedKey(toque, tmp_path / "store.sqlite", link=["--socket", tmp_path / "key.socket"]) as key:
        key.kill()
        key.start()
        with key.connect() as client:
            client.device.ping()


def test_a_store_in_use_is_refused(toque, key):
    result = toque.run(*key.command[1:])
    assert (result.returncode, result.stdout) == (3, "")
    assert f"process {key.process.pid}" in result.stderr


def test_verbose_logs_commands_without_secrets(toque, tmp_path):
    log = tmp_path / "log"
    with open(log, "w") as file, ServedKey(toque, tmp_path / "store.sqlite", "--verbose", stderr=file) as key:
        key.set_pin("a secret PIN")
        with key.connect() as client:
            client.register(resident=True, pin="a secret PIN")
    text = log.read_text()
    for name in ("authenticatorGetInfo", "authenticatorClientPIN", "authenticatorMakeCredential"):
        assert name in text
    assert "a secret PIN" not in text


class TestTerminal:
    """A person at the key's terminal gives the touch."""

    @pytest.fixture
    def terminal(self, toque, tmp_path):
        with Terminal(toque, "key", "serve", "--pty", "--store", tmp_path / "store.sqlite") as terminal:
            terminal.wait_for("\n")
            yield terminal

    @pytest.mark.parametrize("answer, status", [("y", "SUCCESS"), ("n", "OPERATION_DENIED")])
    def test_the_answer_at_the_terminal_decides_a_touch(self, terminal, answer, status):
        with PlatformClient(terminal.text.split()[0]) as client:
            client.begin_selection()
            terminal.wait_for("[w]ait for the time-out: ")
            terminal.type(f"{answer}\n")
            assert client.end_selection() == status

    def test_a_key_stops_when_its_terminal_closes(self, terminal):
        terminal.hang_up()
        assert terminal.end() == 0
