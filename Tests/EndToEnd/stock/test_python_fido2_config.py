"""python-fido2 configures the key, and reads its credentials with the persistent token."""

import hashlib
import json

import pytest
from cryptography import x509
from fido2.attestation import PackedAttestation
from fido2.ctap2 import ClientPin, Config, CredentialManagement, Ctap2
from fido2.webauthn import AttestationObject, CollectedClientData

from platform_client import ES256, HASH, PROTOCOLS, RP_ID, credential, refused
from samples import encode
from served_key import PIN, ServedKey

PERMISSION = ClientPin.PERMISSION
LONG_PIN = "471100"
OTHER_RP_ID = "other.example"
# python-fido2 2.2 has no name for it.
ENABLE_LONG_TOUCH_FOR_RESET = 0x04
SERIAL_NUMBER = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.2")


@pytest.fixture(params=[1, 2], ids=["protocol 1", "protocol 2"])
def protocol(request):
    return request.param


@pytest.fixture
def client(key):
    with key.connect() as client:
        yield client


@pytest.fixture
def corporate(toque, tmp_path):
    """A key that is capable of enterprise attestation."""
    with ServedKey(toque, tmp_path / "corp.sqlite", "--enterprise-rp-id", RP_ID) as key:
        yield key


def config(client, pin=None, protocol=2):
    """authenticatorConfig, with a new token if a PIN is set."""
    if pin is None:
        return Config(client.ctap)
    token = client.pin(protocol).get_pin_token(pin, PERMISSION.AUTHENTICATOR_CFG)
    return Config(client.ctap, PROTOCOLS[protocol](), token)


def persistent_token(client, pin=PIN, protocol=2):
    return client.pin(protocol).get_pin_token(pin, PERMISSION.PERSISTENT_CREDENTIAL_MGMT)


def reader(client, token, protocol=2):
    return CredentialManagement(client.ctap, PROTOCOLS[protocol](), token)


# authenticatorConfig


def test_get_info_names_the_configuration_options(client):
    info = client.ctap.info
    assert {"authnrCfg", "setMinPINLength", "largeBlobs", "perCredMgmtRO"} <= {
        name for name, value in info.options.items() if value
    }
    assert info.options["alwaysUv"] is False
    assert "ep" not in info.options
    assert info.authenticator_config_commands == [
        Config.CMD.TOGGLE_ALWAYS_UV,
        Config.CMD.SET_MIN_PIN_LENGTH,
        ENABLE_LONG_TOUCH_FOR_RESET,
    ]
    assert {"credBlob", "largeBlobKey", "minPinLength", "pinComplexityPolicy"} <= set(info.extensions)
    assert info.max_large_blob >= 1024
    assert info.max_cred_blob_length >= 32
    assert info.max_rpids_for_min_pin == 8
    assert info.max_pin_length == 63
    assert info.pin_complexity_policy is False
    assert info.pin_complexity_policy_url is None
    assert info.long_touch_for_reset is False
    assert info.force_pin_change is False
    assert info.transports_for_reset == ["usb"]
    assert info.enc_identifier is None
    assert info.enc_cred_store_state is None


def test_always_uv_requires_verification_in_every_ceremony(client, protocol):
    credential_id, _ = credential(client.register())
    client.pin(protocol).set_pin(PIN)
    config(client, PIN, protocol).toggle_always_uv()
    info = client.ctap.get_info()
    assert info.options["alwaysUv"] is True
    assert info.options["makeCredUvNotRqd"] is False
    for ceremony in (client.register, lambda: client.sign(credential_id)):
        with refused("PUAT_REQUIRED"):
            ceremony()
    assert client.register(pin=PIN, protocol=protocol).auth_data.is_user_verified()
    assert client.sign(credential_id, pin=PIN, protocol=protocol).auth_data.is_user_verified()
    # Without user presence, it asks for nothing.
    assert not client.sign(credential_id, options={"up": False}).auth_data.is_user_verified()
    config(client, PIN, protocol).toggle_always_uv()
    assert not client.register().auth_data.is_user_verified()


def test_without_a_pin_configuring_needs_no_token(client):
    config(client).toggle_always_uv()
    with refused("PUAT_REQUIRED"):
        client.register()
    with refused("PUAT_REQUIRED"):
        config(client).set_min_pin_length(6)
    config(client).toggle_always_uv()
    config(client).set_min_pin_length(6)
    assert client.ctap.get_info().min_pin_length == 6


def test_with_a_pin_configuring_requires_a_token(client, protocol):
    client.pin(protocol).set_pin(PIN)
    with refused("PUAT_REQUIRED"):
        config(client).toggle_always_uv()
    token = client.pin(protocol).get_pin_token(PIN, PERMISSION.CREDENTIAL_MGMT)
    with refused("PIN_AUTH_INVALID"):
        Config(client.ctap, PROTOCOLS[protocol](), token).toggle_always_uv()
    assert client.ctap.get_info().options["alwaysUv"] is False


