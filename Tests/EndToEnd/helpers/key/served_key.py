"""`toque key serve` as a process: a security key that is plugged in, and its power."""

import signal
import time

from fido2.ctap import CtapError

from platform_client import PlatformClient
from server import Server

PIN = "1234"


class ServedKey(Server):
    """A key from the moment on that it accepts connections. Whoever holds it touches it when asked."""

    def __init__(self, toque, store, *options, link=("--pty",), gesture="approve", **popen):
        super().__init__(toque, "key", "serve", *link, "--store", store, "--gesture", gesture, *options, **popen)

    @property
    def location(self):
        """The path at which clients open it."""
        return self.first_line.rstrip("\n")

    def connect(self):
        """python-fido2 on a new connection."""
        return PlatformClient(self.location)

    def set_pin(self, pin=PIN):
        with self.connect() as client:
            client.pin().set_pin(pin)

    def power_cycle(self):
        """Unplugs it and plugs it in again; returns once the channel from before is void."""
        with self.connect() as client:
            client.connection.seconds = 0.2
            self.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + 60
            while is_open(client):
                assert time.monotonic() < deadline, "the channel from before is still open"

    def reset(self):
        """Makes it forget everything: right after power-up, as a reset is taken in the first ten seconds alone."""
        self.power_cycle()
        with self.connect() as client:
            client.ctap.reset()


def is_open(client):
    """Whether the key still knows the client's channel."""
    try:
        client.device.ping()
    except TimeoutError:
        return True  # A ping that a power-cycle swallows is asked again.
    except ConnectionError:
        return False
    except CtapError as error:
        assert error.code == CtapError.ERR.INVALID_CHANNEL, error
        return False
    return True
