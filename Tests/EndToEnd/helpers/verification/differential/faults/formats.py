"""Faults of what a format certifies: a nonce, a key description, the TPM's structures, SafetyNet's JWS."""

import base64

from cryptography import x509

from ..ceremony import NOW
from ..encoding import der
from .fault import fault, flip


@fault("nonce")
def another_nonce(nonce, random):
    return random.choice([flip(nonce, random), nonce[:-1], nonce + b"\0", b""])


@fault("apple extension", "key description")
def bit_of_the_extension(data, random):
    return flip(data, random)


@fault("apple extension", "key description")
def bytes_after_the_extension(data, random):
    return data + random.choice([b"\0", b"\x05\0"])


@fault("apple extension")
def another_form(data, random):
    nonce = data[6:]
    return random.choice(
        [
            nonce,
            der(0x04, nonce),
            der(0x30, der(0x04, nonce)),
            der(0x30, der(0xA2, der(0x04, nonce))),
            der(0x31, data[2:]),
        ]
    )


@fault("android lists")
def another_challenge(lists, random):
    return lists | {"challenge": random.choice([flip(lists["challenge"], random), b"", lists["challenge"][:-1]])}


@fault("android lists")
def all_applications(lists, random):
    name = random.choice(["softwareEnforced", "hardwareEnforced"])
    return lists | {name: dict(sorted((lists[name] | {600: der(0x05)}).items()))}


@fault("android lists")
def another_origin(lists, random):
    origin = {702: der(0x02, bytes([random.randrange(1, 5)]))}
    return lists | {"hardwareEnforced": lists["hardwareEnforced"] | origin}


@fault("android lists")
def other_purposes(lists, random):
    purposes = random.choice([[], [0], [3], [2, 3], [0, 2]])
    members = {1: der(0x31, *(der(0x02, bytes([purpose])) for purpose in purposes))}
    return lists | {"hardwareEnforced": lists["hardwareEnforced"] | members}


@fault("android lists")
def silent_list(lists, random):
    missing = random.choice([[1], [702], [1, 702], [1, 2, 702]])
    return lists | {
        "hardwareEnforced": {tag: value for tag, value in lists["hardwareEnforced"].items() if tag not in missing}
    }


@fault("android lists")
def another_authorization(lists, random):
    """Which is none: each version of KeyMint has more than the one before."""
    members = {
        random.choice([704, 705, 710, 724, 800]): random.choice([der(0x04, bytes(32)), der(0x02, b"\x07"), der(0x05)])
    }
    name = random.choice(["softwareEnforced", "hardwareEnforced"])
    return lists | {name: lists[name] | members}


@fault("android lists")
def enforced_by_software(lists, random):
    """Section 8.4: the hardware's list alone counts for those who want keys of a trusted environment alone."""
    return lists | {"softwareEnforced": lists["hardwareEnforced"], "hardwareEnforced": {}}


@fault("tpm device")
def another_vendor(device, random):
    attributes = list(device)
    text = random.choice(["id:00000000", "id:FFFFFFFF", "INTC", "id:494e5443", "", "id:494E54430"])
    attributes[0] = x509.NameAttribute(attributes[0].oid, text, _validate=False)
    return x509.Name(attributes)


@fault("tpm device")
def attribute_of_the_device_missing(device, random):
    attributes = list(device)
    attributes.pop(random.randrange(3))
    return x509.Name(attributes)


@fault("pub area")
def part_of_pub_area(area, random):
    name = random.choice(list(area))
    return area | {name: flip(area[name], random)}


@fault("pub area")
def object_attributes(area, random):
    """Which the procedure does not look at (section 8.3)."""
    return area | {"attributes": flip(area["attributes"], random)}


@fault("cert info")
def ignored_fields(attest, random):
    """Section 8.3: qualifiedSigner, clockInfo and firmwareVersion are ignored."""
    name = random.choice(["clock", "safe", "firmwareVersion"])
    return attest | {name: flip(attest[name], random)}


@fault("cert info")
def part_of_cert_info(attest, random):
    name = random.choice(list(attest))
    return attest | {name: flip(attest[name], random)}


@fault("pub area text", "cert info text")
def bytes_after_the_structure(data, random):
    return data + random.choice([b"\0", bytes(4), b"\xff"])


@fault("pub area text", "cert info text")
def structure_cut_short(data, random):
    return data[: random.randrange(len(data))]


@fault("jws payload")
def integrity(payload, random):
    name = random.choice(["ctsProfileMatch", "basicIntegrity"])
    return payload | {name: random.choice([False, None, 0, "false", 1, "true"])}


@fault("jws payload")
def time_stamp(payload, random):
    seconds = random.choice([-86400, -61, -59, -11, -9, 9, 11, 86400])
    return payload | {"timestampMs": random.choice([(NOW + seconds) * 1000, (NOW + seconds) * 1000, "now", None, NOW])}


@fault("jws payload")
def nonce_of_another(payload, random):
    nonce = base64.b64decode(payload["nonce"])
    others = [base64.b64encode(flip(nonce, random)).decode(), payload["nonce"].rstrip("="), nonce.hex(), "", None]
    return payload | {"nonce": random.choice(others)}


@fault("jws payload")
def member_of_payload_missing(payload, random):
    missing = random.choice(list(payload))
    return {name: value for name, value in payload.items() if name != missing}


@fault("jws header")
def another_algorithm(header, random):
    return header | {"alg": random.choice(["none", "ES256", "HS256", "RS384", "PS256", "", None, "rs256"])}


@fault("jws header")
def member_of_header(header, random):
    more = [{"crit": ["exp"]}, {"crit": []}, {"typ": "JWT"}, {"kid": "a"}, {"b64": False, "crit": ["b64"]}]
    return header | random.choice(more)


@fault("jws text")
def form_of_jws(text, random):
    return random.choice([text + b".", text + b"=", b"." + text, text + b"\n", text.replace(b".", b"..", 1), text[:-1]])


@fault("jws text")
def bit_of_jws(text, random):
    return flip(text, random)