def test_only_listed_rps_learn_the_minimum_pin_length(client, protocol):
    pin = client.pin(protocol)
    pin.set_pin(PIN)
    config(client, PIN, protocol).set_min_pin_length(6, rp_ids=[RP_ID])
    info = client.ctap.get_info()
    assert (info.min_pin_length, info.force_pin_change) == (6, True)
    with refused("PIN_POLICY_VIOLATION"):
        pin.get_pin_token(PIN, PERMISSION.AUTHENTICATOR_CFG)
    with refused("PIN_INVALID"):
        pin.get_pin_token(PIN)
    with refused("PIN_POLICY_VIOLATION"):
        pin.change_pin(PIN, "47110")
    pin.change_pin(PIN, LONG_PIN)
    assert client.ctap.get_info().force_pin_change is False
    with refused("PIN_POLICY_VIOLATION"):
        config(client, LONG_PIN, protocol).set_min_pin_length(5)
    for rp_id, told in [(RP_ID, {"minPinLength": 6}), (OTHER_RP_ID, {})]:
        made = client.register(rp_id=rp_id, extensions={"minPinLength": True})
        assert (made.auth_data.extensions or {}) == told


def test_settings_survive_a_restart(key, protocol):
    key.set_pin(LONG_PIN)
    policy = {"rp_ids": [RP_ID], "force_change_pin": True, "pin_complexity_policy": True}
    with key.connect() as client:
        config(client, LONG_PIN, protocol).set_min_pin_length(6, **policy)
    key.stop()
    key.start()
    with key.connect() as again:
        info = again.ctap.info
        assert (info.min_pin_length, info.force_pin_change, info.pin_complexity_policy) == (6, True, True)
        again.pin(protocol).change_pin(LONG_PIN, "998877")
        extensions = {"minPinLength": True, "pinComplexityPolicy": True}
        assert again.register(extensions=extensions).auth_data.extensions == {
            "minPinLength": 6,
            "pinComplexityPolicy": True,
        }


def test_the_pin_complexity_policy_refuses_simple_pins(key, protocol):
    with key.connect() as client:
        pin = client.pin(protocol)
        config(client).set_min_pin_length(pin_complexity_policy=True)
        assert client.ctap.get_info().pin_complexity_policy is True
        for run in ("1111", "1234", "dcba"):
            with refused("PIN_POLICY_VIOLATION"):
                pin.set_pin(run)
        pin.set_pin("4711")
        with refused("PIN_POLICY_VIOLATION"):
            pin.change_pin("4711", "4321")
    key.reset()
    key.set_pin("1234")


def test_the_pin_policy_url_is_in_get_info(toque, tmp_path):
    url = "https://keys.example/pins"
    with ServedKey(toque, tmp_path / "store.sqlite", "--pin-policy-url", url) as key, key.connect() as client:
        assert client.ctap.info.pin_complexity_policy_url == url.encode()


@pytest.mark.parametrize(
    "url",
    [
        *["http://keys.example/", "https://", "https:///pins", "keys.example", "https://a/ b", "https://[1"],
        *["https://?pins", "https://keys.example:0/", f"https://keys.example/{256 * 'p'}"],
    ],
)
def test_an_invalid_pin_policy_url_is_refused(toque, url):
    result = toque.run("key", "serve", "--pty", "--memory", "--gesture", "approve", "--pin-policy-url", url)
    assert (result.returncode, result.stdout) == (2, "")
    assert "--pin-policy-url" in result.stderr and "https URL" in result.stderr


# A long touch for a reset


@pytest.mark.parametrize("pin", [None, PIN])
def test_a_reset_requires_a_long_touch_once_enabled(toque, tmp_path, pin):
    with ServedKey(toque, tmp_path / "store.sqlite", gesture="bad-touch:too-short,approve") as key:
        with key.connect() as client:
            if pin:
                client.pin().set_pin(pin)
            configure(client, ENABLE_LONG_TOUCH_FOR_RESET, pin)
        key.power_cycle()
        with key.connect() as client:
            assert client.ctap.info.long_touch_for_reset is True
            with refused("OPERATION_DENIED"):
                client.ctap.reset()
            assert client.ctap.get_info().long_touch_for_reset is True
            client.ctap.reset()
            assert client.ctap.get_info().long_touch_for_reset is False


