"""CTAPHID itself: its own commands, and clients that do not keep to it."""

import contextlib
import os
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

from fido2 import cbor
from fido2.ctap import CtapError
from fido2.ctap2 import Ctap2
from fido2.hid import CTAPHID

from ceremonies import UP_NEEDED, algorithms, make
from platform_client import ES256, refused

INVALID_CMD, INVALID_PAR, INVALID_LEN, INVALID_SEQ, MSG_TIMEOUT, CHANNEL_BUSY, INVALID_CHANNEL = 1, 2, 3, 4, 5, 6, 11
SIZE = 64
VICTIM = Path(__file__).with_name("victim.py")


def ping(worker):
    data = worker.bytes(0, worker.chance.choice((57, 300, 2000, 7609)))
    assert worker.client.device.ping(data) == data


def wink(worker):
    worker.client.device.wink()


def error_of(report, channel):
    """The code of a CTAPHID_ERROR on that channel."""
    assert report[:7] == struct.pack(">IBH", channel, 0x80 | CTAPHID.ERROR, 1), report.hex()
    return report[7]


def answer(client, command, data=b""):
    """The code of the error that a message of one report is answered with; nothing where it is none."""
    client.send(command, data)
    report = client.connection.read_packet()
    return error_of(report, client.device._channel_id) if report[4] == 0x80 | CTAPHID.ERROR else None


def unless_busy(client, *reports):
    """Sends until nobody else has the key; returns the code of the error that it is answered with."""
    while True:
        for report in reports:
            client.connection.write_packet(report.ljust(SIZE, b"\0"))
        code = error_of(client.connection.read_packet(), client.device._channel_id)
        if code != CHANNEL_BUSY:
            return code
        # What came after the first report was answered on its own.
        resynchronize(client)
        time.sleep(0.02)


def resynchronize(client):
    """CTAPHID_INIT on the own channel: what is under way there ends, and what was answered before is read."""
    nonce = os.urandom(8)
    client.send(CTAPHID.INIT, nonce)
    while (report := client.connection.read_packet())[4:15] != bytes([0x80 | CTAPHID.INIT, 0, 17]) + nonce:
        assert report[4] & 0x7F in (CTAPHID.KEEPALIVE, CTAPHID.ERROR, CTAPHID.PING), report.hex()


def head(client, command, length, data=b""):
    return struct.pack(">IBH", client.device._channel_id, 0x80 | command, length) + data


def next_one(client, number, data=b""):
    return struct.pack(">IB", client.device._channel_id, number) + data


# Two channels


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
    """Into another channel's transaction, which waits for a touch."""
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
            # A new channel is made at any time.
            other.device._channel_id = 0xFFFFFFFF
            nonce = worker.chance.randbytes(8)
            assert other.device.call(CTAPHID.INIT, nonce)[:8] == nonce
            event.set()

        with refused("KEEPALIVE_CANCEL"):
            make(worker, worker.account.rp_id("forsaken"), event=event, on_keepalive=intrude)
    assert began
    worker.world.count("cancelled")


INTRUSIONS = [
    (CTAPHID.PING, b"?"),
    (CTAPHID.WINK, b""),
    (CTAPHID.CBOR, bytes([Ctap2.CMD.GET_INFO])),
    (CTAPHID.CBOR, bytes([Ctap2.CMD.SELECTION])),
    (CTAPHID.MSG, bytes.fromhex("00030000")),
    (CTAPHID.LOCK, b"\5"),
]


def begin_anew(worker):
    """CTAPHID_INIT on the own channel ends what is under way there."""
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


# Less than a message


def stop_in_the_middle(worker):
    """The rest of a message never comes, comes wrong, or another one comes."""
    client = worker.client
    first = head(client, CTAPHID.PING, 500, bytes(57))
    match worker.chance.choice(("silence", "sequence", "another", "gone", "cancel")):
        case "silence":
            assert unless_busy(client, first) == MSG_TIMEOUT
        case "sequence":
            assert unless_busy(client, first, next_one(client, 1)) == INVALID_SEQ
        case "another":
            assert unless_busy(client, first, head(client, CTAPHID.PING, 1)) == INVALID_SEQ
        case "cancel":
            # In the middle of a message that is another command.
            assert unless_busy(client, first, head(client, CTAPHID.CANCEL, 0)) == INVALID_SEQ
        case "gone":
            client.connection.write_packet(first.ljust(SIZE, b"\0"))
            worker.disconnect()
            return
    resynchronize(client)
    ping(worker)


def cancel_nothing(worker):
    for _ in range(worker.chance.randint(1, 20)):
        worker.client.send(CTAPHID.CANCEL)
    ping(worker)


# No message at all


