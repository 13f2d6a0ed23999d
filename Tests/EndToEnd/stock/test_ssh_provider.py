"""OpenSSH reaches a key behind a socket through libtoque-sk.so: no USB device, no kernel driver, no privilege."""

import base64
import contextlib
import hashlib
import os
import socket
import subprocess

import pytest
from fido2 import cbor
from fido2.attestation import PackedAttestation
from fido2.webauthn import AuthenticatorData

import stock_programs
from bare_debian import missing
from command import ROOT
from openssh import ASKED, MESSAGE, TYPES, check, flags, generate, public_key, sign
from secure_shell import SecureShellServer
from served_key import PIN, ServedKey

PIN_OF_KEY = ("Enter PIN for", PIN)


@pytest.fixture
def library(toque):
    file = toque.path.with_name("libtoque-sk.so")
    assert file.exists(), f"{file} is not built: swift build --product toque-sk"
    return file


@pytest.fixture
def provider(ssh_keygen, library, tmp_path, monkeypatch):
    """ssh-keygen with the library in its environment. Returns the path where the library looks for a key."""
    location = tmp_path / "key.sock"
    monkeypatch.setenv("SSH_SK_PROVIDER", str(library))
    monkeypatch.setenv("TOQUE_SK_DEVICE", str(location))
    return location


@pytest.fixture
def served(toque, provider, tmp_path):
    """Serves a key at the path where the library looks for one."""
    with contextlib.ExitStack() as stack:
        yield lambda *options, **parameters: stack.enter_context(
            ServedKey(toque, tmp_path / "store.sqlite", *options, link=["--socket", provider], **parameters)
        )


@pytest.fixture
def key(served):
    return served()


@pytest.fixture
def key_with_pin(served, pin_file):
    return served("--pin-file", pin_file)


def refusal(file, *options, type="ecdsa-sk", answers=()):
    """Returns the error of an ssh-keygen run that makes no key."""
    result = stock_programs.run("ssh-keygen", "-q", "-t", type, "-N", "", "-f", file, *options, answers=answers)
    assert result.code != 0, result
    assert not file.exists()
    return result.errors


@pytest.mark.parametrize("type", TYPES)
def test_a_key_is_generated_and_signs(key, ssh_keygen, tmp_path, type):
    public = generate(ssh_keygen, type, tmp_path / "id")
    assert public[0] == TYPES[type]
    signature = sign(ssh_keygen, tmp_path / "id")
    check(public, signature, tmp_path)
    assert flags(signature) == 0x01


@pytest.mark.parametrize("options", [["verify-required"], ["resident"], ["resident", "verify-required"]], ids=" ".join)
@pytest.mark.parametrize("type", TYPES)
def test_a_key_with_a_pin_follows_its_options(key_with_pin, ssh_keygen, tmp_path, type, options):
    asked = [ASKED] if "resident" in options else []
    public = generate(ssh_keygen, type, tmp_path / "id", *options, answers=asked)
    is_verified = "verify-required" in options
    signature = sign(ssh_keygen, tmp_path / "id", [PIN_OF_KEY] if is_verified else [])
    check(public, signature, tmp_path)
    assert flags(signature) == (0x05 if is_verified else 0x01)


def test_no_touch_is_asked_for_if_none_is_required(served, ssh_keygen, tmp_path):
    """The person would decline a second touch."""
    served(gesture="approve,decline")
    public = generate(ssh_keygen, "ed25519-sk", tmp_path / "id", "no-touch-required")
    signature = sign(ssh_keygen, tmp_path / "id")
    check(public, signature, tmp_path)
    assert flags(signature) == 0x00


