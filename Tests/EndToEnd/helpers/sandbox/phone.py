"""A phone in Python, for tests that need hundreds of ceremonies: one process for each would take minutes."""

import hashlib
import json

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from samples import encode

RP_ID = "belvo.com"
ORIGIN = "https://belvo.com"
UP, UV, AT = 0x01, 0x04, 0x40
RISK_SIGNALS = {
    "deviceId": "a-phone-in-python",
    "osVersion": "Debian GNU/Linux 12",
    "userTimeZoneOffset": "-03",
    "language": "pt",
    "screenDimensions": {"height": 800, "width": 400},
    "accountTenure": "2024-01-31",
}


class Phone:
    """One credential with ES256. Its counter is higher by one with each ceremony."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        numbers = self.key.public_key().public_numbers()
        self.public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        self.credential_id = hashlib.sha256(self.public_key[-2]).digest()
        self.counter = 0

    def confirmation(self, options):
        """The body of confirm."""
        self.user_handle = options["user"]["id"]
        data = self.authenticator_data(UP | UV | AT) + (
            bytes(16) + len(self.credential_id).to_bytes(2) + self.credential_id + cbor2.dumps(self.public_key)
        )
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}, canonical=True)
        client_data = client_data_json("webauthn.create", options["challenge"])
        response = {"attestationObject": encode(attestation), "clientDataJSON": encode(client_data)}
        return {"confirmation_data": self.credential(response)}

    def authorization(self, options):
        """The body of authorize."""
        data = self.authenticator_data(UP | UV)
        client_data = client_data_json("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "authenticatorData": encode(data),
            "clientDataJSON": encode(client_data),
            "signature": encode(signature),
            "userHandle": self.user_handle,
        }
        return {"risk_signals": RISK_SIGNALS, "assertion": self.credential(response)}

    def authenticator_data(self, flags):
        self.counter += 1
        return hashlib.sha256(RP_ID.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4)

    def credential(self, response):
        credential_id = encode(self.credential_id)
        return {
            "authenticatorAttachment": "platform",
            "id": credential_id,
            "rawId": credential_id,
            "type": "public-key",
            "response": response,
        }


def client_data_json(kind, challenge):
    members = {"type": kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": False}
    return json.dumps(members, separators=(",", ":")).encode()
