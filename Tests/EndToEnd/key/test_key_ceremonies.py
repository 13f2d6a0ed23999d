"""Ceremonies with a security key: `--authenticator` names a key that `toque key serve` runs."""

import hashlib
import json
import signal
import subprocess
import termios

import pytest
from cryptography import x509
from fido2.cose import CoseKey
from fido2.webauthn import AttestationObject, AuthenticatorData

from holder import information, private_file, refused
from command import error_of
from samples import REGISTRATION, SIGNING, decode, encode, registration_options, sign_options
from served_key import PIN, ServedKey
from server import Server
from terminal import Terminal

WRONG_PIN = "4321"
# Index of the local modes in the list that tcgetattr returns.
LOCAL_FLAGS = 3


def authenticator_data(registration):
    return AttestationObject(decode(registration["response"]["attestationObject"])).auth_data


def verify(registration, assertion):
    """Checks the signature; returns what was signed."""
    response = assertion["response"]
    data = decode(response["authenticatorData"])
    client_data_hash = hashlib.sha256(decode(response["clientDataJSON"])).digest()
    public_key = CoseKey.parse(authenticator_data(registration).credential_data.public_key)
    public_key.verify(data + client_data_hash, decode(response["signature"]))
    return AuthenticatorData(data)


def test_the_options_of_the_guide_register_and_sign(holder):
    registration = holder.register(registration_options())
    assert registration["authenticatorAttachment"] == "cross-platform"
    assert registration["response"]["transports"] == ["usb"]
    assert authenticator_data(registration).is_user_verified()
    assertion = holder.sign(sign_options(registration["id"]))
    assert assertion["id"] == registration["id"]
    assert verify(registration, assertion).is_user_verified()


def test_the_credential_of_the_guides_sample_is_unknown(toque, holder):
    assert "NotAllowedError: the key at" in refused(toque, "sign", SIGNING, *holder.flags)


def test_the_body_says_platform_as_the_provider_requires(holder):
    body = holder.register(registration_options(), "--body")["confirmation_data"]
    assert body["authenticatorAttachment"] == "platform"


def test_a_key_enrolls_and_pays(toque, provider, holder):
    enrollment = toque.output("enroll", "--server", provider.url, *holder.flags, "--json")
    assert enrollment["status"] == "SUCCEEDED"
    arguments = ["--amount", "0.13", "--enrollment", enrollment["id"], "--poll-interval", "0.1"]
    intent = toque.output("pay", "--server", provider.url, *arguments, *holder.flags, "--json")
    assert intent["status"] == "SUCCEEDED"


@pytest.mark.parametrize("algorithm", [-7, -8, -35])
def test_a_key_registers_and_signs_with_each_algorithm(holder, algorithm):
    options = registration_options() | {"pubKeyCredParams": [{"type": "public-key", "alg": algorithm}]}
    registration = holder.register(options)
    assert registration["response"]["publicKeyAlgorithm"] == algorithm
    verify(registration, holder.sign(sign_options(registration["id"])))


def test_an_algorithm_that_libfido2_cannot_carry_is_refused(toque, holder):
    options = registration_options() | {"pubKeyCredParams": [{"type": "public-key", "alg": -36}]}
    line = refused(toque, "register", "-", *holder.flags, stdin=json.dumps(options))
    assert "NotSupportedError: " in line


def test_the_attestation_chains_to_the_authority_of_the_store(holder, toque, tmp_path):
    registration = holder.register(registration_options() | {"attestation": "direct"})
    statement = AttestationObject(decode(registration["response"]["attestationObject"])).att_stmt
    leaf = x509.load_der_x509_certificate(statement["x5c"][0])
    holder.key.stop()
    authority = toque.run("key", "attestation-ca", "--store", tmp_path / "store.sqlite")
    leaf.verify_directly_issued_by(x509.load_pem_x509_certificate(authority.stdout.encode()))


