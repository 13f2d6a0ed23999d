"""Touches that are missing, late, or not awaited."""

import threading

from fido2.ctap import CtapError

from platform_client import GET_ASSERTION, refused

from .registrations import make

UP_NEEDED = 2


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
    worker.world.count("canceled")


def cancel_right_after_the_touch(worker):
    """Whichever comes first."""
    event = threading.Event()
    rp_id = worker.account.rp_id("touched")
    worker.world.person.touched[rp_id] = event.set
    try:
        make(worker, rp_id, event=event)
    except CtapError as error:
        assert error.code == CtapError.ERR.KEEPALIVE_CANCEL, error
        worker.world.count("canceled")


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
