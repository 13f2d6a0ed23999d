"""Faults of attestation certificates, which their authority signs all the same, and of what else a format has."""

import base64
import datetime

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from . import authority
from .ceremony import AAGUID, NOW
from .encoding import der
from .fault import fault, flip
from .keys import ES256, ES384, RS256, Key



@fault("certificate")
def expired(content, random):
    return content | {"notAfter": datetime.datetime(2021, random.randrange(1, 13), 1)}


@fault("certificate")
def not_yet_valid(content, random):
    return content | {"notBefore": datetime.datetime(2085, random.randrange(1, 13), 1)}


@fault("certificate")
def authority_of_its_own(content, random):
    """Basic constraints say CA."""
    basic = (x509.BasicConstraints(ca=True, path_length=random.choice([None, 0, 1])), True)
    return content | {"extensions": [basic, *content["extensions"][1:]]}


@fault("certificate")
def no_basic_constraints(content, random):
    return content | {"extensions": content["extensions"][1:]}


@fault("certificate")
def issuer_of_a_stranger(content, random):
    return content | random.choice(
        [
            {"issuer": authority.STRANGER_NAME, "issuerKey": authority.STRANGER_KEY},
            {"issuerKey": authority.STRANGER_KEY},
            {"issuer": authority.STRANGER_NAME},
        ]
    )


@fault("certificate")
def signed_by_itself(content, random):
    return content | {"issuer": content["subject"], "issuerKey": content["key"]}


@fault("certificate")
def key_of_another(content, random):
    return content | {"key": Key(random.choice([ES256, ES384, RS256]), "stranger")}


@fault("certificate")
def key_usage(content, random):
    """Where a certificate says what its key is for, signing has to be among it (RFC 5280 section 4.2.1.3)."""
    allowed = random.choice([[], ["key_cert_sign"], ["key_agreement"], ["digital_signature"], ["content_commitment"]])
    names = (
        "digital_signature content_commitment key_encipherment data_encipherment key_agreement key_cert_sign crl_sign "
        "encipher_only decipher_only"
    ).split()
    usage = x509.KeyUsage(**{name: name in allowed for name in names})
    return content | {"extensions": content["extensions"] + [(usage, True)]}


@fault("certificate")
def extended_key_usage(content, random):
    others = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.CODE_SIGNING]
    usage = x509.ExtendedKeyUsage([random.choice(others)])
    kept = [pair for pair in content["extensions"] if not isinstance(pair[0], x509.ExtendedKeyUsage)]
    return content | {"extensions": kept + [(usage, False)]}


@fault("certificate")
def extension_missing(content, random):
    if len(content["extensions"]) < 2:
        return None
    index = random.randrange(1, len(content["extensions"]))
    return content | {"extensions": content["extensions"][:index] + content["extensions"][index + 1 :]}


@fault("certificate")
def critical_or_not(content, random):
    index = random.randrange(len(content["extensions"]))
    extensions = list(content["extensions"])
    extensions[index] = extensions[index][0], not extensions[index][1]
    return content | {"extensions": extensions}


@fault("certificate")
def unknown_extension(content, random):
    """Which is none where it is not critical (RFC 5280 section 4.2)."""
    extension = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.6.1.4.1.99999.1"), der(0x05))
    return content | {"extensions": content["extensions"] + [(extension, random.random() < 0.5)]}


@fault("certificate")
def serial_number_of_a_device(content, random):
    """Section 8.2.2: only enterprise attestation may name the device."""
    extension = x509.UnrecognizedExtension(
        x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.2"), der(0x04, bytes([random.randrange(256)]) * 4)
    )
    return content | {"extensions": content["extensions"] + [(extension, False)]}


@fault("certificate")
def attribute_missing(content, random):
    attributes = list(content["subject"])
    if not attributes:
        return None
    attributes.pop(random.randrange(len(attributes)))
    return content | {"subject": x509.Name(attributes)}


@fault("certificate")
def another_attribute(content, random):
    attributes = list(content["subject"])
    if not attributes:
        return content | {"subject": authority.name((NameOID.COMMON_NAME, "Example"))}
    index = random.randrange(len(attributes))
    is_country = attributes[index].oid == NameOID.COUNTRY_NAME
    texts = ["br", "US", "B1"] if is_country else ["Example Attestation", "attest.android.com.example", "authenticator attestation"]
    attributes[index] = x509.NameAttribute(attributes[index].oid, random.choice(texts), _validate=False)
    return content | {"subject": x509.Name(attributes)}


@fault("certificate")
def attribute_twice(content, random):
    attributes = list(content["subject"])
    if not attributes:
        return None
    attributes.insert(random.randrange(len(attributes) + 1), random.choice(attributes))
    return content | {"subject": x509.Name(attributes)}


@fault("certificate")
def aaguid_of_another(content, random):
    """The extension that packed attestation may have, and the others may not need."""
    values = [der(0x04, flip(AAGUID, random)), der(0x04, bytes(16)), AAGUID, der(0x04, AAGUID + b"\0"), der(0x04, AAGUID) + b"\0", der(0x04)]
    extension = x509.UnrecognizedExtension(authority.AAGUID_EXTENSION, random.choice(values))
    kept = [pair for pair in content["extensions"] if pair[0].oid != authority.AAGUID_EXTENSION]
    return content | {"extensions": kept + [(extension, False)]}


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
        [nonce, der(0x04, nonce), der(0x30, der(0x04, nonce)), der(0x30, der(0xA2, der(0x04, nonce))), der(0x31, data[2:])]
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
