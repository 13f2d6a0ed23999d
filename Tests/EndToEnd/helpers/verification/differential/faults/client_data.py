"""Faults of the client data: in its members, in its text, and on its way after the authenticator got its hash."""

import json
import string

from .fault import fault, flip

OTHER_TYPES = ["webauthn.create", "webauthn.get", "payment.get", "webauthn.Create", "webauthn.get ", "", "WEBAUTHN.GET"]
NOT_TEXT = [None, 1, True, [], {}, 1.5]


def put(members, name, value):
    return None if name in members and members[name] == value else members | {name: value}


@fault("client data")
def other_type(members, random):
    return put(members, "type", random.choice(OTHER_TYPES))


@fault("client data")
def member_missing(members, random):
    missing = random.choice(["type", "challenge", "origin", "crossOrigin"])
    return {name: value for name, value in members.items() if name != missing}


@fault("client data")
def member_of_another_type(members, random):
    return put(members, random.choice(["type", "challenge", "origin"]), random.choice(NOT_TEXT))


@fault("client data")
def member_of_another_name(members, random):
    old = random.choice(["type", "challenge", "origin"])
    return {name.capitalize() if name == old else name: value for name, value in members.items()}


@fault("client data")
def member_more(members, random):
    """Which is none: section 5.8.1 lets clients add members."""
    name = "".join(random.choices(string.ascii_lowercase, k=random.randrange(1, 9)))
    return put(members, name, random.choice([*NOT_TEXT, name, {"a": [1, {"b": None}]}]))


@fault("client data")
def order_of_members(members, random):
    """Which is none: the order matters to the limited verification algorithm alone (section 5.8.1.2)."""
    return dict(random.sample(list(members.items()), len(members)))


@fault("client data")
def token_binding(members, random):
    """Which is none: Level 3 has the member reserved, Level 2 asked for one of these states."""
    return put(members, "tokenBinding", random.choice([{"status": "supported"}, {"status": "present", "id": "AAAA"}]))


@fault("client data")
def malformed_token_binding(members, random):
    return put(members, "tokenBinding", random.choice([{}, "unused", 1, {"status": "other"}, {"id": "AAAA"}, []]))


@fault("client data")
def another_challenge(members, random):
    challenge = members["challenge"]
    index = random.randrange(len(challenge) - 1)
    return put(members, "challenge", challenge[:index] + random.choice("ABCabc019-_") + challenge[index + 1 :])


@fault("client data")
def length_of_challenge(members, random):
    challenge = members["challenge"]
    others = ["", challenge + "AAAA", "AAAA" + challenge, challenge[: random.randrange(1, 43)]]
    return put(members, "challenge", random.choice(others))


@fault("client data")
def challenge_with_padding(members, random):
    return put(members, "challenge", members["challenge"] + "=" * random.randrange(1, 4))


@fault("client data")
def challenge_in_the_other_alphabet(members, random):
    return put(members, "challenge", members["challenge"].replace("-", "+").replace("_", "/"))


@fault("client data")
def challenge_with_trailing_bits(members, random):
    # 32 bytes leave the last of 43 characters with two bits over.
    alphabet = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    challenge = members["challenge"]
    last = alphabet.index(challenge[-1])
    return put(members, "challenge", challenge[:-1] + alphabet[last | random.randrange(1, 4)])


@fault("client data")
def foreign_character_in_challenge(members, random):
    challenge = members["challenge"]
    index = random.randrange(len(challenge) + 1)
    return put(members, "challenge", challenge[:index] + random.choice(" \n\t.!~é%") + challenge[index:])


@fault("client data")
def another_origin(members, random):
    others = [
        "https://example.org:443",
        "https://example.org:8443",
        "https://example.org/",
        "https://example.org/path",
        "https://example.org.",
        "https://Example.org",
        "HTTPS://example.org",
        "http://example.org",
        "https://www.example.org",
        "https://example.com",
        "https://example.org@example.com",
        "https://example.org\u0000",
        " https://example.org",
        "https://example.org ",
        "https://ex\u0430mple.org",
        "example.org",
        "null",
        "",
        "android:apk-key-hash:AAAA",
    ]
    return put(members, "origin", random.choice(others))


@fault("client data")
def another_frame(members, random):
    return put(members, "crossOrigin", True)


@fault("client data")
def type_of_cross_origin(members, random):
    return put(members, "crossOrigin", random.choice(["true", "false", "", 0, 1, None, [], {}, [True]]))


