"""U2F (CTAP1): libfido2's tools and python-fido2 register with the key and sign in; CTAP2 shares its credentials."""

import base64
import contextlib
import hashlib
import os
import subprocess
import sys
import time

import pytest
from cryptography import x509
from fido2.attestation import FidoU2FAttestation
from fido2.cose import ES256
from fido2.ctap import CtapError
from fido2.ctap1 import APDU, ApduError, Ctap1
from fido2.ctap2 import Config, Ctap2
from fido2.hid import CTAPHID
from fido2.webauthn import AttestationObject

import stock_programs
from platform_client import HASH, RP_ID, credential, descriptors, refused
from samples import noise
from served_key import PIN, ServedKey

APP_ID = "https://rp.example/u2f/app-id.json"
CHALLENGE = hashlib.sha256(b"client data of U2F").digest()
OTHER_CHALLENGE = hashlib.sha256(b"client data of another").digest()
ENFORCE, CHECK_ONLY, DO_NOT_ENFORCE = 0x03, 0x07, 0x08


def digest(text):
    return hashlib.sha256(text.encode()).digest()


@pytest.fixture
def client(key):
    with key.connect() as client:
        yield client


@pytest.fixture
def u2f(client):
    return Ctap1(client.device)


@contextlib.contextmanager
def apdu_refused(status):
    """Expects the key to answer with this status word."""
    with pytest.raises(ApduError) as refusal:
        yield
    assert refusal.value.code == status, refusal.value


def authenticate(u2f, control, handle, application=digest(RP_ID), challenge=CHALLENGE):
    """Returns the raw answer to U2F_AUTHENTICATE with this control byte."""
    data = challenge + application + bytes([len(handle)]) + handle
    return u2f.send_apdu(ins=Ctap1.INS.AUTHENTICATE, p1=control, data=data)


# libfido2's tools, which ask again and again until the key is touched


def encode(data):
    return base64.b64encode(data).decode()


def tool(*command, stdin):
    return stock_programs.run(*command, stdin="".join(f"{line}\n" for line in stdin))


def make(location, *flags):
    """Returns fido2-cred's output for a new credential, and its id and PEM public key after verification."""
    request = [encode(HASH), RP_ID, "ana", encode(b"ana")]
    made = tool("fido2-cred", "-M", *flags, location, "es256", stdin=request)
    assert made.code == 0, made
    verified = tool("fido2-cred", "-V", "es256", stdin=made.lines)
    assert verified.code == 0, verified
    credential_id, *public_key = verified.lines
    return made.lines, credential_id, "\n".join(public_key) + "\n"


def sign(location, credential_id, public_key, folder, *flags):
    """Returns the lines of an assertion that fido2-assert -V accepted."""
    made = tool("fido2-assert", "-G", *flags, location, stdin=[encode(HASH), RP_ID, credential_id])
    assert made.code == 0, made
    file = folder / "public-key.pem"
    file.write_text(public_key)
    verified = tool("fido2-assert", "-V", "-p", file, "es256", stdin=made.lines[:4])
    assert verified.code == 0, verified
    return made.lines


@pytest.mark.parametrize("registration", [["-u"], []], ids=["registered by U2F", "registered by CTAP2"])
def test_fido2_tools_register_and_sign_by_u2f(key, tmp_path, registration):
    lines, credential_id, public_key = make(key.location, *registration)
    assert lines[2] == ("fido-u2f" if registration else "packed")
    counters = []
    for flags in (["-u"], [], ["-u"]):
        assertion = sign(key.location, credential_id, public_key, tmp_path, *flags)
        # A CBOR byte string of fewer than 256 bytes: a 2-byte head, a 32-byte hash, flags, counter.
        counters.append(int.from_bytes(base64.b64decode(assertion[2])[35:39]))
    assert counters == sorted(set(counters))


def test_fido2_tools_accept_self_attestation(toque, tmp_path):
    with ServedKey(toque, tmp_path / "store.sqlite", "--self-attestation") as key:
        _, credential_id, public_key = make(key.location, "-u")
        sign(key.location, credential_id, public_key, tmp_path, "-u")


def test_fido2_tools_find_no_handle_of_another_key(toque, key, tmp_path):
    with ServedKey(toque, tmp_path / "other.sqlite") as other:
        _, credential_id, _ = make(other.location, "-u")
    refusal = tool("fido2-assert", "-G", "-u", key.location, stdin=[encode(HASH), RP_ID, credential_id])
    assert (refusal.code, refusal.output) == (1, "")
    assert "FIDO_ERR_NO_CREDENTIALS" in refusal.errors


# python-fido2


def test_the_version_and_the_capabilities_name_u2f(client, u2f):
    assert u2f.get_version() == "U2F_V2"
    assert not client.device.capabilities & 0x08  # NMSG
    assert client.ctap.info.versions[0] == "U2F_V2"


