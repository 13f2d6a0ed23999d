"""Options of ceremonies: invalid ones get one line on stderr; tolerated departures are reported on request."""

import json

import pytest

from command import error_of
from device import Device
from samples import REGISTRATION, SIGNING, encode, registration_options, sign_options


@pytest.fixture
def device(toque, tmp_path):
    return Device(toque, tmp_path)


def refusal(device, command, text, *flags):
    """The error of a command that exits 1."""
    result = device.toque.run(command, "-", *device.flags, *flags, stdin=text)
    assert (result.returncode, result.stdout) == (1, ""), result.stderr
    assert result.stderr.startswith("error: ")
    return error_of(result.stderr)


@pytest.mark.parametrize(
    "path, change",
    [
        ("rp.id", lambda options: options["rp"].update(id=5)),
        ("user", lambda options: options.pop("user")),
        ("user.id", lambda options: options["user"].update(id="A" * 87)),
        ("challenge", lambda options: options.pop("challenge")),
        ("challenge", lambda options: options.update(challenge="not base64url")),
        ("pubKeyCredParams", lambda options: options.update(pubKeyCredParams="ES256")),
        ("pubKeyCredParams[0].alg", lambda options: options["pubKeyCredParams"][0].update(alg="ES256")),
        ("pubKeyCredParams[1].type", lambda options: options["pubKeyCredParams"][1].pop("type")),
        ("excludeCredentials[0].id", lambda options: options.update(excludeCredentials=[{"type": "public-key"}])),
        ("timeout", lambda options: options.update(timeout="soon")),
    ],
)
def test_wrong_registration_options_are_refused_with_their_path(device, path, change):
    options = registration_options()
    change(options)
    assert refusal(device, "register", json.dumps(options)).startswith(f"stdin: {path}: ")


@pytest.mark.parametrize(
    "path, change",
    [
        ("challenge", lambda options: options.pop("challenge")),
        ("rpId", lambda options: options.update(rpId=["belvo.com"])),
        ("allowCredentials[0].id", lambda options: options["allowCredentials"][0].update(id=1)),
    ],
)
def test_wrong_sign_options_are_refused_with_their_path(device, path, change):
    options = json.loads(SIGNING.read_text())
    change(options)
    assert refusal(device, "sign", json.dumps(options)).startswith(f"stdin: {path}: ")


@pytest.mark.parametrize("text", ["", "{", "[]", '"text"', '{"challenge": "A", "challenge": "A"}', "\0"])
@pytest.mark.parametrize("command", ["register", "sign"])
def test_input_without_options_is_refused(device, command, text):
    refusal(device, command, text)


@pytest.mark.parametrize(
    "name, flags, change",
    [
        ("SecurityError", ["--origin", "https://belvo.example"], lambda options: None),
        ("SecurityError", ["--origin", "https://com"], lambda options: options["rp"].update(id="com")),
        ("NotSupportedError", [], lambda options: options["pubKeyCredParams"].pop()),  # leaves RS256 to a phone
        ("NotAllowedError", ["--gesture", "decline"], lambda options: None),
    ],
)
def test_ceremony_errors_have_webauthns_names(device, name, flags, change):
    options = registration_options()
    change(options)
    assert f"{name}: " in refusal(device, "register", json.dumps(options), *flags)


def test_an_excluded_credential_is_an_invalid_state(device):
    options = registration_options()
    credential = device.register(options)
    options["excludeCredentials"] = [{"type": "public-key", "id": credential["id"]}]
    assert "InvalidStateError: " in refusal(device, "register", json.dumps(options))


def test_without_a_terminal_a_gesture_is_required(toque, tmp_path):
    result = toque.run("register", REGISTRATION, "--store", tmp_path / "store.sqlite")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--gesture" in result.stderr
    assert not (tmp_path / "store.sqlite").exists()


def test_the_environment_can_set_the_gesture(toque, tmp_path):
    arguments = ["register", REGISTRATION, "--store", tmp_path / "store.sqlite"]
    assert toque.run(*arguments, environment={"TOQUE_GESTURE": "approve"}).returncode == 0
    assert toque.run(*arguments, environment={"TOQUE_GESTURE": "decline"}).returncode == 1


def test_an_unreadable_file_has_exit_code_3(device):
    result = device.toque.run("register", device.folder / "missing.json", *device.flags)
    assert (result.returncode, result.stdout) == (3, "")
    assert "missing.json" in result.stderr


@pytest.mark.parametrize("wrapper", ["publicKey", "data", "fido_options"])
def test_options_inside_a_wrapper_are_found(device, wrapper):
    credential = device.register({wrapper: registration_options()})
    assert device.sign({wrapper: sign_options(credential["id"])})["id"] == credential["id"]


def test_tolerated_departures_are_reported_only_on_demand(device):
    options = registration_options()
    options["challenge"] += "="
    quiet = device.toque.run("register", "-", *device.flags, stdin=json.dumps(options))
    assert (quiet.returncode, quiet.stderr) == (0, "")
    verbose = device.toque.run("register", "-", *device.flags, "--verbose", stdin=json.dumps(options))
    assert verbose.returncode == 0
    assert "challenge" in verbose.stderr
    assert "extensions.appid" in verbose.stderr


@pytest.mark.parametrize("reading, same", [("auto", True), ("utf8", False)])
def test_the_user_id_is_read_in_the_requested_form(device, reading, same):
    options = registration_options()
    credential = device.register(options, "--user-id", reading)
    text = options["user"]["id"]
    expected = text if same else encode(text.encode())
    assert device.sign(sign_options(credential["id"]))["response"]["userHandle"] == expected