def test_an_attestation_is_written(key, ssh_keygen, tmp_path):
    challenge, attestation = tmp_path / "challenge", tmp_path / "attestation"
    challenge.write_bytes(b"A challenge that nobody has seen")
    public = generate(
        ssh_keygen, "ecdsa-sk", tmp_path / "id", f"challenge={challenge}", f"write-attestation={attestation}"
    )
    name, certificate, signature, data = strings(attestation.read_bytes(), 4)
    assert name == b"ssh-sk-attest-v01"
    data = AuthenticatorData(cbor.decode(data))
    statement = {"alg": -7, "sig": signature, "x5c": [certificate]}
    PackedAttestation().verify(statement, data, hashlib.sha256(challenge.read_bytes()).digest())
    assert data.rp_id_hash == hashlib.sha256(b"ssh:").digest()
    assert data.credential_data.public_key[-2] in base64.b64decode(public[1])


def strings(data, count):
    """Returns the first strings of OpenSSH's binary form (RFC 4251 section 5)."""
    found = []
    for _ in range(count):
        size = int.from_bytes(data[:4], "big")
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    return found


@pytest.mark.parametrize("extra", [[], ["verify-required"]], ids=["touch", "PIN"])
def test_resident_keys_are_downloaded(key_with_pin, ssh_keygen, tmp_path, monkeypatch, extra):
    made = {}
    for type in TYPES:
        options = ["resident", f"application=ssh:{type}", "user=ana", *extra]
        made[type] = generate(ssh_keygen, type, tmp_path / type, *options, answers=[ASKED])
    folder = tmp_path / "downloaded"
    folder.mkdir()
    monkeypatch.chdir(folder)
    ssh_keygen("-K", "-N", "", answers=[ASKED])
    for type, public in made.items():
        file = folder / f"id_{type.replace('-', '_')}_rk_{type}_ana"
        assert public_key(file) == public
        check(public, sign(ssh_keygen, file, [PIN_OF_KEY] if extra else []), tmp_path)
    assert len(os.listdir(folder)) == 2 * len(made)


def test_a_resident_key_is_replaced_only_with_consent(key_with_pin, ssh_keygen, tmp_path):
    generate(ssh_keygen, "ecdsa-sk", tmp_path / "first", "resident", answers=[ASKED])
    command = ["ssh-keygen", "-q", "-t", "ecdsa-sk", "-N", "", "-O", "resident", "-f", tmp_path / "second"]
    for answer in ("n", "y"):
        sign(ssh_keygen, tmp_path / "first")
        result = stock_programs.run(*command, answers=[ASKED], stdin=f"{answer}\n")
        assert "already exists" in result.output
        assert (result.code == 0) == (answer == "y"), result
    replaced = stock_programs.run("ssh-keygen", "-Y", "sign", "-n", "test", "-f", tmp_path / "first", stdin=MESSAGE)
    assert replaced.code != 0
    assert "register this key first" in replaced.errors


def end(process):
    process.terminate()
    process.communicate(timeout=60)


