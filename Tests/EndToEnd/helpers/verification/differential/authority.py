"""A certificate authority whose certificates are the same in every run."""

import datetime
import functools

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from .ceremony import value
from .keys import ES256, Key

NOT_BEFORE, NOT_AFTER = datetime.datetime(2020, 1, 1), datetime.datetime(2090, 1, 1)
AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")


def name(*attributes):
    return x509.Name([x509.NameAttribute(identifier, text) for identifier, text in attributes])


def template(subject, key, *extensions):
    """What a certificate is to say, with its issuer's name and key: what a fault changes."""
    return {
        "subject": subject,
        "issuer": ROOT_NAME,
        "issuerKey": ROOT_KEY,
        "key": key,
        "notBefore": NOT_BEFORE,
        "notAfter": NOT_AFTER,
        # Each with whether it is critical.
        "extensions": [(x509.BasicConstraints(ca=False, path_length=None), True), *extensions],
    }


def issue(content):
    """The certificate in DER."""
    key = content["key"].public
    builder = (
        x509.CertificateBuilder()
        .subject_name(content["subject"])
        .issuer_name(content["issuer"])
        .public_key(key)
        .serial_number(int.from_bytes(value(f"serial {content['key'].label}", 8)) | 1)
        .not_valid_before(content["notBefore"])
        .not_valid_after(content["notAfter"])
    )
    for extension, critical in content["extensions"]:
        builder = builder.add_extension(extension, critical=critical)
    issuer = content["issuerKey"].private
    digest = None if isinstance(issuer, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    options = {"ecdsa_deterministic": True} if isinstance(issuer, ec.EllipticCurvePrivateKey) else {}
    return builder.sign(issuer, digest, **options).public_bytes(Encoding.DER)


def authority_certificate(subject, key, issuer, issuer_key):
    content = template(subject, key)
    content |= {"issuer": issuer, "issuerKey": issuer_key}
    content["extensions"] = [(x509.BasicConstraints(ca=True, path_length=None), True)]
    return issue(content)


ROOT_NAME = name((NameOID.COMMON_NAME, "Example Attestation Root"))
ROOT_KEY = Key(ES256, "root")
INTERMEDIATE_NAME = name((NameOID.COMMON_NAME, "Example Attestation Intermediate"))
INTERMEDIATE_KEY = Key(ES256, "intermediate")
STRANGER_NAME = name((NameOID.COMMON_NAME, "Somebody Else"))
STRANGER_KEY = Key(ES256, "stranger")


@functools.cache
def root():
    return authority_certificate(ROOT_NAME, ROOT_KEY, ROOT_NAME, ROOT_KEY)


@functools.cache
def intermediate():
    return authority_certificate(INTERMEDIATE_NAME, INTERMEDIATE_KEY, ROOT_NAME, ROOT_KEY)


@functools.cache
def stranger():
    return authority_certificate(STRANGER_NAME, STRANGER_KEY, STRANGER_NAME, STRANGER_KEY)