def test_a_key_registers_and_authenticates(u2f):
    made = u2f.register(CHALLENGE, digest(RP_ID))
    made.verify(digest(RP_ID), CHALLENGE)
    assert len(made.key_handle) <= 255
    counters = []
    for challenge in (CHALLENGE, OTHER_CHALLENGE):
        signed = u2f.authenticate(challenge, digest(RP_ID), made.key_handle)
        signed.verify(digest(RP_ID), challenge, made.public_key)
        assert signed.user_presence == 1
        counters.append(signed.counter)
    assert counters[0] < counters[1]
    with apdu_refused(APDU.USE_NOT_SATISFIED):
        u2f.authenticate(CHALLENGE, digest(RP_ID), made.key_handle, check_only=True)
    silent = authenticate(u2f, DO_NOT_ENFORCE, made.key_handle)
    assert silent[0] == 0
    assert int.from_bytes(silent[1:5]) > counters[1]


def test_the_attestation_chains_to_the_authority_of_the_store(u2f, toque, key, tmp_path):
    made = u2f.register(CHALLENGE, digest(RP_ID))
    key.stop()
    leaf = x509.load_der_x509_certificate(made.certificate)
    authority = toque.run("key", "attestation-ca", "--store", tmp_path / "store.sqlite")
    leaf.verify_directly_issued_by(x509.load_pem_x509_certificate(authority.stdout.encode()))
    object = AttestationObject.from_ctap1(digest(RP_ID), made)
    FidoU2FAttestation().verify(object.att_stmt, object.auth_data, CHALLENGE)


@pytest.mark.parametrize("control", [ENFORCE, CHECK_ONLY, DO_NOT_ENFORCE])
def test_an_unknown_handle_is_refused(u2f, control):
    handle = u2f.register(CHALLENGE, digest(RP_ID)).key_handle
    changed = bytes([handle[0] ^ 1]) + handle[1:]
    for bad in (b"", changed, handle[:-1], noise(255)):
        with apdu_refused(APDU.WRONG_DATA):
            authenticate(u2f, control, bad)
    with apdu_refused(APDU.WRONG_DATA):
        authenticate(u2f, control, handle, application=digest("other.example"))


@pytest.mark.parametrize(
    "request_bytes, status",
    [
        ("00", "6700"),
        ("000100000000", "6700"),
        ("00010000000001aa0000", "6700"),
        ("0003000001aa", "6700"),
        ("01030000000000", "6e00"),
        ("00090000000000", "6d00"),
        ("00030000", "5532465f56329000"),  # The short form.
    ],
)
def test_malformed_requests_get_their_status(client, request_bytes, status):
    assert client.device.call(CTAPHID.MSG, bytes.fromhex(request_bytes)).hex() == status


def test_without_a_touch_a_key_asks_for_one(toque, tmp_path):
    with ServedKey(toque, tmp_path / "silent.sqlite", gesture="timeout") as key, key.connect() as client:
        u2f = Ctap1(client.device)
        for _ in range(3):
            with apdu_refused(APDU.USE_NOT_SATISFIED):
                u2f.register(CHALLENGE, digest(RP_ID))
        with apdu_refused(APDU.WRONG_DATA):
            authenticate(u2f, ENFORCE, b"no handle")
        assert client.ctap.get_info().versions


def test_a_declined_touch_is_refused(toque, tmp_path):
    with ServedKey(toque, tmp_path / "declining.sqlite", gesture="decline") as key, key.connect() as client:
        with apdu_refused(0x6986):
            Ctap1(client.device).register(CHALLENGE, digest(RP_ID))


def test_always_uv_turns_u2f_off(client, u2f):
    handle = u2f.register(CHALLENGE, digest(RP_ID)).key_handle
    Config(client.ctap).toggle_always_uv()
    assert "U2F_V2" not in client.ctap.get_info().versions
    with apdu_refused(0x6986):
        u2f.get_version()
    with apdu_refused(0x6986):
        u2f.register(CHALLENGE, digest(RP_ID))
    for control in (ENFORCE, CHECK_ONLY, DO_NOT_ENFORCE):
        with apdu_refused(0x6986):
            authenticate(u2f, control, handle)


@pytest.mark.parametrize("profile", ["ios", "android", "windows"])
def test_a_platform_authenticator_has_no_u2f(toque, tmp_path, profile):
    options = ["--profile", profile]
    with ServedKey(toque, tmp_path / "store.sqlite", *options) as key, key.connect() as client:
        assert client.device.capabilities & 0x08
        assert "U2F_V2" not in client.ctap.info.versions
        with refused("INVALID_COMMAND"):
            client.device.call(CTAPHID.MSG, bytes.fromhex("00030000"))


# Credentials of both protocols


@pytest.mark.parametrize("application", [RP_ID, APP_ID])
def test_a_u2f_credential_signs_through_ctap2(client, u2f, application):
    made = u2f.register(CHALLENGE, digest(application))
    assertion = client.sign(made.key_handle, rp_id=application)
    assertion.verify(HASH, ES256.from_ctap1(made.public_key))
    assert assertion.user is None
    assert assertion.auth_data.flags == 0x01
    with refused("CREDENTIAL_EXCLUDED"):
        client.register(rp_id=application, exclude_list=descriptors(made.key_handle))
    with refused("NO_CREDENTIALS"):
        client.sign(made.key_handle, rp_id="other.example")
    with refused("NO_CREDENTIALS"):
        client.sign(rp_id=application)


