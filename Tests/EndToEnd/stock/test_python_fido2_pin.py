"""python-fido2 sets, changes and uses the PIN with both protocols."""

import pytest

from platform_client import (
    CREDENTIAL_MANAGEMENT,
    GET_ASSERTION,
    HASH,
    MAKE_CREDENTIAL,
    RP_ID,
    credential,
    proof,
    refused,
)
from served_key import PIN

OTHER_PIN = "outra senha, 63 bytes ".ljust(63, "x")


@pytest.fixture
def client(key):
    with key.connect() as client:
        yield client


@pytest.fixture(params=[1, 2], ids=["protocol 1", "protocol 2"])
def protocol(request):
    return request.param


def test_a_pin_is_set_and_changed(client, protocol):
    pin = client.pin(protocol)
    assert client.ctap.get_info().options["clientPin"] is False
    pin.set_pin(PIN)
    assert client.ctap.get_info().options["clientPin"] is True
    with refused("PIN_AUTH_INVALID"):
        pin.set_pin(OTHER_PIN)
    pin.change_pin(PIN, OTHER_PIN)
    with refused("PIN_INVALID"):
        pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)
    assert len(pin.get_pin_token(OTHER_PIN, GET_ASSERTION, RP_ID)) == 32


def test_a_key_without_a_pin_issues_no_token(client, protocol):
    with refused("PIN_NOT_SET"):
        client.pin(protocol).get_pin_token(PIN, GET_ASSERTION, RP_ID)


@pytest.mark.parametrize("new, status", [("x" * 64, "PIN_POLICY_VIOLATION"), ("x" * 65, "INVALID_PARAMETER")])
def test_a_pin_of_wrong_length_is_refused(client, protocol, new, status):
    pin = client.pin(protocol)
    with refused(status):
        pin.set_pin(new)
    pin.set_pin(PIN)
    with refused(status):
        pin.change_pin(PIN, new)
    pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)


def test_three_wrong_pins_lock_the_key_and_eight_block_the_pin(key, protocol):
    """CTAP 2.3, 6.5.5: three consecutive wrong PINs require a power cycle, eight a reset."""
    key.set_pin(PIN)
    retries = 8
    for guesses in (3, 3, 2):
        with key.connect() as client:
            pin = client.pin(protocol)
            for left in range(guesses - 1, -1, -1):
                retries -= 1
                with refused("PIN_INVALID" if left else "PIN_AUTH_BLOCKED" if retries else "PIN_BLOCKED"):
                    pin.get_pin_token("wrong", GET_ASSERTION, RP_ID)
                assert pin.get_pin_retries()[0] == retries
            with refused("PIN_AUTH_BLOCKED" if retries else "PIN_BLOCKED"):
                pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)
            if retries:
                assert pin.get_pin_retries() == (retries, True)
        key.power_cycle()
    key.stop()
    key.start()
    with key.connect() as client:
        assert client.pin(protocol).get_pin_retries()[0] == 0
        with refused("PIN_BLOCKED"):
            client.pin(protocol).change_pin(PIN, OTHER_PIN)
    key.reset()
    with key.connect() as client:
        client.pin(protocol).set_pin(PIN)
        client.register(resident=True, pin=PIN, protocol=protocol)


def test_the_right_pin_restores_the_retries(key, protocol):
    key.set_pin(PIN)
    with key.connect() as client:
        pin = client.pin(protocol)
        for _ in range(4):
            for _ in range(2):
                with refused("PIN_INVALID"):
                    pin.get_pin_token("wrong", GET_ASSERTION, RP_ID)
            assert pin.get_pin_retries()[0] == 6
            pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)
            assert pin.get_pin_retries()[0] == 8


def test_a_legacy_token_registers_and_signs_only(key, protocol):
    """CTAP 2.0 hosts request no permissions: the token permits both ceremonies and nothing else."""
    key.set_pin(PIN)
    with key.connect() as client:
        registration = client.register(resident=True, **legacy_proof(client, protocol))
        assert registration.auth_data.is_user_verified()
        credential_id, public_key = credential(registration)
        assertion = client.sign(credential_id, **legacy_proof(client, protocol))
        assert assertion.auth_data.is_user_verified()
        assertion.verify(HASH, public_key)


def legacy_proof(client, protocol):
    return proof(client.pin(protocol).get_pin_token(PIN), protocol)


def test_a_power_cycle_ends_a_token(key, protocol):
    key.set_pin(PIN)
    with key.connect() as client:
        credential_id, _ = credential(client.register())
        token = client.pin(protocol).get_pin_token(PIN, GET_ASSERTION, RP_ID)
    key.power_cycle()
    with key.connect() as client:
        with refused("PIN_AUTH_INVALID"):
            client.sign(credential_id, **proof(token, protocol))


class TestToken:
    """A token works for its permissions and RP ID, and for one ceremony."""

    @pytest.fixture
    def client(self, key):
        key.set_pin(PIN)
        with key.connect() as client:
            yield client

    @pytest.fixture
    def credential_id(self, client):
        return credential(client.register(resident=True, pin=PIN))[0]

    def test_a_token_serves_one_ceremony(self, client, credential_id, protocol):
        token = client.pin(protocol).get_pin_token(PIN, GET_ASSERTION, RP_ID)
        assert client.sign(credential_id, **proof(token, protocol)).auth_data.is_user_verified()
        with refused("PIN_AUTH_INVALID"):
            client.sign(credential_id, **proof(token, protocol))

    def test_a_token_without_the_permission_is_refused(self, client, credential_id, protocol):
        for permission in (MAKE_CREDENTIAL, CREDENTIAL_MANAGEMENT):
            token = client.pin(protocol).get_pin_token(PIN, permission, RP_ID)
            with refused("PIN_AUTH_INVALID"):
                client.sign(credential_id, **proof(token, protocol))

    def test_a_token_of_another_rp_id_is_refused(self, client, credential_id, protocol):
        token = client.pin(protocol).get_pin_token(PIN, GET_ASSERTION, "other.example")
        with refused("PIN_AUTH_INVALID"):
            client.sign(credential_id, **proof(token, protocol))

    def test_a_new_token_invalidates_those_of_both_protocols(self, client, credential_id, protocol):
        token = client.pin(protocol).get_pin_token(PIN, GET_ASSERTION, RP_ID)
        client.pin(3 - protocol).get_pin_token(PIN, GET_ASSERTION, RP_ID)
        with refused("PIN_AUTH_INVALID"):
            client.sign(credential_id, **proof(token, protocol))

    def test_a_pin_change_ends_a_token(self, client, credential_id, protocol):
        token = client.pin(protocol).get_pin_token(PIN, GET_ASSERTION, RP_ID)
        client.pin(3 - protocol).change_pin(PIN, OTHER_PIN)
        with refused("PIN_AUTH_INVALID"):
            client.sign(credential_id, **proof(token, protocol))

    def test_a_token_without_permissions_is_refused(self, client, protocol):
        with refused("INVALID_PARAMETER"):
            client.pin(protocol).get_pin_token(PIN, type(GET_ASSERTION)(0), RP_ID)

    def test_a_permission_that_the_key_lacks_is_refused(self, client, protocol):
        with refused("UNAUTHORIZED_PERMISSION"):
            client.pin(protocol).get_pin_token(PIN, type(GET_ASSERTION).BIO_ENROLL)
