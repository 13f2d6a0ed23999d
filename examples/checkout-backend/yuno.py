"""Yuno: keys in two headers, webhooks signed over their bytes."""

import base64
import hashlib
import hmac
import json
import os
import urllib.parse
import uuid

from shop import Forged, account, call

SERVER, PUBLIC_KEY, SECRET = account("YUNO")
KEYS = {"public-api-key": PUBLIC_KEY, "private-secret-key": SECRET}
# What webhooks are signed with. The sandbox takes the private key where the webhook has no token of its own.
WEBHOOK_SECRET = os.environ.get("YUNO_WEBHOOK_SECRET", SECRET)
ACCOUNT = os.environ.get("YUNO_ACCOUNT_ID", "00000000-0000-4000-8000-00000000000a")

STATUSES = {
    "SUCCEEDED": "paid",
    "DECLINED": "refused",
    "REJECTED": "refused",
    "EXPIRED": "refused",
    "CANCELED": "refused",
    "FRAUD": "refused",
    "REFUNDED": "refunded",
}


def amount_of(order, amount):
    return {"currency": order.currency, "value": float(amount)}


def begin(order, url):
    session = call("POST", f"{SERVER}/v1/checkout/sessions", {
        "account_id": ACCOUNT,
        "merchant_order_id": order.id,
        "payment_description": "Coffee",
        "country": "BR",
        "amount": amount_of(order, order.amount),
        "workflow": "SDK_SEAMLESS",
        "payment_method": {"detail": {"card": {"capture": not order.hold}}},
        "callback_url": url,
    }, KEYS)  # fmt: skip
    return {"checkout_session": session["checkout_session"], "country_code": "BR"}


def hear(headers, content):
    signature = base64.b64encode(hmac.digest(WEBHOOK_SECRET.encode(), content, hashlib.sha256))
    if not hmac.compare_digest(signature, headers.get("x-hmac-signature", "").encode()):
        raise Forged("the signature is not Yuno's")
    payment = json.loads(content)["data"]["payment"]
    return payment["merchant_order_id"], payment


def word(payment):
    return f"{payment['status']}/{payment['sub_status']}"


def result(order, payment):
    if payment["sub_status"] == "AUTHORIZED":
        return "held", None
    # PENDING and ERROR are not final: nobody knows yet.
    status = STATUSES.get(payment["status"], "open")
    code = payment["transactions"][-1].get("response_code") if payment.get("transactions") else None
    return status, (code or payment["status"]) if status == "refused" else None


def ask(order):
    """The newest payment of the order; None before the person has chosen how to pay."""
    query = urllib.parse.urlencode({"merchant_order_id": order.id})
    payments = call("GET", f"{SERVER}/v1/payments?{query}", headers=KEYS)
    return payments[0] if payments else None


def capture(order, amount):
    """The key is the same each time, so that a repetition captures nothing more."""
    payment = ask(order)
    [authorization] = [each for each in payment["transactions"] if each["type"] == "AUTHORIZE"]
    key = uuid.uuid5(uuid.NAMESPACE_URL, f"{order.id}/capture")
    call(
        "POST", f"{SERVER}/v1/payments/{payment['id']}/transactions/{authorization['id']}/capture",
        {"merchant_reference": order.id, "reason": "PRODUCT_CONFIRMED", "amount": amount_of(order, amount)},
        KEYS | {"X-Idempotency-Key": str(key)},
    )  # fmt: skip
