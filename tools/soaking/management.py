"""What is done with the PIN: credentials, large blobs and fingers looked after, and the PIN itself."""

import threading
import time

from fido2.ctap import CtapError
from fido2.ctap2 import ClientPin, CredentialManagement, LargeBlobs
from fido2.ctap2.bio import CaptureError, FPBioEnrollment

from ceremonies import digest, make
from person import OWN_FINGER
from platform_client import CREDENTIAL_MANAGEMENT, ES256, GET_ASSERTION, descriptors, refused
from worker import LOCK_SECONDS
from world import CAPACITY, PIN

RESULT = CredentialManagement.RESULT
FEEDBACK = FPBioEnrollment.FEEDBACK
LARGE_BLOB_WRITE = ClientPin.PERMISSION.LARGE_BLOB_WRITE
BIO_ENROLL = ClientPin.PERMISSION.BIO_ENROLL
ALL_TRIES, ALL_FINGER_TRIES = 8, 5
# What nobody else has: members of authenticatorGetInfo that stay as they are.
LASTING = (
    "versions extensions aaguid max_msg_size pin_uv_protocols max_creds_in_list max_cred_id_length transports "
    "algorithms max_large_blob min_pin_length firmware_version max_cred_blob_length attestation_formats"
).split()


def management(worker):
    pin = worker.pin()
    token = pin.get_pin_token(PIN, CREDENTIAL_MANAGEMENT)
    return CredentialManagement(worker.client.ctap, pin.protocol, token)


def read_information(worker):
    info, now = worker.client.ctap.info, worker.client.ctap.get_info()
    for name in LASTING:
        assert getattr(info, name) == getattr(now, name), name
    for option in ("rk", "up", "clientPin", "uv", "bioEnroll", "credMgmt", "largeBlobs", "pinUvAuthToken"):
        assert now.options[option] is True, option
    assert 0 <= now.remaining_disc_creds <= CAPACITY


# Credentials


def list_credentials(worker):
    """All that there are: those of the account as it knows them, and of what was cut off what came of it."""
    account = worker.account
    with worker.locked():
        manager = management(worker)
        metadata = manager.get_metadata()
        count = metadata[RESULT.EXISTING_CRED_COUNT]
        assert count + metadata[RESULT.MAX_REMAINING_COUNT] == CAPACITY, metadata
        parties = {each[RESULT.RP]["id"]: each[RESULT.RP_ID_HASH] for each in manager.enumerate_rps()}
        assert all(digest(rp_id) == hash for rp_id, hash in parties.items())
        listed = {rp_id: manager.enumerate_creds(hash) for rp_id, hash in parties.items()}
        assert sum(map(len, listed.values())) == count, (count, listed)
        own = listed.get(account.rp_id(), [])
        entries = {entry[RESULT.USER]["id"]: entry for entry in own}
        assert len(entries) == len(own), "two credentials of one user"
        for user_id in account.discoverable.keys() | entries.keys():
            settle(account, manager, user_id, entries.get(user_id))
        for rp_id, others in listed.items():
            if rp_id == account.rp_id("killed"):
                for entry in others:
                    manager.delete_cred(entry[RESULT.CREDENTIAL_ID])


def settle(account, manager, user_id, entry):
    known = account.discoverable.get(user_id)
    if entry and known and entry[RESULT.CREDENTIAL_ID]["id"] == known.id:
        assert entry[RESULT.PUBLIC_KEY] == known.public_key
        assert entry[RESULT.CRED_PROTECT] == known.protection
        assert entry.get(RESULT.LARGE_BLOB_KEY) == known.large_blob_key
        assert entry[RESULT.USER]["name"] in known.names, (entry[RESULT.USER], known.names)
        known.names = {entry[RESULT.USER]["name"]}
    else:
        assert user_id in account.uncertain, f"of {user_id} there is {entry}, not {known}"
        if entry:
            manager.delete_cred(entry[RESULT.CREDENTIAL_ID])
        account.discoverable.pop(user_id, None)
    account.uncertain.discard(user_id)


def chosen(worker):
    certain = [each for each in worker.account.credentials if each.is_discoverable]
    return worker.chance.choice(certain) if certain else None


