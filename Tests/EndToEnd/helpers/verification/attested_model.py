"""A vendor's model of security keys, whose attestation certificates its own authority issued."""

import hashlib
import json
import uuid

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from metadata import certificate, name
from samples import encode

RP_ID = "example.org"
ORIGIN = "https://example.org"
AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
UP, UV, AT = 0x01, 0x04, 0x40


class Model:
    """Registers credentials with packed attestation. `root` is its authority's certificate."""

    def __init__(self):
        self.aaguid = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")
        authority = ec.generate_private_key(ec.SECP256R1())
        issuer = name("Example Attestation Root")
        self.root = certificate(issuer, authority, issuer, authority, True)
        self.key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.COUNTRY_NAME, "BR"),
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"),
                x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "Authenticator Attestation"),
                x509.NameAttribute(NameOID.COMMON_NAME, "Example key"),
            ]
        )
        # An OCTET STRING of 16 bytes.
        extension = x509.UnrecognizedExtension(AAGUID_EXTENSION, b"\x04\x10" + self.aaguid.bytes)
        self.certificate = certificate(subject, self.key, issuer, authority, False, [extension])

    @property
    def root_der(self):
        return self.root.public_bytes(Encoding.DER)

    def registration(self, identifier, user_verification="required"):
        """A ceremony as `toque verify` reads it."""
        challenge, credential_id = bytes(range(32)), bytes(range(16))
        client_data = json.dumps(
            {"type": "webauthn.create", "challenge": encode(challenge), "origin": ORIGIN, "crossOrigin": False},
            separators=(",", ":"),
        ).encode()
        numbers = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
        public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        data = (
            hashlib.sha256(RP_ID.encode()).digest()
            + bytes([UP | UV | AT, 0, 0, 0, 1])
            + self.aaguid.bytes
            + len(credential_id).to_bytes(2)
            + credential_id
            + cbor2.dumps(public_key)
        )
        message = data + hashlib.sha256(client_data).digest()
        statement = {
            "alg": -7,
            "sig": self.key.sign(message, ec.ECDSA(hashes.SHA256())),
            "x5c": [self.certificate.public_bytes(Encoding.DER)],
        }
        return {
            "id": identifier,
            "kind": "registration",
            "origins": [ORIGIN],
            "rpId": RP_ID,
            "options": {
                "rp": {"id": RP_ID, "name": "Example"},
                "user": {"id": encode(b"user"), "name": "ana", "displayName": "Ana"},
                "challenge": encode(challenge),
                "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
                "authenticatorSelection": {"userVerification": user_verification},
                "attestation": "direct",
            },
            "response": {
                "id": encode(credential_id),
                "rawId": encode(credential_id),
                "type": "public-key",
                "response": {
                    "clientDataJSON": encode(client_data),
                    "attestationObject": encode(
                        cbor2.dumps({"fmt": "packed", "attStmt": statement, "authData": data}, canonical=True)
                    ),
                },
            },
        }