class TestAgent:
    @pytest.fixture
    def agent(self, tmp_path, monkeypatch):
        """Starts an agent that accepts libraries matching a pattern."""
        with contextlib.ExitStack() as stack:

            def start(*options, **environment):
                path = str(tmp_path / "agent.sock")
                command = ["ssh-agent", "-D", "-a", path, *options]
                process = subprocess.Popen(
                    command, stdout=subprocess.PIPE, env=os.environ | environment, start_new_session=True
                )
                stack.callback(end, process)
                assert process.stdout.readline()  # It prints its socket once it listens.
                monkeypatch.setenv("SSH_AUTH_SOCK", path)

            yield start

    def test_an_agent_signs(self, key, ssh_keygen, library, agent, tmp_path):
        public = generate(ssh_keygen, "ed25519-sk", tmp_path / "id")
        agent("-P", f"{library.parent}/*")
        stock_programs.succeed("ssh-add", "-S", library, tmp_path / "id")
        (tmp_path / "id").unlink()
        signature = ssh_keygen("-Y", "sign", "-U", "-n", "test", "-f", tmp_path / "id.pub", stdin=MESSAGE)
        check(public, signature, tmp_path)

    def test_an_agent_asks_for_the_pin(self, key_with_pin, ssh_keygen, library, agent, tmp_path):
        public = generate(ssh_keygen, "ecdsa-sk", tmp_path / "id", "verify-required")
        ask = tmp_path / "ask"
        ask.write_text(f"#!/bin/sh\necho {PIN}\n")
        ask.chmod(0o700)
        agent("-P", str(library), SSH_ASKPASS=str(ask), SSH_ASKPASS_REQUIRE="force")
        stock_programs.succeed("ssh-add", tmp_path / "id")
        signature = ssh_keygen("-Y", "sign", "-U", "-n", "test", "-f", tmp_path / "id.pub", stdin=MESSAGE)
        check(public, signature, tmp_path)
        assert flags(signature) == 0x05

    def test_an_agent_loads_resident_keys(self, key_with_pin, ssh_keygen, library, agent, tmp_path):
        public = generate(ssh_keygen, "ed25519-sk", tmp_path / "id", "resident", answers=[ASKED])
        agent("-P", str(library))
        stock_programs.run("ssh-add", "-K", answers=[ASKED])
        assert " ".join(public) in "\n".join(stock_programs.succeed("ssh-add", "-L"))

    def test_an_agent_refuses_a_library_that_is_not_listed(self, key, ssh_keygen, agent, tmp_path):
        generate(ssh_keygen, "ed25519-sk", tmp_path / "id")
        agent()
        refused = stock_programs.run("ssh-add", tmp_path / "id")
        assert refused.code != 0
        assert "agent refused operation" in refused.errors


@pytest.fixture(scope="module")
def shell_server():
    with SecureShellServer(ROOT / ".build/debian-sshd") as server:
        yield server


@pytest.mark.extended
@pytest.mark.skipif(missing() is not None, reason=f"a server in a bare Debian: {missing()}")
@pytest.mark.parametrize("type", TYPES)
def test_a_user_logs_in(key, shell_server, ssh_keygen, tmp_path, type):
    public = generate(ssh_keygen, type, tmp_path / "id")
    shell_server.authorize(public)
    login = stock_programs.run(*shell_server.login(tmp_path / "id"), "echo in as $USER")
    assert (login.code, login.output) == (0, f"in as {shell_server.user}\n"), login
    # Another SSH key of the same security key is refused.
    generate(ssh_keygen, type, tmp_path / "other")
    assert stock_programs.run(*shell_server.login(tmp_path / "other"), "true").code == 255


