"""`usb`: toque finds the plugged-in key and uses it like one given by path."""

import json

import pytest

from samples import registration_options, sign_options
from served_key import ServedKey
from test_key_ceremonies import authenticator_data, verify

RP_ID = "belvo.com"
BLOB = "a blob that packs to sixteen bytes at least: 0123456789abcdef"


@pytest.fixture
def plugged_in(toque, tmp_path, pin_file, listing):
    """Serves a key with a sensor as the only one that libfido2 lists, and runs toque with it."""
    options = ["--profile", "fingerprint-key", "--pin-file", pin_file]
    with ServedKey(toque, tmp_path / "store.sqlite", *options, gesture="finger:thumb") as key:
        environment = {name: listing(key)[name] for name in ("LD_PRELOAD", "LISTED_KEY")}

        def run(*arguments, **popen):
            result = toque.run(*arguments, environment=environment, **popen)
            assert result.returncode == 0, result
            return result.stdout

        yield key, run


def test_a_plugged_in_key_is_found(plugged_in):
    key, run = plugged_in
    assert key.location in run("key", "list")
    assert "bioEnroll (off)" in run("key", "info")


def test_fingerprints_and_settings_of_a_plugged_in_key_are_managed(plugged_in, pin_file):
    key, run = plugged_in
    pin = ["--pin-file", pin_file]
    finger = run("key", "fingerprints", "add", "--name", "thumb", *pin).strip()
    run("key", "fingerprints", "rename", finger, "left thumb", *pin)
    assert "left thumb" in run("key", "fingerprints", *pin)
    run("key", "config", "always-uv", "on", *pin)
    assert "always-uv: on" in run("key", "config")
    run("key", "fingerprints", "remove", finger, *pin)
    run("key", "config", "always-uv", "off", *pin)
    assert run("key", "credentials", *pin) == ""


def test_a_plugged_in_key_registers_signs_and_keeps_a_large_blob(plugged_in, pin_file):
    key, run = plugged_in
    pin = ["--pin-file", pin_file]
    run("key", "fingerprints", "add", *pin)
    selection = {"residentKey": "required", "userVerification": "required"}
    options = registration_options() | {
        "authenticatorSelection": selection,
        "extensions": {"largeBlob": {"support": "required"}},
    }
    registration = json.loads(run("register", "-", "--authenticator", "usb", stdin=json.dumps(options)))
    assert authenticator_data(registration).is_user_verified()
    options = sign_options(registration["id"])
    verify(registration, json.loads(run("sign", "-", "--authenticator", "usb", stdin=json.dumps(options))))
    run("key", "blobs", "set", "--rp-id", RP_ID, *pin, stdin=BLOB)
    assert run("key", "blobs", "get", "--rp-id", RP_ID, *pin) == BLOB
    run("key", "blobs", "delete", "--rp-id", RP_ID, *pin)
    assert run("key", "blobs", *pin) == ""
