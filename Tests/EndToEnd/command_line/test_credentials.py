"""The output of `toque register` and `toque sign`: bodies of the guide, and signatures with its fallback credential."""

import json

import pytest

from command import error_of
from device import Device
from samples import registration_options, sign_options

UNKNOWN = "VW5rbm93bkNyZWRlbnRpYWw"


@pytest.fixture
def device(toque, tmp_path):
    return Device(toque, tmp_path)


def run(device, command, options, *arguments):
    return device.toque.run(command, "-", *device.flags, *arguments, stdin=json.dumps(options))


def test_bodies_have_only_the_members_of_the_guide(device):
    body = json.loads(run(device, "register", registration_options(), "--body").stdout)
    assert list(body) == ["confirmation_data"]
    credential = body["confirmation_data"]
    assert set(credential) == {"authenticatorAttachment", "id", "rawId", "type", "response"}
    assert set(credential["response"]) == {"attestationObject", "clientDataJSON"}

    body = json.loads(run(device, "sign", sign_options(credential["id"]), "--body").stdout)
    assert set(body) == {"assertion"}
    assert set(body["assertion"]) == {"authenticatorAttachment", "id", "rawId", "type", "response"}


@pytest.mark.parametrize("form", ["the ID", "toque register", "toque register --body"])
def test_a_fallback_credential_signs_if_the_options_name_none_of_the_device(device, tmp_path, form):
    flags = ["--body"] if form.endswith("--body") else []
    text = run(device, "register", registration_options(), *flags).stdout
    made = json.loads(text)
    made_id = made.get("confirmation_data", made)["id"]
    file = tmp_path / "credential"
    file.write_text(f"{made_id}\n" if form == "the ID" else text)

    without = run(device, "sign", sign_options(UNKNOWN))
    assert without.returncode == 1
    assert "NotAllowedError: " in error_of(without.stderr)
    signed = run(device, "sign", sign_options(UNKNOWN), "--fallback-credential", file)
    assert json.loads(signed.stdout)["id"] == made_id


def test_a_fallback_credential_yields_to_the_options_and_to_the_person(device, tmp_path):
    people = [registration_options() | {"user": {"id": name, "name": name, "displayName": name}} for name in "ab"]
    first, second = (json.loads(run(device, "register", options).stdout)["id"] for options in people)
    file = tmp_path / "credential"
    file.write_text(second)
    named = run(device, "sign", sign_options(first), "--fallback-credential", file)
    assert json.loads(named.stdout)["id"] == first
    arguments = ["sign", "-", "--store", tmp_path / "store.sqlite", "--gesture", "decline,approve"]
    declined = device.toque.run(*arguments, "--fallback-credential", file, stdin=json.dumps(sign_options(first)))
    assert (declined.returncode, declined.stdout) == (1, "")


def test_a_fallback_credential_of_another_rp_id_is_refused_before_the_gesture(device, tmp_path):
    other = registration_options() | {"rp": {"id": "other.example", "name": "Other"}}
    file = tmp_path / "credential"
    for flags in [], ["--body"]:
        made = run(device, "register", other, *flags)
        file.write_text(made.stdout)
        own = json.loads(run(device, "register", registration_options()).stdout)["id"]
        # Even where the options name a credential, so that the other one would not be needed.
        result = run(device, "sign", sign_options(own), "--fallback-credential", file)
        assert (result.returncode, result.stdout) == (1, "")
        assert error_of(result.stderr).startswith(
            f"--fallback-credential: {file} is not a credential for {sign_options(own)['rpId']}")


@pytest.mark.parametrize("content", ["", "two words", "?", "{}", '{"id": ""}'])
def test_a_file_without_a_credential_id_is_refused_before_the_gesture(device, tmp_path, content):
    file = tmp_path / "credential"
    file.write_text(content)
    result = run(device, "sign", sign_options(UNKNOWN), "--fallback-credential", file)
    assert (result.returncode, result.stdout) == (1, "")
    assert error_of(result.stderr).startswith("--fallback-credential: ")
