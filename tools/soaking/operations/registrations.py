"""Registrations by CTAP2."""

import hashlib

from cryptography import x509
from fido2.attestation import PackedAttestation

from platform_client import EDDSA, ES256, ES384, ES512, MAKE_CREDENTIAL, RS256, descriptors, refused

from ..account import Credential
from .verification import random_verification, verified, with_options


def digest(text):
    return hashlib.sha256(text.encode()).digest()


def algorithms(*numbers):
    return [{"type": "public-key", "alg": number} for number in numbers]


def register(worker):
    chance, account = worker.chance, worker.account
    how = random_verification(worker)
    is_discoverable = how != "not" and chance.random() < 0.5
    rp_id = account.rp_id(*(["slow"] if chance.random() < 0.02 else []))
    # A discoverable one replaces that of its user, whose large blob nobody could take away any more.
    free = [user for user in user_ids(account) if not has_blob(worker, user)]
    if is_discoverable and rp_id != account.rp_id() or not free:
        is_discoverable = False
    user_id = chance.choice(free) if is_discoverable else worker.bytes(1, 64)
    wanted = wanted_extensions(worker, is_discoverable)
    name = f"user {chance.randrange(1000)}"
    client_data_hash = chance.randbytes(32)
    if is_discoverable:
        account.uncertain.add(user_id)
    with verified(worker, how, MAKE_CREDENTIAL, rp_id, client_data_hash) as members:
        before = worker.world.counter
        made = worker.client.ctap.make_credential(
            client_data_hash,
            {"id": rp_id, "name": "Soak"},
            {"id": user_id, "name": name, "displayName": name.title()},
            algorithms(chance.choice((ES256, ES256, EDDSA, ES384, ES512)), RS256),
            extensions=wanted or None,
            **with_options(members, {"rk": True} if is_discoverable else {}),
        )
    credential = check_registration(worker, made, rp_id, client_data_hash, how != "not", before)
    credential.user_id, credential.is_discoverable, credential.names = user_id, is_discoverable, {name}
    check_extensions(credential, made, wanted)
    account.keep(credential, chance)


def user_ids(account):
    return [f"user {number}".encode() for number in range(account.users)]


def has_blob(worker, user_id):
    credential = worker.account.discoverable.get(user_id)
    return credential is not None and worker.world.blobs.get(credential.large_blob_key, {None}) != {None}


def wanted_extensions(worker, is_discoverable):
    chance, wanted = worker.chance, {}
    if chance.random() < 0.4:
        wanted["hmac-secret"] = True
    if chance.random() < 0.3:
        wanted["credProtect"] = chance.randint(1, 3)
    if is_discoverable and chance.random() < 0.3:
        wanted["credBlob"] = worker.bytes(1, 64)
    if is_discoverable and chance.random() < 0.4:
        wanted["largeBlobKey"] = True
    return wanted


def check_registration(worker, made, rp_id, client_data_hash, is_verified, before):
    """The attestation holds; returns the credential."""
    data = made.auth_data
    assert made.fmt == "packed", made.fmt
    PackedAttestation().verify(made.att_stmt, data, client_data_hash)
    issued = x509.load_der_x509_certificate(made.att_stmt["x5c"][0])
    issued.verify_directly_issued_by(worker.world.authority)
    assert data.rp_id_hash == digest(rp_id)
    assert data.is_user_present() and data.is_user_verified() == is_verified
    assert data.counter >= before, (data.counter, before)
    made_credential = data.credential_data
    assert made_credential.aaguid == worker.world.info.aaguid
    return Credential(rp_id, made_credential.credential_id, made_credential.public_key, b"", False)


def check_extensions(credential, made, wanted):
    outputs = dict(made.auth_data.extensions or {})
    assert outputs.pop("hmac-secret", False) == wanted.get("hmac-secret", False)
    assert outputs.pop("credProtect", None) == wanted.get("credProtect")
    assert outputs.pop("credBlob", None) == (True if "credBlob" in wanted else None)
    assert not outputs, outputs
    assert (made.large_blob_key is not None) == ("largeBlobKey" in wanted)
    credential.protection = wanted.get("credProtect", 1)
    credential.has_secret = "hmac-secret" in wanted
    credential.blob = wanted.get("credBlob")
    credential.large_blob_key = made.large_blob_key


def make(worker, rp_id, *numbers, **members):
    """A registration of no account."""
    user = {"id": b"nobody", "name": "nobody", "displayName": "Nobody"}
    arguments = worker.chance.randbytes(32), {"id": rp_id}, user, algorithms(*(numbers or [ES256]))
    return worker.client.ctap.make_credential(*arguments, **members)


def register_with_a_listed_credential(worker):
    listed = [each for each in worker.account.sealed if each.protection < 3]
    if not listed:
        return register
    credential = worker.chance.choice(listed)
    with refused("CREDENTIAL_EXCLUDED"):
        make(worker, credential.rp_id, exclude_list=descriptors(worker.bytes(16, 80), credential.id))


def register_and_be_declined(worker):
    with refused("OPERATION_DENIED"):
        make(worker, worker.account.rp_id("declined"))


def register_without_an_algorithm(worker):
    with refused("UNSUPPORTED_ALGORITHM"):
        make(worker, worker.account.rp_id(), RS256)


def register_discoverable_without_the_user(worker):
    with refused("PUAT_REQUIRED"):
        make(worker, worker.account.rp_id(), options={"rk": True})
