"""Ways to verify the user in a ceremony."""

import contextlib

from served_key import PIN


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
                yield authorization(pin, token, client_data_hash)


def authorization(pin, token, client_data_hash):
    """The members of a ceremony that carry a token."""
    param = pin.protocol.authenticate(token, client_data_hash)
    return {"pin_uv_param": param, "pin_uv_protocol": pin.protocol.VERSION}


def random_verification(worker):
    """A way by chance: not at all, by the option `uv`, or by a token for the PIN or a finger."""
    return worker.chance.choices(("not", "option", "pin", "finger"), (4, 2, 2, 2))[0]


def with_options(members, options):
    """The members with these options besides their own."""
    options = members.get("options", {}) | options
    return members | ({"options": options} if options else {})
