"""`toque simulate` as a process."""

import itertools
import os
import socket

from server import Server

READY = "Sandbox ready at "


# Below the ports that the kernel hands out, so that no connection takes one between its choice and its use, and a block
# for each process, so that tests that run in parallel do not choose the same one.
PORTS = itertools.cycle(range(10000 + os.getpid() % 200 * 100, 10100 + os.getpid() % 200 * 100))


def free_port():
    for port in itertools.islice(PORTS, 100):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("no free port")


class Simulator(Server):
    def __init__(self, toque, *arguments, **popen):
        super().__init__(toque, "simulate", *arguments, **popen)

    def is_ready(self):
        return self.first_line.startswith(READY)

    @property
    def url(self):
        return self.first_line.removeprefix(READY).strip()
