"""PlacetoPay: each request proves the secret by `auth`, and notifications are signed in part."""

import base64
import datetime
import hashlib
import hmac
import json
import secrets

from shop import Forged, account, call

SERVER, LOGIN, SECRET = account("PLACETOPAY")

STATUSES = {"APPROVED": "paid", "REJECTED": "refused", "PARTIAL_EXPIRED": "refused"}


def auth():
    nonce = secrets.token_bytes(16)
    seed = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    proof = hashlib.sha256(nonce + seed.encode() + SECRET.encode()).digest()
    return {
        "login": LOGIN,
        "tranKey": base64.b64encode(proof).decode(),
        "nonce": base64.b64encode(nonce).decode(),
        "seed": seed,
    }


def begin(order, url):
    session = call("POST", f"{SERVER}/api/session", {
        "auth": auth(),
        "locale": "es_CO",
        "payment": {
            "reference": order.id,
            "description": "Coffee",
            "amount": {"currency": order.currency, "total": float(order.amount)},
        },
        "returnUrl": url,
        "ipAddress": "127.0.0.1",
        "userAgent": "shop",
    })  # fmt: skip
    order.reference = session["requestId"]
    return {"process_url": session["processUrl"], "return_url": url}


def hear(headers, content):
    session = json.loads(content)
    status = session["status"]
    signed = f"{session['requestId']}{status['status']}{status['date']}{SECRET}"
    expected = "sha256:" + hashlib.sha256(signed.encode()).hexdigest()
    if not hmac.compare_digest(expected.encode(), str(session.get("signature")).encode()):
        raise Forged("the signature is not PlacetoPay's")
    # The reference is not signed: the session's number says which order it is.
    return session["requestId"], session


def word(session):
    return session["status"]["status"]


def result(order, session):
    # The reason is not signed either: it is for people to read.
    status = STATUSES.get(session["status"]["status"], "open")
    return status, session["status"]["reason"] if status == "refused" else None


def ask(order):
    return call("POST", f"{SERVER}/api/session/{order.reference}", {"auth": auth()})
