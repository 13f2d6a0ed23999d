"""Shared by all clients of the soaked key: its place, its power, and observations of it."""

import collections
import contextlib
import random
import signal
import threading
import time
import traceback

from fido2.ctap import CtapError
from fido2.ctap2 import Ctap2
from fido2.hid import CtapHidDevice

import platform_client

from .packets import CHANNEL_BUSY, MSG_TIMEOUT, PACKET_TIMEOUT, SIZE

# Room for discoverable credentials: more than the clients keep, so that it is never full.
CAPACITY = 96


class Device(CtapHidDevice):
    """Asks again, sooner than python-fido2 and not for ever, where others have the key or this machine was too slow."""

    patience = 150
    count = None  # World.count, of the world that it is in.

    def call(self, cmd, data=b"", event=None, on_keepalive=None):
        end = time.monotonic() + self.patience
        is_long = len(data) > SIZE - 7
        while True:
            begin = time.monotonic()
            try:
                return self._do_call(cmd, data, event or threading.Event(), on_keepalive)
            except CtapError as error:
                if begin > end or not self.has_to_ask_again(error.code, is_long, begin):
                    raise
            # How often is by luck, as the order of threads is: no part of what a seed gives.
            time.sleep(random.uniform(0.002, 0.02))

    def has_to_ask_again(self, code, is_long, begin):
        """Whether an error is nobody's fault: others have the key; or this machine, which has others to serve, kept two
        packets of a message that has more than one apart for so long that the key gave it up, and not too early."""
        if code == MSG_TIMEOUT and is_long and time.monotonic() - begin >= PACKET_TIMEOUT:
            self.count("stalled")
            return True
        return code == CHANNEL_BUSY


class Channel(platform_client.Channel):
    """A channel without a command so far."""

    device_type = Device


class Client(platform_client.PlatformClient):
    device_type = Device

    def open(self):
        """Says nothing yet."""


class World:
    """The key and its power. Whatever is counted here is counted under the lock."""

    def __init__(self, process, location, person, authority):
        self.process = process
        self.location = location
        self.person = person
        self.authority = authority  # The certificate that attestation certificates are issued by.
        self.lock = threading.Lock()
        self.tally = collections.Counter()
        self.wrong = []
        self.counter = 0
        self.counters = set()
        self.info = None  # The first answer of authenticatorGetInfo.
        self.blobs = {}  # By large-blob key: the contents that there may be, where None is no entry.
        self.templates = set()  # The fingers' IDs.
        self.may_have_more_templates = False
        self.key_agreement = threading.Lock()  # A wrong PIN makes another key for it.
        # Held while the power may not be cut, and while it is.
        self.power = threading.RLock()
        # Held while somebody connects, so that a connection is of one power alone.
        self.door = threading.Lock()
        self.powers = 0
        self.powered_up = time.monotonic()
        self.is_over = threading.Event()
        self.is_going = threading.Event()  # Cleared for a quiet moment.

    # Connections

    def channel(self, kind=Channel):
        """A connection with a channel, without a command."""
        with self.door:
            client = kind(self.location)
            client.power = self.powers
            client.device.count = self.count
        return client

    def connect(self):
        client = self.channel(Client)
        try:
            client.ctap = Ctap2(client.device)
        except BaseException:
            client.device.close()
            raise
        return client

    def has_power_of(self, client):
        return client.power == self.powers

    def cycle_power(self):
        """Unplugs the key and plugs it in again; no connection from before is left, and nobody is asked any more."""
        with self.power, self.door, self.person.busy:
            with Channel(self.location) as witness:
                self.powers += 1
                self.process.send_signal(signal.SIGHUP)
                with contextlib.suppress(ConnectionError):
                    witness.connection.read_packet()
                    raise AssertionError("a report that nobody asked for")
            self.powered_up = time.monotonic()
            self.person.forget()
        self.count("power cuts")

    # What was seen

    def count(self, what):
        with self.lock:
            self.tally[what] += 1

    @property
    def operations(self):
        """How many were done, whole and well."""
        return self.tally["operations"]

    def see_counter(self, counter, before):
        """A signature's counter is above those that were there before it was asked for, and nobody else's."""
        with self.lock:
            assert counter > before, f"counter {counter} after {before}"
            assert counter not in self.counters, f"counter {counter} a second time"
            self.counters.add(counter)
            self.counter = max(self.counter, counter)

    def note_wrong(self, what, error):
        with self.lock:
            self.wrong.append((what, "".join(traceback.format_exception(error))))