def rename_a_user(worker):
    if not (credential := chosen(worker)):
        return list_credentials(worker)
    name = f"renamed {worker.chance.randrange(1000)}"
    credential.names.add(name)
    with worker.locked():
        [descriptor] = descriptors(credential.id)
        user = {"id": credential.user_id, "name": name, "displayName": name}
        management(worker).update_user_info(descriptor, user)
    credential.names = {name}


def delete_a_credential(worker):
    """And its large blob first, which nobody could take away any more."""
    if not (credential := chosen(worker)):
        return list_credentials(worker)
    account = worker.account
    with worker.locked():
        if credential.large_blob_key in worker.world.blobs:
            put(worker, credential.large_blob_key, None)
        account.uncertain.add(credential.user_id)
        [descriptor] = descriptors(credential.id)
        management(worker).delete_cred(descriptor)
    del account.discoverable[credential.user_id]
    account.uncertain.discard(credential.user_id)
    with refused("NO_CREDENTIALS"):
        worker.client.ctap.get_assertion(credential.rp_id, bytes(32), [descriptor])


# Large blobs


def keep_a_blob(worker):
    having = [each for each in worker.account.credentials if each.large_blob_key]
    if not having:
        return list_credentials(worker)
    key = worker.chance.choice(having).large_blob_key
    content = None if worker.chance.random() < 0.3 else worker.bytes(0, 2500)
    with worker.locked():
        put(worker, key, content)
        assert LargeBlobs(worker.client.ctap).get_blob(key) == content
        array = LargeBlobs(worker.client.ctap).read_blob_array()
        most = sum(contents != {None} for contents in worker.world.blobs.values())
        assert len(array) <= most, f"{len(array)} large blobs of {most}"


def put(worker, key, content):
    blobs = worker.world.blobs
    pin = worker.pin()
    token = pin.get_pin_token(PIN, LARGE_BLOB_WRITE)
    access = LargeBlobs(worker.client.ctap, pin.protocol, token)
    blobs[key] = blobs.get(key, {None}) | {content}
    if content is None:
        access.delete_blob(key)
        del blobs[key]
    else:
        access.put_blob(key, content)
        blobs[key] = {content}


def read_a_blob(worker):
    having = [each for each in worker.account.credentials if each.large_blob_key]
    if not having:
        return read_information(worker)
    key = worker.chance.choice(having).large_blob_key
    with worker.locked():
        content = LargeBlobs(worker.client.ctap).get_blob(key)
        assert content in worker.world.blobs.get(key, {None}), "another large blob"


# Fingers


def sensor(worker):
    pin = worker.pin()
    return FPBioEnrollment(worker.client.ctap, pin.protocol, pin.get_pin_token(PIN, BIO_ENROLL))


def enroll_a_finger(worker):
    """A guest's, in samples some of which are bad; it goes again at the end."""
    world, chance = worker.world, worker.chance
    with worker.locked():
        bio = sensor(worker)
        enrolled = set(bio.enumerate_enrollments())
        assert world.templates <= enrolled, "a finger is gone"
        for guest in enrolled - world.templates:
            assert world.may_have_more_templates, "a finger that nobody has enrolled"
            bio.remove_enrollment(guest)
        world.may_have_more_templates = False
        assert captured(worker, bio.enroll(), OWN_FINGER) == (FEEDBACK.FP_EXISTS, 4)
        enrollment, left = bio.enroll(), 4
        while left:
            finger = f"finger:guest {worker.account.number}"
            bad = {"bad-touch:too-fast": FEEDBACK.FP_TOO_FAST, "bad-touch": FEEDBACK.FP_POOR_QUALITY}
            word = chance.choice([finger, finger, finger, *bad])
            world.may_have_more_templates |= left == 1
            left -= word == finger
            assert captured(worker, enrollment, word) == (bad.get(word, FEEDBACK.FP_GOOD), left)
            if chance.random() < 0.05 and left:
                bio.enroll_cancel()
                return
        template_id = enrollment.template_id
        bio.set_name(template_id, "A guest")
        assert bio.enumerate_enrollments()[template_id] == "A guest"
        bio.remove_enrollment(template_id)
        assert set(bio.enumerate_enrollments()) == world.templates
        world.may_have_more_templates = False


