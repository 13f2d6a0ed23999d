"""TakeMe's signature of webhooks with Python's standard library alone: what a merchant's server has to do, written
twice."""

import hashlib
import hmac
import re

from split_mix import SplitMix

HEADER = "TakeMe-Signature"
VALUE = re.compile(rb"t=(0|[1-9][0-9]{0,11}),v1=([0-9a-f]{64})")

# (secret, seconds, body, header)
VECTORS = [
    (
        b"sk_test_sandbox",
        1769860800,
        b'{"id":"evt_1","type":"source.chargeable","created":1769860800000,"data":{"object":"source","id":"src_1",'
        b'"status":"chargeable","amount":10,"currency":"JPY"}}',
        b"t=1769860800,v1=d76781ce51f4b66162ae471743687aefe11debe42d916f3061f46fc7fc13fd9f",
    ),
    (b"whsec-\xc3\xa9", 0, b"", b"t=0,v1=4eba91c909674540934eeada14bf813bd877ed74b463cb2ba903ec5893c9e3bb"),
    (
        b"k" * 100,
        999999999999,
        bytes(range(256)),
        b"t=999999999999,v1=1c49a6d9fa68378987ef9442cf7d653b65682325d8064d51885bcbae96e4fe7c",
    ),
]


def tag(secret, seconds, body):
    return hmac.new(secret, b"%d." % seconds + body, hashlib.sha256).hexdigest().encode()


def sign(secret, seconds, body):
    """The header's value."""
    return b"t=%d,v1=%s" % (seconds, tag(secret, seconds, body))


def verify(value, body, secret, now, tolerance=300):
    """Why the webhook is refused: missing, malformed, mismatch or outside_tolerance; None where it is taken."""
    if value is None:
        return "missing"
    if isinstance(value, str):
        value = value.encode()
    parts = VALUE.fullmatch(value)
    if parts is None:
        return "malformed"
    seconds = int(parts[1])
    if not hmac.compare_digest(tag(secret, seconds, body), parts[2]):
        return "mismatch"
    return None if abs(now - seconds) <= tolerance else "outside_tolerance"


# Webhooks that Swift's tests make alike.


def digest_of_generated(count):
    """SHA-256 of the headers of generated webhooks, and of the verdicts on them as they are and with a change: of a bit
    of the header or of the body, of the place of the period, or of the time."""
    random = SplitMix(42)
    digest = hashlib.sha256()
    for _ in range(count):
        secret, seconds, body = random.bytes(100), random.pick(2_000_000_000), random.bytes(300)
        value = sign(secret, seconds, body)
        now, tolerance = seconds + random.pick(5) - 2, random.pick(4)
        verdicts = [verify(value, body, secret, now, tolerance)]
        bit = random.pick(8 * len(value))
        verdicts.append(verify(flipped(value, bit), body, secret, seconds))
        bit = random.pick(8 * (len(body) + 1))
        verdicts.append(verify(value, flipped(body + b"\0", bit), secret, seconds))
        # The last digit of the time before the body: the same digits and bytes, and the period elsewhere.
        moved = b"t=%d,%s" % (seconds // 10, value.split(b",")[1])
        verdicts.append(verify(moved, b"%d" % (seconds % 10) + body, secret, seconds // 10))
        line = f"{value.decode()} {' '.join(verdict or 'taken' for verdict in verdicts)}\n"
        digest.update(line.encode())
    return digest.hexdigest()


def flipped(content, bit):
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


if __name__ == "__main__":
    print(digest_of_generated(1000))
