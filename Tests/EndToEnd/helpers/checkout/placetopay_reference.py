"""Signatures of PlacetoPay with Python's standard library alone: what a merchant's server has to do, written twice."""

import base64
import datetime
import hashlib
import hmac
import secrets

from split_mix import SplitMix

COLOMBIA = datetime.timezone(datetime.timedelta(hours=-5))
WINDOW = datetime.timedelta(minutes=5)


def tran_key(nonce, seed, secret):
    """Of the raw nonce and the seed as it is sent."""
    return base64.b64encode(hashlib.sha256(nonce + seed.encode() + secret.encode()).digest()).decode()


def auth(login, secret, nonce=None, seed=None):
    """`auth` of a request."""
    nonce = secrets.token_hex(16).encode() if nonce is None else nonce
    seed = seed or datetime.datetime.now(COLOMBIA).isoformat(timespec="seconds")
    return {
        "login": login,
        "tranKey": tran_key(nonce, seed, secret),
        "nonce": base64.b64encode(nonce).decode(),
        "seed": seed,
    }


def instant(seed):
    """The time of a seed in either printed form; None for another text."""
    for form in ("%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M%z"):
        try:
            return datetime.datetime.strptime(seed, form)
        except ValueError:
            pass
    return None


def judge(value, secret, now):
    """The number of the error that the server answers with; None for a request that it takes."""
    try:
        nonce = base64.b64decode(value["nonce"], validate=True)
    except ValueError:
        return 100
    time = instant(value["seed"])
    if not nonce or time is None:
        return 100
    if not hmac.compare_digest(tran_key(nonce, value["seed"], secret).encode(), value["tranKey"].encode()):
        return 102
    return 103 if abs(now - time) > WINDOW else None


def signature(notification, secret, revision="sha256"):
    status = notification["status"]
    signed = f"{notification['requestId']}{status['status']}{status['date']}{secret}"
    digest = hashlib.new(revision, signed.encode()).hexdigest()
    return f"sha256:{digest}" if revision == "sha256" else digest


def is_signed(notification, secret):
    """Whether a notification is the provider's, in either revision."""
    given = notification.get("signature", "")
    revision = "sha256" if given.startswith("sha256:") else "sha1"
    return hmac.compare_digest(given.encode(), signature(notification, secret, revision).encode())


# What Swift's tests make alike.

TEXTS = ["a", "0", "+/=", "ö", "ключ", ":", " ", "Z"]
WORDS = [
    "OK", "FAILED", "PENDING", "PENDING_CONFIRMATION", "APPROVED", "REJECTED", "APPROVED_PARTIAL", "PARTIAL_EXPIRED",
]  # fmt: skip


def generated_date(random):
    date = f"20{random.pick(90) + 10}-{random.pick(9) + 1:02}-{random.pick(28) + 1:02}"
    time = f"{random.pick(24):02}:{random.pick(60):02}"
    match random.pick(3):
        case 0:
            return f"{date}T{time}:{random.pick(60):02}-05:00"
        case 1:
            return f"{date}T{time}-0500"
        case _:
            return f"{date}T{time}:{random.pick(60):02}Z"


def generated_auth(random):
    """`auth` with the secret that it is made of."""
    nonce = bytes(random.pick(256) for _ in range(random.pick(24) + 1))
    seed = generated_date(random)
    secret = "".join(TEXTS[random.pick(len(TEXTS))] for _ in range(random.pick(8) + 1))
    return auth(f"site{random.pick(100)}", secret, nonce, seed), secret


def generated_notification(random):
    """A notification with its secret and its revision."""
    request = random.pick(10_000_000) + 1
    word = WORDS[random.pick(len(WORDS))]
    date = generated_date(random)
    secret = "".join(TEXTS[random.pick(len(TEXTS))] for _ in range(random.pick(8) + 1))
    revision = ["sha256", "sha1"][random.pick(2)]
    notification = {
        "status": {"status": word, "reason": "00", "message": "", "date": date},
        "requestId": request,
        "reference": f"order-{request}",
    }
    return notification | {"signature": signature(notification, secret, revision)}, secret


def digest_of_generated(count):
    """SHA-256 of all proofs and signatures."""
    random, digest = SplitMix(43), hashlib.sha256()
    for _ in range(count):
        digest.update(f"{generated_auth(random)[0]['tranKey']}\n".encode())
        digest.update(f"{generated_notification(random)[0]['signature']}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(digest_of_generated(1000))
