"""Faults of attestation certificates, which their authority signs all the same."""

import datetime

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .. import authority
from ..ceremony import AAGUID
from ..encoding import der
from ..keys import ES256, ES384, RS256, Key
from .fault import fault, flip


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
    texts = (
        ["br", "US", "B1"]
        if is_country
        else ["Example Attestation", "attest.android.com.example", "authenticator attestation"]
    )
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
    values = [
        der(0x04, flip(AAGUID, random)),
        der(0x04, bytes(16)),
        AAGUID,
        der(0x04, AAGUID + b"\0"),
        der(0x04, AAGUID) + b"\0",
        der(0x04),
    ]
    extension = x509.UnrecognizedExtension(authority.AAGUID_EXTENSION, random.choice(values))
    kept = [pair for pair in content["extensions"] if pair[0].oid != authority.AAGUID_EXTENSION]
    return content | {"extensions": kept + [(extension, False)]}
