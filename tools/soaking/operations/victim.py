"""A client that is about to be killed: python victim.py SOCKET. Sends what it reads, a command and its data a line, and
prints a line for the first report of each answer. Needs nothing but Python, so that it is there at once."""

import os
import socket
import struct
import sys

SIZE = 64
INIT, PING, KEEPALIVE, ERROR = 0x06, 0x01, 0x3B, 0x3F
CHANNEL_BUSY = 6

connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
connection.connect(sys.argv[1])


def send(channel, command, data, length=None):
    reports = [struct.pack(">IBH", channel, 0x80 | command, len(data) if length is None else length) + data[:57]]
    for number, offset in enumerate(range(57, len(data), 59)):
        reports.append(struct.pack(">IB", channel, number) + data[offset : offset + 59])
    for report in reports:
        try:
            connection.send(report.ljust(SIZE, b"\0"))
        except ConnectionError:
            sys.exit(0)  # The key has lost its power.


def receive():
    """The first report of an answer."""
    while True:
        try:
            report = connection.recv(SIZE)
        except ConnectionError:
            report = b""
        if not report:
            sys.exit(0)  # The key has lost its power.
        if report[4] & 0x80:
            return report


def say(word):
    print(word, flush=True)


send(0xFFFFFFFF, INIT, os.urandom(8))
channel = int.from_bytes(receive()[15:19], "big")
say("open")
for line in sys.stdin:
    command, data = line.split(" ")
    data = bytes.fromhex(data)
    if command == "half":
        send(channel, PING, data, length=1000)
        say("half")
        continue
    send(channel, int(command), data)
    while (report := receive())[4] == 0x80 | KEEPALIVE or report[4:8] == bytes([0x80 | ERROR, 0, 1, CHANNEL_BUSY]):
        if report[4] == 0x80 | KEEPALIVE:
            say("keepalive")
        else:
            send(channel, int(command), data)
    say("answer")
