"""Yuno's webhook signature and Pix's QR codes once more, with Python's standard library alone and nothing of ours."""

import base64
import binascii
import hashlib
import hmac
import json
from decimal import Decimal


def signature(body: bytes, secret: bytes) -> str:
    """The header x-hmac-signature."""
    return base64.b64encode(hmac.digest(secret, body, "sha256")).decode()


def header_secret(secret: bytes) -> str:
    """The header x-secret, as the sandbox makes it."""
    return hashlib.sha256(b"x-secret:" + secret).hexdigest()[:32]


def is_genuine(headers: dict, body: bytes, api_key: str, secret: bytes) -> bool:
    expected = {
        "x-api-key": api_key, "x-secret": header_secret(secret), "x-hmac-signature": signature(body, secret),
    }
    given = {name.lower(): value for name, value in headers.items()}
    return all(
        hmac.compare_digest(given.get(name, "").encode(), value.encode()) for name, value in expected.items())


def deduplication_key(webhook: dict) -> tuple:
    data = webhook["data"]
    return data["payment"].get("idempotency_key") or data["idempotency_key"], webhook["type_event"]


def field(number: str, value: str) -> str:
    return f"{number}{len(value):02}{value}"


def checksum(text: str) -> str:
    """CRC-16/CCITT-FALSE."""
    return f"{binascii.crc_hqx(text.encode(), 0xFFFF):04X}"


def br_code(location: str, amount: Decimal, name: str, city: str) -> str:
    account = field("00", "br.gov.bcb.pix") + field("25", location)
    text = (
        field("00", "01") + field("01", "12") + field("26", account) + field("52", "0000") + field("53", "986")
        + field("54", f"{amount:.2f}") + field("58", "BR") + field("59", name) + field("60", city)
        + field("62", field("05", "***")) + "6304")
    return text + checksum(text)


def fields(text: str) -> dict:
    found = {}
    while text:
        number, length = text[:2], int(text[2:4])
        found[number], text = text[4 : 4 + length], text[4 + length :]
    return found


def read_br_code(text: str) -> dict:
    """Location, amount, name and city. Raises ValueError for another checksum."""
    if checksum(text[:-4]) != text[-4:]:
        raise ValueError("the checksum is wrong")
    outer = fields(text)
    return {
        "location": fields(outer["26"])["25"], "amount": Decimal(outer["54"]), "name": outer["59"],
        "city": outer["60"],
    }


def generated():
    """A thousand keys, bodies and locations that the Swift tests make in the same way."""
    for number in range(1000):
        chance = hashlib.sha256(f"yuno vector {number}".encode()).digest()
        key = chance.hex()[: 8 + number % 57].encode()
        body = (chance * 32)[:number]
        yield key, body, f"bank.example/pix/{chance.hex()[:32]}", Decimal(number * 997 + 1) / 100


def digest_of_generated() -> str:
    """SHA-256 over the signatures and QR codes of `generated`, a line each."""
    total = hashlib.sha256()
    for key, body, location, amount in generated():
        line = f"{signature(body, key)} {header_secret(key)} {br_code(location, amount, 'LOJA EXEMPLO', 'SAO PAULO')}\n"
        total.update(line.encode())
    return total.hexdigest()


if __name__ == "__main__":
    print(json.dumps({"generated": digest_of_generated()}))