@pytest.mark.parametrize("resident", [False, True])
def test_a_ctap2_credential_signs_through_u2f(client, u2f, resident):
    credential_id, public_key = credential(client.register(resident=resident))
    point = b"\x04" + public_key[-2] + public_key[-3]
    signed = u2f.authenticate(CHALLENGE, digest(RP_ID), credential_id)
    signed.verify(digest(RP_ID), CHALLENGE, point)
    assertion = client.sign(credential_id)
    assert assertion.auth_data.counter > signed.counter


def test_a_credential_that_requires_the_pin_is_unknown_to_u2f(key, client, u2f):
    key_pin = client.pin()
    key_pin.set_pin(PIN)
    credential_id, _ = credential(client.register(pin=PIN, extensions={"credProtect": 3}))
    for control in (ENFORCE, CHECK_ONLY, DO_NOT_ENFORCE):
        with apdu_refused(APDU.WRONG_DATA):
            authenticate(u2f, control, credential_id)
    # Without credential protection, U2F needs no PIN.
    made = u2f.register(CHALLENGE, digest(RP_ID))
    u2f.authenticate(CHALLENGE, digest(RP_ID), made.key_handle)


def test_credentials_survive_a_power_cycle_but_not_a_reset(key):
    with key.connect() as client:
        handle = Ctap1(client.device).register(CHALLENGE, digest(RP_ID)).key_handle
    key.power_cycle()
    with key.connect() as client:
        Ctap1(client.device).authenticate(CHALLENGE, digest(RP_ID), handle)
    key.reset()
    with key.connect() as client, apdu_refused(APDU.WRONG_DATA):
        Ctap1(client.device).authenticate(CHALLENGE, digest(RP_ID), handle)


# WINK and LOCK


def test_a_wink_is_shown_on_stderr(toque, tmp_path):
    errors = tmp_path / "errors"
    with (
        errors.open("w") as stream,
        ServedKey(toque, tmp_path / "store.sqlite", stderr=stream) as key,
        key.connect() as client,
    ):
        assert client.device.capabilities & 0x01
        assert errors.read_text() == ""
        client.device.wink()
        assert errors.read_text() == "The key winks: a program shows which one it means.\n"


def test_a_client_locks_and_releases_the_key(client):
    client.device.lock(10)
    assert client.device.ping(b"locked") == b"locked"
    client.device.lock(0)
    with refused("INVALID_PARAMETER"):
        client.device.lock(11)


@pytest.fixture
def clients(toque, tmp_path):
    """Two clients of one key, each on its own connection."""
    with (
        ServedKey(toque, tmp_path / "store.sqlite", link=("--socket", tmp_path / "key.socket")) as key,
        key.connect() as first,
        key.connect() as second,
    ):
        yield first, second


def is_busy(client, command, data=b""):
    """Returns whether the key is busy. python-fido2 itself would retry until it is free."""
    client.send(command, data)
    report = client.connection.read_packet()
    return report[4:8] == bytes([0x80 | CTAPHID.ERROR, 0, 1, CtapError.ERR.CHANNEL_BUSY])


def test_a_lock_keeps_other_clients_out(clients):
    holder, other = clients
    for seconds in range(1, 11):
        holder.device.lock(seconds)
    # The last command: other clients cannot release the lock either.
    for command, data in [
        (CTAPHID.PING, b"?"),
        (CTAPHID.WINK, b""),
        (CTAPHID.CBOR, bytes([Ctap2.CMD.GET_INFO])),
        (CTAPHID.MSG, bytes.fromhex("00030000")),
        (CTAPHID.LOCK, b"\0"),
    ]:
        assert is_busy(other, command, data)
    assert holder.ctap.get_info().versions
    holder.device.lock(0)
    assert not is_busy(other, CTAPHID.PING, b"?")
    assert other.ctap.get_info().versions


def test_a_lock_expires(clients):
    holder, other = clients
    holder.device.lock(1)
    deadline = time.monotonic() + 60
    while is_busy(other, CTAPHID.PING, b"?"):
        assert time.monotonic() < deadline, "the lock is still there"
        time.sleep(0.05)


@pytest.mark.parametrize("link", ["--pty", "--socket"])
def test_a_lock_ends_with_a_client_that_is_killed(toque, tmp_path, link):
    place = [link] if link == "--pty" else [link, tmp_path / "key.socket"]
    log = tmp_path / "log"
    with (
        log.open("w") as stream,
        ServedKey(toque, tmp_path / "store.sqlite", "--verbose", link=place, stderr=stream) as key,
    ):
        program = f"""
from platform_client import PlatformClient
client = PlatformClient({key.location!r})
client.device.lock(10)
print("locked", flush=True)
client.connection.read_packet()
"""
        command = [sys.executable, "-c", program]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, env=environment, start_new_session=True
        ) as holder:
            assert holder.stdout.readline() == b"locked\n"
            holder.kill()
        deadline = time.monotonic() + 60
        while "closed" not in log.read_text():
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.01)
        with key.connect() as client:
            assert not is_busy(client, CTAPHID.PING, b"?")
