"""Large blobs and credBlobs: fido2-token, fido2-cred, fido2-assert and python-fido2 write and read them."""

import base64
import hashlib
import itertools

import pytest
from fido2.ctap2 import ClientPin, LargeBlobs

import stock_programs
from platform_client import GET_ASSERTION, MAKE_CREDENTIAL, PROTOCOLS, RP_ID, credential, proof, refused
from samples import noise
from served_key import PIN

LARGE_BLOB_WRITE = ClientPin.PERMISSION.LARGE_BLOB_WRITE
# The initial array of an authenticator (CTAP 2.3, 6.10.2).
INITIAL = bytes.fromhex("8076be8b528d0075f7aae98d6fa57a6d3c")
# libfido2 1.12 cannot write blobs that compress to fewer than 16 bytes.
SIZES = [64, 5000]


def encode(data):
    return base64.b64encode(data).decode()


@pytest.fixture(params=[None, PIN], ids=["no PIN", "PIN"])
def pin(request, key):
    if request.param:
        key.set_pin(request.param)
    return request.param


@pytest.fixture
def token(key):
    """Runs fido2-token -b on the key, which must succeed; the PIN answers its only prompt."""

    def run(action, *arguments, pin=None):
        answers = [("Enter PIN for", pin)] if pin else []
        return stock_programs.succeed("fido2-token", action, "-b", *arguments, key.location, answers=answers)

    return run


@pytest.fixture
def blob_key(tmp_path):
    """Makes files with a new large-blob key each, in fido2-token's format."""
    numbers = itertools.count()

    def make(key=None):
        number = next(numbers)
        file = tmp_path / f"key-{number}"
        file.write_text(encode(key or noise(32, f"key {number}")) + "\n")
        return file

    return make


def large_blobs(client, pin, protocol=2):
    """python-fido2's access to the array, with permission to write."""
    if pin is None:
        return LargeBlobs(client.ctap)
    client_pin = client.pin(protocol)
    return LargeBlobs(client.ctap, client_pin.protocol, client_pin.get_pin_token(pin, LARGE_BLOB_WRITE))


def register(client, user=b"user", pin=None):
    """A discoverable credential and its large-blob key."""
    made = client.register(user, resident=True, pin=pin, extensions={"largeBlobKey": True})
    assert len(made.large_blob_key) == 32
    return credential(made)[0], made.large_blob_key


def test_get_info_names_the_array_and_its_size(key):
    with key.connect() as client:
        info = client.ctap.info
    assert info.options["largeBlobs"] is True
    assert {"largeBlobKey", "credBlob"} <= set(info.extensions)
    assert info.max_large_blob >= 1024
    assert info.max_cred_blob_length >= 32


# fido2-token


