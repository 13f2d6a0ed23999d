"""A metadata service with a root of its own, independent of the code under test."""

import base64
import datetime
import json

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from samples import encode

SERVICE = "mds.fidoalliance.org"


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certificate(subject, key, issuer, issuer_key, authority, extensions=()):
    """What `issuer` says of a key; it is valid for a day before and after now."""
    now = datetime.datetime.now(datetime.timezone.utc)
    day = datetime.timedelta(days=1)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


class MetadataService:
    """Makes BLOBs in `folder`; `root` is the file of the certificate that they lead to."""

    def __init__(self, folder, signer=SERVICE):
        self.folder = folder
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        root_key = ec.generate_private_key(ec.SECP256R1())
        root_name = name("Example Metadata Root")
        root = certificate(root_name, root_key, root_name, root_key, True)
        self.chain = [certificate(name(signer), self.key, root_name, root_key, False), root]
        self.root = folder / "metadata-root.pem"
        self.root.write_bytes(root.public_bytes(Encoding.PEM))

    def blob(self, *entries, number=7, next_update="2099-12-31"):
        """The file of a BLOB with these entries."""
        x5c = [base64.b64encode(item.public_bytes(Encoding.DER)).decode() for item in self.chain]
        header = {"alg": "RS256", "typ": "JWT", "x5c": x5c}
        payload = {"legalHeader": "Example", "no": number, "nextUpdate": next_update, "entries": list(entries)}
        signed = ".".join(encode(json.dumps(part).encode()) for part in (header, payload))
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        path = self.folder / f"blob-{number}.jwt"
        path.write_text(f"{signed}.{encode(signature)}")
        return path


def entry(aaguid, *statuses, anchors=()):
    """What a BLOB says of a model.

    `anchors` are certificates in DER. A status is a name, or a report with further members.
    """
    reports = [status if isinstance(status, dict) else {"status": status} for status in statuses]
    return {
        "aaguid": str(aaguid),
        "metadataStatement": {
            "description": "Example key",
            "authenticatorVersion": 1,
            "attestationTypes": ["basic_full"],
            "attestationRootCertificates": [base64.b64encode(anchor).decode() for anchor in anchors],
        },
        "statusReports": reports or [{"status": "FIDO_CERTIFIED_L1", "effectiveDate": "2024-02-29"}],
        "timeOfLastStatusChange": "2024-02-29",
    }