def captured(worker, enrollment, word):
    """What came of one sample, and how many are to come."""
    samples = worker.world.person.samples
    samples.clear()
    samples.append(word)
    try:
        enrollment.capture()
        return FEEDBACK.FP_GOOD, enrollment.remaining
    except CaptureError as error:
        return error.code, enrollment.remaining


def enroll_no_finger(worker):
    """None in time, and one whose sample is cancelled."""
    with worker.locked():
        bio = sensor(worker)
        assert captured(worker, bio.enroll(timeout=50), None) == (FEEDBACK.NO_USER_ACTIVITY, 4)
        worker.world.person.samples.clear()
        event = threading.Event()
        with refused("KEEPALIVE_CANCEL"):
            bio.enroll_begin(event=event, on_keepalive=lambda status: event.set())
    worker.world.count("cancelled")


def use_the_wrong_finger(worker):
    with worker.locked():
        pin = worker.pin()
        pin.get_uv_token(GET_ASSERTION, worker.account.rp_id())
        assert pin.get_uv_retries() == ALL_FINGER_TRIES
        if worker.chance.random() < 0.5:
            with refused("UV_INVALID"):
                pin.get_uv_token(GET_ASSERTION, worker.account.rp_id("stranger"))
            left = ALL_FINGER_TRIES - 1
        else:
            # The key itself has asked three times.
            with refused("PUAT_REQUIRED"):
                make(worker, worker.account.rp_id("stranger"), ES256, options={"uv": True})
            left = ALL_FINGER_TRIES - 3
        assert pin.get_uv_retries() == left
        pin.get_uv_token(GET_ASSERTION, worker.account.rp_id())
        assert pin.get_uv_retries() == ALL_FINGER_TRIES


# The PIN


def guess(worker, pin, status, number=1):
    for _ in range(number):
        with refused(status):
            pin.get_pin_token("not the PIN", GET_ASSERTION, worker.account.rp_id())


def use_the_wrong_pin(worker):
    with worker.world.key_agreement, worker.locked():
        pin = worker.pin()
        pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
        guess(worker, pin, "PIN_INVALID")
        assert pin.get_pin_retries()[0] == ALL_TRIES - 1
        pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
        assert pin.get_pin_retries()[0] == ALL_TRIES


def use_the_wrong_pin_three_times(worker):
    """Then the right one is no good either before the power was cut (CTAP 2.1, 6.5.5.7)."""
    world = worker.world
    with world.power, world.key_agreement:
        # No lock outlasts the power.
        worker.client.device.lock(LOCK_SECONDS)
        pin = worker.pin()
        pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
        guess(worker, pin, "PIN_INVALID", 2)
        guess(worker, pin, "PIN_AUTH_BLOCKED")
        with refused("PIN_AUTH_BLOCKED"):
            pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
        world.cycle_power()
    worker.disconnect()
    worker.client = world.connect()
    with worker.locked():
        pin = worker.pin()
        pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
        assert pin.get_pin_retries()[0] == ALL_TRIES


def change_the_pin(worker):
    """There and back, with power all the while."""
    if not worker.world.power.acquire(blocking=False):
        return read_information(worker)
    try:
        with worker.world.key_agreement, worker.locked():
            pin = worker.pin()
            other = str(worker.chance.randrange(10**6, 10**9))
            pin.change_pin(PIN, other)
            with refused("PIN_INVALID"):
                pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
            pin.change_pin(other, PIN)
            pin.get_pin_token(PIN, GET_ASSERTION, worker.account.rp_id())
    finally:
        worker.world.power.release()


# Reset


def reset_too_late(worker):
    """More than ten seconds after power-up (CTAP 2.1, 6.6)."""
    world = worker.world
    if not world.power.acquire(blocking=False):
        return read_information(worker)
    try:
        if time.monotonic() - world.powered_up > 12 and world.has_power_of(worker.client):
            with refused("NOT_ALLOWED"):
                worker.client.ctap.reset()
    finally:
        world.power.release()