@pytest.mark.parametrize("size", SIZES)
def test_fido2_token_stores_blobs_by_a_key_file(key, token, blob_key, tmp_path, size):
    key.set_pin(PIN)
    blobs = {}
    for name in ("one", "other"):
        file = tmp_path / f"{name}.in"
        file.write_bytes(noise(size, name))
        blobs[blob_key()] = file
    for key_file, file in blobs.items():
        token("-S", "-k", key_file, file, pin=PIN)
    for key_file, file in blobs.items():
        output = tmp_path / "out"
        token("-G", "-k", key_file, output)
        assert output.read_bytes() == file.read_bytes()
        output.unlink()
    removed, kept = blobs
    token("-D", "-k", removed, pin=PIN)
    read = stock_programs.run("fido2-token", "-G", "-b", "-k", removed, tmp_path / "none", key.location)
    assert read.code == 1, read
    assert "FIDO_ERR_NOTFOUND" in read.errors
    token("-G", "-k", kept, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == blobs[kept].read_bytes()


def test_fido2_token_stores_blobs_by_the_relying_party(key, token, tmp_path):
    """The key comes from credential management."""
    key.set_pin(PIN)
    with key.connect() as client:
        credential_id, _ = register(client, pin=PIN)
    blob = tmp_path / "in"
    blob.write_bytes(noise(64))
    by_relying_party = ["-n", RP_ID, "-i", encode(credential_id)]
    token("-S", *by_relying_party, blob, pin=PIN)
    token("-G", *by_relying_party, tmp_path / "out", pin=PIN)
    assert (tmp_path / "out").read_bytes() == blob.read_bytes()
    # It names no credential: fido2-token 1.12 reads only RFC 1950, and libfido2 1.12 writes RFC 1951.
    size, entry = token("-L", pin=PIN)
    assert size.startswith("total map size: ")
    assert entry.split()[2] == "64"
    token("-D", *by_relying_party, pin=PIN)
    with key.connect() as client:
        assert LargeBlobs(client.ctap).read_blob_array() == []


def test_fido2_token_requires_a_pin_to_write(key, blob_key, tmp_path):
    """libfido2 1.12 requires a token to write to a key that issues tokens."""
    blob = tmp_path / "in"
    blob.write_bytes(noise(64))
    refusal = stock_programs.run("fido2-token", "-S", "-b", "-k", blob_key(), blob, key.location)
    assert refusal.code == 1, refusal
    assert "FIDO_ERR_PIN_REQUIRED" in refusal.errors


def test_fido2_token_writes_nothing_with_a_wrong_pin(key, blob_key, tmp_path):
    key.set_pin(PIN)
    blob = tmp_path / "in"
    blob.write_bytes(noise(64))
    command = ["fido2-token", "-S", "-b", "-k", blob_key(), blob, key.location]
    refusal = stock_programs.run(*command, answers=[("Enter PIN for", "wrong")])
    assert refusal.code == 1, refusal
    assert "FIDO_ERR_PIN_INVALID" in refusal.errors


# fido2-cred and fido2-assert


def test_fido2_cred_and_fido2_assert_get_the_large_blob_key(key, token, pin, blob_key, tmp_path):
    hash = encode(hashlib.sha256(b"client data").digest())
    answers = [("Enter PIN for", pin)] if pin else []
    verification = ["-v"] if pin else []
    request = "\n".join([hash, RP_ID, "ana", encode(b"ana")]) + "\n"
    command = ["fido2-cred", "-M", "-r", "-b", *verification, key.location]
    made = stock_programs.succeed(*command, stdin=request, answers=answers)
    large_blob_key = base64.b64decode(made[-1])
    assert len(large_blob_key) == 32
    command = ["fido2-assert", "-G", "-r", "-b", *verification, key.location]
    signed = stock_programs.succeed(*command, stdin=f"{hash}\n{RP_ID}\n", answers=answers)
    assert base64.b64decode(signed[-1]) == large_blob_key
    blob = noise(64)
    with key.connect() as client:
        large_blobs(client, pin).put_blob(large_blob_key, blob)
    token("-G", "-k", blob_key(large_blob_key), tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == blob


# python-fido2


@pytest.mark.parametrize("protocol", [1, 2])
def test_python_fido2_writes_and_reads_blobs(key, pin, protocol):
    with key.connect() as client:
        assert LargeBlobs(client.ctap).read_blob_array() == []
        (first_id, first_key), (_, second_key) = [register(client, user, pin) for user in (b"ana", b"bruno")]
        assert first_key != second_key
        signed = client.sign(first_id, pin=pin, extensions={"largeBlobKey": True})
        assert signed.large_blob_key == first_key
        assert client.sign(first_id, pin=pin).large_blob_key is None
        blobs = large_blobs(client, pin, protocol)
        for first, second in [(b"one", b"two" * 1000), (noise(20_000), b"")]:
            blobs.put_blob(first_key, first)
            blobs.put_blob(second_key, second)
            assert blobs.get_blob(first_key) == first
            assert blobs.get_blob(second_key) == second
        blobs.delete_blob(first_key)
        assert blobs.get_blob(first_key) is None
        assert blobs.get_blob(second_key) == b""


def test_the_array_survives_a_power_cycle(key):
    with key.connect() as client:
        _, large_blob_key = register(client)
        large_blobs(client, None).put_blob(large_blob_key, b"kept")
    key.power_cycle()
    with key.connect() as client:
        assert LargeBlobs(client.ctap).get_blob(large_blob_key) == b"kept"
    key.reset()
    with key.connect() as client:
        assert client.ctap.large_blobs(0, get=1024)[1] == INITIAL


def test_a_broken_write_leaves_the_array_unchanged(key):
    array = noise(100)
    array += hashlib.sha256(array).digest()[:16]
    with key.connect() as client:
        client.ctap.large_blobs(0, set=array, length=len(array))
        with refused("INTEGRITY_FAILURE"):
            client.ctap.large_blobs(0, set=bytes(40), length=40)
        client.ctap.large_blobs(0, set=bytes(20), length=40)
        key_info = client.ctap.get_info()
        with refused("INVALID_SEQ"):
            client.ctap.large_blobs(20, set=bytes(20))
        with refused("LARGE_BLOB_STORAGE_FULL"):
            client.ctap.large_blobs(0, set=bytes(20), length=key_info.max_large_blob + 1)
        assert client.ctap.large_blobs(0, get=1024)[1] == array


def test_one_token_signs_and_writes_a_blob(key):
    """A ceremony removes every permission except writing large blobs (CTAP 2.3, 6.5.2.1)."""
    key.set_pin(PIN)
    with key.connect() as client:
        _, large_blob_key = register(client, pin=PIN)
        client_pin = client.pin()
        permissions = MAKE_CREDENTIAL | GET_ASSERTION | LARGE_BLOB_WRITE
        granted = client_pin.get_pin_token(PIN, permissions, RP_ID)
        client.sign(**proof(granted, 2))
        with refused("PIN_AUTH_INVALID"):
            client.sign(**proof(granted, 2))
        blobs = LargeBlobs(client.ctap, PROTOCOLS[2](), granted)
        blobs.put_blob(large_blob_key, b"written")
        assert blobs.get_blob(large_blob_key) == b"written"


def test_writing_requires_the_permission(key):
    key.set_pin(PIN)
    with key.connect() as client:
        with refused("PUAT_REQUIRED"):
            LargeBlobs(client.ctap).write_blob_array([])
        client_pin = client.pin()
        other = client_pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)
        with refused("PIN_AUTH_INVALID"):
            LargeBlobs(client.ctap, client_pin.protocol, other).write_blob_array([])


# credBlob


@pytest.mark.parametrize("size", [1, 32, 64])
def test_a_cred_blob_is_stored(key, pin, size):
    blob = noise(size)
    with key.connect() as client:
        made = client.register(resident=True, pin=pin, extensions={"credBlob": blob})
        assert made.auth_data.extensions == {"credBlob": True}
        credential_id, public_key = credential(made)
        signed = client.sign(credential_id, pin=pin, extensions={"credBlob": True})
        assert signed.auth_data.extensions == {"credBlob": blob}
        signed.verify(hashlib.sha256(b"client data").digest(), public_key)


@pytest.mark.parametrize("size, resident", [(65, True), (1, False)])
def test_a_cred_blob_that_does_not_fit_is_not_stored(key, size, resident):
    with key.connect() as client:
        made = client.register(resident=resident, extensions={"credBlob": bytes(size)})
        assert made.auth_data.extensions == {"credBlob": False}
        signed = client.sign(credential(made)[0], extensions={"credBlob": True})
        assert signed.auth_data.extensions == {"credBlob": b""}
