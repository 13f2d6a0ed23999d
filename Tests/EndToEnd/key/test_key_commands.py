"""`toque key`: managing a key, and serving one."""

import datetime
import json
import signal

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject

import stock_programs
from holder import Holder, information, private_file, refused
from platform_client import credential
from samples import REGISTRATION, decode, registration_options, sign_options
from served_key import PIN, ServedKey
from terminal import Terminal

OTHER_PIN = "código 2"
DISCOVERABLE = {"authenticatorSelection": {"residentKey": "required"}}


def credentials(holder):
    return json.loads(holder.manage("credentials", "list", "--json"))


def register_discoverable(holder, name="Ana"):
    options = registration_options() | DISCOVERABLE
    options["user"] = {"id": name, "name": name.lower(), "displayName": name}
    return holder.register(options)


# Managing a key


def test_info_shows_versions_options_and_retries(toque, holder):
    info = information(toque, holder.location)
    assert info["versions"] == ["U2F_V2", "FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1", "FIDO_2_3"]
    assert info["options"]["clientPin"] is True
    assert info["pinRetries"] == 8
    lines = toque.run("key", "info", "--device", holder.location).stdout.splitlines()
    assert "versions: U2F_V2, FIDO_2_0, FIDO_2_1_PRE, FIDO_2_1, FIDO_2_3" in lines
    assert "pinRetries: 8" in lines


def test_list_omits_served_keys(toque, key):
    assert key.location not in [entry["path"] for entry in toque.output("key", "list", "--json")]


def test_doctor_tells_whether_a_key_is_usable(toque):
    result = toque.run("doctor", "--json")
    diagnosis = json.loads(result.stdout)
    assert result.returncode == (0 if diagnosis["usable"] else 1)
    assert diagnosis["findings"]
    assert toque.run("doctor").stdout.splitlines() == diagnosis["findings"]


def test_credentials_are_listed_renamed_and_deleted(holder):
    assert credentials(holder)["credentials"] == []
    ana, bia = (register_discoverable(holder, name)["id"] for name in ("Ana", "Bia"))
    found = credentials(holder)
    assert {(entry["rpId"], entry["id"], entry["user"]["name"]) for entry in found["credentials"]} == {
        ("belvo.com", ana, "ana"),
        ("belvo.com", bia, "bia"),
    }
    holder.manage("credentials", "rename", ana, "--name", "ana maria")
    lines = holder.manage("credentials").splitlines()
    assert f"belvo.com  {ana}  ana maria  Ana" in lines
    holder.manage("credentials", "delete", ana)
    after = credentials(holder)
    assert [entry["id"] for entry in after["credentials"]] == [bia]
    assert after["remaining"] == found["remaining"] + 1


@pytest.mark.parametrize("action", [["delete", "AAAA"], ["rename", "AAAA", "--name", "x"]])
def test_an_unknown_credential_is_an_error(toque, holder, action):
    arguments = ["--device", holder.location, "--pin-file", holder.pin_file]
    assert "holds no discoverable credential with that ID" in refused(toque, "key", "credentials", *action, *arguments)


def test_an_id_may_begin_with_a_hyphen(toque, tmp_path, pin_file):
    """One id in 64 does; with this seed, one of the first does."""
    with ServedKey(toque, tmp_path / "store.sqlite", "--pin-file", pin_file, "--seed", "8") as key:
        holder = Holder(toque, key, pin_file)
        with key.connect() as client:
            # A new credential of the same user replaces the previous one.
            for _ in range(1000):
                made = client.register(b"ana", resident=True, pin=PIN)
                id = websafe_encode(credential(made)[0])
                if id.startswith("-"):
                    break
            else:
                pytest.fail("none of 1000 IDs begins with a hyphen")
        assert id in holder.manage("credentials")
        holder.manage("credentials", "rename", id, "--name", "ana maria")
        assert "ana maria" in holder.manage("credentials")
        holder.manage("credentials", "delete", id)
        assert holder.manage("credentials") == ""


def test_listing_credentials_requires_a_pin(toque, key):
    assert "set one" in refused(toque, "key", "credentials", "--device", key.location)


def test_a_pin_is_set_and_changed_with_files(toque, key, tmp_path):
    pin, other = private_file(tmp_path / "pin", PIN), private_file(tmp_path / "other", OTHER_PIN)
    device = ["--device", key.location]
    assert information(toque, key.location)["options"]["clientPin"] is False
    assert toque.run("key", "set-pin", *device, "--pin-file", pin).returncode == 0
    assert "has a PIN already" in refused(toque, "key", "set-pin", *device, "--pin-file", other)
    change = ["key", "change-pin", *device]
    assert "tries are left" in refused(toque, *change, "--pin-file", other, "--new-pin-file", pin)
    assert toque.run(*change, "--pin-file", pin, "--new-pin-file", other).returncode == 0
    # The same PIN from another keyboard, with a combining accent.
    decomposed = private_file(tmp_path / "decomposed", OTHER_PIN.replace("ó", "o\u0301"))
    assert toque.run("key", "credentials", *device, "--pin-file", decomposed).returncode == 0


