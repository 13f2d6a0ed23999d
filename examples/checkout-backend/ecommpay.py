"""ecommpay: the app's parameters, the requests to Gate and the callbacks are all signed in the same way."""

import base64
import hashlib
import hmac
import json

from shop import Forged, account, call, minor_units

SERVER, PROJECT, SECRET = account("ECOMMPAY")

STATUSES = {
    "success": "paid",
    "awaiting capture": "held",
    "decline": "refused",
    "error": "refused",
    "cancelled": "refused",
    "reversed": "refused",
    "refunded": "refunded",
}
# Of the parameters those that the app's SDK signs.
SIGNED = ("customer_id", "payment_amount", "payment_currency", "payment_description", "payment_id", "project_id")


def leaves(value, path="", in_list=False):
    """The path and the text of each value that is signed. In lists a `signature` is a member like any other."""
    if isinstance(value, dict):
        unsigned = ("frame_mode",) if in_list else ("frame_mode", "signature")
        members = [(name.replace(":", "::"), each) for name, each in value.items() if name not in unsigned]
    elif isinstance(value, list):
        members = [(str(index), each) for index, each in enumerate(value)]
    else:
        yield path, "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)
        return
    for name, each in members:
        yield from leaves(each, f"{path}:{name}" if path else name, in_list or isinstance(value, list))


def string_of(message):
    # By the path alone: as a whole, "a:..." would come after "a1:...".
    return ";".join(f"{path}:{text}" for path, text in sorted(leaves(message), key=lambda leaf: leaf[0])).encode()


def sign(text):
    return base64.b64encode(hmac.digest(SECRET.encode(), text, hashlib.sha512))


def options(order):
    return {
        "project_id": int(PROJECT),
        "payment_id": order.id,
        "payment_amount": order.minor_units,
        "payment_currency": order.currency,
        "payment_description": "Coffee",
        "customer_id": "ana",
        "action": "auth" if order.hold else "sale",
        "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
    }


def begin(order, url):
    return {"options": options(order)}


def string_to_sign(order):
    """What `paramsForSignature()` of the app's SDK gives."""
    return string_of({name: value for name, value in options(order).items() if name in SIGNED})


def hear(headers, content):
    # Numbers as they were written: 1.50 is signed as 1.50.
    callback = json.loads(content, parse_int=str, parse_float=str)
    if not hmac.compare_digest(sign(string_of(callback)), str(callback.get("signature")).encode()):
        raise Forged("the signature is not ecommpay's")
    return callback["payment"]["id"], callback


def word(callback):
    return callback["payment"]["status"]


def result(order, callback):
    # A status that is none of these is not final: the payment goes on.
    status = STATUSES.get(callback["payment"]["status"], "open")
    operations = callback.get("operations") or [callback.get("operation") or {}]
    return status, str(operations[-1].get("code")) if status == "refused" else None


def gate(path, order, **members):
    message = {"general": {"project_id": int(PROJECT), "payment_id": order.id}} | members
    message["general"]["signature"] = sign(string_of(message)).decode()
    return call("POST", f"{SERVER}/v2/payment/{path}", message)


def ask(order):
    return gate("status", order)


def capture(order, amount):
    """Not repeated with another id: a lost answer is asked for."""
    gate(
        "card/capture", order,
        payment={"amount": minor_units(amount, order.currency), "currency": order.currency},
    )  # fmt: skip
