"""python-fido2 makes credentials and assertions with single CTAP commands."""

import threading

import pytest
from fido2.attestation import PackedAttestation
from fido2.ctap import STATUS

from platform_client import (
    EDDSA,
    ES256,
    ES384,
    ES512,
    HASH,
    RP_ID,
    RS256,
    credential,
    descriptors,
    refused,
)
from served_key import PIN, ServedKey


@pytest.fixture
def client(key):
    with key.connect() as client:
        yield client


@pytest.fixture
def silent(toque, tmp_path):
    """A key that nobody touches."""
    with ServedKey(toque, tmp_path / "silent.sqlite", gesture="timeout") as key:
        yield key


def test_get_info_names_versions_extensions_and_options(client):
    info = client.ctap.info
    assert info.versions == ["U2F_V2", "FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1", "FIDO_2_3"]
    assert {"credProtect", "hmac-secret", "hmac-secret-mc", "thirdPartyPayment"} <= set(info.extensions)
    expected = {
        "plat": False,
        "rk": True,
        "up": True,
        "clientPin": False,
        "pinUvAuthToken": True,
        "credMgmt": True,
        "credentialMgmtPreview": True,
        "makeCredUvNotRqd": True,
    }
    assert expected.items() <= info.options.items()
    assert "uv" not in info.options  # Its only user verification is the PIN.
    assert info.max_msg_size >= 1024
    assert sorted(info.pin_uv_protocols) == [1, 2]
    assert info.transports == ["usb"]
    assert {entry["alg"] for entry in info.algorithms} == {ES256, EDDSA, ES384, ES512}
    assert info.attestation_formats == ["packed"]
    assert info.min_pin_length == 4
    assert info.remaining_disc_creds > 0


def test_ping_wink_and_lock_are_answered(client):
    assert client.device.ping(bytes(range(256)) * 20) == bytes(range(256)) * 20
    client.device.wink()
    client.device.lock(0)


@pytest.mark.parametrize("link", ["pty", "socket"])
@pytest.mark.parametrize("protocol", [1, 2])
@pytest.mark.parametrize("resident", [False, True])
@pytest.mark.parametrize("pin", [None, PIN])
def test_a_key_registers_and_signs(toque, tmp_path, link, protocol, resident, pin):
    options = ["--pty"] if link == "pty" else ["--socket", tmp_path / "key.socket"]
    with ServedKey(toque, tmp_path / "store.sqlite", link=options) as key, key.connect() as client:
        if pin:
            client.pin(protocol).set_pin(pin)
        registration = client.register(resident=resident, pin=pin, protocol=protocol)
        credential_id, public_key = credential(registration)
        assertion = client.sign(*([] if resident else [credential_id]), pin=pin, protocol=protocol)
        assertion.verify(HASH, public_key)
        for data in (registration.auth_data, assertion.auth_data):
            assert data.is_user_present()
            assert data.is_user_verified() == bool(pin)
        assert assertion.credential["id"] == credential_id
        if resident:
            # CTAP 2.3, 6.2.2: a single account returns only its ID, even after user verification.
            assert assertion.user == {"id": b"user"}


ALGORITHMS = [("security-key", a) for a in (ES256, EDDSA, ES384, ES512)] + [("windows", a) for a in (ES256, RS256)]


@pytest.mark.parametrize("profile, algorithm", ALGORITHMS)
def test_each_algorithm_registers_with_a_valid_attestation(toque, tmp_path, profile, algorithm):
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", profile) as key, key.connect() as client:
        registration = client.register(algorithm=algorithm)
        credential_id, public_key = credential(registration)
        assert public_key[3] == algorithm
        assert registration.fmt == "packed"
        assert len(registration.att_stmt["x5c"]) == 1
        PackedAttestation().verify(registration.att_stmt, registration.auth_data, HASH)
        assert registration.auth_data.credential_data.aaguid == client.ctap.info.aaguid
        client.sign(credential_id).verify(HASH, public_key)


def test_the_first_supported_algorithm_is_chosen(client):
    parameters = [{"type": "public-key", "alg": algorithm} for algorithm in (RS256, ES384, ES256)]
    registration = client.ctap.make_credential(HASH, {"id": RP_ID}, {"id": b"user"}, parameters)
    assert credential(registration)[1][3] == ES384
    with refused("UNSUPPORTED_ALGORITHM"):
        client.register(algorithm=RS256)