def configure(client, subcommand, pin):
    """A subcommand without parameters, by its number."""
    if pin is None:
        return client.ctap.config(subcommand)
    token = client.pin().get_pin_token(pin, PERMISSION.AUTHENTICATOR_CFG)
    signature = PROTOCOLS[2]().authenticate(token, b"\xff" * 32 + bytes([Ctap2.CMD.CONFIG, subcommand]))
    return client.ctap.config(subcommand, pin_uv_protocol=2, pin_uv_param=signature)


# Enterprise attestation


def enterprise(client, kind, rp_id=RP_ID):
    """Returns whether the key gave enterprise attestation, and the serial number in the certificate."""
    made = client.register(rp_id=rp_id, enterprise_attestation=kind)
    PackedAttestation().verify(made.att_stmt, made.auth_data, HASH)
    certificate = x509.load_der_x509_certificate(made.att_stmt["x5c"][0])
    numbers = [e.value.value for e in certificate.extensions if e.oid == SERIAL_NUMBER]
    return made.ep_att, numbers


def test_enterprise_attestation_is_given_once_enabled(corporate):
    with corporate.connect() as client:
        assert client.ctap.info.options["ep"] is False
        for kind in (1, 2, 3):
            with refused("INVALID_PARAMETER"):
                client.register(enterprise_attestation=kind)
        config(client).enable_enterprise_attestation()
        assert client.ctap.get_info().options["ep"] is True
        with refused("INVALID_OPTION"):
            client.register(enterprise_attestation=3)

        granted, [number] = enterprise(client, 1)
        assert granted is True
        # Every relying party gets the same serial number, vouched for by platform (2) or vendor (1).
        assert enterprise(client, 2) == (True, [number])
        assert enterprise(client, 2, OTHER_RP_ID) == (True, [number])
        assert enterprise(client, 1, OTHER_RP_ID) == (None, [])
        assert enterprise(client, None) == (None, [])
    corporate.reset()
    with corporate.connect() as client:
        assert client.ctap.info.options["ep"] is False
        config(client).enable_enterprise_attestation()
        assert enterprise(client, 1) == (True, [number])


@pytest.mark.parametrize("asked", ["enterprise", "direct"])
def test_enterprise_attestation_verifies_only_if_requested(toque, tmp_path, corporate, asked):
    """WebAuthn section 8.2.2: no other certificate may identify the device."""
    challenge, user, parameters = bytes(32), b"user", [{"type": "public-key", "alg": ES256}]
    client_data = CollectedClientData.create("webauthn.create", challenge, f"https://{RP_ID}")
    with corporate.connect() as client:
        config(client).enable_enterprise_attestation()
        made = client.ctap.make_credential(
            client_data.hash, {"id": RP_ID}, {"id": user}, parameters, enterprise_attestation=1
        )
    corporate.stop()
    root = tmp_path / "root.pem"
    root.write_text(toque.run("key", "attestation-ca", "--store", tmp_path / "corp.sqlite").stdout)
    credential_id = encode(made.auth_data.credential_data.credential_id)
    ceremony = {
        "id": "enterprise",
        "kind": "registration",
        "origins": [f"https://{RP_ID}"],
        "rpId": RP_ID,
        "options": {
            "rp": {"id": RP_ID, "name": "Example"},
            "user": {"id": encode(user), "name": "ana", "displayName": "Ana"},
            "challenge": encode(challenge),
            "pubKeyCredParams": parameters,
            "authenticatorSelection": {"userVerification": "discouraged"},
            "attestation": asked,
        },
        "response": {
            "id": credential_id,
            "rawId": credential_id,
            "type": "public-key",
            "response": {
                "clientDataJSON": encode(client_data),
                "attestationObject": encode(AttestationObject.create(made.fmt, made.auth_data, made.att_stmt)),
            },
        },
    }
    verdict = json.loads(toque.run("verify", "--anchors", root, "-", stdin=json.dumps(ceremony)).stdout)
    if asked == "enterprise":
        assert (verdict["verdict"], verdict["attestation"]["trusted"]) == ("valid", True)
    else:
        assert verdict["code"] == "attestation_certificate_invalid", verdict


def test_a_key_without_enterprise_attestation_refuses_it(client):
    for kind in (1, 2):
        with refused("INVALID_PARAMETER"):
            client.register(enterprise_attestation=kind)
    with refused("INVALID_SUBCOMMAND"):
        client.ctap.config(Config.CMD.ENABLE_ENTERPRISE_ATT)


# attestationFormatsPreference


@pytest.mark.parametrize(
    "preference, format",
    [(["none"], "none"), (["packed"], "packed"), (["tpm", "packed"], "packed"), (["tpm"], "packed"), ([], "packed")],
)
def test_the_attestation_formats_preference_decides(client, preference, format):
    assert client.ctap.info.attestation_formats == ["packed"]
    made = client.ctap.send_cbor(
        Ctap2.CMD.MAKE_CREDENTIAL,
        {
            1: HASH,
            2: {"id": RP_ID},
            3: {"id": b"user", "name": "user"},
            4: [{"alg": ES256, "type": "public-key"}],
            11: preference,
        },
    )
    assert made[1] == format
    assert (made[3] == {}) == (format == "none")


