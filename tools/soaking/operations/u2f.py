"""Registrations and assertions by U2F, with the credentials of CTAP2."""

import contextlib
import itertools
import time

from cryptography import x509
from fido2.attestation import FidoU2FAttestation
from fido2.cose import ES256
from fido2.ctap1 import APDU, ApduError, Ctap1
from fido2.webauthn import AttestationObject

from ..account import Credential
from .registrations import digest


def u2f(worker, call, *arguments):
    """Asks again until the key is touched, as U2F hosts do."""
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
    public_key = ES256.from_ctap1(made.public_key)
    account.keep(Credential(account.rp_id(), made.key_handle, public_key, b"", False), worker.chance)


def sign_by_u2f(worker):
    fitting = [each for each in worker.account.credentials if isinstance(each.public_key, ES256)]
    if not fitting:
        return register_by_u2f
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
