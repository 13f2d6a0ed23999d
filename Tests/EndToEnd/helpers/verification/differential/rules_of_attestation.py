"""The rules for attestation: objects, statements, certificates and where those lead."""

from .disagreement import BOTH, FIDO2, WEBAUTHN, Rule

OBJECTS = [
    Rule(
        "members of the attestation object",
        "It has exactly `fmt`, `attStmt` and `authData`, of their types (6.5.4). The libraries read what they need, "
        "and `webauthn` accepts none without `attStmt`.",
        BOTH,
        ("malformed_attestation_object",),
        (
            "attestation object: member more",
            "attestation object: member missing",
            "attestation object: member of another type",
            "attestation object: nesting",
        ),
    ),
    Rule(
        "one key of a map",
        "A map with a duplicate key is not valid (RFC 8949 section 5.6). python-fido2 takes the last.",
        FIDO2,
        ("malformed_attestation_object",),
        ("attestation object: duplicate member",),
    ),
    Rule(
        "one attestation object",
        "It is one CBOR item of definite lengths and without tags (CTAP 2.3 section 8). `webauthn` reads the first of "
        "several items, in any encoding.",
        WEBAUTHN,
        ("malformed_attestation_object",),
        (
            "attestation object text: bytes after the item",
            "attestation object text: indefinite length",
            "attestation object text: tag",
        ),
    ),
]

STATEMENTS = [
    Rule(
        "members of the statement",
        "A statement conforms to the syntax of its format (step 1 of each procedure in section 8). The libraries read "
        "what they need.",
        BOTH,
        ("malformed_attestation_statement",),
        ("statement: *", "x5c: root in the chain"),
    ),
    Rule(
        "algorithm of the statement",
        "`alg` is that of the signature (8.2, 8.3, 8.4). `webauthn` uses the certificate's key instead, and ignores "
        "`alg` for Ed25519.",
        WEBAUTHN,
        ("algorithm_unsupported", "attestation_algorithm_mismatch"),
        ("statement: another algorithm",),
    ),
    Rule(
        "fully specified algorithms",
        "ESP256 is ES256 with P-256 (RFC 9864 section 2.1), and a statement may name either. `webauthn` does not "
        "support the newer one.",
        WEBAUTHN,
        kinds=("statement: another algorithm",),
        reason="signature alg -9$",
    ),
    Rule(
        "structures of the TPM",
        "certInfo and pubArea contain exactly TPMS_ATTEST and TPMT_PUBLIC (8.3). A scheme has its hash function and "
        "fits the key's type, and keyBits is the modulus' size (TPM 2.0 Part 2 sections 11.2 and 12.2.3). The "
        "libraries ignore missing or extra bytes at the end, schemes and sizes.",
        BOTH,
        ("malformed_attestation_statement", "attestation_key_mismatch"),
        ("cert info*", "pub area*"),
    ),
    Rule(
        "attributes of the TPM's key",
        "8.3 does not restrict objectAttributes, and later revisions of TPM 2.0 Part 2 section 8.3 define bits that "
        "were reserved. python-fido2 refuses the reserved bits of revision 1.38.",
        FIDO2,
        kinds=("pub area: *",),
        reason="attributes is not formated correctly",
    ),
    Rule(
        "ignored fields of the TPM",
        "qualifiedSigner, clockInfo and firmwareVersion are ignored (8.3). python-fido2 requires `safe` to be 0 or 1, "
        "unlike the specification's own test vector.",
        FIDO2,
        kinds=("cert info: *",),
        reason="for boolean",
    ),
    Rule(
        "form of SafetyNet's response",
        "The response is a JWS whose parts are base64url without padding, without a `crit` that the reader does not "
        "know (RFC 7515 sections 2 and 4.1.11).",
        BOTH,
        ("malformed_attestation_statement",),
        ("jws header: *", "jws text: *"),
    ),
    Rule(
        "text of SafetyNet's nonce",
        "`nonce` is identical to the base64 of the hash (8.5). python-fido2 decodes it, and so accepts several texts.",
        FIDO2,
        ("attestation_nonce_mismatch",),
        ("jws payload: nonce of another",),
    ),
    Rule(
        "integrity of the device",
        "`ctsProfileMatch` is true (8.5). `webauthn` checks the weaker `basicIntegrity` instead (SafetyNet's "
        "documentation).",
        WEBAUTHN,
        ("safetynet_integrity_failed", "malformed_attestation_statement"),
        ("jws payload: integrity", "jws payload: member of payload missing"),
    ),
    Rule(
        "basic integrity",
        "8.5 requires only `ctsProfileMatch`. `webauthn` also requires `basicIntegrity`.",
        WEBAUTHN,
        kinds=("jws payload: integrity", "jws payload: member of payload missing"),
        reason="Could not verify device integrity",
    ),
    Rule(
        "age of SafetyNet's response",
        "An old response proves nothing about the present (8.5, SafetyNet's documentation). python-fido2 does not "
        "check the time stamp.",
        FIDO2,
        ("safetynet_expired", "malformed_attestation_statement"),
        ("jws payload: time stamp", "jws payload: member of payload missing"),
    ),
    Rule(
        "seconds of SafetyNet's response",
        "The relying party limits the age (8.5, SafetyNet's documentation), and a minute may pass on the way from the "
        "device. `webauthn` allows ten seconds.",
        WEBAUTHN,
        kinds=("jws payload: time stamp",),
        reason="Payload has expired",
    ),
    Rule(
        "form of the key description",
        "KeyDescription is DER of its schema (8.4.1). `webauthn` reads it as BER, and accepts invalid security levels.",
        WEBAUTHN,
        ("attestation_certificate_invalid",),
        ("key description: *",),
    ),
    Rule(
        "other authorizations",
        "8.4 checks `purpose`, `origin` and `allApplications`, and each version of KeyMint adds more authorizations. "
        "`webauthn` reads all that it knows, and refuses the rest.",
        WEBAUTHN,
        kinds=("android lists: another authorization", "key description: *"),
        reason="PyAsn1Error",
    ),
    Rule(
        "authorization lists",
        "A relying party that also accepts keys outside a trusted environment takes the union of both lists (8.4). "
        "`webauthn` takes only the hardware's list.",
        WEBAUTHN,
        kinds=("android lists: enforced by software",),
        reason="PyAsn1Error",
    ),
]