def send_garbage(worker):
    client, chance = worker.client, worker.chance
    own = client.device._channel_id
    match chance.choice(("channel", "continuation", "command", "length", "lock", "cbor", "apdu", "report")):
        case "channel":
            channel = chance.randrange(1, 0xFFFFFFFF)
            report = struct.pack(">IB", channel, 0x80 | chance.randrange(0x80)) + chance.randbytes(59)
            client.connection.write_packet(report)
            assert channel == own or error_of(client.connection.read_packet(), channel) == INVALID_CHANNEL
        case "continuation":
            client.connection.write_packet(struct.pack(">IB", own, chance.randrange(0x80)) + chance.randbytes(59))
        case "command":
            command = chance.choice((0x02, 0x05, 0x07, 0x12, 0x20, 0x3B, 0x3F, 0x40, 0x7F))
            assert unless_busy(client, head(client, command, chance.randrange(57))) == INVALID_CMD
        case "length":
            command, length = chance.choice(((CTAPHID.LOCK, 2), (CTAPHID.WINK, 1), (CTAPHID.CBOR, 0), (CTAPHID.PING, 0xFFFF)))
            assert unless_busy(client, head(client, command, length)) == INVALID_LEN
        case "lock":
            seconds = chance.randrange(11, 256)
            assert unless_busy(client, head(client, CTAPHID.LOCK, 1, bytes([seconds]))) == INVALID_PAR
        case "cbor":
            request = bytes([chance.choice((0x01, 0x02, 0x05, 0x06, 0x09, 0x0A, 0x0C, 0x0D, 0x40, 0x41, 0xFF))])
            status = client.device.call(CTAPHID.CBOR, request + worker.bytes(1, 900))
            assert len(status) == 1 and isinstance(CtapError(status[0]).code, CtapError.ERR) and status[0], status.hex()
        case "apdu":
            request = bytes([chance.choice((0, 0, 0x80, 0xFF)), chance.choice((0, 1, 2, 4, 0xA4))]) + worker.bytes(0, 300)
            status = client.device.call(CTAPHID.MSG, request)
            assert len(status) == 2 and status[0] in (0x67, 0x69, 0x6A, 0x6D, 0x6E), status.hex()
        case "report":
            # What is no report closes the connection.
            os.write(client.connection.handle, worker.bytes(1, 63) if chance.random() < 0.5 else bytes(65))
            with contextlib.suppress(ConnectionError):
                report = client.connection.read_packet()
                raise AssertionError(report.hex())
            worker.disconnect()
            return
    ping(worker)


# More than others


def make_many_channels(worker):
    """One connection has sixteen at most; a new one takes the place of the oldest."""
    with worker.world.channel() as client:
        first = client.device._channel_id
        for _ in range(worker.chance.randint(16, 40)):
            client.device._channel_id = 0xFFFFFFFF
            nonce = worker.chance.randbytes(8)
            made = client.device.call(CTAPHID.INIT, nonce)
            assert made[:8] == nonce
            client.device._channel_id = int.from_bytes(made[8:12])
        assert client.device.ping(b"newest") == b"newest"
        client.device._channel_id = first
        with refused("INVALID_CHANNEL"):
            client.device.ping(b"oldest")


def make_many_connections(worker):
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(worker.world.channel()) for _ in range(worker.chance.randint(2, 24))]
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


# Clients that are killed


def be_killed(worker):
    """A process of its own is killed while the key waits for a touch, right after the touch, or anywhere before."""
    world, chance = worker.world, worker.chance
    moment = chance.choice(("waiting", "touched", "sending", "pinging"))
    with world.door:
        powers = world.powers
        victim = subprocess.Popen(
            [sys.executable, "-I", "-S", VICTIM, world.location],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        line = victim.stdout.readline()
    try:
        if line:
            kill(worker, victim, moment)
    except BrokenPipeError:
        line = b""
    finally:
        victim.kill()
        victim.wait()
        victim.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            victim.stdin.close()
    assert line or powers != world.powers, "the key has closed a connection"
    world.count("killed")


def kill(worker, victim, moment):
    chance = worker.chance

    def say(command, data):
        victim.stdin.write(f"{command} {data.hex()}\n".encode())
        victim.stdin.flush()

    match moment:
        case "waiting":
            say(CTAPHID.CBOR, registration(worker.account.rp_id("forsaken")))
            if victim.stdout.readline() == b"keepalive\n":
                time.sleep(chance.uniform(0, 0.2))
        case "touched":
            rp_id = worker.account.rp_id("killed")
            worker.world.person.touched[rp_id] = victim.kill
            say(CTAPHID.CBOR, registration(rp_id, chance.choice((None, {"rk": True, "uv": True}))))
            while victim.stdout.readline() == b"keepalive\n":
                pass
            worker.world.person.touched.pop(rp_id, None)
        case "sending":
            say("half", worker.bytes(1, 57))
            victim.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
        case "pinging":
            for _ in range(chance.randint(1, 30)):
                say(CTAPHID.PING, worker.bytes(0, 2000))
            time.sleep(chance.uniform(0, 0.02))


def registration(rp_id, options=None):
    members = {
        1: bytes(32),
        2: {"id": rp_id},
        3: {"id": b"victim", "name": "victim"},
        4: algorithms(ES256),
    }
    return bytes([Ctap2.CMD.MAKE_CREDENTIAL]) + cbor.encode(members | ({7: options} if options else {}))
