"""Faults of attestation objects, of statements, and of signatures."""

from cryptography.hazmat.primitives.asymmetric import utils

from .. import authority
from ..encoding import Ordered, der, encode
from .fault import fault, flip

ORDER_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NOT_BYTES = [None, True, 0, 1, -1, "", "a", [], {}, [b""], {"a": b""}, 1.5]
FORMATS = ["none", "packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound"]


@fault("attestation object")
def another_format(members, random):
    others = [other for other in [*FORMATS, "", "Packed", "packed ", "other"] if other != members["fmt"]]
    return members | {"fmt": random.choice(others)}


@fault("attestation object")
def member_missing(members, random):
    missing = random.choice(list(members))
    return {name: value for name, value in members.items() if name != missing}


@fault("attestation object")
def member_more(members, random):
    return members | {random.choice(["ep", "epAtt", "a", 1, b"a", -1]): random.choice([False, 1, b"a", {}])}


@fault("attestation object")
def member_of_another_type(members, random):
    name = random.choice(list(members))
    return members | {name: random.choice([other for other in NOT_BYTES if other != members[name]])}


@fault("attestation object text")
def no_map(data, random):
    return random.choice([b"", b"\xa0", b"\x80", b"\x40", b"\xf6", b"\0", b"\x81" + data, encode(data)])


@fault("attestation object")
def another_order(members, random):
    """Real authenticators write other orders than CTAP2's, and no rule of WebAuthn is against it."""
    return Ordered(random.sample(list(members.items()), len(members)))


@fault("attestation object")
def duplicate_member(members, random):
    name = random.choice(list(members))
    return Ordered([*members.items(), (name, random.choice([members[name], b"", 0]))])


@fault("attestation object")
def nesting(members, random):
    value = 1
    for _ in range(random.choice([3, 7, 9, 200, 2000])):
        value = [value]
    return members | {"a": value}


@fault("statement")
def member_of_statement_missing(statement, random):
    if not statement:
        return None
    missing = random.choice(list(statement))
    return {name: value for name, value in statement.items() if name != missing}


@fault("statement")
def member_of_statement_more(statement, random):
    more = [
        ("a", 1),
        ("ecdaaKeyId", b"a"),
        ("x5c", []),
        ("sig", b"a"),
        ("alg", -7),
        ("ver", "2.0"),
        (1, 1),
        ("response", b"a"),
    ]
    name, value = random.choice([pair for pair in more if pair[0] not in statement])
    return statement | {name: value}


@fault("statement")
def member_of_statement_of_another_type(statement, random):
    if not statement:
        return None
    name = random.choice(list(statement))
    return statement | {name: random.choice([other for other in NOT_BYTES if other != statement[name]])}


@fault("statement")
def bit_of_statement(statement, random):
    names = [name for name, value in statement.items() if isinstance(value, bytes)]
    if not names:
        return None
    name = random.choice(names)
    return statement | {name: flip(statement[name], random)}


@fault("statement")
def another_algorithm(statement, random):
    if "alg" not in statement:
        return None
    others = [-7, -9, -8, -19, -35, -36, -37, -257, -258, -65535, 0, 5, -70000]
    return statement | {"alg": random.choice([other for other in others if other != statement["alg"]])}


@fault("statement")
def another_version(statement, random):
    if "ver" not in statement:
        return None
    return statement | {"ver": random.choice(["1.2", "2", "2.0 ", "", "2.00", "14799022"])}


@fault("salt length")
def salt_of_another_length(length, random):
    return random.choice([0, 1, 20, 31, 33, 64, 222])


def elliptic(signature):
    """r and s, of what is a signature of ECDSA."""
    try:
        return utils.decode_dss_signature(signature)
    except ValueError:
        return None