def test_a_pin_is_set_and_changed_at_the_terminal(toque, key):
    device = ["--device", key.location]
    new = [("New PIN: ", PIN), ("New PIN again: ", PIN)]
    set_pin = [toque.path, "key", "set-pin", *device]
    stock_programs.succeed(*set_pin, answers=new, environment=toque.environment)
    change = [("New PIN: ", OTHER_PIN), ("New PIN again: ", OTHER_PIN), ("Present PIN of the key", PIN)]
    stock_programs.succeed(toque.path, "key", "change-pin", *device, answers=change, environment=toque.environment)
    differing = [("New PIN: ", PIN), ("New PIN again: ", OTHER_PIN)]
    result = stock_programs.run(*set_pin, answers=differing, environment=toque.environment)
    assert result.code == 1
    assert "nothing was changed" in result.errors


@pytest.mark.parametrize("pin, said", [("123", "wants 4 at least"), ("1" * 64, "at most 63 bytes")])
def test_a_pin_of_invalid_length_is_refused(toque, key, tmp_path, pin, said):
    file = private_file(tmp_path / "pin", pin)
    assert said in refused(toque, "key", "set-pin", "--device", key.location, "--pin-file", file)


def test_a_reset_erases_pin_and_credentials(toque, holder):
    key = holder.key
    registration = register_discoverable(holder)
    key.power_cycle()
    assert toque.run("key", "reset", "--yes", "--device", key.location).returncode == 0
    assert information(toque, key.location)["options"]["clientPin"] is False
    options = json.dumps(sign_options(registration["id"]))
    line = refused(toque, "sign", "-", "--authenticator", key.location, stdin=options)
    assert "NotAllowedError: " in line


def test_a_reset_asks_for_confirmation(toque, holder):
    command = ["key", "reset", "--device", holder.location]
    with Terminal(toque, *command) as terminal:
        terminal.wait_for("Type erase to go on: ")
        terminal.type("yes\n")
        terminal.wait_for("nothing was erased")
        assert terminal.end() == 1
    result = toque.run(*command)
    assert (result.returncode, result.stdout) == (2, "")
    assert "--yes" in result.stderr
    assert information(toque, holder.location)["options"]["clientPin"] is True


# Serving a key