def test_a_key_supports_prf(holder):
    registration = holder.register(registration_options() | {"extensions": {"prf": {}}})
    assert registration["clientExtensionResults"]["prf"] == {"enabled": True}

    def evaluate(first, **values):
        options = sign_options(registration["id"])
        options["extensions"] = {"prf": {"eval": {"first": encode(first), **values}}}
        return holder.sign(options)["clientExtensionResults"]["prf"]["results"]

    one = evaluate(b"one")
    assert len(decode(one["first"])) == 32
    assert evaluate(b"two", second=encode(b"one"))["second"] == one["first"]
    assert evaluate(b"two")["first"] != one["first"]


def test_a_discoverable_credential_can_be_protected(holder):
    options = registration_options() | {
        "authenticatorSelection": {"residentKey": "required"},
        "extensions": {
            "credProps": True,
            "credentialProtectionPolicy": "userVerificationRequired",
            "enforceCredentialProtectionPolicy": True,
        },
    }
    registration = holder.register(options)
    assert registration["clientExtensionResults"] == {"credProps": {"rk": True}}
    assert authenticator_data(registration).extensions == {"credProtect": 3}
    options = sign_options(registration["id"])
    del options["allowCredentials"]
    assertion = holder.sign(options)
    verify(registration, assertion)
    assert assertion["response"]["userHandle"] == registration_options()["user"]["id"]


def test_a_key_on_a_socket_registers_and_signs(toque, tmp_path):
    path = tmp_path / "key.socket"
    with ServedKey(toque, tmp_path / "store.sqlite", link=("--socket", path)) as key:
        assert key.location == str(path)
        registration = toque.output("register", REGISTRATION, "--authenticator", path)
        options = json.dumps(sign_options(registration["id"]))
        verify(registration, toque.output("sign", "-", "--authenticator", path, stdin=options))
    assert not path.exists()


# The PIN


def test_a_wrong_pin_from_a_file_is_sent_once(toque, holder, tmp_path):
    wrong = private_file(tmp_path / "wrong", WRONG_PIN)
    arguments = ["register", REGISTRATION, "--authenticator", holder.location, "--pin-file", wrong]
    line = refused(toque, *arguments)
    assert "NotAllowedError: " in line
    assert "7 tries are left" in line
    assert WRONG_PIN not in line


def test_three_wrong_pins_lock_the_key_until_it_is_replugged(toque, holder, tmp_path):
    wrong = private_file(tmp_path / "wrong", WRONG_PIN)
    arguments = ["register", REGISTRATION, "--authenticator", holder.location, "--pin-file"]
    lines = [refused(toque, *arguments, wrong) for _ in range(3)]
    assert "unplug it" in refused(toque, "register", REGISTRATION, *holder.flags), lines
    holder.key.power_cycle()
    assert toque.run("register", REGISTRATION, *holder.flags).returncode == 0
    assert information(toque, holder.location)["pinRetries"] == 8


def test_the_terminal_asks_for_the_pin_and_does_not_show_it(toque, holder):
    with Terminal(toque, "register", REGISTRATION, "--authenticator", holder.location) as terminal:
        terminal.wait_for("8 tries left: ")
        terminal.type(f"{WRONG_PIN}\n")
        terminal.wait_for("Wrong PIN. PIN of")
        terminal.wait_for("7 tries left: ")
        terminal.type(f"{PIN}\n")
        terminal.wait_for('"attestationObject"')
        assert terminal.end() == 0
    assert WRONG_PIN not in terminal.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_at_the_pin_prompt_restores_the_terminal(toque, holder, number):
    with Terminal(toque, "register", REGISTRATION, "--authenticator", holder.location) as terminal:
        assert termios.tcgetattr(terminal.leader)[LOCAL_FLAGS] & termios.ECHO
        terminal.wait_for("8 tries left: ")
        assert not termios.tcgetattr(terminal.leader)[LOCAL_FLAGS] & termios.ECHO
        terminal.process.send_signal(number)
        assert terminal.end() == -number
        assert termios.tcgetattr(terminal.leader)[LOCAL_FLAGS] & termios.ECHO


