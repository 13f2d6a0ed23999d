"""Faults of the authenticator data, of the public key and the extensions in it, and of the stored public key."""

import cbor2

from ..encoding import encode, head, in_order, items
from .fault import fault, flip

P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1


def part(parts, name, change):
    return parts | {name: change(parts[name])} if name in parts else None


@fault("authenticator data")
def rp_id_hash(parts, random):
    return part(parts, "rpIdHash", lambda value: flip(value, random))


@fault("authenticator data")
def flag(parts, random):
    return part(parts, "flags", lambda value: value ^ 1 << random.randrange(8))


@fault("authenticator data")
def counter(parts, random):
    """Only in an authentication that has gone back, or stands still."""
    return part(
        parts, "signCount", lambda value: random.choice([0, value - 1, value - 2, value + 1, 2**32 - 1]) % 2**32
    )


@fault("authenticator data")
def aaguid(parts, random):
    return part(parts, "aaguid", lambda value: flip(value, random))


@fault("authenticator data")
def length_of_credential_id(parts, random):
    others = [0, 1, 31, 33, 48, 1023, 1024, 0x2000, 0xFFFF]
    return part(parts, "credentialIdLength", lambda value: random.choice(others))


@fault("authenticator data")
def another_credential_id(parts, random):
    return part(parts, "credentialId", lambda value: flip(value, random))


@fault("authenticator data")
def credential_id_of_another_length(parts, random):
    if "credentialId" not in parts:
        return None
    size = random.choice([0, 1, 16, 64, 1023, 1024, 2000])
    return parts | {"credentialIdLength": size, "credentialId": bytes(size)}


@fault("authenticator data")
def attested_credential_cut_out(parts, random):
    return {name: value for name, value in parts.items() if name in ("rpIdHash", "flags", "signCount", "extensions")}


@fault("authenticator data")
def extensions_cut_out(parts, random):
    if "extensions" not in parts:
        return None
    return {name: value for name, value in parts.items() if name != "extensions"}


@fault("authenticator data")
def extensions_without_the_flag(parts, random):
    if "extensions" in parts:
        return None
    return parts | {"extensions": encode(random.choice([{}, {"credProtect": 1}, {"uvm": [[2, 4, 2]]}]))}


@fault("authenticator data")
def extensions_unasked(parts, random):
    if "extensions" in parts:
        return None
    extensions = random.choice([{}, {"credProtect": 1}, {"uvm": [[2, 4, 2]]}, {"hmac-secret": True}])
    return parts | {"flags": parts["flags"] | 0x80, "extensions": encode(extensions)}


@fault("authenticator data")
def extensions_that_are_no_map(parts, random):
    other = random.choice([[], 1, "a", b"a", True, None, 1.5])
    return parts | {"flags": parts["flags"] | 0x80, "extensions": encode(other)}


@fault("authenticator data text", "sent authenticator data")
def trailing_bytes(data, random):
    return data + random.choice([b"\0", b"\xa0", b"\xf6", b"\xff", bytes(32)])


@fault("authenticator data text", "sent authenticator data")
def cut_short(data, random):
    return data[: random.randrange(len(data))]


@fault("sent authenticator data")
def bit(data, random):
    return flip(data, random)


KEYS = "public key", "stored key"
KEY_TEXTS = "public key text", "stored key text"


@fault(*KEYS)
def member_missing(key, random):
    missing = random.choice(list(key))
    return {name: value for name, value in key.items() if name != missing}


@fault(*KEYS)
def member_more(key, random):
    """Section 5.8.5: the key must not have any optional member."""
    more = [(2, b"kid"), (4, [2]), (5, b"iv"), (-70000, 1), ("a", 1), (0, 0)]
    return key | dict([random.choice(more)])


@fault(*KEYS)
def member_of_another_type(key, random):
    name = random.choice(list(key))
    others = [None, True, "a", [], {}, 1.5]
    others += (
        [int.from_bytes(key[name])] if isinstance(key[name], bytes) else [str(key[name]), bytes([key[name] % 256])]
    )
    return key | {name: random.choice(others)}


@fault(*KEYS)
def another_algorithm(key, random):
    return key | {
        3: random.choice([other for other in (-7, -8, -35, -257, -37, -65535, -25, 0, 5, -260) if other != key[3]])
    }


@fault(*KEYS)
def another_key_type(key, random):
    return key | {1: random.choice([other for other in (0, 1, 2, 3, 4, 5, 7, -1) if other != key[1]])}


@fault(*KEYS)
def another_curve(key, random):
    if key[1] == 3:
        return None
    return key | {-1: random.choice([other for other in (0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 256) if other != key[-1]])}


