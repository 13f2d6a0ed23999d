"""Attestation statements of each format, made by the signing procedures of WebAuthn section 8.

Each has `format`, the `anchor` that it leads to and `statement`, whose steps a fault may change.
"""

import base64
import hashlib
import json
import struct
from dataclasses import dataclass

from cryptography import x509
from cryptography.x509.oid import NameOID

from samples import encode as base64url

from . import authority
from .authority import issue, template
from .ceremony import AAGUID, NOW, sign
from .encoding import der
from .keys import ES256, RS256, Key

PACKED_SUBJECT = authority.name(
    (NameOID.COUNTRY_NAME, "BR"),
    (NameOID.ORGANIZATION_NAME, "Example"),
    (NameOID.ORGANIZATIONAL_UNIT_NAME, "Authenticator Attestation"),
    (NameOID.COMMON_NAME, "Example key"),
)


APPLE_NONCE = x509.ObjectIdentifier("1.2.840.113635.100.8.2")
KEY_DESCRIPTION = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17")


class NoAttestation:
    format, anchor = "none", None

    def statement(self, data, client_data_hash, identifier, key, fault):
        return {}


class SelfAttestation:
    format, anchor = "packed", None

    def statement(self, data, client_data_hash, identifier, key, fault):
        return {"alg": key.algorithm, "sig": sign(key, data + client_data_hash, fault)}


class Certified:
    """Attestation whose certificate leads to the root."""

    @property
    def anchor(self):
        return authority.root()


@dataclass(frozen=True)
class PackedAttestation(Certified):
    key: Key = Key(ES256, "packed")
    through_intermediate: bool = False
    format = "packed"

    def statement(self, data, client_data_hash, identifier, key, fault):
        aaguid = x509.UnrecognizedExtension(authority.AAGUID_EXTENSION, der(0x04, AAGUID))
        content = template(PACKED_SUBJECT, self.key, (aaguid, False))
        chain = []
        if self.through_intermediate:
            content |= {"issuer": authority.INTERMEDIATE_NAME, "issuerKey": authority.INTERMEDIATE_KEY}
            chain = [authority.intermediate()]
        return {
            "alg": self.key.algorithm,
            "sig": sign(self.key, data + client_data_hash, fault),
            "x5c": fault("x5c", [issue(fault("certificate", content)), *chain]),
        }


@dataclass(frozen=True)
class U2FAttestation(Certified):
    key: Key = Key(ES256, "u2f")
    format = "fido-u2f"

    def statement(self, data, client_data_hash, identifier, key, fault):
        content = template(authority.name((NameOID.COMMON_NAME, "Example U2F key")), self.key)
        point = b"\x04" + key.cose[-2] + key.cose[-3]
        message = b"\0" + data[:32] + client_data_hash + identifier + point
        return {
            "sig": sign(self.key, message, fault),
            "x5c": fault("x5c", [issue(fault("certificate", content))]),
        }


@dataclass(frozen=True)
class AppleAttestation(Certified):
    format = "apple"

    def statement(self, data, client_data_hash, identifier, key, fault):
        nonce = fault("nonce", hashlib.sha256(data + client_data_hash).digest())
        extension = fault("apple extension", der(0x30, der(0xA1, der(0x04, nonce))))
        content = template(
            authority.name((NameOID.COMMON_NAME, "Example device")),
            key,
            (x509.UnrecognizedExtension(APPLE_NONCE, extension), False),
        )
        return {"x5c": fault("x5c", [issue(fault("certificate", content))])}


@dataclass(frozen=True)
class AndroidKeyAttestation(Certified):
    format = "android-key"

    def statement(self, data, client_data_hash, identifier, key, fault):
        # KeyDescription, by the members that section 8.4 speaks of. Lists map tags to values.
        lists = fault(
            "android lists",
            {
                "challenge": client_data_hash,
                "softwareEnforced": {},
                "hardwareEnforced": {
                    1: der(0x31, der(0x02, b"\x02")),
                    2: der(0x02, b"\x03"),
                    702: der(0x02, b"\x00"),
                },
            },
        )
        description = der(
            0x30,
            der(0x02, b"\x04"),
            der(0x0A, b"\x01"),
            der(0x02, b"\x29"),
            der(0x0A, b"\x01"),
            der(0x04, lists["challenge"]),
            der(0x04),
            self.list(lists["softwareEnforced"]),
            self.list(lists["hardwareEnforced"]),
        )
        content = template(
            authority.name((NameOID.COMMON_NAME, "Android Keystore Key")),
            key,
            (x509.UnrecognizedExtension(KEY_DESCRIPTION, fault("key description", description)), False),
        )
        return {
            "alg": key.algorithm,
            "sig": sign(key, data + client_data_hash, fault),
            "x5c": fault("x5c", [issue(fault("certificate", content)), authority.root()]),
        }

    @staticmethod
    def list(members):
        def tag(number):
            return 0xA0 | number if number < 31 else bytes([0xBF, 0x80 | number >> 7, number & 0x7F])

        return der(0x30, *(der(tag(number), content) for number, content in members.items()))


