"""Two independent libraries verify the command's output, and both refuse it after tampering."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import fido2.attestation.base
import fido2.cbor
import fido2.server
import fido2.webauthn
import pytest
import webauthn
from cryptography.exceptions import InvalidSignature
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import COSEAlgorithmIdentifier

from device import Device
from samples import SIGNING, decode, encode, registration_options, sign_options

RP_ID = "belvo.com"
ORIGIN = "https://belvo.com"
USER_ID = "a5bd0ef9-f8ab-41a2-b968-489761a91de6"
ES256, EDDSA, RS256 = -7, -8, -257


@dataclass
class Case:
    profile: str
    algorithm: int
    attestation: str = None
    format: str = "none"
    offered: list = None  # instead of the sample's algorithms

    def __str__(self):
        return f"{self.profile} {self.algorithm} {self.attestation or 'no attestation'}"

    @property
    def verifies_user(self):
        return self.profile != "security-key"

    def creation_options(self):
        options = registration_options()
        if self.offered:
            options["pubKeyCredParams"] = [{"type": "public-key", "alg": algorithm} for algorithm in self.offered]
        if self.attestation:
            options["attestation"] = self.attestation
        return options


CASES = [
    # The unchanged sample: RS256 before ES256, no attestation requested.
    Case("ios", ES256),
    Case("android", ES256),
    Case("windows", RS256),
    Case("security-key", ES256),
    # The algorithms that the sample does not reach.
    Case("windows", ES256, offered=[ES256]),
    Case("security-key", EDDSA, offered=[EDDSA, ES256]),
    # Attestation is requested; phones have none.
    Case("ios", ES256, "direct"),
    Case("android", ES256, "direct"),
    Case("windows", RS256, "direct", "packed"),
    Case("windows", ES256, "direct", "packed", [ES256]),
    Case("security-key", ES256, "direct", "packed"),
    Case("security-key", EDDSA, "direct", "packed", [EDDSA]),
]


class PyWebAuthn:
    """The library `webauthn`."""

    refusals = (WebAuthnException,)

    def __init__(self, case):
        self.case = case

    def register(self, options, response):
        self.credential = webauthn.verify_registration_response(
            credential=response,
            expected_challenge=decode(options["challenge"]),
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            require_user_verification=self.case.verifies_user,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(entry["alg"]) for entry in options["pubKeyCredParams"]],
        )
        return self.credential.fmt, self.credential.sign_count

    def authenticate(self, options, response):
        verified = webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=decode(options["challenge"]),
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            credential_public_key=self.credential.credential_public_key,
            credential_current_sign_count=self.credential.sign_count,
            require_user_verification=self.case.verifies_user,
        )
        return verified.new_sign_count


class PythonFIDO2:
    """The library `fido2`, also by its name python-fido2."""

    refusals = (ValueError, InvalidSignature, fido2.attestation.base.InvalidAttestation)

    def __init__(self, case):
        self.verification = "required" if case.verifies_user else "discouraged"
        self.server = fido2.server.Fido2Server(
            {"id": RP_ID, "name": RP_ID},
            attestation="direct",
            verify_origin=lambda origin: origin == ORIGIN,
            verify_attestation=self.verify_attestation,
        )

    def verify_attestation(self, attestation, client_data_hash):
        self.format = attestation.fmt
        verifier = fido2.attestation.Attestation.for_type(attestation.fmt)()
        verifier.verify(attestation.att_stmt, attestation.auth_data, client_data_hash)

    def state(self, options):
        return {"challenge": options["challenge"], "user_verification": self.verification}

    def register(self, options, response):
        data = self.server.register_complete(self.state(options), response)
        self.credential = data.credential_data
        return self.format, data.counter

    def authenticate(self, options, response):
        self.server.authenticate_complete(self.state(options), [self.credential], response)
        data = fido2.webauthn.AuthenticatorData(decode(response["response"]["authenticatorData"]))
        return data.counter


LIBRARIES = [PyWebAuthn, PythonFIDO2]


@pytest.fixture
def device(toque, tmp_path):
    return lambda case: Device(toque, tmp_path, case.profile)


# The profiles whose signature counter grows (docs/profiles.md).
COUNTING = ("security-key", "windows")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_libraries_accept_registrations_and_assertions(device, case):
    phone = device(case)
    options = case.creation_options()
    registration = phone.register(options)
    assert registration["response"]["publicKeyAlgorithm"] == case.algorithm
    libraries = [library(case) for library in LIBRARIES]
    for library in libraries:
        format, first_count = library.register(options, registration)
        assert format == case.format

    options = sign_options(registration["id"])
    assertion = phone.sign(options)
    # A security key makes a discoverable credential if asked to; it stores no user for any other credential.
    handle = None if case.profile == "security-key" else USER_ID
    assert assertion["response"].get("userHandle") == handle
    for library in libraries:
        count = library.authenticate(options, assertion)
        assert count > first_count if case.profile in COUNTING else count == 0


@pytest.mark.parametrize("profile", ["ios", "android", "windows", "security-key"])
def test_the_credential_of_the_guides_sample_is_unknown(toque, device, profile):
    phone = device(Case(profile, ES256))
    phone.register(registration_options())
    result = toque.run("sign", SIGNING, *phone.flags)
    assert (result.returncode, result.stdout) == (1, "")
    assert "NotAllowedError" in result.stderr
    assert result.stderr.count("\n") == 1


def flip_last_bit(text):
    data = bytearray(decode(text))
    data[-1] ^= 1
    return encode(data)


def with_other_challenge(text):
    client_data = json.loads(decode(text))
    client_data["challenge"] = flip_last_bit(client_data["challenge"])
    return encode(json.dumps(client_data).encode())


def with_other_attestation_signature(text):
    attestation = fido2.cbor.decode(decode(text))
    signature = bytearray(attestation["attStmt"]["sig"])
    signature[-1] ^= 1
    attestation["attStmt"]["sig"] = bytes(signature)
    return encode(fido2.cbor.encode(attestation))


@dataclass
class Tampering:
    member: str
    change: Callable

    def __str__(self):
        return f"{self.member} {self.change.__name__}"

    def apply(self, response):
        tampered = json.loads(json.dumps(response))
        tampered["response"][self.member] = self.change(tampered["response"][self.member])
        return tampered


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    "tampering",
    [
        Tampering("clientDataJSON", with_other_challenge),
        Tampering("attestationObject", with_other_attestation_signature),
    ],
    ids=str,
)
@pytest.mark.parametrize("case", [case for case in CASES if case.format == "packed"], ids=str)
def test_both_libraries_refuse_a_tampered_registration(device, case, library, tampering):
    options = case.creation_options()
    registration = device(case).register(options)
    with pytest.raises(library.refusals):
        library(case).register(options, tampering.apply(registration))


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    "tampering",
    [
        Tampering("clientDataJSON", with_other_challenge),
        Tampering("authenticatorData", flip_last_bit),
        Tampering("signature", flip_last_bit),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "case", [Case("ios", ES256), Case("windows", RS256), Case("security-key", EDDSA, offered=[EDDSA])], ids=str
)
def test_both_libraries_refuse_a_tampered_assertion(device, case, library, tampering):
    phone = device(case)
    options = case.creation_options()
    registration = phone.register(options)
    verifier = library(case)
    verifier.register(options, registration)
    options = sign_options(registration["id"])
    assertion = phone.sign(options)
    with pytest.raises(library.refusals):
        verifier.authenticate(options, tampering.apply(assertion))
