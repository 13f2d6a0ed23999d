"""Why we refuse what a library accepts, and accept what one refuses. Sections and steps are WebAuthn Level 3's."""

from . import rules_of_attestation
from .disagreement import BOTH, FIDO2, WEBAUTHN, Rule

# What the libraries lack: they refuse the valid ceremony, and are asked about none of its faults.
GAPS = [
    Rule(
        "newer algorithms",
        "`webauthn` does not support ES384, ES256K, Ed448 and the fully specified ESP256, ESP384, ESP512 and Ed25519.",
        WEBAUTHN,
        reason=r"^InvalidRegistrationResponse: Unsupported credential public key alg|^UnsupportedAlgorithm"
        r"|^UnsupportedEC2Curve|^UnsupportedPublicKey",
    ),
    Rule(
        "RSA with longer hashes",
        "python-fido2 does not support RS384 and RS512, but accepts such a key if nobody signs with it.",
        FIDO2,
        reason="Wrong algorithm of public key|Signature verification not supported",
    ),
    Rule(
        "android-key",
        "python-fido2 does not support the format android-key.",
        FIDO2,
        reason='^UnsupportedType: Attestation format "android-key"',
    ),
    Rule("compound", "Neither supports the format compound.", BOTH, reason='"compound"'),
    Rule(
        "exceptions of the test vectors",
        "The specification's vectors have a TPM of an unregistered vendor with `safe` neither 0 nor 1, a U2F key with "
        "an AAGUID, and no root in x5c of android-key; the libraries have no policy that accepts these.",
        BOTH,
        reason="Unrecognized TPM Manufacturer|for boolean|was not expected 0{8}|x5c was empty",
    ),
]

RESPONSES = [
    Rule(
        "base64url as it is written",
        "Binary members are base64url without padding (5.1, RFC 4648 sections 3 and 5). Python's decoder drops "
        "characters outside the alphabet, and accepts the other alphabet, excess padding and trailing bits. Two texts "
        "for one ID turn one credential into two, or none.",
        BOTH,
        ("malformed_response",),
        (
            "response: padding*",
            "response: other alphabet",
            "response: trailing bits",
            "response: foreign character",
            "response: character missing",
        ),
    ),
    Rule(
        "members of the response",
        "`id`, `rawId`, `type` and `response` are required (5.1, RegistrationResponseJSON and "
        "AuthenticationResponseJSON). python-fido2 does not require `id` and `type`, treats an unknown `type` as none,"
        " and accepts any iterable of numbers as bytes.",
        FIDO2,
        ("malformed_response",),
        (
            "response: another type",
            "response: member *",
            "response: null member",
            "response: type of user handle",
        ),
    ),
    Rule(
        "optional members of the response",
        "An optional member still has its type (5.1): `authenticatorAttachment` is a string, `clientExtensionResults` "
        "an object, `transports` are strings.",
        BOTH,
        ("malformed_response",),
        ("response: optional member of another type", "response: transports"),
    ),
    Rule(
        "unknown attachments",
        "An unknown `authenticatorAttachment` is treated as null (5.1). `webauthn` refuses it.",
        WEBAUTHN,
        reason="unexpected authenticatorAttachment",
    ),
    Rule(
        "one member of a name",
        "If members share a name, parsers take the first or the last (RFC 8259 section 4), so that two readers see two"
        " responses. Python takes the last.",
        BOTH,
        ("malformed_client_data", "malformed_ceremony"),
        ("client data text: duplicate member", "response text: duplicate member"),
    ),
    Rule(
        "nothing but JSON",
        "Python accepts NaN, Infinity and halves of surrogate pairs, which JSON lacks or leaves open (RFC 8259 "
        "sections 6 and 8.2).",
        BOTH,
        ("malformed_client_data", "malformed_ceremony"),
        ("*: no json", "client data text: lone surrogate"),
    ),
    Rule(
        "user handle",
        "The user handle is that of the credential's owner, and is required if nothing else identifies the user (7.2 "
        "step 6). Both libraries leave that to their callers.",
        BOTH,
        ("user_handle_mismatch", "user_handle_missing"),
    ),
]

CLIENT_DATA = [
    Rule(
        "nothing but UTF-8",
        "Client data is UTF-8 (7.1 step 5, 7.2 step 8). Python's parser also detects UTF-16 and UTF-32, and accepts "
        "encoded surrogates.",
        WEBAUTHN,
        ("malformed_client_data",),
        ("client data text: another encoding", "client data text: bytes that are no utf8"),
    ),
    Rule(
        "byte order mark",
        "UTF-8 decode strips one byte order mark (7.1 step 5, 7.2 step 8). python-fido2 keeps it.",
        FIDO2,
        kinds=("client data text: byte order mark",),
        reason="JSONDecodeError: Unexpected UTF-8 BOM",
    ),
    Rule(
        "bounds of client data",
        "Limits apply before memory is allocated: 64 KiB of client data, nested at most 16 levels deep.",
        BOTH,
        ("malformed_client_data",),
        ("client data text: size", "client data text: nesting"),
    ),
    Rule(
        "long numbers",
        "JSON does not limit numbers (RFC 8259 section 6), and no relevant member is a number. Python refuses integers"
        " of more than 4300 digits.",
        BOTH,
        kinds=("client data text: number of any size",),
        reason="Exceeds the limit",
    ),
    Rule(
        "token binding",
        "Level 3 reserves `tokenBinding`, and no step checks it. `webauthn` follows Level 2.",
        WEBAUTHN,
        kinds=("client data: malformed token binding",),
        reason="token_binding",
    ),
    Rule(
        "text of the challenge",
        "`challenge` equals the base64url encoding of the one in the options (7.1 step 8, 7.2 step 11). The libraries "
        "decode it, and so accept several texts for one challenge.",
        BOTH,
        ("challenge_mismatch",),
        ("client data: challenge *", "client data: foreign character in challenge"),
    ),
    Rule(
        "frames",
        "The relying party must expect to be in a frame of another origin, and know the top origin (7.1 steps 10 and "
        "11, 7.2 steps 13 and 14). The libraries check neither `crossOrigin` nor `topOrigin`.",
        BOTH,
        ("cross_origin_not_allowed", "top_origin_not_allowed", "malformed_client_data"),
        ("client data: another frame", "client data: type of cross origin", "client data: top origin"),
    ),
]