@dataclass(frozen=True)
class TPMAttestation(Certified):
    key: Key = Key(RS256, "attestation aik")
    format = "tpm"

    def statement(self, data, client_data_hash, identifier, key, fault):
        area = fault("pub area", self.area(key.cose))
        public_area = fault("pub area text", b"".join(area.values()))
        attest = fault(
            "cert info",
            {
                "magic": b"\xffTCG",
                "type": b"\x80\x17",
                "qualifiedSigner": self.sized(b""),
                "extraData": self.sized(hashlib.sha256(data + client_data_hash).digest()),
                "clock": bytes(16),
                "safe": b"\x01",
                "firmwareVersion": bytes(8),
                "name": self.sized(b"\x00\x0b" + hashlib.sha256(public_area).digest()),
                "qualifiedName": self.sized(b""),
            },
        )
        cert_info = fault("cert info text", b"".join(attest.values()))
        device = authority.name(
            (x509.ObjectIdentifier("2.23.133.2.1"), "id:494E5443"),
            (x509.ObjectIdentifier("2.23.133.2.2"), "Example TPM"),
            (x509.ObjectIdentifier("2.23.133.2.3"), "id:00020000"),
        )
        content = template(
            x509.Name([]),
            self.key,
            (x509.SubjectAlternativeName([x509.DirectoryName(fault("tpm device", device))]), True),
            (x509.ExtendedKeyUsage([x509.ObjectIdentifier("2.23.133.8.3")]), False),
        )
        return {
            "ver": "2.0",
            "alg": self.key.algorithm,
            "x5c": fault("x5c", [issue(fault("certificate", content))]),
            "sig": sign(self.key, cert_info, fault),
            "certInfo": cert_info,
            "pubArea": public_area,
        }

    @staticmethod
    def sized(content):
        """A TPM2B structure."""
        return struct.pack(">H", len(content)) + content

    def area(self, cose):
        """TPMT_PUBLIC in parts: a signing key of the TPM's own, on P-256 or of RSA with 2048 bits."""
        null = b"\x00\x10"
        common = {"nameAlg": b"\x00\x0b", "attributes": b"\x00\x04\x00\x72", "authPolicy": self.sized(b"")}
        if cose[1] == 2:
            return (
                {"type": b"\x00\x23"}
                | common
                | {"symmetric": null, "scheme": null, "curve": b"\x00\x03", "kdf": null}
                | {"x": self.sized(cose[-2]), "y": self.sized(cose[-3])}
            )
        return (
            {"type": b"\x00\x01"}
            | common
            | {"symmetric": null, "scheme": null, "keyBits": b"\x08\x00", "exponent": bytes(4)}
            | {"modulus": self.sized(cose[-1])}
        )


@dataclass(frozen=True)
class SafetyNetAttestation(Certified):
    key: Key = Key(RS256, "attestation safetynet")
    format = "android-safetynet"

    def statement(self, data, client_data_hash, identifier, key, fault):
        subject = authority.name((NameOID.COMMON_NAME, "attest.android.com"))
        names = x509.SubjectAlternativeName([x509.DNSName("attest.android.com")])
        content = template(subject, self.key, (names, False))
        x5c = fault("x5c", [issue(fault("certificate", content))])
        # A fault may have put something there that is no certificate.
        texts = [base64.b64encode(item).decode() if isinstance(item, bytes) else item for item in x5c]
        header = fault("jws header", {"alg": "RS256", "x5c": texts})
        payload = {
            "nonce": base64.b64encode(hashlib.sha256(data + client_data_hash).digest()).decode(),
            "timestampMs": NOW * 1000,
            "apkPackageName": "com.google.android.gms",
            "apkDigestSha256": base64.b64encode(bytes(32)).decode(),
            "apkCertificateDigestSha256": [base64.b64encode(bytes(32)).decode()],
            "ctsProfileMatch": True,
            "basicIntegrity": True,
        }
        signed = ".".join(
            base64url(json.dumps(part).encode()) for part in (header, fault("jws payload", payload))
        ).encode()
        signature = sign(self.key, signed, fault)
        return {"ver": "14799021", "response": fault("jws text", signed + b"." + base64url(signature).encode())}
