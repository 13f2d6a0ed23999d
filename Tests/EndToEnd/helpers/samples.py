"""The guide's samples, meaningless bytes, and the text form of bytes."""

import base64
import json
import random

from command import ROOT

FOLDER = ROOT / "vectors/belvo-guide"
REGISTRATION = FOLDER / "registration-options.json"
SIGNING = FOLDER / "signing-options.json"


def registration_options():
    return json.loads(REGISTRATION.read_text())


def sign_options(credential_id):
    """The sample, naming this credential instead of one that nobody has."""
    return json.loads(SIGNING.read_text()) | {"allowCredentials": [{"type": "public-key", "id": credential_id}]}


def noise(count, label=""):
    """Incompressible bytes: the same for a label in every run."""
    return random.Random(f"{label} {count}").randbytes(count)


def decode(text):
    """The bytes of base64url, with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