@fault(*KEYS)
def bit_of_the_key(key, random):
    name = random.choice([name for name, value in key.items() if isinstance(value, bytes)])
    return key | {name: flip(key[name], random)}


@fault(*KEYS)
def leading_zero(key, random):
    name = random.choice([name for name, value in key.items() if isinstance(value, bytes)])
    return key | {name: bytes(random.choice([1, 2])) + key[name]}


@fault(*KEYS)
def last_byte_missing(key, random):
    name = random.choice([name for name, value in key.items() if isinstance(value, bytes)])
    return key | {name: key[name][:-1]}


@fault(*KEYS)
def compressed_point(key, random):
    """RFC 9053 section 7.1.1 lets y be its sign; section 5.8.5 of WebAuthn does not."""
    return key | {-3: bool(key[-3][-1] & 1)} if key[1] == 2 else None


@fault(*KEYS)
def point_off_the_curve(key, random):
    if key[1] != 2:
        return None
    size = len(key[-2])
    x, y = random.choice(
        [(bytes(size), bytes(size)), (key[-3], key[-2]), (key[-2], bytes(size)), (b"\xff" * size, key[-3])]
    )
    return key | {-2: x, -3: y}


@fault(*KEYS)
def coordinate_beyond_the_field(key, random):
    """The same point by a number that is no element of the field (SEC 1 section 2.3.5)."""
    if key[1] != 2 or key[-1] != 1:
        return None
    return key | {-2: (int.from_bytes(key[-2]) + P256).to_bytes(33)}


@fault(*KEYS)
def point_of_small_order(key, random):
    if key[1] != 1:
        return None
    size = len(key[-2])
    return key | {-2: random.choice([bytes(size), b"\x01" + bytes(size - 1), b"\xff" * size])}


@fault(*KEYS)
def rsa_exponent(key, random):
    return key | {-2: random.choice([b"\0\0\0", b"\x01", b"\x02", b"\x01\0\0", b"\x03", b""])} if key[1] == 3 else None


@fault(*KEYS)
def rsa_modulus(key, random):
    if key[1] != 3:
        return None
    size = random.choice([1, 64, 127, 1025, 2048])
    return key | {-1: random.choice([b"\x80" + bytes(255), b"\xc1" * (size - 1) + b"\x01", b""])}


@fault(*KEY_TEXTS, "extensions text")
def another_order(data, random):
    members = list(cbor2.loads(data).items())
    if len(members) < 2:
        return None
    other = random.sample(members, len(members))
    return None if other == members else in_order(other)


@fault(*KEY_TEXTS, "extensions text")
def duplicate_member(data, random):
    members = list(cbor2.loads(data).items())
    name, value = random.choice(members)
    return in_order(members + [(name, random.choice([value, 0]))])


@fault(*KEY_TEXTS, "extensions text", "attestation object text")
def longer_head(data, random):
    item = random.choice([item for item in items(data) if item.major != 7])
    width = random.choice([width for width in (1, 2, 4, 8) if width > item.content - item.start - 1])
    return data[: item.start] + head(item.major, item.argument, width) + data[item.content :]


@fault(*KEY_TEXTS, "extensions text", "attestation object text")
def indefinite_length(data, random):
    item = random.choice([item for item in items(data) if item.major in (2, 3, 4, 5)])
    content = data[item.content : item.end]
    if item.major in (2, 3):
        # One chunk, the head of which is the string's own.
        content = data[item.start : item.end]
    return data[: item.start] + bytes([item.major << 5 | 31]) + content + b"\xff" + data[item.end :]


@fault(*KEY_TEXTS, "extensions text", "attestation object text")
def tag(data, random):
    item = random.choice(items(data))
    return data[: item.start] + head(6, random.choice([0, 1, 2, 24, 28, 29, 55799])) + data[item.start :]


@fault(*KEY_TEXTS, "extensions text", "attestation object text")
def bit_of_the_encoding(data, random):
    return flip(data, random)


@fault(*KEY_TEXTS, "extensions text", "attestation object text")
def encoding_cut_short(data, random):
    return data[: random.randrange(len(data))]


@fault("stored key text", "attestation object text")
def bytes_after_the_item(data, random):
    return data + random.choice([b"\0", b"\xf6", b"\xa0", b"\xff", bytes(8)])


@fault("extensions")
def extension_more(extensions, random):
    return extensions | random.choice([{"uvm": [[2, 4, 2]]}, {"hmac-secret": True}, {"other": {}}, {1: 1}])


@fault("extensions")
def extension_of_another_type(extensions, random):
    name = random.choice(list(extensions))
    return extensions | {name: random.choice([b"", "", [], {}, 2**64 - 1, 1.5, None])}
