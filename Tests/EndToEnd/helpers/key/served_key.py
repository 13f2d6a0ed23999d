"""`toque key serve` as a process: a plugged-in security key, and its power."""

import signal
import time

from fido2.ctap import CtapError

from platform_client import PlatformClient
from server import Server

PIN = "1234"


class ServedKey(Server):
    """A key that accepts connections. Its holder touches it when asked."""

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
        """Unplugs the key and plugs it in again; returns once the old channel is void."""
        with self.connect() as client:
            client.connection.seconds = 0.2
            self.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + 60
            while is_open(client):
                assert time.monotonic() < deadline, "the channel from before is still open"

    def reset(self):
        """Resets the key, right after power-up: it accepts a reset only in the first ten seconds."""
        self.power_cycle()
        with self.connect() as client:
            client.ctap.reset()


def is_open(client):
    """Whether the key still knows the client's channel."""
    try:
        client.device.ping()
    except TimeoutError:
        return True  # Repeats a ping that a power cycle swallows.
    except ConnectionError:
        return False
    except CtapError as error:
        assert error.code == CtapError.ERR.INVALID_CHANNEL, error
        return False
    return True