def test_next_assertions_come_newest_first(key):
    """The newest credential comes first; names are returned if several match and the user is verified."""
    key.set_pin(PIN)
    users = [b"ana", b"bruno", b"clara"]
    with key.connect() as client:
        public_keys = {user: credential(client.register(user, resident=True, pin=PIN))[1] for user in users}
        for pin in (None, PIN):
            first = client.sign(pin=pin)
            assert first.number_of_credentials == 3
            assertions = [first, client.ctap.get_next_assertion(), client.ctap.get_next_assertion()]
            assert [assertion.user["id"] for assertion in assertions] == users[::-1]
            assert all(("name" in assertion.user) == bool(pin) for assertion in assertions)
            for assertion in assertions:
                assertion.verify(HASH, public_keys[assertion.user["id"]])
            assert assertions[1].number_of_credentials is None
            counters = [assertion.auth_data.counter for assertion in assertions]
            assert counters == sorted(set(counters))
            with refused("NOT_ALLOWED"):
                client.ctap.get_next_assertion()


def test_another_command_ends_the_next_assertions(client):
    for user in (b"ana", b"bruno"):
        client.register(user, resident=True)
    client.sign()
    client.ctap.get_info()
    with refused("NOT_ALLOWED"):
        client.ctap.get_next_assertion()


def test_a_second_discoverable_credential_of_a_user_replaces_the_first(client):
    first, _ = credential(client.register(resident=True))
    second, _ = credential(client.register(resident=True))
    assert client.sign().credential["id"] == second
    with refused("NO_CREDENTIALS"):
        client.sign(first)


@pytest.mark.parametrize("resident", [False, True])
def test_credential_lists_may_fill_a_message(client, resident):
    """Lists as long as a message can carry; the key's own credential is the last entry."""
    credential_id, public_key = credential(client.register(resident=resident))
    info = client.ctap.info
    room = (info.max_msg_size - 400) // (len(credential_id) + 32)
    others = [index.to_bytes(len(credential_id)) for index in range(min(room, info.max_creds_in_list or room) - 1)]
    assert len(others) >= 3
    client.sign(*others, credential_id).verify(HASH, public_key)
    with refused("NO_CREDENTIALS"):
        client.sign(*others)
    with refused("CREDENTIAL_EXCLUDED"):
        client.register(exclude_list=descriptors(*others, credential_id))
    client.register(exclude_list=descriptors(*others))


@pytest.mark.parametrize("resident", [False, True])
def test_a_credential_belongs_to_its_relying_party(client, resident):
    credential_id, _ = credential(client.register(resident=resident))
    with refused("NO_CREDENTIALS"):
        client.sign(credential_id, rp_id="other.example")
    client.register(rp_id="other.example", exclude_list=descriptors(credential_id))


def test_an_assertion_without_a_touch_has_no_presence(client):
    credential_id, public_key = credential(client.register())
    assertion = client.sign(credential_id, options={"up": False})
    assertion.verify(HASH, public_key)
    assert not assertion.auth_data.is_user_present()


def test_selection_waits_for_a_touch(client):
    client.ctap.selection()


def test_a_reset_removes_the_credentials(key):
    with key.connect() as client:
        made = [credential(client.register(resident=resident))[0] for resident in (False, True)]
    key.reset()
    with key.connect() as client:
        for credential_id in made:
            with refused("NO_CREDENTIALS"):
                client.sign(credential_id)


CANCELED = {
    "makeCredential": lambda client, event, keepalive: client.register(event=event, on_keepalive=keepalive),
    "selection": lambda client, event, keepalive: client.ctap.selection(event=event, on_keepalive=keepalive),
    "reset": lambda client, event, keepalive: client.ctap.reset(event=event, on_keepalive=keepalive),
}


@pytest.mark.parametrize("command", CANCELED)
def test_a_cancel_ends_the_wait_for_a_touch(silent, command):
    with silent.connect() as client:
        event, seen = threading.Event(), []

        def keepalive(status):
            seen.append(status)
            event.set()

        with refused("KEEPALIVE_CANCEL"):
            CANCELED[command](client, event, keepalive)
        # No keepalive with another status comes between the cancellation and the answer.
        assert seen == [STATUS.UPNEEDED]
        # The key is ready for the next command.
        assert client.ctap.get_info() == client.ctap.info


def test_without_a_credential_no_touch_is_asked_for(silent):
    with silent.connect() as client:
        with refused("NO_CREDENTIALS"):
            client.sign(bytes(32))
