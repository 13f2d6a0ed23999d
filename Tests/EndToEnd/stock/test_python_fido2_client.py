"""python-fido2's WebAuthn client with every extension that it supports."""

import pytest
from fido2.client import ClientError, DefaultClientDataCollector, Fido2Client, UserInteraction
from fido2.ctap2 import ClientPin
from fido2.ctap2.extensions import (
    CredBlobExtension,
    CredPropsExtension,
    CredProtectExtension,
    HmacSecretExtension,
    LargeBlobExtension,
    ThirdPartyPaymentExtension,
)
from fido2.ctap2.pin import PinProtocolV1, PinProtocolV2
from fido2.server import Fido2Server
from fido2.utils import websafe_encode

from samples import noise
from served_key import PIN

RP_ID = "rp.example"
EXTENSIONS = [
    HmacSecretExtension(allow_hmac_secret=True),
    CredProtectExtension(),
    CredPropsExtension(),
    CredBlobExtension(),
    LargeBlobExtension(),
    ThirdPartyPaymentExtension(),
]


class Person(UserInteraction):
    def request_pin(self, permissions, rp_id):
        return PIN


class Browser:
    """The client of python-fido2 and its server, which verifies each answer."""

    def __init__(self, client):
        self.client = Fido2Client(client.device, DefaultClientDataCollector(f"https://{RP_ID}"), Person(), EXTENSIONS)
        self.server = Fido2Server({"id": RP_ID, "name": "Relying Party"}, attestation="direct")
        self.credentials = []

    def create(self, verification="discouraged", resident="discouraged", **extensions):
        """Makes a credential; returns the client extension results."""
        user = {"id": b"user", "name": "ana", "displayName": "Ana"}
        options, state = self.server.register_begin(
            user,
            user_verification=verification,
            resident_key_requirement=resident,
            extensions=extensions,
        )
        response = self.client.make_credential(options.public_key)
        data = self.server.register_complete(state, response)
        assert data.is_user_verified() == (verification == "required")
        self.credentials.append(data.credential_data)
        return response.client_extension_results

    def get(self, verification="discouraged", credentials=None, **extensions):
        """Makes an assertion; returns its response."""
        allowed = self.credentials if credentials is None else credentials
        options, state = self.server.authenticate_begin(allowed, user_verification=verification, extensions=extensions)
        response = self.client.get_assertion(options.public_key).get_response(0)
        self.server.authenticate_complete(state, self.credentials, response)
        return response


@pytest.fixture(params=[PinProtocolV1, PinProtocolV2], ids=["protocol 1", "protocol 2"])
def browser(request, key, monkeypatch):
    monkeypatch.setattr(ClientPin, "PROTOCOLS", [request.param])
    key.set_pin(PIN)
    with key.connect() as client:
        yield Browser(client)


VERIFICATION = ["discouraged", "required"]


@pytest.mark.parametrize("verification", VERIFICATION)
def test_a_client_registers_and_signs(browser, verification):
    browser.create(verification)
    response = browser.get(verification).response
    assert response.authenticator_data.is_user_verified() == (verification == "required")


def test_a_discoverable_credential_is_found_without_its_id(browser):
    assert browser.create("required", "required", credProps=True)["credProps"]["rk"] is True
    assert browser.get(credentials=[]).response.user_handle == b"user"


@pytest.mark.parametrize("verification", VERIFICATION)
def test_hmac_secret_derives_secrets_from_salts(browser, verification):
    assert browser.create(verification, hmacCreateSecret=True)["hmacCreateSecret"] is True

    def secrets(*salts):
        names = dict(zip(("salt1", "salt2"), salts))
        result = browser.get(verification, hmacGetSecret=names).client_extension_results["hmacGetSecret"]
        return [result[f"output{index + 1}"] for index in range(len(salts))]

    first, second = b"1" * 32, b"2" * 32
    both = secrets(first, second)
    assert both[0] != both[1]
    assert secrets(first) + secrets(second) == both


def test_hmac_secret_depends_on_user_verification(browser):
    browser.create("required", hmacCreateSecret=True)
    results = [browser.get(v, hmacGetSecret={"salt1": bytes(32)}).client_extension_results for v in VERIFICATION]
    assert results[0]["hmacGetSecret"]["output1"] != results[1]["hmacGetSecret"]["output1"]


def test_prf_gives_the_same_secrets_at_both_ceremonies(browser):
    """hmac-secret-mc at registration gives the same secrets as signing; evalByCredential applies to signing."""
    inputs = {"first": b"one", "second": b"two"}
    made = browser.create("required", prf={"eval": inputs})["prf"]
    assert made["enabled"] is True
    signed = browser.get("required", prf={"eval": inputs}).client_extension_results["prf"]["results"]
    assert made["results"] == signed
    assert signed["first"] != signed["second"]
    identifier = websafe_encode(browser.credentials[0].credential_id)
    by_credential = {"eval": {"first": b"other"}, "evalByCredential": {identifier: inputs}}
    assert browser.get("required", prf=by_credential).client_extension_results["prf"]["results"] == signed
    other = browser.get("required", prf={"eval": {"first": b"other"}}).client_extension_results["prf"]["results"]
    assert other["first"] not in (signed["first"], signed["second"])


@pytest.mark.parametrize("verification", VERIFICATION)
def test_prf_works_for_a_credential_made_without_it(browser, verification):
    """CTAP 2.3, 12.7: an authenticator may create the secrets for every credential."""
    browser.create(verification)
    assert browser.get(verification, prf={"eval": {"first": b"one"}}).client_extension_results["prf"]["results"][
        "first"
    ]


@pytest.mark.parametrize("size", [1, 64, 10_000])
def test_a_large_blob_is_written_and_read(browser, size):
    made = browser.create("required", "required", largeBlob={"support": "required"})
    assert made["largeBlob"]["supported"] is True
    assert browser.get("required", largeBlob={"read": True}).client_extension_results["largeBlob"].get("blob") is None
    blob = noise(size)
    written = browser.get("required", largeBlob={"write": blob}).client_extension_results
    assert written["largeBlob"]["written"] is True
    # Reading needs no user verification.
    for verification in VERIFICATION:
        read = browser.get(verification, largeBlob={"read": True}).client_extension_results
        assert read["largeBlob"]["blob"] == websafe_encode(blob)


def test_a_stored_cred_blob_is_read_back(browser):
    blob = noise(64)
    browser.create("required", "required", credBlob=blob)
    data = browser.get("required", getCredBlob=True).response.authenticator_data
    assert data.extensions["credBlob"] == blob


@pytest.mark.parametrize("is_payment", [True, False])
def test_a_payment_credential_is_reported(browser, is_payment):
    browser.create("required", "required", payment={"isPayment": True} if is_payment else {})
    data = browser.get("required", payment={"isPayment": True}).response.authenticator_data
    assert data.extensions["thirdPartyPayment"] is is_payment


@pytest.mark.parametrize(
    "policy, is_found",
    [
        ("userVerificationOptional", True),
        ("userVerificationOptionalWithCredentialIDList", False),
        ("userVerificationRequired", False),
    ],
)
def test_the_credential_protection_policy_decides_who_finds_a_credential(browser, policy, is_found):
    extensions = {"credentialProtectionPolicy": policy, "enforceCredentialProtectionPolicy": True}
    browser.create("required", "required", **extensions)
    browser.get("required", credentials=[])
    if is_found:
        browser.get(credentials=[])
    else:
        with pytest.raises(ClientError) as refusal:
            browser.get(credentials=[])
        assert refusal.value.code == ClientError.ERR.DEVICE_INELIGIBLE
