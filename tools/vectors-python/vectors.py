"""The files of vectors, and the subjects of their vectors."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from fido2 import cbor
from fido2.webauthn import AuthenticatorData

from libraries import decode

ROOT = Path(__file__).resolve().parents[2]

# These concern the ceremony's document, which a library does not see.
OF_THE_DOCUMENT = {"malformed_ceremony", "malformed_options", "malformed_trust_anchor"}
# The part of a policy that both libraries can follow.
FOLLOWED = {"userVerification"}


def documents(paths):
    for path in paths:
        for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            try:
                document = json.loads(file.read_text())
            except (OSError, ValueError) as error:
                sys.exit(f"{file}: {error}")
            yield document


@dataclass
class Ceremony:
    document: dict

    @property
    def id(self):
        return self.document["id"]

    @property
    def base(self):
        """The ID of this ceremony, or of the valid one that it modifies."""
        return "/".join(self.id.split("/")[:2])

    @property
    def rule(self):
        """The name of the fault in it."""
        return "/".join(self.id.split("/")[2:])

    @property
    def code(self):
        """The code in the verdict table; None if it is valid."""
        return self.document["expected"].get("code")

    @property
    def can_be_asked(self):
        """Whether a library can judge it."""
        return self.code not in OF_THE_DOCUMENT and set(self.document.get("policy", {})) <= FOLLOWED

    @property
    def features(self):
        """The algorithm and the attestation format of a valid one."""
        if self.document["kind"] == "authentication":
            return [f"algorithm {cbor.decode(decode(self.document['credential']['publicKey']))[3]}"]
        attestation = cbor.decode(decode(self.document["response"]["response"]["attestationObject"]))
        key = AuthenticatorData(attestation["authData"]).credential_data.public_key
        return [f"algorithm {key[3]}", f"format {attestation['fmt']}"]


@dataclass
class Input:
    document: dict

    @property
    def id(self):
        return self.document["id"]

    @property
    def bytes(self):
        return decode(self.document["input"])

    @property
    def is_canonical(self):
        return self.document["canonical"]

    @property
    def reason(self):
        """Without the byte."""
        return self.document["reason"].split(": ", 1)[1]


def read(paths):
    """All ceremonies and all inputs."""
    ceremonies, inputs = [], []
    for document in documents(paths):
        ceremonies += map(Ceremony, document.get("ceremonies", []))
        inputs += map(Input, document.get("inputs", []))
    return ceremonies, inputs
