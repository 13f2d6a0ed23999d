"""The guide's samples, bytes without a meaning, and the text form of bytes."""

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
    """Bytes that do not pack: the same in every run, others for another label."""
    return random.Random(f"{label} {count}").randbytes(count)


def decode(text):
    """The bytes of base64url, with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
