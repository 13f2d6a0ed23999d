"""Signs what schemathesis makes for checkout providers: a schema cannot say what a signature is over. What lacks a
signature where one belongs stays without it."""

import sys
from pathlib import Path

import schemathesis

# pylint: disable=unused-import
import schemathesis_hooks  # noqa: F401, what it leaves out is left out here too

# The path of these tests is that of pytest, which adds the folder of a test file itself.
sys.path.append(str(Path(__file__).resolve().parents[2] / "checkout"))

import ecommpay_reference  # noqa: E402
import placetopay_reference  # noqa: E402

ECOMMPAY_SECRET = "your_secret"
PLACETOPAY_SITE = PLACETOPAY_SECRET = "sandbox"
YUNO_KEYS = ("public-api-key", "private-secret-key")


def sign_gate(body):
    body["general"]["signature"] = ecommpay_reference.sign(body, ECOMMPAY_SECRET)


def sign_options(body):
    body["signature"] = ecommpay_reference.sign_text(ecommpay_reference.mobile_string(body), ECOMMPAY_SECRET)


def sign_page(query):
    query["signature"] = ecommpay_reference.sign(query, ECOMMPAY_SECRET)


def prove(body):
    """Each time with another nonce: schemathesis sends some requests again."""
    body["auth"] |= placetopay_reference.auth(PLACETOPAY_SITE, PLACETOPAY_SECRET)


@schemathesis.hook
def before_call(context, case, kwargs):
    for name in YUNO_KEYS:
        if case.headers.get(name):
            case.headers[name] = "sandbox"
    body = case.body if isinstance(case.body, dict) else {}
    if isinstance(body.get("auth"), dict) and body["auth"].get("login"):
        case.body = signed(prove, body)
    elif isinstance(body.get("general"), dict) and body["general"].get("signature"):
        case.body = signed(sign_gate, body)
    elif case.operation.path == "/sdk/v1/session" and body.get("signature"):
        case.body = signed(sign_options, body)
    elif case.operation.path == "/payment" and case.query.get("signature"):
        case.query = signed(sign_page, case.query)


def signed(sign, message):
    """A copy with its signature; the message itself where what is to be signed has another form."""
    changed = {name: dict(member) if isinstance(member, dict) else member for name, member in message.items()}
    try:
        sign(changed)
    except (AttributeError, TypeError, UnicodeEncodeError):
        return message
    return changed
