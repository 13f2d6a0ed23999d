"""Registrations and assertions of CTAP2 and U2F, with every answer verified."""

import contextlib
import hashlib
import itertools
import threading
import time

from cryptography import x509
from fido2.attestation import FidoU2FAttestation, PackedAttestation
from fido2.cose import ES256 as ES256Key
from fido2.ctap import CtapError
from fido2.ctap1 import APDU, ApduError, Ctap1
from fido2.webauthn import AttestationObject

from account import Credential
from platform_client import EDDSA, ES256, ES384, ES512, GET_ASSERTION, MAKE_CREDENTIAL, RS256, descriptors, refused
from world import PIN

UP_NEEDED = 2


def digest(text):
    return hashlib.sha256(text.encode()).digest()


def algorithms(*numbers):
    return [{"type": "public-key", "alg": number} for number in numbers]


# Verifying the user


@contextlib.contextmanager
def verified(worker, how, permission, rp_id, client_data_hash):
    """The members of a ceremony in which the user is verified this way; with a token nobody else takes it away."""
    match how:
        case "not":
            yield {}
        case "option":
            yield {"options": {"uv": True}}
        case _:
            with worker.locked():
                pin = worker.pin()
                by_pin = how == "pin"
                token = pin.get_pin_token(PIN, permission, rp_id) if by_pin else pin.get_uv_token(permission, rp_id)
                yield {
                    "pin_uv_param": pin.protocol.authenticate(token, client_data_hash),
                    "pin_uv_protocol": pin.protocol.VERSION,
                }


def random_verification(worker):
    return worker.chance.choices(("not", "option", "pin", "finger"), (4, 2, 2, 2))[0]


# Registration


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


def with_options(members, options):
    options = members.get("options", {}) | options
    return members | ({"options": options} if options else {})


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
    assert made_credential.aaguid == worker.client.ctap.info.aaguid
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
        return register(worker)
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


# Assertion


def sign(worker):
    """With one of the credentials that are known, listed among others that are not the key's."""
    if not worker.account.credentials:
        return register(worker)
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
    """hmac-secret: the same salt has the same answer for ever."""
    having = [each for each in worker.account.credentials if each.has_secret]
    if not having:
        return register(worker)
    credential, salt = worker.chance.choice(having), bytes([worker.chance.randrange(4)]) * 32
    client_data_hash = worker.chance.randbytes(32)
    is_verified = credential.protection == 3 or worker.chance.random() < 0.5
    with worker.locked():
        pin = worker.pin()
        members = {}
        if is_verified:
            token = pin.get_pin_token(PIN, GET_ASSERTION, credential.rp_id)
            members["pin_uv_param"] = pin.protocol.authenticate(token, client_data_hash)
            members["pin_uv_protocol"] = pin.protocol.VERSION
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
    # On a locked channel nobody else's command ends the sequence.
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
    """Without a lock another client's token may take the place of this one, or its touch the token's permissions."""
    sealed = worker.account.sealed
    if not sealed:
        return register(worker)
    credential, client_data_hash = worker.chance.choice(sealed), worker.chance.randbytes(32)
    pin = worker.pin()
    with worker.world.key_agreement:
        before = worker.world.counter
        token = pin.get_pin_token(PIN, GET_ASSERTION, credential.rp_id)
    try:
        assertion = worker.client.ctap.get_assertion(
            credential.rp_id,
            client_data_hash,
            descriptors(credential.id),
            pin_uv_param=pin.protocol.authenticate(token, client_data_hash),
            pin_uv_protocol=pin.protocol.VERSION,
        )
    except CtapError as error:
        assert error.code == CtapError.ERR.PIN_AUTH_INVALID, error
        worker.world.count("tokens lost to others")
        return
    check_assertion(worker, assertion, credential, client_data_hash, True, before)


# Cancelling


