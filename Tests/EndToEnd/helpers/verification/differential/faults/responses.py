"""Faults of the response's JSON, and of the credential that the relying party has stored."""

import json
import string

from samples import decode
from samples import encode as base64url

from .fault import fault, flip

NOT_TEXT = [None, 1, True, [], {}, ["a"]]
ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"


def places(response):
    """The members that must be there, by their paths."""
    inner = [("response", name) for name in response["response"] if name not in ("transports", "userHandle")]
    return [("id",), ("rawId",), ("type",), ("response",), *inner]


def texts(response):
    """The paths of base64url."""
    return [("id", "rawId"), *(("response", name) for name in response["response"] if name != "transports")]


def change(response, path, function):
    """`function` on the member of a path; ("id", "rawId") is the ID, in both of its places."""
    if path == ("id", "rawId"):
        text = function(response["id"])
        return None if text is None else response | {"id": text, "rawId": text}
    if len(path) == 1:
        return response | {path[0]: function(response[path[0]])}
    value = function(response["response"][path[1]])
    return None if value is None else response | {"response": response["response"] | {path[1]: value}}


@fault("response")
def member_missing(response, random):
    path = random.choice(places(response))
    if len(path) == 1:
        return {name: value for name, value in response.items() if name != path[0]}
    inner = {name: value for name, value in response["response"].items() if name != path[1]}
    return response | {"response": inner}


@fault("response")
def member_of_another_type(response, random):
    path = random.choice(places(response))
    other = random.choice([1, True, [], {}, ["a"], 1.5])
    return change(response, path, lambda value: other)


@fault("response")
def null_member(response, random):
    path = random.choice(places(response))
    if len(path) == 1:
        return response | {path[0]: None}
    return response | {"response": response["response"] | {path[1]: None}}


@fault("response")
def member_of_another_case(response, random):
    name = random.choice(["id", "rawId", "type", "response"])
    return {other.upper() if other == name else other: value for other, value in response.items()}


@fault("response")
def member_more(response, random):
    """Which is none: later levels of the specification may add members."""
    return response | {random.choice(["a", "b", "getClientExtensionResults"]): random.choice([*NOT_TEXT, "a"])}


@fault("response")
def optional_member_missing(response, random):
    """Which is none."""
    missing = random.choice(["authenticatorAttachment", "clientExtensionResults"])
    return {name: value for name, value in response.items() if name != missing}


@fault("response")
def optional_member_of_another_type(response, random):
    name = random.choice(["authenticatorAttachment", "clientExtensionResults"])
    return response | {name: random.choice([1, True, [], "a", ["a"], 1.5])}


@fault("response")
def unknown_attachment(response, random):
    """Which is none: section 5.1 has an unknown value treated as null."""
    return response | {"authenticatorAttachment": random.choice(["other", "", "PLATFORM"])}


@fault("response")
def unasked_extension_result(response, random):
    results = [{"credProps": {"rk": True}}, {"appid": True}, {"uvm": [[2, 4, 2]]}, {"a": 1}]
    return response | {"clientExtensionResults": random.choice(results)}


@fault("response")
def transports(response, random):
    if "transports" not in response["response"]:
        return None
    others = [["other"], [], "usb", [1], None, ["usb", "usb"], {}]
    return response | {"response": response["response"] | {"transports": random.choice(others)}}


@fault("response")
def another_type(response, random):
    return response | {"type": random.choice(["public_key", "Public-Key", "password", "", "public-key "])}


@fault("response")
def another_id(response, random):
    identifier = base64url(flip(decode(response["id"]), random))
    return random.choice(
        [
            response | {"id": identifier},
            response | {"rawId": identifier},
            response | {"id": identifier, "rawId": identifier},
        ]
    )


@fault("response")
def id_of_another_length(response, random):
    data = decode(response["id"])
    text = base64url(random.choice([data[:-1], data + b"\0", b"", data + bytes(1000), data * 40]))
    return response | {"id": text, "rawId": text}


@fault("response")
def padding(response, random):
    def pad(text):
        return text + "=" * (-len(text) % 4) if len(text) % 4 else None

    return change(response, random.choice(texts(response)), pad)