def attestation_files(folder):
    """A self-signed attestation certificate (WebAuthn section 8.2.1) and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        x509.NameAttribute(oid, value)
        for oid, value in [
            (NameOID.COUNTRY_NAME, "BR"),
            (NameOID.ORGANIZATION_NAME, "Test"),
            (NameOID.ORGANIZATIONAL_UNIT_NAME, "Authenticator Attestation"),
            (NameOID.COMMON_NAME, "Test"),
        ]
    )
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "certificate.pem"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return file, private_file(folder / "key.pem", pem.decode())


def serve(toque, *arguments):
    """Runs a `toque key serve` that must fail to start; returns how it ends."""
    result = toque.run("key", "serve", *arguments, "--gesture", "approve")
    assert result.stdout == ""
    return result


def test_a_pin_file_does_not_change_the_pin_of_a_store(toque, tmp_path, pin_file):
    store = tmp_path / "store.sqlite"
    for _ in range(2):
        with ServedKey(toque, store, "--pin-file", pin_file) as key:
            assert information(toque, key.location)["options"]["clientPin"] is True
    other = private_file(tmp_path / "other", OTHER_PIN)
    result = serve(toque, "--pty", "--store", store, "--pin-file", other)
    assert result.returncode == 1
    assert "--pin-file: the key has another PIN; 7 tries are left" in result.stderr


def test_a_wrong_pin_file_costs_a_try_until_the_pin_is_blocked(toque, tmp_path, pin_file):
    store = tmp_path / "store.sqlite"
    with ServedKey(toque, store, "--pin-file", pin_file):
        pass
    wrong = private_file(tmp_path / "wrong", OTHER_PIN)
    for left in range(7, -1, -1):
        result = serve(toque, "--pty", "--store", store, "--pin-file", wrong)
        assert result.returncode == 1
        assert ("the key has blocked its PIN" in result.stderr) == (left == 0)
    result = serve(toque, "--pty", "--store", store, "--pin-file", pin_file)
    assert result.returncode == 1
    assert "the key has blocked its PIN" in result.stderr
    # A platform gets the same error.
    with ServedKey(toque, store) as key:
        assert information(toque, key.location)["pinRetries"] == 0


@pytest.mark.parametrize("pin", ["123", "1" * 64])
def test_a_pin_file_with_a_pin_of_wrong_length_is_refused(toque, tmp_path, pin):
    file = private_file(tmp_path / "pin", pin)
    result = serve(toque, "--pty", "--memory", "--pin-file", file)
    assert result.returncode == 1
    assert "at least 4 characters and at most 63 bytes" in result.stderr


def test_sighup_power_cycles_the_key_while_its_terminal_exists(toque, tmp_path):
    with Terminal(toque, "key", "serve", "--pty", "--store", tmp_path / "store.sqlite", "--verbose") as terminal:
        terminal.wait_for("\n")
        location = terminal.text.strip()
        terminal.process.send_signal(signal.SIGHUP)
        # It ends the commands of its moment.
        terminal.wait_for("power cycle")
        assert information(toque, location)["options"]["rk"] is True
        terminal.interrupt()
        assert terminal.end() == 0


def test_without_a_terminal_a_gesture_is_required(toque, tmp_path):
    result = toque.run("key", "serve", "--pty", "--store", tmp_path / "store.sqlite")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--gesture approve" in result.stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        ([], "one of --pty, --socket PATH and --uhid"),
        (["--pty", "--socket", "x"], "one of --pty, --socket PATH and --uhid"),
        (["--pty", "--uhid"], "one of --pty, --socket PATH and --uhid"),
        (["--socket", ""], "one of --pty, --socket PATH and --uhid"),
        (["--pty", "--memory", "--store", "x"], "--memory: excludes --store"),
        (["--pty", "--max-credentials", "-1"], "--max-credentials"),
        (["--pty", "--attestation-key", "x"], "require each other"),
        (["--pty", "--profile", "ios", "--self-attestation"], "--profile: ios makes no attestation"),
        (["--pty", "--profile", "ios", "--enterprise-rp-id", "rp.example"], "--profile: ios makes no attestation"),
    ],
)
def test_serve_refuses_invalid_options(toque, arguments, said):
    result = serve(toque, *arguments)
    assert result.returncode == 2
    assert said in result.stderr


def test_a_socket_does_not_replace_an_existing_file(toque, tmp_path):
    taken = private_file(tmp_path / "taken", "a file")
    result = serve(toque, "--socket", taken, "--memory")
    assert result.returncode == 3
    assert f"{taken} exists and is not a socket" in result.stderr
    assert taken.read_text() == "a file"


def test_a_profile_without_attestation_prints_a_warning(toque, tmp_path):
    errors = tmp_path / "errors"
    with (
        errors.open("w") as stream,
        ServedKey(toque, tmp_path / "store.sqlite", "--profile", "ios", stderr=stream) as key,
    ):
        assert "profile ios makes no attestation" in errors.read_text()
        assert toque.output("register", REGISTRATION, "--authenticator", key.location)["id"]


def test_a_full_key_refuses_another_credential(toque, tmp_path, pin_file):
    options = ["--pin-file", pin_file, "--max-credentials", "1"]
    with ServedKey(toque, tmp_path / "store.sqlite", *options) as key:
        holder = Holder(toque, key, pin_file)
        register_discoverable(holder, "Ana")
        body = json.dumps(registration_options() | DISCOVERABLE)
        line = refused(toque, "register", "-", *holder.flags, stdin=body)
        assert "ConstraintError: " in line
        # A replacement for an existing credential still fits.
        register_discoverable(holder, "Ana")


def attestation(toque, tmp_path, *options):
    """Returns the attestation statement of a new credential from a key served with these options."""
    with ServedKey(toque, tmp_path / "store.sqlite", *options) as key:
        body = json.dumps(registration_options() | {"attestation": "direct"})
        registration = toque.output("register", "-", "--authenticator", key.location, stdin=body)
    return AttestationObject(decode(registration["response"]["attestationObject"])).att_stmt


def test_self_attestation_has_no_certificate(toque, tmp_path):
    assert attestation(toque, tmp_path, "--self-attestation").keys() == {"alg", "sig"}


def test_an_attestation_key_is_read_from_files(toque, tmp_path):
    certificate, key = attestation_files(tmp_path)
    options = ["--attestation-certificate", certificate, "--attestation-key", key]
    leaf = x509.load_pem_x509_certificate(certificate.read_bytes())
    assert attestation(toque, tmp_path, *options)["x5c"] == [leaf.public_bytes(serialization.Encoding.DER)]
    (tmp_path / "other").mkdir()
    options[-1] = attestation_files(tmp_path / "other")[1]
    result = serve(toque, "--pty", "--memory", *options)
    assert result.returncode == 1
    assert "the attestation key is not the first certificate's" in result.stderr


def test_a_seed_makes_a_key_reproducible(toque):
    ids = []
    for _ in range(2):
        with Terminal(toque, "key", "serve", "--pty", "--memory", "--seed", "x", "--gesture", "approve") as terminal:
            terminal.wait_for("\n")
            location = terminal.text.strip()
            options = json.dumps(registration_options() | {"attestation": "direct"})
            ids.append(toque.output("register", "-", "--authenticator", location, stdin=options)["response"])
    assert ids[0] == ids[1]
