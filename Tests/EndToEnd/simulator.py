"""`toque simulate` as a process."""

import socket

from server import Server

READY = "Sandbox ready at "


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Simulator(Server):
    def __init__(self, toque, *arguments, **popen):
        super().__init__(toque, "simulate", *arguments, **popen)

    def is_ready(self):
        return self.first_line.startswith(READY)

    @property
    def url(self):
        return self.first_line.removeprefix(READY).strip()
