"""A ceremony in steps, any of which may go wrong, and a relying party's view of it."""

import hashlib
import json
import struct
from dataclasses import dataclass, field

from samples import encode as base64url

from .encoding import encode
from .keys import PS256

RP_ID = "example.org"
ORIGIN = "https://example.org"
TIME = "2026-01-31T12:00:00Z"
# TIME in seconds since 1970.
NOW = 1769860800
AAGUID = bytes.fromhex("00112233445566778899aabbccddeeff")
USER = b"user-0123456789"
UP, UV, BE, BS, AT, ED = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80
# What a policy may refuse beyond its defaults.
STRICT = {"unsolicitedExtensions": "reject"}


def value(label, count=32):
    """Bytes that belong to a label."""
    return hashlib.shake_256(label.encode()).digest(count)


def none(step, value):
    """The fault of a valid ceremony."""
    return value


@dataclass(frozen=True)
class Ceremony:
    """What a relying party knows, and the response that it got."""

    kind: str
    options: dict
    # JSON, but for the fault that it may have.
    response: str
    # The stored credential, of an authentication.
    credential: dict = None
    # The certificate that attestation must lead to, in DER.
    anchor: bytes = None
    rp_id: str = RP_ID
    origin: str = ORIGIN
    time: str = TIME
    policy: dict = field(default_factory=dict)

    @property
    def verification(self):
        """The user verification that is asked for."""
        selection = self.options if self.kind == "authentication" else self.options.get("authenticatorSelection", {})
        return self.policy.get("userVerification") or selection.get("userVerification", "preferred")

    def document(self, identifier):
        """The line that `toque verify` reads."""
        members = {
            "id": identifier,
            "kind": self.kind,
            "rpId": self.rp_id,
            "origins": [self.origin],
            "time": self.time,
            "policy": STRICT | self.policy,
            "options": self.options,
        }
        if self.credential is not None:
            members["credential"] = {
                name: base64url(member) if isinstance(member, bytes) else member
                for name, member in self.credential.items()
            }
        if self.anchor is not None:
            members["trustAnchors"] = [base64url(self.anchor)]
        return json.dumps(members)[:-1] + ', "response": ' + self.response + "}"


def client_data(kind, challenge, fault):
    """clientDataJSON as the authenticator was given its hash, and as it arrives."""
    members = {
        "type": {"registration": "webauthn.create", "authentication": "webauthn.get"}[kind],
        "challenge": base64url(challenge),
        "origin": ORIGIN,
        "crossOrigin": False,
    }
    text = json.dumps(fault("client data", members), separators=(",", ":")).encode()
    signed = fault("client data text", text)
    return signed, fault("sent client data", signed)


def authenticator_data(flags, counter, fault, attested=None, extensions=None):
    """Authenticator data as it is signed. `attested` is AAGUID, credential ID and COSE_Key."""
    parts = {"rpIdHash": hashlib.sha256(RP_ID.encode()).digest(), "flags": flags, "signCount": counter}
    if attested is not None:
        aaguid, identifier, key = attested
        public_key = fault("public key text", encode(fault("public key", key)))
        parts |= {
            "flags": parts["flags"] | AT,
            "aaguid": aaguid,
            "credentialIdLength": len(identifier),
            "credentialId": identifier,
            "publicKey": public_key,
        }
    if extensions is not None:
        parts["flags"] |= ED
        parts["extensions"] = fault("extensions text", encode(fault("extensions", dict(extensions))))
    parts = fault("authenticator data", parts)
    widths = {"flags": ">B", "signCount": ">I", "credentialIdLength": ">H"}
    data = b"".join(struct.pack(widths[name], part) if name in widths else part for name, part in parts.items())
    return fault("authenticator data text", data)


def sign(key, message, fault):
    salt_length = fault("salt length", 32) if key.algorithm == PS256 else 32
    return fault("signature", key.sign(message, salt_length))


def response_text(members, fault):
    """The JSON of a response."""
    members = fault("response", members)
    return fault("response text", json.dumps(members))


@dataclass(frozen=True)
class Registration:
    """A registration; `attestation` makes its statement."""

    name: str
    attestation: object
    key: object
    aaguid: bytes = AAGUID
    flags: int = UP | UV
    counter: int = 1
    extensions: dict = None
    requested: dict = field(default_factory=dict)
    kind = "registration"

    def __call__(self, fault=none):
        challenge, identifier = value(f"challenge {self.name}"), value(f"id {self.name}")
        signed, sent = client_data(self.kind, challenge, fault)
        data = authenticator_data(
            self.flags, self.counter, fault, (self.aaguid, identifier, self.key.cose), self.extensions
        )
        statement = self.attestation.statement(data, hashlib.sha256(signed).digest(), identifier, self.key, fault)
        members = {
            "fmt": self.attestation.format,
            "attStmt": fault("statement", statement),
            "authData": fault("sent authenticator data", data),
        }
        attestation_object = fault("attestation object text", encode(fault("attestation object", members)))
        response = {
            "id": base64url(identifier),
            "rawId": base64url(identifier),
            "type": "public-key",
            "response": {
                "clientDataJSON": base64url(sent),
                "attestationObject": base64url(attestation_object),
                "transports": ["usb"],
            },
            "authenticatorAttachment": "cross-platform",
            "clientExtensionResults": {},
        }
        options = {
            "rp": {"id": RP_ID, "name": "Example"},
            "user": {"id": base64url(USER), "name": "ana", "displayName": "Ana"},
            "challenge": base64url(challenge),
            "pubKeyCredParams": [{"type": "public-key", "alg": self.key.algorithm}],
            "authenticatorSelection": {"userVerification": "required" if self.flags & UV else "discouraged"},
            "attestation": "direct",
            "extensions": self.requested,
        }
        return Ceremony(self.kind, options, response_text(response, fault), anchor=self.attestation.anchor)


@dataclass(frozen=True)
class Authentication:
    """An authentication. Where it is `discoverable`, the options name no credential."""

    name: str
    key: object
    flags: int = UP | UV
    counter: int = 8
    discoverable: bool = False
    extensions: dict = None
    requested: dict = field(default_factory=dict)
    kind = "authentication"

    def __call__(self, fault=none):
        challenge, identifier = value(f"challenge {self.name}"), value(f"id {self.name}")
        signed, sent = client_data(self.kind, challenge, fault)
        data = authenticator_data(self.flags, self.counter, fault, extensions=self.extensions)
        signature = sign(self.key, data + hashlib.sha256(signed).digest(), fault)
        response = {
            "id": base64url(identifier),
            "rawId": base64url(identifier),
            "type": "public-key",
            "response": {
                "clientDataJSON": base64url(sent),
                "authenticatorData": base64url(fault("sent authenticator data", data)),
                "signature": base64url(signature),
            },
            "authenticatorAttachment": "cross-platform",
            "clientExtensionResults": {},
        }
        if self.discoverable:
            response["response"]["userHandle"] = base64url(USER)
        options = {
            "challenge": base64url(challenge),
            "rpId": RP_ID,
            "allowCredentials": [] if self.discoverable else [{"type": "public-key", "id": base64url(identifier)}],
            "userVerification": "required" if self.flags & UV else "discouraged",
            "extensions": self.requested,
        }
        credential = {
            "id": identifier,
            "publicKey": fault("stored key text", encode(fault("stored key", self.key.cose))),
            "signCount": max(self.counter - 1, 0),
            "backupEligible": bool(self.flags & BE),
            "backupState": bool(self.flags & BS),
            "userHandle": USER,
        }
        return Ceremony(self.kind, options, response_text(response, fault), credential=fault("credential", credential))
