"""What the tests have a page do."""

import base64
import json

CHALLENGE = "Y2hhbGxlbmdlLWZvci1hLXRlc3Q"


def creation(**changes):
    """PublicKeyCredentialCreationOptionsJSON."""
    return {
        "rp": {"name": "Test"},
        "user": {"id": "dXNlcg", "name": "ana", "displayName": "Ana"},
        "challenge": CHALLENGE,
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -257}],
    } | changes


def retrieval(**changes):
    """PublicKeyCredentialRequestOptionsJSON."""
    return {"challenge": CHALLENGE} | changes


def create(options, **rest):
    """JavaScript that registers, and returns the result of toJSON()."""
    return call("create", "parseCreationOptionsFromJSON", options, rest)


def get(options, **rest):
    """JavaScript that authenticates, and returns the result of toJSON()."""
    return call("get", "parseRequestOptionsFromJSON", options, rest)


def call(method, parse, options, rest):
    return (
        f"const publicKey = PublicKeyCredential.{parse}({json.dumps(options)});"
        f"return (await navigator.credentials.{method}({{ publicKey, ...{json.dumps(rest)} }})).toJSON()"
    )


def allow(credential):
    return [{"type": "public-key", "id": credential["id"]}]


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