# The persistent token


@pytest.fixture
def made(key):
    """A key with a PIN and two discoverable credentials; their IDs by RP ID."""
    key.set_pin(PIN)
    with key.connect() as client:
        return {
            rp_id: credential(client.register(rp_id=rp_id, resident=True, pin=PIN))[0]
            for rp_id in (RP_ID, OTHER_RP_ID)
        }


def rp_ids(management):
    return {entry[CredentialManagement.RESULT.RP]["id"] for entry in management.enumerate_rps()}


def test_the_persistent_token_reads_credentials(key, made, protocol):
    with key.connect() as client:
        assert CredentialManagement.is_readonly_supported(client.ctap.info)
        token = persistent_token(client, protocol=protocol)
        assert persistent_token(client, protocol=3 - protocol) == token
    key.power_cycle()
    with key.connect() as client:
        management = reader(client, token, protocol)
        assert management.get_metadata()[CredentialManagement.RESULT.EXISTING_CRED_COUNT] == 2
        assert rp_ids(management) == {RP_ID, OTHER_RP_ID}
        [entry] = management.enumerate_creds(hashlib.sha256(RP_ID.encode()).digest())
        credential_id = entry[CredentialManagement.RESULT.CREDENTIAL_ID]
        assert credential_id["id"] == made[RP_ID]
        with refused("PIN_AUTH_INVALID"):
            management.delete_cred(credential_id)
        with refused("PIN_AUTH_INVALID"):
            management.update_user_info(credential_id, {"id": b"user", "name": "other"})


def test_the_persistent_token_survives_a_restart(key, made):
    with key.connect() as client:
        token = persistent_token(client)
        identifier = client.ctap.get_info().get_identifier(token)
    key.stop()
    key.start()
    with key.connect() as client:
        assert rp_ids(reader(client, token)) == {RP_ID, OTHER_RP_ID}
        assert client.ctap.info.get_identifier(token) == identifier


def test_the_persistent_permission_excludes_all_others(key, made, protocol):
    with key.connect() as client:
        both = PERMISSION.PERSISTENT_CREDENTIAL_MGMT | PERMISSION.CREDENTIAL_MGMT
        with refused("UNAUTHORIZED_PERMISSION"):
            client.pin(protocol).get_pin_token(PIN, both)


@pytest.mark.parametrize("end", ["change", "reset"])
def test_a_pin_change_or_reset_ends_the_persistent_token(key, made, end):
    with key.connect() as client:
        token = persistent_token(client)
        if end == "change":
            client.pin().change_pin(PIN, LONG_PIN)
    if end == "reset":
        key.reset()
    with key.connect() as client:
        with refused("PIN_AUTH_INVALID"):
            reader(client, token).get_metadata()
        assert client.ctap.get_info().enc_identifier is None
        assert client.ctap.get_info().enc_cred_store_state is None


def test_the_encrypted_identifiers_reveal_the_device_and_its_changes(key, made):
    with key.connect() as client:
        token = persistent_token(client)

        def read():
            info = client.ctap.get_info()
            assert info.enc_identifier != client.ctap.get_info().enc_identifier
            return info.get_identifier(token), info.get_cred_store_state(token)

        identifier, state = read()
        assert len(identifier) == len(state) == 16
        client.register()
        client.sign(made[RP_ID])
        assert read() == (identifier, state)
        states = [state]
        for change in (
            lambda: client.register(b"ana", resident=True, pin=PIN),
            lambda: client.management(PIN).update_user_info(
                {"type": "public-key", "id": made[RP_ID]}, {"id": b"user", "name": "other"}
            ),
            lambda: client.management(PIN).delete_cred({"type": "public-key", "id": made[RP_ID]}),
        ):
            change()
            same, state = read()
            assert same == identifier
            states.append(state)
        assert len(set(states)) == 4


# thirdPartyPayment


@pytest.mark.parametrize("resident", [False, True])
@pytest.mark.parametrize("payment", [None, True])
def test_third_party_payment_is_reported_for_payment_credentials(client, resident, payment):
    asked = {"thirdPartyPayment": True}
    made = client.register(resident=resident, extensions=asked if payment else None)
    credential_id, public_key = credential(made)
    assert "thirdPartyPayment" not in (made.auth_data.extensions or {})
    assertion = client.sign(credential_id, extensions=asked)
    assertion.verify(HASH, public_key)
    assert assertion.auth_data.extensions == {"thirdPartyPayment": bool(payment)}
    assert client.sign(credential_id).auth_data.extensions is None
