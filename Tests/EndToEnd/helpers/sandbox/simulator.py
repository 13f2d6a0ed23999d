"""`toque simulate` as a process."""

import itertools
import socket

from server import Server

READY = "Sandbox ready at "


def own_block():
    """Reserves a hundred ports for this process. The first one stays bound, which keeps others from the block. All are
    below
    those that the kernel hands out, so that no connection takes one between its choice and its use."""
    for start in range(10000, 30000, 100):
        try:
            return socket.create_server(("127.0.0.1", start)), range(start + 1, start + 100)
        except OSError:
            continue
    raise AssertionError("no free block of ports")


GUARD, BLOCK = own_block()
PORTS = itertools.cycle(BLOCK)


def free_port():
    for port in itertools.islice(PORTS, len(BLOCK)):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("no free port")


class Simulator(Server):
    # With pytest's `--postgresql`: replaces the places of the databases.
    databases = None

    def __init__(self, toque, *arguments, **popen):
        if self.databases:
            arguments = self.databases.replace(arguments)
        super().__init__(toque, "simulate", *arguments, **popen)

    def is_ready(self):
        return self.first_line.startswith(READY)

    @property
    def url(self):
        return self.first_line.removeprefix(READY).strip()
