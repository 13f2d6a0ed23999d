"""Calls the libraries as a relying party does, with every check that each of them has.

A function takes a ceremony of the vectors and raises if the library refuses it. It skips the checks that a relying
party must do itself, such as whether it asked for the credential: the comparison shows that the libraries lack them.
"""

import base64
import ssl
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Callable
from unittest import mock

import fido2.attestation
import fido2.cbor
import fido2.server
import fido2.webauthn
import webauthn
import webauthn.helpers
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import AttestationFormat


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_key(ceremony):
    """The options without the wrapper of `navigator.credentials`."""
    options = ceremony["options"]
    return options.get("publicKey", options)


def trust_anchors(ceremony):
    """In DER."""
    return [base64.b64decode(anchor) for anchor in ceremony.get("trustAnchors", [])]


def user_verification(ceremony):
    options = public_key(ceremony)
    asked = options.get("authenticatorSelection", options).get("userVerification", "preferred")
    return ceremony.get("policy", {}).get("userVerification", asked)


def algorithms(ceremony):
    """The algorithms; for an empty list, the specification's defaults (section 5.1.3)."""
    return [parameters["alg"] for parameters in public_key(ceremony)["pubKeyCredParams"]] or [-7, -257]


def by_webauthn(ceremony):
    common = {
        "credential": ceremony["response"],
        "expected_challenge": decode(public_key(ceremony)["challenge"]),
        "expected_rp_id": ceremony["rpId"],
        "expected_origin": ceremony["origins"],
        "require_user_verification": user_verification(ceremony) == "required",
    }
    if ceremony["kind"] == "authentication":
        webauthn.verify_authentication_response(
            **common,
            credential_public_key=decode(ceremony["credential"]["publicKey"]),
            credential_current_sign_count=ceremony["credential"]["signCount"],
        )
        return
    offered = algorithms(ceremony)
    anchors = [ssl.DER_cert_to_PEM_cert(anchor).encode() for anchor in trust_anchors(ceremony)]
    # The library compares SafetyNet's time stamp with the machine's clock.
    now = datetime.fromisoformat(ceremony["time"]).timestamp()
    with mock.patch("webauthn.helpers.verify_safetynet_timestamp.time.time", lambda: now):
        webauthn.verify_registration_response(
            **common,
            require_user_presence=ceremony.get("mediation") != "conditional",
            supported_pub_key_algs=[each for each in COSEAlgorithmIdentifier if each in offered],
            pem_root_certs_bytes_by_fmt={format: anchors for format in AttestationFormat} if anchors else None,
        )


class Anchored(fido2.attestation.AttestationVerifier):
    """Requires the attestation to lead to one of the ceremony's anchors, if it has any."""

    def __init__(self, anchors):
        super().__init__([kind() for kind in fido2.attestation.Attestation.__subclasses__() if hasattr(kind, "FORMAT")])
        self.anchors = anchors

    def verify_attestation(self, attestation_object, client_data_hash):
        if self.anchors:
            super().verify_attestation(attestation_object, client_data_hash)
            return
        # None and self attestation have no chain.
        verifier = fido2.attestation.Attestation.for_type(attestation_object.fmt)()
        verifier.verify(attestation_object.att_stmt, attestation_object.auth_data, client_data_hash)

    def ca_lookup(self, result, auth_data):
        return self.anchors[0]


def by_fido2(ceremony):
    options = public_key(ceremony)
    server = fido2.server.Fido2Server(
        {"id": ceremony["rpId"], "name": "Example"},
        attestation="direct",
        verify_origin=lambda origin: origin in ceremony["origins"],
        verify_attestation=Anchored(trust_anchors(ceremony)),
    )
    state = {"challenge": options["challenge"], "user_verification": user_verification(ceremony)}
    if ceremony["kind"] == "registration":
        server.register_complete(state, ceremony["response"])
        return
    credential = ceremony["credential"]
    identifier = decode(credential["id"])
    stored = fido2.webauthn.AttestedCredentialData(
        bytes(16) + len(identifier).to_bytes(2, "big") + identifier + decode(credential["publicKey"])
    )
    server.authenticate_complete(state, [stored], ceremony["response"])


@dataclass
class Library:
    # On PyPI.
    name: str
    # Raises if it refuses a ceremony.
    verify: Callable[[dict], None]
    # Raises if it refuses an input.
    read_cbor: Callable[[bytes], object]

    @property
    def version(self):
        return version(self.name)


LIBRARIES = [
    Library("webauthn", by_webauthn, webauthn.helpers.parse_cbor),
    Library("fido2", by_fido2, fido2.cbor.decode),
]