def cancel_while_a_touch_is_awaited(worker):
    """CTAPHID_CANCEL some time after the key asks for a touch that does not come."""
    event = threading.Event()
    delay = worker.chance.uniform(0, 0.35)

    def on_keepalive(status):
        if status == UP_NEEDED:
            threading.Timer(delay, event.set).start()

    rp_id, waiting = worker.account.rp_id("forsaken"), {"event": event, "on_keepalive": on_keepalive}
    with refused("KEEPALIVE_CANCEL"):
        match worker.chance.choice(("register", "sign", "verify")):
            case "register":
                make(worker, rp_id, **waiting)
            case "sign":
                worker.client.ctap.get_assertion(rp_id, worker.chance.randbytes(32), options={"uv": True}, **waiting)
            case "verify":
                with worker.locked():
                    worker.pin().get_uv_token(GET_ASSERTION, rp_id, **waiting)
    worker.world.count("cancelled")


def cancel_right_after_the_touch(worker):
    """Whichever comes first."""
    event = threading.Event()
    rp_id = worker.account.rp_id("touched")
    worker.world.person.touched[rp_id] = event.set
    try:
        make(worker, rp_id, event=event)
    except CtapError as error:
        assert error.code == CtapError.ERR.KEEPALIVE_CANCEL, error
        worker.world.count("cancelled")


def wait_for_a_touch_in_vain(worker):
    """The key's own 30 seconds."""
    rp_id = worker.account.rp_id("forsaken")
    if worker.chance.random() < 0.5:
        with refused("OPERATION_DENIED"):
            make(worker, rp_id)
    else:
        with refused("USER_ACTION_TIMEOUT"):
            make(worker, rp_id, options={"uv": True})


def select(worker):
    worker.client.ctap.selection()


# U2F


def u2f(worker, call, *arguments):
    """Asks again until the key was touched, as hosts of U2F do."""
    end = time.monotonic() + 30
    for pause in itertools.chain((0.01, 0.02, 0.04), itertools.repeat(0.05)):
        try:
            return call(*arguments)
        except ApduError as error:
            assert error.code == APDU.USE_NOT_SATISFIED and time.monotonic() < end, error
        time.sleep(pause)


def register_by_u2f(worker):
    account, challenge = worker.account, worker.chance.randbytes(32)
    application = digest(account.rp_id())
    with worker.locked():
        made = u2f(worker, Ctap1(worker.client.device).register, challenge, application)
    made.verify(application, challenge)
    object = AttestationObject.from_ctap1(application, made)
    FidoU2FAttestation().verify(object.att_stmt, object.auth_data, challenge)
    issued = x509.load_der_x509_certificate(made.certificate)
    issued.verify_directly_issued_by(worker.world.authority)
    public_key = ES256Key.from_ctap1(made.public_key)
    account.keep(Credential(account.rp_id(), made.key_handle, public_key, b"", False), worker.chance)


def sign_by_u2f(worker):
    fitting = [each for each in worker.account.credentials if isinstance(each.public_key, ES256Key)]
    if not fitting:
        return register_by_u2f(worker)
    credential, challenge = worker.chance.choice(fitting), worker.chance.randbytes(32)
    protocol, arguments = Ctap1(worker.client.device), (challenge, digest(credential.rp_id), credential.id)
    with worker.locked():
        before = worker.world.counter
        if credential.protection == 3:
            with u2f_refused(APDU.WRONG_DATA):
                protocol.authenticate(*arguments)
            return
        signed = u2f(worker, protocol.authenticate, *arguments)
    public_key = credential.public_key
    signed.verify(arguments[1], challenge, b"\x04" + public_key[-2] + public_key[-3])
    assert signed.user_presence == 1
    worker.world.see_counter(signed.counter, before)


def sign_by_u2f_without_a_handle(worker):
    with u2f_refused(APDU.WRONG_DATA):
        handle = worker.bytes(0, 255)
        Ctap1(worker.client.device).authenticate(bytes(32), digest(worker.account.rp_id()), handle)


def leave_u2f_without_a_touch(worker):
    """Nobody touches the key, and the client goes away without a word: a question stays that others take away."""
    application = worker.chance.randbytes(32)
    shown = f"U2F application {application[:8].hex()}"
    worker.world.person.applications.add(shown)
    for _ in range(worker.chance.randint(1, 4)):
        with u2f_refused(APDU.USE_NOT_SATISFIED):
            Ctap1(worker.client.device).register(bytes(32), application)
        time.sleep(0.02)


@contextlib.contextmanager
def u2f_refused(status):
    try:
        yield
    except ApduError as error:
        assert error.code == status, error
    else:
        raise AssertionError("the key has agreed")