def integer(value, padding=0):
    return der(0x02, bytes(padding) + value.to_bytes(value.bit_length() // 8 + 1))


@fault("signature")
def bit_of_signature(signature, random):
    return flip(signature, random)


@fault("signature")
def bytes_after_signature(signature, random):
    return signature + random.choice([b"\0", b"\xff", bytes(16)])


@fault("signature")
def signature_cut_short(signature, random):
    return signature[: random.randrange(len(signature))]


@fault("signature")
def leading_zero_of_signature(signature, random):
    return b"\0" + signature


@fault("signature")
def padded_integer(signature, random):
    """DER has no leading zeros (X.690 section 8.3.2)."""
    numbers = elliptic(signature)
    if numbers is None:
        return None
    padding = random.choice([(1, 0), (0, 1), (2, 0), (1, 1)])
    return der(0x30, *(integer(number, zeros) for number, zeros in zip(numbers, padding, strict=True)))


@fault("signature")
def long_length(signature, random):
    """DER has the shortest lengths (X.690 section 10.1)."""
    if elliptic(signature) is None or signature[1] >= 0x80:
        return None
    return random.choice(
        [
            b"\x30\x81" + signature[1:],
            b"\x30\x82\0" + signature[1:],
            b"\x30\x80" + signature[2:] + b"\0\0",
            b"\x30" + bytes([signature[1] + 1]) + b"\x02\x81" + signature[3:],
        ]
    )


@fault("signature")
def negative_s(signature, random):
    """The other of the two signatures that each has: ECDSA does not tell them apart (SEC 1 section 4.1.4)."""
    numbers = elliptic(signature)
    # Only of a signature with numbers of P-256, which ES256K's are too, with another order.
    if numbers is None or max(numbers) >= ORDER_P256:
        return None
    return utils.encode_dss_signature(numbers[0], ORDER_P256 - numbers[1])


@fault("signature")
def numbers_out_of_range(signature, random):
    numbers = elliptic(signature)
    if numbers is None:
        return None
    r, s = numbers
    return der(
        0x30,
        *map(integer, random.choice([(0, s), (r, 0), (0, 0), (r + ORDER_P256, s), (r, s + ORDER_P256), (1, 1)])),
    )


@fault("signature")
def more_in_the_sequence(signature, random):
    numbers = elliptic(signature)
    if numbers is None:
        return None
    return der(0x30, *map(integer, numbers), random.choice([der(0x05), integer(1), b"\0"]))


@fault("signature")
def numbers_side_by_side(signature, random):
    """The form of COSE and of JWS, not of WebAuthn (section 6.5.5)."""
    numbers = elliptic(signature)
    if numbers is None:
        return None
    size = max(32, *((number.bit_length() + 7) // 8 for number in numbers))
    return b"".join(number.to_bytes(size) for number in numbers)


@fault("x5c")
def certificate_missing(x5c, random):
    index = random.randrange(len(x5c))
    return x5c[:index] + x5c[index + 1 :]


@fault("x5c")
def certificates_in_another_order(x5c, random):
    return x5c[::-1] if len(x5c) > 1 else None


@fault("x5c")
def certificate_twice(x5c, random):
    return x5c + [random.choice(x5c)]


@fault("x5c")
def root_in_the_chain(x5c, random):
    """Which is none: the specification's android-key and Apple's chains end so."""
    return x5c + [authority.root()]


@fault("x5c")
def certificate_of_a_stranger(x5c, random):
    return random.choice([x5c + [authority.stranger()], [authority.stranger()], [authority.stranger(), *x5c]])


@fault("x5c")
def bit_of_a_certificate(x5c, random):
    index = random.randrange(len(x5c))
    return x5c[:index] + [flip(x5c[index], random)] + x5c[index + 1 :]


@fault("x5c")
def bytes_after_a_certificate(x5c, random):
    index = random.randrange(len(x5c))
    return x5c[:index] + [x5c[index] + random.choice([b"\0", b"\x05\0"])] + x5c[index + 1 :]


@fault("x5c")
def certificate_cut_short(x5c, random):
    return [x5c[0][: random.randrange(len(x5c[0]))], *x5c[1:]]


@fault("x5c")
def no_certificate(x5c, random):
    index = random.randrange(len(x5c) + 1)
    return x5c[:index] + [random.choice([b"", b"a", der(0x30), "a", 1, None, []])] + x5c[index + 1 :]