AUTHENTICATOR_DATA = [
    Rule(
        "backup state without eligibility",
        "BS is not set without BE (7.1 step 17, 7.2 step 18). python-fido2 does not check.",
        FIDO2,
        ("invalid_backup_flags",),
    ),
    Rule(
        "backup eligibility that changed",
        "BE is the same as at registration (7.2 step 19). Neither library takes the stored value.",
        BOTH,
        ("backup_eligibility_changed",),
    ),
    Rule(
        "counter",
        "A counter that does not grow indicates a clone (7.2 step 22). python-fido2 leaves it to its callers.",
        FIDO2,
        ("counter_regressed",),
    ),
    Rule(
        "ID of the attested credential",
        "The response's ID is that of the attested credential (5.1; 7.1 step 27 stores it). The libraries return the "
        "one in the authenticator data and never compare.",
        BOTH,
        ("credential_id_mismatch",),
    ),
    Rule(
        "length of the credential ID",
        "It has 1 to 1023 bytes (4, credential ID; 7.1 step 25).",
        BOTH,
        ("credential_id_too_long", "malformed_authenticator_data", "malformed_response"),
        (
            "credential_id_too_long, *",
            "malformed_authenticator_data, authenticator data: credential id of another length",
            "malformed_response, response: id of another length",
            "malformed_response, response: empty text",
        ),
    ),
    Rule(
        "unasked extensions",
        "The relying party decides on extension outputs that it did not request (7.1 step 28, 7.2 step 23), and a "
        "strict policy refuses them. The libraries do not check them.",
        BOTH,
        ("extension_not_requested",),
    ),
    Rule(
        "extensions are a map",
        "They are a CBOR map in canonical form (6.1, 9.5). The libraries accept any item that they can read.",
        BOTH,
        ("malformed_authenticator_data",),
        ("authenticator data: extensions that are no map", "extensions text: *"),
    ),
    Rule(
        "numbers of CBOR",
        "An extension's output may be any CBOR (9.5). python-fido2 does not read floating-point numbers.",
        FIDO2,
        kinds=("extensions: extension of another type",),
        reason="Wrong length",
    ),
    Rule(
        "items cut short",
        "CBOR that ends inside an item is not well-formed (RFC 8949 section 3). python-fido2 accepts a string that "
        "ends early.",
        FIDO2,
        ("malformed_attestation_object", "malformed_authenticator_data"),
        (
            "*: bit",
            "*: cut short",
            "*: encoding cut short",
            "malformed_attestation_object, *: bit of the encoding",
            "response: character missing",
        ),
    ),
]

KEYS = [
    Rule(
        "offered algorithms",
        "The key is for an algorithm that was offered (7.1 step 20). python-fido2 leaves that to its callers.",
        FIDO2,
        ("algorithm_not_allowed",),
    ),
    Rule(
        "canonical keys",
        "A public key is in CTAP2's canonical form (6.5.1), which has one encoding for each key. The libraries accept "
        "others, and encode them again.",
        BOTH,
        ("malformed_authenticator_data",),
        (
            "public key text: another order",
            "public key text: longer head",
            "public key text: duplicate member",
            "public key text: tag",
            "public key text: bit of the encoding",
            "public key: member of another type",
            "malformed_authenticator_data, attestation object text: bit of the encoding",
        ),
    ),
    Rule(
        "canonical stored keys",
        "The same applies when a stored key is read (7.2 step 21).",
        BOTH,
        ("malformed_public_key",),
        (
            "stored key text: another order",
            "stored key text: longer head",
            "stored key text: duplicate member",
            "stored key text: indefinite length",
            "stored key text: tag",
            "stored key text: bytes after the item",
            "stored key text: bit of the encoding",
        ),
    ),
    Rule(
        "keys that are keys",
        "A public key has its required members and no optional one. An EC key has the curve of its algorithm, "
        "coordinates of the field's size and an uncompressed point on the curve (5.8.5, 6.5.1); an RSA key has a valid"
        " modulus and exponent. The libraries check only what they use, and at registration they use the key for self "
        "attestation alone.",
        BOTH,
        ("malformed_public_key",),
        (
            "public key: *",
            "stored key: *",
            "public key text: bit of the encoding",
            "attestation object text: bit of the encoding",
            "sent authenticator data: bit",
        ),
    ),
    Rule(
        "salt of RSASSA-PSS",
        "The salt is as long as the hash value (RFC 8230 section 2). The libraries accept any length.",
        BOTH,
        ("bad_signature", "bad_attestation_signature"),
        ("salt length: *",),
    ),
]

RULES = RESPONSES + CLIENT_DATA + AUTHENTICATOR_DATA + KEYS + rules_of_attestation.RULES
