"""The valid ceremonies that the faults are put into: each format and each algorithm that one of the libraries knows."""

from .attestation import (
    AndroidKeyAttestation,
    AppleAttestation,
    NoAttestation,
    PackedAttestation,
    SafetyNetAttestation,
    SelfAttestation,
    TPMAttestation,
    U2FAttestation,
)
from .ceremony import BE, BS, UP, UV, Authentication, Registration
from .keys import EDDSA, ES256, NAMES, RS256, Key
from .published import published

ZERO = bytes(16)


def registrations():
    def make(name, attestation, algorithm=ES256, **members):
        return Registration(name, attestation, Key(algorithm, f"credential {name}"), **members)

    yield make("registration none", NoAttestation(), aaguid=ZERO, flags=UP | UV | BE | BS, counter=0)
    yield make("registration none without UV", NoAttestation(), aaguid=ZERO, flags=UP)
    yield make(
        "registration none with extensions",
        NoAttestation(),
        extensions={"credProtect": 2, "minPinLength": 8},
        requested={"credentialProtectionPolicy": "userVerificationOptional", "minPinLength": True},
    )
    for algorithm, name in NAMES.items():
        yield make(f"registration none {name}", NoAttestation(), algorithm)
        yield make(f"registration self {name}", SelfAttestation(), algorithm)
    yield make("registration packed", PackedAttestation())
    yield make("registration packed by RS256", PackedAttestation(Key(RS256, "attestation packed")))
    yield make("registration packed by EdDSA", PackedAttestation(Key(EDDSA, "packed")))
    yield make("registration packed with intermediate", PackedAttestation(through_intermediate=True))
    yield make("registration fido-u2f", U2FAttestation(), aaguid=ZERO, flags=UP, counter=0)
    yield make("registration tpm ES256", TPMAttestation())
    yield make("registration tpm RS256", TPMAttestation(), RS256)
    yield make("registration android-key", AndroidKeyAttestation())
    yield make("registration apple", AppleAttestation())
    yield make("registration android-safetynet", SafetyNetAttestation())


def authentications():
    def make(name, algorithm=ES256, **members):
        return Authentication(name, Key(algorithm, f"credential {name}"), **members)

    for algorithm, name in NAMES.items():
        yield make(f"authentication {name}", algorithm)
    yield make("authentication discoverable", discoverable=True, flags=UP | UV | BE | BS, counter=0)
    yield make("authentication without UV", flags=UP)
    yield make("authentication with extensions", extensions={"appExample": True}, requested={"appExample": True})


BASES = [*registrations(), *authentications(), *published()]
