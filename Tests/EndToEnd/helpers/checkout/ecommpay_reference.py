"""Signatures of ecommpay with Python's standard library alone: what a merchant's server has to do, written twice."""

import base64
import hashlib
import hmac
import json
import urllib.parse

from split_mix import SplitMix


def leaves(value, path="", in_list=False):
    """Path and text of each leaf that is signed."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "frame_mode" or name == "signature" and not in_list:
                continue
            yield from leaves(member, join(path, name.replace(":", "::")), in_list)
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from leaves(element, join(path, str(index)), True)
    elif value is None:
        yield path, ""
    elif isinstance(value, bool):
        yield path, "1" if value else "0"
    else:
        yield path, str(value)


def join(path, name):
    return f"{path}:{name}" if path else name


def string_to_sign(message):
    return ";".join(f"{path}:{text}" for path, text in sorted(leaves(message), key=lambda leaf: leaf[0]))


def sign_text(text, secret):
    digest = hmac.new(secret.encode(), text.encode(), hashlib.sha512).digest()
    return base64.b64encode(digest).decode()


def sign(message, secret):
    return sign_text(string_to_sign(message), secret)


def mobile_string(parameters):
    """What an app has its server sign: parameters that are set and not empty, and of 3-D Secure the payment's part."""
    signed = {name: value for name, value in parameters.items() if name in SIGNED and value not in (None, "")}
    secure = {name: value for name, value in parameters.get("secure_info", {}).items() if name != "customer"}
    return string_to_sign({**signed, "secure_info": secure})


SIGNED = {
    "project_id", "payment_id", "payment_amount", "payment_description", "payment_currency", "customer_id",
    "region_code", "token", "language_code", "force_payment_method", "hide_saved_wallets",
}  # fmt: skip


def load(text):
    """JSON whose numbers stay the texts that they are."""
    return json.loads(text, parse_int=str, parse_float=str)


def signature_of(message):
    return message["signature"] if "signature" in message else message.get("general", {}).get("signature")


def is_signed(text, secret):
    """Whether a callback is the provider's."""
    message = load(text)
    signature = signature_of(message)
    return isinstance(signature, str) and hmac.compare_digest(signature.encode(), sign(message, secret).encode())


def gate_request(project, payment_id, secret, **members):
    """The body of a request to Gate."""
    body = {"general": {"project_id": project, "payment_id": payment_id}, **members}
    body["general"]["signature"] = sign(body, secret)
    return body


def payment_page_query(parameters, secret):
    return urllib.parse.urlencode({**parameters, "signature": sign(parameters, secret)})


# Messages that Swift's tests make alike.

NAMES = [
    "a", "a1", "b:c", "::", "payment", "frame_mode", "signature", "general", "é", "e\u0301", "Z", "0", "10", "2", "", "ключ",
]  # fmt: skip
TEXTS = ["", "x", ";", ":", "a:b;c", "1", "Оплата; чек: №1", "😀", '"\\', "\n", " "]


def generated_value(random, depth):
    match random.pick(7 if depth else 5):
        case 0:
            return None
        case 1:
            return random.pick(2) == 1
        case 2:
            return random.pick(2001) - 1000
        case 3:
            return f"{random.pick(100)}.{random.pick(10)}0"
        case 4:
            return "".join(TEXTS[random.pick(len(TEXTS))] for _ in range(random.pick(4)))
        case 5:
            return [generated_value(random, depth - 1) for _ in range(random.pick(4))]
        case _:
            return generated_object(random, depth - 1)


def generated_object(random, depth):
    members = {}
    for _ in range(random.pick(8) + 1):
        name = NAMES[random.pick(len(NAMES))]
        value = generated_value(random, depth)
        members.setdefault(name, value)
    return members


def generated(count):
    """The messages, each with the signature that it should have."""
    random = SplitMix(42)
    for _ in range(count):
        message = generated_object(random, 4)
        yield message, sign(message, "your_secret")


def digest_of_generated(count):
    """SHA-256 of everything that is signed, with the signatures."""
    digest = hashlib.sha256()
    for message, signature in generated(count):
        digest.update(f"{string_to_sign(message)}\n{signature}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(digest_of_generated(1000))
