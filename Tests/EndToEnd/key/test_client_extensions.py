"""The client extensions of `toque register` and `toque sign`, with the in-process authenticator and with a key."""

import hashlib
import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.ctap1 import Ctap1

from holder import refused
from platform_client import PlatformClient
from samples import decode, encode, registration_options, sign_options
from test_key_ceremonies import authenticator_data, verify

BLOB = b"a large blob that packs to sixteen bytes at least: 0123456789abcdef"
APP_ID = "https://belvo.com/u2f/app-id.json"
CHALLENGE = hashlib.sha256(b"client data of U2F").digest()


class Person:
    """Runs the two commands with the flags that name an authenticator."""

    def __init__(self, toque, *flags):
        self.toque = toque
        self.flags = flags

    def register(self, **members):
        options = registration_options() | {"authenticatorSelection": {"residentKey": "required"}} | members
        return self.toque.output("register", "-", *self.flags, stdin=json.dumps(options))

    def sign(self, credential_id, **extensions):
        options = sign_options(credential_id) | {"extensions": extensions}
        return self.toque.output("sign", "-", *self.flags, stdin=json.dumps(options))


@pytest.fixture(params=["soft", "key"])
def person(request, toque, tmp_path):
    if request.param == "key":
        return Person(toque, *request.getfixturevalue("holder").flags)
    soft = ["--store", tmp_path / "soft.sqlite", "--profile", "fingerprint-key", "--gesture", "approve"]
    return Person(toque, *soft)


def results(response):
    return response["clientExtensionResults"]


def test_a_large_blob_is_written_and_read(person):
    registration = person.register(extensions={"largeBlob": {"support": "required"}})
    assert results(registration)["largeBlob"] == {"supported": True}
    assert results(person.sign(registration["id"], largeBlob={"read": True})).get("largeBlob", {}) == {}
    written = person.sign(registration["id"], largeBlob={"write": encode(BLOB)})
    verify(registration, written)
    assert results(written)["largeBlob"] == {"written": True}
    read = person.sign(registration["id"], largeBlob={"read": True})
    assert results(read)["largeBlob"] == {"blob": encode(BLOB)}


@pytest.mark.parametrize("size, kept", [(1, True), (64, True), (65, False)])
def test_a_cred_blob_is_stored_up_to_its_size_limit(person, size, kept):
    blob = bytes(range(size))
    registration = person.register(extensions={"credBlob": encode(blob)})
    assert results(registration)["credBlob"] is kept
    assertion = person.sign(registration["id"], getCredBlob=True)
    assert verify(registration, assertion).extensions["credBlob"] == (blob if kept else b"")


def test_only_listed_relying_parties_learn_the_minimum_pin_length(toque, holder):
    holder.manage("config", "min-pin-length", "--rp-id", "belvo.com")
    person = Person(toque, *holder.flags)
    registration = person.register(extensions={"minPinLength": True})
    assert authenticator_data(registration).extensions == {"minPinLength": 4}
    elsewhere = person.register(rp={"id": "other.example", "name": "Other"}, extensions={"minPinLength": True})
    assert not authenticator_data(elsewhere).extensions


# A credential registered by U2F


@pytest.fixture
def made_by_u2f(holder):
    with PlatformClient(holder.location) as client:
        return Ctap1(client.device).register(CHALLENGE, hashlib.sha256(APP_ID.encode()).digest())


def test_appid_signs_with_a_u2f_credential(toque, holder, made_by_u2f):
    person = Person(toque, *holder.flags)
    credential_id = encode(made_by_u2f.key_handle)
    assertion = person.sign(credential_id, appid=APP_ID)
    assert assertion["id"] == credential_id
    assert results(assertion)["appid"] is True
    response = assertion["response"]
    data = decode(response["authenticatorData"])
    assert data[:32] == hashlib.sha256(APP_ID.encode()).digest()
    public_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), made_by_u2f.public_key)
    signed = data + hashlib.sha256(decode(response["clientDataJSON"])).digest()
    public_key.verify(decode(response["signature"]), signed, ec.ECDSA(hashes.SHA256()))
    # A credential of the RP ID takes precedence.
    own = person.register()
    assertion = person.sign(own["id"], appid=APP_ID)
    assert results(assertion)["appid"] is False
    options = json.dumps(sign_options(credential_id))
    assert "NotAllowedError" in refused(toque, "sign", "-", *holder.flags, stdin=options)


def test_an_appid_of_another_site_is_refused(toque, holder, made_by_u2f):
    options = sign_options(encode(made_by_u2f.key_handle)) | {"extensions": {"appid": "https://other.example/app-id"}}
    line = refused(toque, "sign", "-", *holder.flags, stdin=json.dumps(options))
    assert "SecurityError" in line and "appid" in line.lower()


def test_appid_exclude_finds_a_u2f_credential(toque, holder, made_by_u2f):
    excluded = [{"type": "public-key", "id": encode(made_by_u2f.key_handle)}]
    options = registration_options() | {"excludeCredentials": excluded, "extensions": {"appidExclude": APP_ID}}
    line = refused(toque, "register", "-", *holder.flags, stdin=json.dumps(options))
    assert "InvalidStateError" in line
    # Without appidExclude the two belong to different relying parties.
    Person(toque, *holder.flags).register(excludeCredentials=excluded)
