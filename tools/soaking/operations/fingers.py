"""Enrolled and unknown fingers."""

import threading

from fido2.ctap2 import ClientPin
from fido2.ctap2.bio import CaptureError, FPBioEnrollment

from platform_client import ES256, GET_ASSERTION, refused
from served_key import PIN

from ..person import OWN_FINGER
from .registrations import make

BIO_ENROLL = ClientPin.PERMISSION.BIO_ENROLL
FEEDBACK = FPBioEnrollment.FEEDBACK
ALL_TRIES = 5


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
    """None in time, and one whose sample is canceled."""
    with worker.locked():
        bio = sensor(worker)
        assert captured(worker, bio.enroll(timeout=50), None) == (FEEDBACK.NO_USER_ACTIVITY, 4)
        worker.world.person.samples.clear()
        event = threading.Event()
        with refused("KEEPALIVE_CANCEL"):
            bio.enroll_begin(event=event, on_keepalive=lambda status: event.set())
    worker.world.count("canceled")


def use_the_wrong_finger(worker):
    with worker.locked():
        pin = worker.pin()
        pin.get_uv_token(GET_ASSERTION, worker.account.rp_id())
        assert pin.get_uv_retries() == ALL_TRIES
        if worker.chance.random() < 0.5:
            with refused("UV_INVALID"):
                pin.get_uv_token(GET_ASSERTION, worker.account.rp_id("stranger"))
            left = ALL_TRIES - 1
        else:
            # The key itself has asked three times.
            with refused("PUAT_REQUIRED"):
                make(worker, worker.account.rp_id("stranger"), ES256, options={"uv": True})
            left = ALL_TRIES - 3
        assert pin.get_uv_retries() == left
        pin.get_uv_token(GET_ASSERTION, worker.account.rp_id())
        assert pin.get_uv_retries() == ALL_TRIES
