"""Several channels, and several connections, at a time."""

import contextlib
import os
import threading

from fido2.ctap2 import Ctap2
from fido2.hid import CTAPHID

from platform_client import refused

from ..packets import CHANNEL_BUSY, INVALID_CHANNEL, SIZE, answer, error_of, head, ping, resynchronize
from .registrations import make
from .touches import UP_NEEDED

# The commands that are refused while another channel has the key.
INTRUSIONS = [
    (CTAPHID.PING, b"?"),
    (CTAPHID.WINK, b""),
    (CTAPHID.CBOR, bytes([Ctap2.CMD.GET_INFO])),
    (CTAPHID.CBOR, bytes([Ctap2.CMD.SELECTION])),
    (CTAPHID.MSG, bytes.fromhex("00030000")),
    (CTAPHID.LOCK, b"\5"),
]


def lock_others_out(worker):
    client = worker.client
    with worker.world.channel() as other:
        with worker.locked():
            for command, data in ((CTAPHID.PING, b"?"), (CTAPHID.WINK, b""), (CTAPHID.CBOR, b"\4")):
                assert answer(other, command, data) == CHANNEL_BUSY
            data = worker.bytes(0, 500)
            assert client.device.ping(data) == data
        assert other.device.ping(b"unlocked") == b"unlocked"


def break_in(worker):
    """A command during another channel's transaction, which waits for a touch."""
    event, began = threading.Event(), []
    with worker.world.channel() as other:

        def intrude(status):
            if status != UP_NEEDED or began:
                return
            began.append(True)
            for command, data in worker.chance.sample(INTRUSIONS, 3):
                assert answer(other, command, data) == CHANNEL_BUSY
            # A cancel of what is not its own.
            other.connection.write_packet(head(worker.client, CTAPHID.CANCEL, 0).ljust(SIZE, b"\0"))
            report = other.connection.read_packet()
            assert error_of(report, worker.client.device._channel_id) == INVALID_CHANNEL
            # A client can get a new channel at any time.
            open_another(worker, other)
            event.set()

        with refused("KEEPALIVE_CANCEL"):
            make(worker, worker.account.rp_id("forsaken"), event=event, on_keepalive=intrude)
    assert began
    worker.world.count("canceled")


def open_another(worker, client):
    """Moves the client to a new channel on its connection."""
    client.device._channel_id, nonce = 0xFFFFFFFF, worker.chance.randbytes(8)
    made = client.device.call(CTAPHID.INIT, nonce)
    assert made[:8] == nonce
    client.device._channel_id = int.from_bytes(made[8:12])


def begin_anew(worker):
    """CTAPHID_INIT on the client's own channel ends its transaction."""
    client = worker.client

    class Begun(Exception):
        pass

    def leave(status):
        if status == UP_NEEDED:
            raise Begun

    with contextlib.suppress(Begun):
        make(worker, worker.account.rp_id("forsaken"), on_keepalive=leave)
        raise AssertionError("it was touched")
    resynchronize(client)
    ping(worker)


def make_many_channels(worker):
    """A connection has at most 16 channels; a new one replaces the oldest."""
    with worker.world.channel() as client:
        first = client.device._channel_id
        for _ in range(worker.chance.randint(16, 40)):
            open_another(worker, client)
        assert client.device.ping(b"newest") == b"newest"
        client.device._channel_id = first
        with refused("INVALID_CHANNEL"):
            client.device.ping(b"oldest")


def make_many_connections(worker):
    """Not so many that all clients who do so at a time, each with one of its own, have more than the key takes: 64."""
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(worker.world.channel()) for _ in range(worker.chance.randint(2, 8))]
        for client in crowd:
            data = worker.bytes(0, 57)
            assert client.device.ping(data) == data


def ask_without_reading(worker):
    """As much as the socket takes; sometimes it is read after all."""
    with worker.world.channel() as client:
        os.set_blocking(client.connection.handle, False)
        sent = 0
        with contextlib.suppress(BlockingIOError), contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while sent < 600:
                os.write(client.connection.handle, head(client, CTAPHID.PING, 4, sent.to_bytes(4)).ljust(SIZE, b"\0"))
                sent += 1
        if worker.chance.random() < 0.5:
            return
        last = -1
        for _ in range(sent):
            report = client.connection.read_packet()
            if report[4] == 0x80 | CTAPHID.ERROR:
                assert error_of(report, client.device._channel_id) == CHANNEL_BUSY
                continue
            number = int.from_bytes(report[7:11])
            assert last < number < sent, "an echo out of order"
            last = number