class TestRefusals:
    def test_without_a_named_key_the_error_says_so(self, provider, tmp_path, monkeypatch):
        monkeypatch.delenv("TOQUE_SK_DEVICE")
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
        errors = refusal(tmp_path / "id")
        assert "libtoque-sk: no security key is named" in errors
        assert "toque key serve --socket" in errors and "TOQUE_SK_DEVICE" in errors
        assert "device not found" in errors

    def test_a_missing_key_is_named(self, provider, tmp_path):
        errors = refusal(tmp_path / "id")
        assert f"{provider}: no key there" in errors
        assert "toque key serve --socket" in errors

    def test_a_socket_without_a_listener_is_named(self, provider, tmp_path):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as unheard:
            unheard.bind(str(provider))
            assert f"{provider}: no key listens there" in refusal(tmp_path / "id")

    def test_a_path_that_is_not_a_device_is_named(self, provider, tmp_path):
        provider.write_text("")
        assert f"{provider} is not a device" in refusal(tmp_path / "id")

    @pytest.mark.parametrize("type", TYPES)
    def test_a_declined_touch_makes_no_key(self, served, tmp_path, type):
        served(gesture="decline")
        assert "was not allowed to by the person at it" in refusal(tmp_path / "id", type=type)

    def test_a_declined_touch_signs_nothing(self, served, ssh_keygen, tmp_path):
        served(gesture="approve,decline")
        generate(ssh_keygen, "ecdsa-sk", tmp_path / "id")
        result = stock_programs.run("ssh-keygen", "-Y", "sign", "-n", "test", "-f", tmp_path / "id", stdin=MESSAGE)
        assert result.code != 0
        assert "was not allowed to by the person at it" in result.errors

    def test_a_key_unplugged_during_a_request_is_an_error(self, served, tmp_path):
        key = served("--verbose", gesture="timeout", stderr=subprocess.PIPE)
        command = ["ssh-keygen", "-q", "-t", "ecdsa-sk", "-N", "", "-f", tmp_path / "id"]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            while "authenticatorMakeCredential" not in key.process.stderr.readline():
                assert process.poll() is None
            key.kill()
            _, errors = process.communicate(timeout=60)
        key.process.stderr.close()
        assert process.returncode != 0
        assert "the connection to the key" in errors and "broke" in errors
        assert "device not found" in errors

    def test_after_a_wrong_pin_ssh_keygen_asks_again(self, key_with_pin, ssh_keygen, tmp_path):
        result = stock_programs.run(
            *["ssh-keygen", "-q", "-t", "ed25519-sk", "-N", "", "-O", "resident", "-f", tmp_path / "id"],
            answers=[(ASKED[0], "wrong"), ASKED],
        )
        assert result.code == 0, result
        assert "refused the PIN; 7 tries are left" in result.errors
        with key_with_pin.connect() as client:
            assert client.pin().get_pin_retries()[0] == 8

    @pytest.mark.parametrize("typed", ["", "wrong"])
    def test_wrong_pins_are_refused_after_two_tries(self, key_with_pin, tmp_path, typed):
        errors = refusal(tmp_path / "id", "-O", "resident", answers=[(ASKED[0], typed)] * 2)
        assert "Too many incorrect PINs" in errors
        with key_with_pin.connect() as client:
            assert client.pin().get_pin_retries()[0] == (6 if typed else 8)

    def test_verification_requires_a_pin(self, key, tmp_path):
        assert "has neither a PIN nor a fingerprint; set a PIN" in refusal(tmp_path / "id", "-O", "verify-required")

    def test_downloading_resident_keys_requires_a_pin(self, key, tmp_path):
        result = stock_programs.run("ssh-keygen", "-K", "-N", "", answers=[ASKED])
        assert result.code != 0
        assert "has no PIN, which protects its credentials; set one" in result.errors

    def test_another_key_cannot_sign(self, key, ssh_keygen, toque, provider, tmp_path):
        generate(ssh_keygen, "ecdsa-sk", tmp_path / "id")
        key.stop()
        with ServedKey(toque, tmp_path / "other.sqlite", link=["--socket", provider]):
            result = stock_programs.run("ssh-keygen", "-Y", "sign", "-n", "test", "-f", tmp_path / "id", stdin=MESSAGE)
        assert result.code != 0
        assert "register this key first" in result.errors

    def test_a_user_name_over_31_bytes_is_refused(self, key, tmp_path):
        assert "expected at most 31" in refusal(tmp_path / "id", "-O", f"user={'a' * 32}")


def test_the_device_option_overrides_the_variable(served, provider, ssh_keygen, tmp_path, monkeypatch):
    served()
    monkeypatch.setenv("TOQUE_SK_DEVICE", str(tmp_path / "elsewhere"))
    generate(ssh_keygen, "ecdsa-sk", tmp_path / "id", f"device={provider}")


def test_a_key_on_a_pseudo_terminal_signs(toque, provider, ssh_keygen, tmp_path, monkeypatch):
    with ServedKey(toque, tmp_path / "store.sqlite") as key:
        monkeypatch.setenv("TOQUE_SK_DEVICE", key.location)
        public = generate(ssh_keygen, "ecdsa-sk", tmp_path / "id")
        check(public, sign(ssh_keygen, tmp_path / "id"), tmp_path)


def test_the_session_socket_is_the_default(toque, provider, ssh_keygen, tmp_path, monkeypatch):
    monkeypatch.delenv("TOQUE_SK_DEVICE")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "toque").mkdir()
    with ServedKey(toque, tmp_path / "store.sqlite", link=["--socket", tmp_path / "toque/key.sock"]):
        generate(ssh_keygen, "ecdsa-sk", tmp_path / "id")