CERTIFICATES = [
    Rule(
        "validity",
        "Each certificate of the chain is valid at the time of verification (RFC 5280 section 6.1.3). python-fido2 "
        "does not check.",
        FIDO2,
        ("attestation_certificate_expired",),
    ),
    Rule(
        "paths",
        "The issuer's name matches the subject of the next certificate, and no unknown critical extension is ignored "
        "(RFC 5280 sections 6.1.3 and 4.2). python-fido2 verifies only signatures.",
        FIDO2,
        ("attestation_not_trusted",),
        ("certificate: issuer of a stranger", "certificate: unknown extension"),
    ),
    Rule(
        "needless certificates",
        "The certificates chain up to an anchor (7.1 step 24), and the path consists of those that lead there (RFC "
        "5280 section 6.1). python-fido2 requires each to have signed the one before it, in a row to the anchor.",
        FIDO2,
        kinds=("x5c: certificate twice", "x5c: certificate of a stranger", "x5c: root in the chain"),
        reason="^UntrustedAttestation|Unsupported signature key type",
    ),
    Rule(
        "chains without their root",
        "An anchor is known beforehand and need not be in x5c (7.1 step 24), and other certificates do no harm. "
        "`webauthn` requires the last certificate of android-key to be the anchor.",
        WEBAUTHN,
        kinds=("x5c: *", "attestation object text: bit of the encoding"),
        reason="x5c was empty|not a known root certificate|Certificate chain could not be validated",
    ),
    Rule(
        "nothing but DER",
        "A certificate is one DER value (8.2, RFC 5280 section 4.1). The library that reads chains for `webauthn` "
        "ignores trailing bytes.",
        WEBAUTHN,
        ("malformed_attestation_statement",),
        ("x5c: bytes after a certificate",),
    ),
    Rule(
        "packed certificates",
        'The certificate has CA:FALSE and a subject of one C, one OU "Authenticator Attestation", O and CN (8.2.1). '
        '`webauthn` checks none of it; python-fido2 does not check that there is one of each.',
        BOTH,
        ("attestation_certificate_invalid",),
        (
            "certificate: authority of its own",
            "certificate: no basic constraints",
            "certificate: attribute missing",
            "certificate: another attribute",
            "certificate: attribute twice",
        ),
    ),
    Rule(
        "key usage",
        "A key must not sign if its certificate does not allow it (RFC 5280 section 4.2.1.3). Neither library checks.",
        BOTH,
        ("attestation_certificate_invalid",),
        ("certificate: key usage",),
    ),
    Rule(
        "serial number of the device",
        "Only a certificate of enterprise attestation may name the device (8.2.2).",
        BOTH,
        ("attestation_certificate_invalid",),
        ("certificate: serial number of a device",),
    ),
    Rule(
        "AAGUID of the certificate",
        "The AAGUID in a packed or TPM certificate is the authenticator's (8.2, 8.3). `webauthn` does not check it; "
        "python-fido2 does not check it for TPMs.",
        BOTH,
        ("attestation_certificate_invalid", "attestation_aaguid_mismatch"),
        ("certificate: aaguid of another", "*: aaguid", "attestation_aaguid_mismatch, *: bit*"),
    ),
    Rule(
        "form of Apple's nonce",
        "It is in a SEQUENCE with the tag [1] (8.8). The libraries take all bytes from the seventh on.",
        BOTH,
        ("attestation_certificate_invalid",),
        ("apple extension: *",),
    ),
    Rule(
        "key of Apple's certificate",
        "The certificate is that of the credential public key (8.8 step 5). python-fido2 does not compare.",
        FIDO2,
        ("attestation_key_mismatch",),
        ("certificate: key of another",),
    ),
    Rule(
        "device of the TPM",
        "The certificate names the TPM's manufacturer, a registered one, its model and version (8.3.1). python-fido2 "
        "only requires the extension.",
        FIDO2,
        ("attestation_certificate_invalid", "tpm_vendor_not_registered"),
        ("tpm device: *",),
    ),
    Rule(
        "host of SafetyNet",
        "The certificate names its host by its subject alternative name; CN counts only without one (8.5, RFC 6125 "
        "section 6.4.4). The libraries use CN.",
        BOTH,
        kinds=("certificate: another attribute", "certificate: attribute missing"),
        reason="attest.android.com|list index out of range",
    ),
]

RULES = OBJECTS + STATEMENTS + CERTIFICATES
