"""OpenSSH generates, downloads and uses keys in a security key over a pseudo-terminal."""

import os

import pytest

from openssh import ASKED, TYPES, check, flags, generate, public_key, sign
from served_key import PIN


@pytest.fixture
def key_with_pin(key):
    key.set_pin(PIN)
    return key


def device(key):
    return f"device={key.location}"


@pytest.mark.parametrize("type", TYPES)
def test_a_key_is_generated_and_signs(key, ssh_keygen, listing, tmp_path, type):
    public = generate(ssh_keygen, type, tmp_path / "id", device(key))
    assert public[0] == TYPES[type]
    check(public, sign(ssh_keygen, tmp_path / "id", environment=listing(key)), tmp_path)


@pytest.mark.parametrize("options", [["verify-required"], ["resident"], ["resident", "verify-required"]], ids=" ".join)
@pytest.mark.parametrize("type", TYPES)
def test_a_key_with_a_pin_follows_its_options(key_with_pin, ssh_keygen, listing, tmp_path, type, options):
    asked = [ASKED] if "resident" in options else []
    public = generate(ssh_keygen, type, tmp_path / "id", device(key_with_pin), *options, answers=asked)
    is_verified = "verify-required" in options
    prompts = [("Enter PIN for", PIN)] if is_verified else []
    signature = sign(ssh_keygen, tmp_path / "id", prompts, listing(key_with_pin))
    check(public, signature, tmp_path)
    assert flags(signature) == (0x05 if is_verified else 0x01)


def test_a_key_without_a_pin_keeps_resident_keys(key, ssh_keygen, listing, tmp_path):
    public = generate(ssh_keygen, "ed25519-sk", tmp_path / "id", device(key), "resident")
    check(public, sign(ssh_keygen, tmp_path / "id", environment=listing(key)), tmp_path)


@pytest.mark.parametrize("extra", [[], ["verify-required"]], ids=["touch", "PIN"])
def test_resident_keys_are_downloaded(key_with_pin, ssh_keygen, listing, tmp_path, monkeypatch, extra):
    made = {}
    for type in TYPES:
        options = [device(key_with_pin), "resident", f"application=ssh:{type}", *extra]
        made[type] = generate(ssh_keygen, type, tmp_path / type, *options, answers=[ASKED])
    folder = tmp_path / "downloaded"
    folder.mkdir()
    monkeypatch.chdir(folder)
    ssh_keygen("-K", "-N", "", "-O", device(key_with_pin), answers=[ASKED])
    for type, public in made.items():
        file = folder / f"id_{type.replace('-', '_')}_rk_{type}"
        assert public_key(file) == public
        answers = [("Enter PIN for", PIN)] if extra else []
        check(public, sign(ssh_keygen, file, answers, listing(key_with_pin)), tmp_path)
    assert len(os.listdir(folder)) == 2 * len(made)


def test_after_a_wrong_pin_ssh_keygen_asks_again(key_with_pin, ssh_keygen, tmp_path):
    wrong_first = [(ASKED[0], "wrong"), ASKED]
    generate(ssh_keygen, "ed25519-sk", tmp_path / "id", device(key_with_pin), "resident", answers=wrong_first)
    with key_with_pin.connect() as client:
        assert client.pin().get_pin_retries()[0] == 8
