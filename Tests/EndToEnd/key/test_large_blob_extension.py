"""The CTAP 2.3 extension largeBlob of profiles that keep large blobs with their credentials, and unsigned outputs."""

import json
import zlib

import pytest
from fido2.ctap2 import ClientPin, Ctap2

from holder import Holder, refused
from platform_client import GET_ASSERTION, HASH, RP_ID, credential, descriptors
from platform_client import refused as status
from samples import decode, noise, registration_options, sign_options
from served_key import PIN, ServedKey

TEXT = b"many of the same, " * 20


@pytest.fixture(params=["ios", "android"])
def phone(toque, tmp_path, request):
    with ServedKey(toque, tmp_path / "phone.sqlite", "--profile", request.param) as phone:
        yield phone


def deflate(blob):
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return compressor.compress(blob) + compressor.flush()


def register(client, user=b"user", resident=True, pin=None):
    made = client.register(user, resident=resident, pin=pin, extensions={"largeBlob": {"support": "required"}})
    assert made.large_blob_key is None
    assert made.auth_data.extensions is None
    assert made.unsigned_extension_outputs == {"largeBlob": {"supported": resident}}
    return credential(made)[0]


def sign(client, credential_id, extension, pin=None, rp_id=RP_ID):
    """Returns the unsigned output of an assertion, which python-fido2 2.2 ignores, or None."""
    authorization = client.authorization(GET_ASSERTION, rp_id, pin, 2)
    members = {1: rp_id, 2: HASH, 3: descriptors(credential_id), 4: {"largeBlob": extension}}
    if authorization:
        members |= {6: authorization["pin_uv_param"], 7: authorization["pin_uv_protocol"]}
    answer = client.ctap.send_cbor(Ctap2.CMD.GET_ASSERTION, members)
    assert 7 not in answer  # largeBlobKey
    return answer.get(8, {}).get("largeBlob")


def read(client, credential_id, pin=None, rp_id=RP_ID):
    """Returns the blob, or None."""
    output = sign(client, credential_id, {"read": True}, pin, rp_id)
    if output is None:
        return None
    assert output.keys() == {"blob", "originalSize"}
    blob = zlib.decompress(output["blob"], wbits=-zlib.MAX_WBITS)
    assert len(blob) == output["originalSize"]
    return blob


def write(client, credential_id, blob, pin=None):
    output = sign(client, credential_id, {"write": deflate(blob), "originalSize": len(blob)}, pin)
    assert output.keys() == {"written"}
    return output["written"]


def test_get_info_names_the_extension_and_no_array(phone):
    with phone.connect() as client:
        info = client.ctap.info
        assert "largeBlob" in info.extensions and "largeBlobKey" not in info.extensions
        assert "largeBlobs" not in info.options
        assert not info.max_large_blob
        with status("INVALID_COMMAND"):
            client.ctap.large_blobs(0, get=17)
        client.pin().set_pin(PIN)
        with status("UNAUTHORIZED_PERMISSION"):
            client.pin().get_pin_token(PIN, ClientPin.PERMISSION.LARGE_BLOB_WRITE)


@pytest.mark.parametrize("pin", [None, PIN], ids=["no PIN", "PIN"])
def test_a_blob_is_stored_with_its_credential(phone, pin):
    if pin:
        phone.set_pin(pin)
    with phone.connect() as client:
        first, second = [register(client, user, pin=pin) for user in (b"ana", b"bia")]
        assert read(client, first, pin) is None
        for blob in (TEXT, b"", noise(4000)):
            assert write(client, first, blob, pin)
            assert write(client, second, blob[::-1], pin)
            assert (read(client, first, pin), read(client, second, pin)) == (blob, blob[::-1])
        assert not write(client, first, noise(5000), pin)
        assert write(client, second, TEXT, pin)
        if pin:
            assert not write(client, second, b"unverified")
    phone.power_cycle()
    with phone.connect() as client:
        assert read(client, second, pin) == TEXT
        # A new credential of the user replaces the old one and removes its blob.
        again = register(client, b"bia", pin=pin)
        assert read(client, again, pin) is None


def test_a_reset_removes_the_blob(phone):
    with phone.connect() as client:
        credential_id = register(client)
        assert write(client, credential_id, TEXT)
    phone.reset()
    with phone.connect() as client, status("NO_CREDENTIALS"):
        read(client, credential_id)


def test_a_credential_kept_in_its_id_has_no_blob(phone):
    with phone.connect() as client:
        credential_id = register(client, resident=False)
        assert not write(client, credential_id, TEXT)
        assert read(client, credential_id) is None


def test_malformed_inputs_are_refused(phone):
    with phone.connect() as client:
        credential_id = register(client)
        for shape in ({}, {"read": True, "originalSize": 1}, {"write": b""}, {"support": "required"}):
            with status("INVALID_CBOR"):
                sign(client, credential_id, shape)


def test_a_blob_is_sealed_in_the_store(phone, tmp_path):
    blob = noise(1000)
    with phone.connect() as client:
        credential_id = register(client)
        assert write(client, credential_id, blob)
    # Incompressible data is stored uncompressed.
    assert blob in deflate(blob)
    files = [file.read_bytes() for file in tmp_path.glob("phone.sqlite*")]
    assert files and not any(blob[:32] in content for content in files)


def test_a_blob_written_in_process_is_read_over_ctap(toque, tmp_path):
    """Three `toque` processes register, write and read; then python-fido2 reads."""
    store = ["--profile", "ios", "--store", tmp_path / "store.sqlite", "--gesture", "approve"]
    options = registration_options() | {"extensions": {"largeBlob": {"support": "required"}}}
    made = toque.output("register", "-", *store, stdin=json.dumps(options))
    assert made["clientExtensionResults"]["largeBlob"] == {"supported": True}

    def by_toque(extension):
        options = sign_options(made["id"]) | {"extensions": {"largeBlob": extension}}
        return toque.output("sign", "-", *store, stdin=json.dumps(options))["clientExtensionResults"]["largeBlob"]

    assert by_toque({"read": True}) == {}
    assert by_toque({"write": "AQIDBA"}) == {"written": True}
    assert by_toque({"read": True}) == {"blob": "AQIDBA"}
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", "ios") as phone, phone.connect() as client:
        assert read(client, decode(made["id"]), rp_id=options["rp"]["id"]) == bytes([1, 2, 3, 4])


def test_libfido2_cannot_carry_the_extension(toque, tmp_path, pin_file):
    with ServedKey(toque, tmp_path / "phone.sqlite", "--profile", "ios", "--pin-file", pin_file) as phone:
        holder = Holder(toque, phone, pin_file)
        options = registration_options() | {"authenticatorSelection": {"residentKey": "required"}}
        options["extensions"] = {"largeBlob": {"support": "preferred"}}
        made = holder.register(options)
        assert made["clientExtensionResults"]["largeBlob"] == {"supported": False}
        options["extensions"] = {"largeBlob": {"support": "required"}}
        line = refused(toque, "register", "-", *holder.flags, stdin=json.dumps(options))
        assert "NotSupportedError: " in line and "libfido2" in line
        line = refused(toque, "key", "blobs", "--device", phone.location, "--pin-file", pin_file)
        assert "NotSupportedError: " in line and "keeps large blobs with their credentials" in line
