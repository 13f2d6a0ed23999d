"""Clients of the key that run as separate programs, so that they can be stopped and killed.

    clients.py select|suspend PATH
"""

import os
import signal
import sys

from fido2.hid import CTAPHID, CtapHidDevice


def client_program(name, key):
    return [sys.executable, __file__, name, key.path]


def device(path):
    """python-fido2's device at this path, which python-fido2 must find itself."""
    [found] = [device for device in CtapHidDevice.list_devices() if device.descriptor.path == path]
    return found


def select(path):
    """A client that asks for a touch, and prints when it waits and the result."""
    client = device(path)
    result = client.call(CTAPHID.CBOR, b"\x0b", on_keepalive=lambda status: print("waiting", flush=True))
    print("answered" if result == b"\0" else result.hex())


def suspend(path):
    """A client that stops itself between its request and the answer."""
    client = device(path)
    read_packet = client._connection.read_packet

    def stop():
        client._connection.read_packet = read_packet
        os.kill(os.getpid(), signal.SIGSTOP)
        return read_packet()

    client._connection.read_packet = stop
    message = bytes(range(256)) * 6
    print("answered" if client.ping(message) == message else "something else")


if __name__ == "__main__":
    {"select": select, "suspend": suspend}[sys.argv[1]](sys.argv[2])