def test_without_a_terminal_a_missing_pin_is_an_error(toque, holder):
    result = subprocess.run(
        [toque.path, "register", REGISTRATION, "--authenticator", holder.location],
        env=toque.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=60,
    )
    assert result.returncode == 1
    assert "--pin-file FILE" in result.stderr


def test_a_pin_file_readable_by_others_is_refused(toque, holder, pin_file):
    pin_file.chmod(0o644)
    assert f"chmod 600 {pin_file}" in refused(toque, "register", REGISTRATION, *holder.flags)


def test_a_key_without_a_pin_verifies_nobody(toque, tmp_path):
    options = registration_options() | {"authenticatorSelection": {"userVerification": "required"}}
    with ServedKey(toque, tmp_path / "store.sqlite") as key:
        arguments = ["register", "-", "--authenticator", key.location]
        line = refused(toque, *arguments, stdin=json.dumps(options))
        assert "ConstraintError: " in line
        assert "--profile" not in line  # This hint applies only to the in-process authenticator.
        registration = toque.output(*arguments, stdin=json.dumps(registration_options()))
        assert not authenticator_data(registration).is_user_verified()


# Interrupts


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_cancels_the_request_at_the_key(toque, number):
    arguments = ["key", "serve", "--pty", "--memory", "--gesture", "timeout", "--verbose"]
    with Server(toque, *arguments, stderr=subprocess.PIPE) as server, server.process.stderr as log:
        location = server.first_line.strip()
        with subprocess.Popen(
            [toque.path, "register", REGISTRATION, "--authenticator", location],
            env=toque.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            next(line for line in log if "authenticatorMakeCredential" in line)
            process.send_signal(number)
            output, error = process.communicate(timeout=60)
        assert (process.returncode, output) == (-number, "")
        assert error == "Touch the key to register with belvo.com as Ana Exemplo.\ninterrupted\n"
        assert "cancel" in next(log)
        # The key no longer waits for a touch.
        assert information(toque, location)["options"]["rk"] is True


# The command line


@pytest.mark.parametrize(
    "option", [["--profile", "ios"], ["--store", "x"], ["--key-file", "x"], ["--gesture", "approve"], ["--seed", "x"]]
)
@pytest.mark.parametrize("command", [["register"], ["sign"], ["enroll"], ["pay", "--amount", "1"]])
def test_options_of_the_soft_authenticator_are_refused_for_a_key(toque, command, option):
    result = toque.run(*command, "--authenticator", "/dev/pts/0", *option)
    assert result.returncode == 2
    assert f"{option[0]}: requires --authenticator soft" in result.stderr


@pytest.mark.parametrize("command", ["register", "sign"])
def test_a_path_without_a_key_is_an_error(toque, command):
    result = toque.run(command, REGISTRATION if command == "register" else SIGNING, "--authenticator", "/no/key")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("error: /no/key: No such file or directory\nhint: ")


@pytest.mark.parametrize("path", ["/dev/null", "/dev", "/etc/passwd"])
def test_a_path_to_something_else_is_an_error(toque, path):
    result = toque.run("register", REGISTRATION, "--authenticator", path)
    assert (result.returncode, result.stdout) == (3, "")
    assert error_of(result.stderr).startswith(f"toque register: the key at {path} cannot be opened: ")


def test_a_key_that_disappears_during_a_ceremony_is_an_error(toque):
    with Server(toque, "key", "serve", "--pty", "--memory", "--gesture", "timeout") as server:
        with subprocess.Popen(
            [toque.path, "register", REGISTRATION, "--authenticator", server.first_line.strip()],
            env=toque.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr.readline().startswith("Touch the key")
            server.kill()
            output, error = process.communicate(timeout=60)
        assert (process.returncode, output) == (3, "")
        assert "plug it in and try again" in error
