"""Right and wrong PINs, and the effect of a power cut."""

import time

from platform_client import GET_ASSERTION, refused
from served_key import PIN

from ..worker import LOCK_SECONDS
from .credentials import read_information

ALL_TRIES = 8


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
        return read_information
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


def reset_too_late(worker):
    """More than ten seconds after power-up (CTAP 2.1, 6.6)."""
    world = worker.world
    if not world.power.acquire(blocking=False):
        return read_information
    try:
        if time.monotonic() - world.powered_up < 12 or not world.has_power_of(worker.client):
            return read_information
        with refused("NOT_ALLOWED"):
            worker.client.ctap.reset()
    finally:
        world.power.release()
