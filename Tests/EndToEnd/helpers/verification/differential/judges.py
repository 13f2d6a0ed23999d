"""What our verifier and the libraries say of a ceremony. Each library is asked for all that it can check."""

import json
import subprocess
from datetime import datetime
from unittest import mock

import fido2.attestation as attestation
import fido2.server
import webauthn
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from webauthn.helpers import parse_authentication_credential_json
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import AttestationFormat

from samples import decode


class Refused(Exception):
    """What a relying party finds out by itself before it asks the library."""


def ours(toque, ceremonies):
    """The verdicts of one `toque verify` on all ceremonies, in their order."""
    lines = "".join(f"{ceremony.document(str(index))}\n" for index, ceremony in enumerate(ceremonies))
    result = subprocess.run(
        [toque.path, "verify", "-"], input=lines, env=toque.environment, capture_output=True, text=True, timeout=600
    )
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(verdicts) == len(ceremonies), result.stderr
    assert all(verdict["id"] in (str(index), None) for index, verdict in enumerate(verdicts))
    return verdicts


def refusal(judge, ceremony):
    """Why a library refuses a ceremony: the exceptions, from what it raised down to its cause. None where it accepts.

    Any exception counts: what reads a response must not accept it after one, and callers catch what comes.
    """
    try:
        judge(ceremony)
    except Exception as error:
        reasons = []
        while error is not None:
            reasons.append(f"{type(error).__name__}: {error}")
            error = error.__cause__ or error.__context__
        return " / ".join(reasons)


class PyWebAuthn:
    """The library `webauthn`."""

    name = "webauthn"

    def __call__(self, ceremony):
        options = ceremony.options
        if ceremony.kind == "registration":
            # It compares SafetyNet's time stamp with the time of the machine.
            with mock.patch(
                "webauthn.helpers.verify_safetynet_timestamp.time.time",
                lambda: datetime.fromisoformat(ceremony.time).timestamp(),
            ):
                webauthn.verify_registration_response(
                    credential=ceremony.response,
                    expected_challenge=decode(options["challenge"]),
                    expected_rp_id=ceremony.rp_id,
                    expected_origin=ceremony.origin,
                    require_user_verification=ceremony.verification == "required",
                    supported_pub_key_algs=self.algorithms(options),
                    pem_root_certs_bytes_by_fmt=self.roots(ceremony.anchor),
                )
            return
        # The stored credential is found by the response's ID.
        if parse_authentication_credential_json(ceremony.response).raw_id != ceremony.credential["id"]:
            raise Refused("no such credential")
        webauthn.verify_authentication_response(
            credential=ceremony.response,
            expected_challenge=decode(options["challenge"]),
            expected_rp_id=ceremony.rp_id,
            expected_origin=ceremony.origin,
            credential_public_key=ceremony.credential["publicKey"],
            credential_current_sign_count=ceremony.credential["signCount"],
            require_user_verification=ceremony.verification == "required",
        )

    @staticmethod
    def algorithms(options):
        offered = [entry["alg"] for entry in options["pubKeyCredParams"]]
        return [algorithm for algorithm in COSEAlgorithmIdentifier if algorithm in offered]

    @staticmethod
    def roots(anchor):
        if anchor is None:
            return None
        pem = x509.load_der_x509_certificate(anchor).public_bytes(Encoding.PEM)
        return {format: [pem] for format in AttestationFormat}


class Anchored(attestation.AttestationVerifier):
    """Attestation leads to one certificate, where it has any."""

    def __init__(self, anchor):
        super().__init__([kind() for kind in attestation.Attestation.__subclasses__() if hasattr(kind, "FORMAT")])
        self.anchor = anchor

    def verify_attestation(self, attestation_object, client_data_hash):
        # A chain is asked for where there is an anchor; none and self attestation have neither.
        if self.anchor is not None:
            super().verify_attestation(attestation_object, client_data_hash)
            return
        verifier = attestation.Attestation.for_type(attestation_object.fmt)()
        verifier.verify(attestation_object.att_stmt, attestation_object.auth_data, client_data_hash)

    def ca_lookup(self, result, auth_data):
        return self.anchor


class PythonFIDO2:
    """The library `fido2`, also by its name python-fido2."""

    name = "fido2"

    def __call__(self, ceremony):
        server = fido2.server.Fido2Server(
            {"id": ceremony.rp_id, "name": "Example"},
            attestation="direct",
            verify_origin=lambda origin: origin == ceremony.origin,
            verify_attestation=Anchored(ceremony.anchor),
        )
        state = {"challenge": ceremony.options["challenge"], "user_verification": ceremony.verification}
        response = json.loads(ceremony.response)
        if ceremony.kind == "registration":
            server.register_complete(state, response)
            return
        stored = fido2.webauthn.AttestedCredentialData(
            bytes(16)
            + len(ceremony.credential["id"]).to_bytes(2)
            + ceremony.credential["id"]
            + ceremony.credential["publicKey"]
        )
        server.authenticate_complete(state, [stored], response)


LIBRARIES = [PyWebAuthn(), PythonFIDO2()]
