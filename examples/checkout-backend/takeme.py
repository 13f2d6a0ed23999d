"""TakeMe: the app makes the source, the person authorizes it, and only the backend's charge takes the money."""

import hashlib
import hmac
import json
import re
import time

from shop import Forged, account, call

SERVER, PUBLIC_KEY, SECRET = account("TAKEME")
KEY = {"Authorization": f"Bearer {SECRET}"}
# How old a webhook may be: an old one may be replayed.
TOLERANCE = 300


def begin(order, url):
    """The app tells the source that it has made: POST /orders/{order}/source."""
    return {"public_key": PUBLIC_KEY, "amount": order.minor_units, "currency": order.currency}


def hear(headers, content):
    header = re.fullmatch(r"t=(\d{1,12}),v1=([0-9a-f]{64})", headers.get("TakeMe-Signature", ""))
    if header is None:
        raise Forged("the webhook is not signed")
    signature = hmac.new(SECRET.encode(), header[1].encode() + b"." + content, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature, header[2]):
        raise Forged("the signature is not TakeMe's")
    if abs(time.time() - int(header[1])) > TOLERANCE:
        raise Forged("the webhook is too old")
    source = json.loads(content)["data"]
    return source["id"], source


def word(source):
    return source["status"]


def result(order, source):
    if source["status"] == "consumed":
        return "paid", None
    if source["status"] == "failed":
        return "refused", "failed"
    if source["status"] != "chargeable" or order.status != "open":
        return "open", None
    if (source["amount"], source["currency"]) != (order.minor_units, order.currency):
        # The app names the amount. It is not charged, and the money stays with the payer.
        return "refused", f"the source is for {source['amount']} {source['currency']}"
    # One charge of an order, however often this is repeated.
    call("POST", f"{SERVER}/v1/charges", {"source": source["id"]}, KEY | {"Idempotency-Key": order.id})
    return "paid", None


def ask(order):
    """None before the app has told the source."""
    if order.reference == order.id:
        return None
    return call("GET", f"{SERVER}/v1/sources/{order.reference}", headers=KEY)