@fault("client data")
def top_origin(members, random):
    return put(members, "topOrigin", random.choice(["https://example.org", "https://example.com", "", None, 1]))


@fault("client data text")
def white_space(text, random):
    """Which is none: the text is JSON."""
    place = random.choice([index for index, byte in enumerate(text) if byte in b"{},"])
    return text[: place + 1] + random.choice([b" ", b"\n", b"\t", b"\r\n"]) + text[place + 1 :]


@fault("client data text")
def escapes(text, random):
    """Which are none: a string is the same however it is written (RFC 8259 section 8.3)."""
    place = text.index(b"webauthn") + random.randrange(8)
    return text[:place] + b"\\u%04x" % text[place] + text[place + 1 :]


@fault("client data text")
def byte_order_mark(text, random):
    return b"\xef\xbb\xbf" * random.choice([1, 2]) + text


@fault("client data text")
def another_encoding(text, random):
    encoding = random.choice(["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
    return text.decode().encode(encoding)


@fault("client data text")
def bytes_that_are_no_utf8(text, random):
    member = random.choice([b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82", b"\x80"])
    return text[:-1] + b',"a":"' + member + b'"}'


@fault("client data text")
def lone_surrogate(text, random):
    return text[:-1] + b',"a":"\\u%04x"}' % random.randrange(0xD800, 0xE000)


@fault("client data text", "sent client data")
def trailing_bytes(text, random):
    return text + random.choice([b"\0", b" ", b"\n", b"}", b",", b"{}", b"//", b"a", b"\xef\xbb\xbf", b"\x0b"])


@fault("client data text", "sent client data")
def leading_bytes(text, random):
    return random.choice([b"\0", b" ", b"\n", b"{", b",", b")]}'", b"\xff", b"\x0c"]) + text


@fault("client data text", "sent client data")
def cut_short(text, random):
    return text[: random.randrange(len(text))]


@fault("client data text")
def duplicate_member(text, random):
    members = list(json.loads(text).items())
    name, value = random.choice(members)
    other = random.choice([value, None, "", 1])
    duplicate = b"%s:%s" % (json.dumps(name).encode(), json.dumps(other).encode())
    return random.choice([text[:-1] + b"," + duplicate + b"}", b"{" + duplicate + b"," + text[1:]])


@fault("client data text")
def no_json(text, random):
    """What some parsers of JSON let pass."""
    return random.choice(
        [
            text[:-1] + b",}",
            text[:-1] + b',"a":NaN}',
            text[:-1] + b',"a":Infinity}',
            text[:-1] + b',"a":-Infinity}',
            text[:-1] + b',"a":01}',
            text[:-1] + b',"a":+1}',
            text[:-1] + b',"a":.5}',
            text[:-1] + b',"a":1.}',
            text[:-1] + b',"a":0x1}',
            text[:-1] + b",a:1}",
            text[:-1] + b",'a':1}",
            text[:-1] + b',"a":"\n"}',
            text[:-1] + b',"a":"\t"}',
            text[:-1] + b',"a":"\\x41"}',
            text[:-1] + b',"a":True}',
            b"/**/" + text,
            text.replace(b'"', b"'"),
        ]
    )


@fault("client data text")
def no_object(text, random):
    return random.choice(
        [b"[" + text + b"]", b"null", b'"a"', b"1", b"", b"[]", b"{}", json.dumps(text.decode()).encode()]
    )


@fault("client data text")
def nesting(text, random):
    depth = random.choice([3, 100, 3000, 100_000])
    opening, closing = random.choice([(b"[", b"]"), (b'{"a":', b"}")])
    return text[:-1] + b',"a":' + opening * depth + b"1" + closing * depth + b"}"


@fault("client data text")
def size(text, random):
    return text[:-1] + b',"a":"%s"}' % (b"a" * random.choice([1000, 60_000, 70_000]))


@fault("client data text")
def number_of_any_size(text, random):
    """Which is none: section 5.8.1 says nothing of the members that clients add."""
    return text[:-1] + b',"a":%s}' % random.choice([b"1e400", b"-0", b"1" * 30, b"1" * 5000, b"1e-999"])


@fault("sent client data")
def bit(text, random):
    return flip(text, random)


@fault("sent client data")
def white_space_on_the_way(text, random):
    return white_space(text, random)


@fault("sent client data")
def nothing(text, random):
    return b""
