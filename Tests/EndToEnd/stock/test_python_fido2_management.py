"""python-fido2 manages the discoverable credentials, under command 0x0A."""

import hashlib

import pytest
from fido2.ctap2 import CredentialManagement

from platform_client import EDDSA, ES256, ES384, credential, descriptors, refused
from served_key import PIN

RESULT = CredentialManagement.RESULT
# The existing credentials: RP ID, user, algorithm, extensions.
MADE = [
    ("first.example", b"ana", ES256, {}),
    ("first.example", b"bruno", EDDSA, {"credProtect": 3}),
    ("first.example", b"clara", ES384, {"credProtect": 2, "thirdPartyPayment": True}),
    ("second.example", b"ana", ES256, {}),
]


@pytest.fixture
def client(key):
    key.set_pin(PIN)
    with key.connect() as client:
        assert client.ctap.info.options["credMgmt"] is True  # This makes python-fido2 send 0x0A.
        yield client


@pytest.fixture
def made(client):
    """Makes the credentials; returns the id and public key of each, by RP ID and user."""
    registrations = {}
    for rp_id, user, algorithm, extensions in MADE:
        options = {"algorithm": algorithm, "resident": True, "extensions": extensions or None}
        registrations[rp_id, user] = credential(client.register(user, rp_id, pin=PIN, **options))
    return registrations


@pytest.fixture(params=[1, 2], ids=["protocol 1", "protocol 2"])
def protocol(request):
    return request.param


def rp_hash(rp_id):
    return hashlib.sha256(rp_id.encode()).digest()


def listed(management, rp_id):
    """The enumerated credentials of a relying party by user."""
    return {entry[RESULT.USER]["id"]: entry for entry in management.enumerate_creds(rp_hash(rp_id))}


def test_a_key_without_credentials_lists_none(client, protocol):
    management = client.management(PIN, protocol=protocol)
    assert management.get_metadata()[RESULT.EXISTING_CRED_COUNT] == 0
    assert management.enumerate_rps() == []
    assert management.enumerate_creds(rp_hash("first.example")) == []


def test_credentials_are_counted(client, protocol):
    before = client.management(PIN, protocol=protocol).get_metadata()
    client.register(resident=True, pin=PIN)
    client.register()
    after = client.management(PIN, protocol=protocol).get_metadata()
    assert after[RESULT.EXISTING_CRED_COUNT] == 1
    assert after[RESULT.MAX_REMAINING_COUNT] == before[RESULT.MAX_REMAINING_COUNT] - 1
    assert client.ctap.get_info().remaining_disc_creds == after[RESULT.MAX_REMAINING_COUNT]


def test_relying_parties_and_credentials_are_enumerated(client, made, protocol):
    management = client.management(PIN, protocol=protocol)
    relying_parties = management.enumerate_rps()
    assert {(entry[RESULT.RP]["id"], entry[RESULT.RP_ID_HASH]) for entry in relying_parties} == {
        (rp_id, rp_hash(rp_id)) for rp_id in ("first.example", "second.example")
    }
    for rp_id in ("first.example", "second.example"):
        entries = listed(management, rp_id)
        assert set(entries) == {user for made_rp_id, user, *_ in MADE if made_rp_id == rp_id}
        for user, entry in entries.items():
            credential_id, public_key = made[rp_id, user]
            assert entry[RESULT.CREDENTIAL_ID]["id"] == credential_id
            assert dict(entry[RESULT.PUBLIC_KEY]) == dict(public_key)
            assert entry[RESULT.USER] == {"id": user, "name": user.decode(), "displayName": user.decode().title()}
    levels = {user: entry[RESULT.CRED_PROTECT] for user, entry in listed(management, "first.example").items()}
    assert levels == {b"ana": 1, b"bruno": 3, b"clara": 2}
    payments = {
        user: entry.get(RESULT.THIRD_PARTY_PAYMENT) for user, entry in listed(management, "first.example").items()
    }
    assert payments[b"clara"] is True
    assert not payments[b"ana"]


def test_a_user_is_updated(client, made, protocol):
    credential_id, _ = made["first.example", b"ana"]
    management = client.management(PIN, protocol=protocol)
    renamed = {"id": b"ana", "name": "ana@new.example", "displayName": "Ana Nova"}
    management.update_user_info(descriptors(credential_id)[0], renamed)
    assert listed(management, "first.example")[b"ana"][RESULT.USER] == renamed
    with refused("INVALID_PARAMETER"):
        management.update_user_info(descriptors(credential_id)[0], renamed | {"id": b"someone else"})
    with refused("NO_CREDENTIALS"):
        management.update_user_info(descriptors(bytes(32))[0], renamed)


def test_a_credential_is_deleted(client, made, protocol):
    credential_id, _ = made["first.example", b"ana"]
    management = client.management(PIN, protocol=protocol)
    management.delete_cred(descriptors(credential_id)[0])
    assert set(listed(management, "first.example")) == {b"bruno", b"clara"}
    with refused("NO_CREDENTIALS"):
        management.delete_cred(descriptors(credential_id)[0])
    with refused("NO_CREDENTIALS"):
        client.sign(credential_id, rp_id="first.example", pin=PIN)


def test_a_token_of_one_relying_party_reads_only_its_credentials(client, made, protocol):
    management = client.management(PIN, "first.example", protocol)
    assert len(listed(management, "first.example")) == 3
    for forbidden in (
        management.get_metadata,
        management.enumerate_rps_begin,
        lambda: management.enumerate_creds_begin(rp_hash("second.example")),
        lambda: management.delete_cred(descriptors(made["second.example", b"ana"][0])[0]),
    ):
        with refused("PIN_AUTH_INVALID"):
            forbidden()
    management.delete_cred(descriptors(made["first.example", b"bruno"][0])[0])


def test_an_enumeration_ends_with_any_other_command(client, made, protocol):
    management = client.management(PIN, protocol=protocol)
    management.enumerate_creds_begin(rp_hash("first.example"))
    management.enumerate_creds_next()
    client.ctap.get_info()
    with refused("NOT_ALLOWED"):
        management.enumerate_creds_next()
    with refused("NOT_ALLOWED"):
        management.enumerate_rps_next()


def test_management_requires_the_pin(client, made):
    with refused("PUAT_REQUIRED"):
        client.ctap.credential_mgmt(CredentialManagement.CMD.GET_CREDS_METADATA)
