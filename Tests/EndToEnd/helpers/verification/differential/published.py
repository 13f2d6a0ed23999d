"""Ceremonies of the project's test vectors: nobody signs their faults, all happen on the way."""

import json
from dataclasses import dataclass

import cbor2

from command import ROOT
from samples import decode
from samples import encode as base64url

from .ceremony import Ceremony, none, response_text
from .encoding import encode

FILES = ["w3c-webauthn-l3/*.json", "biometric-pix/formats.json"]


@dataclass(frozen=True)
class Published:
    """A ceremony of a file, which is valid as it stands there."""

    name: str
    text: str

    def __call__(self, fault=none):
        document = json.loads(self.text)
        response = document["response"]
        inner = response["response"]
        inner["clientDataJSON"] = base64url(fault("sent client data", decode(inner["clientDataJSON"])))
        credential, anchor = None, None
        if document["kind"] == "registration":
            inner["attestationObject"] = base64url(self.attestation_object(decode(inner["attestationObject"]), fault))
            # Self attestation needs no anchor, and python-fido2 is not to ask for one.
            anchor = next((decode(text) for text in document.get("trustAnchors", [])), None)
        else:
            data = decode(inner["authenticatorData"])
            inner["authenticatorData"] = base64url(fault("sent authenticator data", data))
            inner["signature"] = base64url(fault("signature", decode(inner["signature"])))
            credential = document["credential"]
            for member in {"id", "publicKey", "userHandle"} & credential.keys():
                credential[member] = decode(credential[member])
            key = encode(fault("stored key", cbor2.loads(credential["publicKey"])))
            credential = fault("credential", credential | {"publicKey": fault("stored key text", key)})
        options = document["options"]
        return Ceremony(
            document["kind"],
            options.get("publicKey", options),
            response_text(response, fault),
            credential,
            anchor,
            document["rpId"],
            document["origins"][0],
            document["time"],
            document.get("policy", {}),
        )

    @staticmethod
    def attestation_object(data, fault):
        members = cbor2.loads(data)
        statement = members["attStmt"]
        if isinstance(statement, dict):
            if "sig" in statement:
                statement["sig"] = fault("signature", statement["sig"])
            if "x5c" in statement:
                statement["x5c"] = fault("x5c", statement["x5c"])
            members["attStmt"] = fault("statement", statement)
        members["authData"] = fault("sent authenticator data", members["authData"])
        return fault("attestation object text", encode(fault("attestation object", members)))


def published():
    for pattern in FILES:
        for path in sorted((ROOT / "vectors").glob(pattern)):
            for ceremony in json.loads(path.read_text())["ceremonies"]:
                if ceremony["expected"]["verdict"] == "valid":
                    yield Published(f"{path.parent.name} {ceremony['id']}", json.dumps(ceremony))
