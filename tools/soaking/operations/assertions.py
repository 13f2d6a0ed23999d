"""Assertions by CTAP2."""

from fido2.ctap import CtapError

from platform_client import GET_ASSERTION, descriptors, refused
from served_key import PIN

from .registrations import digest, register
from .verification import authorization, random_verification, verified, with_options


def sign(worker):
    """With one known credential, listed among others that the key lacks."""
    if not worker.account.credentials:
        return register
    chance = worker.chance
    credential = chance.choice(worker.account.credentials)
    how = random_verification(worker)
    is_silent = how == "not" and chance.random() < 0.2
    listed = descriptors(credential.id, *(worker.bytes(16, 100) for _ in range(chance.randint(0, 3))))
    chance.shuffle(listed)
    client_data_hash = chance.randbytes(32)
    extensions = {}
    if credential.blob:
        extensions["credBlob"] = True
    if credential.large_blob_key:
        extensions["largeBlobKey"] = True
    with verified(worker, how, GET_ASSERTION, credential.rp_id, client_data_hash) as members:
        before = worker.world.counter
        arguments = credential.rp_id, client_data_hash, listed, extensions or None
        members = with_options(members, {"up": False} if is_silent else {})
        if not credential.is_usable(how != "not", is_listed=True):
            with refused("NO_CREDENTIALS"):
                worker.client.ctap.get_assertion(*arguments, **members)
            return
        assertion = worker.client.ctap.get_assertion(*arguments, **members)
    check_assertion(worker, assertion, credential, client_data_hash, how != "not", before, is_silent)
    assert (assertion.auth_data.extensions or {}) == ({"credBlob": credential.blob} if credential.blob else {})
    assert assertion.large_blob_key == credential.large_blob_key


def check_assertion(worker, assertion, credential, client_data_hash, is_verified, before, is_silent=False):
    data = assertion.auth_data
    assertion.verify(client_data_hash, credential.public_key)
    assert assertion.credential["id"] == credential.id
    assert data.rp_id_hash == digest(credential.rp_id)
    assert data.is_user_present() != is_silent and data.is_user_verified() == is_verified
    if credential.is_discoverable:
        assert assertion.user["id"] == credential.user_id, assertion.user
    worker.world.see_counter(data.counter, before)


def sign_with_a_secret(worker):
    """hmac-secret: the same salt always has the same answer."""
    having = [each for each in worker.account.credentials if each.has_secret]
    if not having:
        return register
    credential, salt = worker.chance.choice(having), bytes([worker.chance.randrange(4)]) * 32
    client_data_hash = worker.chance.randbytes(32)
    is_verified = credential.protection == 3 or worker.chance.random() < 0.5
    with worker.locked():
        pin = worker.pin()
        members = {}
        if is_verified:
            token = pin.get_pin_token(PIN, GET_ASSERTION, credential.rp_id)
            members = authorization(pin, token, client_data_hash)
        key_agreement, shared = pin._get_shared_secret()
        salts = pin.protocol.encrypt(shared, salt)
        wanted = {1: key_agreement, 2: salts, 3: pin.protocol.authenticate(shared, salts), 4: pin.protocol.VERSION}
        before = worker.world.counter
        listed = descriptors(credential.id)
        assertion = worker.client.ctap.get_assertion(
            credential.rp_id, client_data_hash, listed, {"hmac-secret": wanted}, **members
        )
    check_assertion(worker, assertion, credential, client_data_hash, is_verified, before)
    secret = pin.protocol.decrypt(shared, assertion.auth_data.extensions["hmac-secret"])
    assert len(secret) == 32 and credential.secrets.setdefault((salt, is_verified), secret) == secret


def sign_with_any(worker):
    """All discoverable credentials of the account, one after the other."""
    account, world = worker.account, worker.world
    how = random_verification(worker)
    client_data_hash = worker.chance.randbytes(32)
    usable = {each.id: each for each in account.discoverable.values() if each.is_usable(how != "not", is_listed=False)}
    certain = {each.id for each in usable.values() if each.user_id not in account.uncertain}
    # On a locked channel, no other client's command ends the sequence.
    with worker.locked(), verified(worker, how, GET_ASSERTION, account.rp_id(), client_data_hash) as members:
        before = world.counter
        try:
            assertions = worker.client.ctap.get_assertions(account.rp_id(), client_data_hash, **members)
        except CtapError as error:
            assert error.code == CtapError.ERR.NO_CREDENTIALS and not certain, error
            return
    answered = {assertion.credential["id"]: assertion for assertion in assertions}
    assert len(answered) == len(assertions)
    assert certain <= set(answered), "a credential is gone"
    assert account.uncertain or set(answered) <= set(usable), "a credential that nobody has made"
    for credential_id in certain:
        check_assertion(worker, answered[credential_id], usable[credential_id], client_data_hash, how != "not", before)


def sign_with_none(worker):
    with refused("NO_CREDENTIALS"):
        listed = descriptors(*(worker.bytes(16, 200) for _ in range(worker.chance.randint(1, 6))))
        worker.client.ctap.get_assertion(worker.account.rp_id(), worker.chance.randbytes(32), listed)


def sign_with_a_contended_token(worker):
    """Without a lock, another client's token may replace this one, or its touch may use up the token's permissions."""
    sealed = worker.account.sealed
    if not sealed:
        return register
    credential, client_data_hash = worker.chance.choice(sealed), worker.chance.randbytes(32)
    pin = worker.pin()
    with worker.world.key_agreement:
        before = worker.world.counter
        token = pin.get_pin_token(PIN, GET_ASSERTION, credential.rp_id)
    try:
        members = authorization(pin, token, client_data_hash)
        listed = descriptors(credential.id)
        assertion = worker.client.ctap.get_assertion(credential.rp_id, client_data_hash, listed, **members)
    except CtapError as error:
        assert error.code == CtapError.ERR.PIN_AUTH_INVALID, error
        worker.world.count("tokens lost to others")
        return
    check_assertion(worker, assertion, credential, client_data_hash, True, before)
