"""OpenSSH's keys live in the key: made, downloaded and used over a pseudo-terminal."""

import base64
import os

import pytest

import stock
from served_key import PIN

MESSAGE = "A message to sign\n"
ASKED = ("Enter PIN for authenticator: ", PIN)
TYPES = {"ecdsa-sk": "sk-ecdsa-sha2-nistp256@openssh.com", "ed25519-sk": "sk-ssh-ed25519@openssh.com"}


@pytest.fixture
def key_with_pin(key):
    key.set_pin(PIN)
    return key


@pytest.fixture
def ssh_keygen(monkeypatch, tmp_path):
    """Runs ssh-keygen without a graphical prompt and without an agent. Returns the lines that it printed."""
    for variable in ("DISPLAY", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SSH_AUTH_SOCK", "SSH_SK_PROVIDER"):
        monkeypatch.delenv(variable, raising=False)
    return lambda *arguments, **options: stock.succeed("ssh-keygen", *arguments, **options)


def generate(ssh_keygen, key, type, file, *options, answers=()):
    """A new key pair; returns the type and the blob of its public key."""
    flags = [flag for option in [f"device={key.location}", *options] for flag in ("-O", option)]
    ssh_keygen("-q", "-t", type, "-N", "", "-C", "", "-f", file, *flags, answers=answers)
    return public_key(file)


def public_key(file):
    return file.with_suffix(".pub").read_text().split()[:2]


def sign(ssh_keygen, environment, file, answers=()):
    """An SSH signature of the message."""
    return ssh_keygen("-Y", "sign", "-n", "test", "-f", file, stdin=MESSAGE, environment=environment, answers=answers)


def verification(public, signature, folder, message=MESSAGE):
    """How ssh-keygen judges the signature."""
    signers, signature_file = folder / "allowed_signers", folder / "message.sig"
    signers.write_text(f"ana@example.com {' '.join(public)}\n")
    signature_file.write_text("\n".join(signature) + "\n")
    command = ["ssh-keygen", "-Y", "verify", "-n", "test", "-I", "ana@example.com"]
    return stock.run(*command, "-f", signers, "-s", signature_file, stdin=message)


@pytest.mark.parametrize("type", TYPES)
def test_a_signature(key, ssh_keygen, listing, tmp_path, type):
    public = generate(ssh_keygen, key, type, tmp_path / "id")
    assert public[0] == TYPES[type]
    signature = sign(ssh_keygen, listing(key), tmp_path / "id")
    accepted = verification(public, signature, tmp_path)
    assert accepted.code == 0, accepted
    assert 'Good "test" signature for ana@example.com' in accepted.output
    refused = verification(public, signature, tmp_path, message="Another message\n")
    assert refused.code != 0, refused


@pytest.mark.parametrize("options", [["verify-required"], ["resident"], ["resident", "verify-required"]], ids=" ".join)
@pytest.mark.parametrize("type", TYPES)
def test_options_of_a_key_with_a_pin(key_with_pin, ssh_keygen, listing, tmp_path, type, options):
    asked = [ASKED] if "resident" in options else []
    public = generate(ssh_keygen, key_with_pin, type, tmp_path / "id", *options, answers=asked)
    is_verified = "verify-required" in options
    prompts = [("Enter PIN for", PIN)] if is_verified else []
    signature = sign(ssh_keygen, listing(key_with_pin), tmp_path / "id", prompts)
    accepted = verification(public, signature, tmp_path)
    assert accepted.code == 0, accepted
    assert flags(signature) == (0x05 if is_verified else 0x01)


def flags(signature):
    """The authenticator's flags: in OpenSSH's format they and the counter of four bytes come last."""
    return base64.b64decode("".join(signature[1:-1]))[-5]


def test_a_key_without_a_pin_keeps_resident_keys(key, ssh_keygen, listing, tmp_path):
    public = generate(ssh_keygen, key, "ed25519-sk", tmp_path / "id", "resident")
    signature = sign(ssh_keygen, listing(key), tmp_path / "id")
    accepted = verification(public, signature, tmp_path)
    assert accepted.code == 0, accepted


@pytest.mark.parametrize("extra", [[], ["verify-required"]], ids=["touch", "PIN"])
def test_resident_keys_are_downloaded(key_with_pin, ssh_keygen, listing, tmp_path, monkeypatch, extra):
    made = {}
    for type in TYPES:
        options = ["resident", f"application=ssh:{type}", *extra]
        made[type] = generate(ssh_keygen, key_with_pin, type, tmp_path / type, *options, answers=[ASKED])
    folder = tmp_path / "downloaded"
    folder.mkdir()
    monkeypatch.chdir(folder)
    ssh_keygen("-K", "-N", "", "-O", f"device={key_with_pin.location}", answers=[ASKED])
    for type, public in made.items():
        file = folder / f"id_{type.replace('-', '_')}_rk_{type}"
        assert public_key(file) == public
        signature = sign(ssh_keygen, listing(key_with_pin), file, [("Enter PIN for", PIN)] if extra else [])
        accepted = verification(public, signature, tmp_path)
        assert accepted.code == 0, accepted
    assert len(os.listdir(folder)) == 2 * len(made)


def test_a_wrong_pin_is_asked_again(key_with_pin, ssh_keygen, tmp_path):
    generate(ssh_keygen, key_with_pin, "ed25519-sk", tmp_path / "id", "resident", answers=[(ASKED[0], "wrong"), ASKED])
    with key_with_pin.connect() as client:
        assert client.pin().get_pin_retries()[0] == 8
