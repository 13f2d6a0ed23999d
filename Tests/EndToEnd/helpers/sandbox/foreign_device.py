"""A device that knows nothing of Toque: SoftWebauthnDevice of soft-webauthn, with the provider's JSON."""

import hashlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from soft_webauthn import SoftWebauthnDevice

from samples import decode, encode

ORIGIN = "https://belvo.com"
FLAGS = 32  # offset of the flags in authenticator data (WebAuthn section 6.1)
USER_VERIFIED = 0x04


class VerifyingDevice(SoftWebauthnDevice):
    """SoftWebauthnDevice reports only user presence, but this flow requires user verification: this subclass imitates
    a phone, sets UV and signs it."""

    def create(self, options, origin):
        credential = super().create(options, origin)
        attestation = cbor.decode(credential["response"]["attestationObject"])
        attestation["authData"] = with_user_verified(attestation["authData"])
        credential["response"]["attestationObject"] = cbor.encode(attestation)
        return credential

    def get(self, options, origin):
        credential = super().get(options, origin)
        response = credential["response"]
        response["authenticatorData"] = with_user_verified(response["authenticatorData"])
        signed = response["authenticatorData"] + hashlib.sha256(response["clientDataJSON"]).digest()
        response["signature"] = self.private_key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return credential


def with_user_verified(data):
    return data[:FLAGS] + bytes([data[FLAGS] | USER_VERIFIED]) + data[FLAGS + 1 :]


def creation_options(options):
    """Converts the provider's JSON to the dictionary that SoftWebauthnDevice takes, with bytes as in WebAuthn."""
    user = options["user"] | {"id": decode(options["user"]["id"])}
    return {"publicKey": options | {"challenge": decode(options["challenge"]), "user": user}}


def request_options(options):
    return {"publicKey": options | {"challenge": decode(options["challenge"])}}


def body(credential):
    """Converts a credential to the provider's JSON, all base64url."""
    return {
        "authenticatorAttachment": "platform",
        "id": encode(credential["rawId"]),
        "rawId": encode(credential["rawId"]),
        "type": "public-key",
        "response": {name: encode(value) for name, value in credential["response"].items()},
    }