@fault("response")
def padding_of_a_wrong_length(response, random):
    count = random.choice([1, 2, 3, 4, 5])
    return change(
        response,
        random.choice(texts(response)),
        lambda text: text + "=" * count if -len(text) % 4 != count else None,
    )


@fault("response")
def other_alphabet(response, random):
    def write(text):
        other = text.replace("-", "+").replace("_", "/")
        return None if other == text else other

    return change(response, random.choice(texts(response)), write)


@fault("response")
def trailing_bits(response, random):
    def set_bits(text):
        spare = {2: 15, 3: 3}.get(len(text) % 4)
        if spare is None:
            return None
        return text[:-1] + ALPHABET[ALPHABET.index(text[-1]) | random.randrange(1, spare + 1)]

    return change(response, random.choice(texts(response)), set_bits)


@fault("response")
def foreign_character(response, random):
    character = random.choice([" ", "\n", "\r\n", ".", "%", "é", "\0", "!", "\u200b"])

    def insert(text):
        place = random.randrange(len(text) + 1)
        return text[:place] + character + text[place:]

    return change(response, random.choice(texts(response)), insert)


@fault("response")
def character_missing(response, random):
    return change(response, random.choice(texts(response)), lambda text: text[:-1])


@fault("response")
def empty_text(response, random):
    return change(response, random.choice(texts(response)), lambda text: "")


@fault("response")
def user_handle(response, random):
    """Of another user."""
    if "signature" not in response["response"]:
        return None
    handle = base64url(random.choice([b"another", b"user-0123456780", b"user-0123456789\0"]))
    return response | {"response": response["response"] | {"userHandle": handle}}


@fault("response")
def user_handle_missing(response, random):
    """Nothing else says who the user is where the options name no credential."""
    if "userHandle" not in response["response"]:
        return None
    handle = random.choice([{}, {"userHandle": None}, {"userHandle": ""}])
    inner = {name: value for name, value in response["response"].items() if name != "userHandle"}
    return response | {"response": inner | handle}


@fault("response")
def type_of_user_handle(response, random):
    if "signature" not in response["response"]:
        return None
    return response | {"response": response["response"] | {"userHandle": random.choice([1, True, [], {}, 1.5])}}


@fault("response text")
def white_space(text, random):
    """Which is none."""
    place = random.choice([index for index, character in enumerate(text) if character in "{}[],"])
    return text[: place + 1] + random.choice([" ", "\t", "\r", "  "]) + text[place + 1 :]


@fault("response text")
def duplicate_member(text, random):
    name, value = random.choice(list(json.loads(text).items()))
    other = random.choice([value, None, "", 1])
    duplicate = f"{json.dumps(name)}: {json.dumps(other)}"
    return random.choice([text[:-1] + ", " + duplicate + "}", "{" + duplicate + ", " + text[1:]])


@fault("response text")
def no_json(text, random):
    return random.choice(
        [text[:-1], text[:-1] + ",}", text.replace('"', "'"), text[:-1] + ', "a": NaN}', text[:-1] + ', "a": 01}']
    )


@fault("response text")
def no_object(text, random):
    return random.choice([f"[{text}]", "null", '"a"', "1", "[]", "{}", "true"])


@fault("credential")
def stored_counter(credential, random):
    """What the relying party knows is not less than what the response says."""
    return credential | {"signCount": credential["signCount"] + random.choice([1, 2, 1000])}


@fault("credential")
def stored_id(credential, random):
    return credential | {
        "id": random.choice([flip(credential["id"], random), credential["id"] + b"\0", credential["id"][:-1]])
    }


@fault("credential")
def stored_backup_eligibility(credential, random):
    return credential | {"backupEligible": not credential["backupEligible"], "backupState": False}


@fault("credential")
def stored_backup_state(credential, random):
    """Which is none: a credential may be backed up from one ceremony to the next."""
    return credential | {"backupState": not credential["backupState"]} if credential["backupEligible"] else None


@fault("credential")
def stored_user(credential, random):
    return credential | {"userHandle": b"another"}
