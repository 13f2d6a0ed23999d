"""CTAPHID itself: its own commands, and clients that break its rules."""

import contextlib
import os
import struct
import time

from fido2.ctap import CtapError
from fido2.hid import CTAPHID

INVALID_CMD, INVALID_PAR, INVALID_LEN, INVALID_SEQ, MSG_TIMEOUT, CHANNEL_BUSY, INVALID_CHANNEL = 1, 2, 3, 4, 5, 6, 11
SIZE = 64
# Seconds after which the key drops a message whose next packet is missing.
PACKET_TIMEOUT = 0.8


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
        begin = time.monotonic()
        for report in reports:
            client.connection.write_packet(report.ljust(SIZE, b"\0"))
        code = error_of(client.connection.read_packet(), client.device._channel_id)
        assert code != MSG_TIMEOUT or time.monotonic() - begin >= PACKET_TIMEOUT, "given up too early"
        if not client.device.has_to_ask_again(code, len(reports) > 1, begin):
            return code
        # The key answered the later reports separately.
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


def stop_in_the_middle(worker):
    """The rest of a message is missing, wrong, or replaced by another message."""
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
            # In the middle of a message, that is another command.
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
            wrong = (CTAPHID.LOCK, 2), (CTAPHID.WINK, 1), (CTAPHID.CBOR, 0), (CTAPHID.PING, 0xFFFF)
            command, length = chance.choice(wrong)
            assert unless_busy(client, head(client, command, length)) == INVALID_LEN
        case "lock":
            seconds = chance.randrange(11, 256)
            assert unless_busy(client, head(client, CTAPHID.LOCK, 1, bytes([seconds]))) == INVALID_PAR
        case "cbor":
            request = bytes([chance.choice((0x01, 0x02, 0x05, 0x06, 0x09, 0x0A, 0x0C, 0x0D, 0x40, 0x41, 0xFF))])
            status = client.device.call(CTAPHID.CBOR, request + worker.bytes(1, 900))
            assert len(status) == 1 and isinstance(CtapError(status[0]).code, CtapError.ERR) and status[0], status.hex()
        case "apdu":
            request = bytes([chance.choice((0, 0, 0x80, 0xFF)), chance.choice((0, 1, 2, 4, 0xA4))])
            status = client.device.call(CTAPHID.MSG, request + worker.bytes(0, 300))
            assert len(status) == 2 and status[0] in (0x67, 0x69, 0x6A, 0x6D, 0x6E), status.hex()
        case "report":
            # Data that is no report closes the connection.
            os.write(client.connection.handle, worker.bytes(1, 63) if chance.random() < 0.5 else bytes(65))
            with contextlib.suppress(ConnectionError):
                report = client.connection.read_packet()
                raise AssertionError(report.hex())
            worker.disconnect()
            return
    ping(worker)
