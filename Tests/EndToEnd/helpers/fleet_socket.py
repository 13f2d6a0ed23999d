"""`toque fleet serve` as a process, and a client of its socket."""

import json
import socket

from server import Server

READY = "Fleet ready at "


class FleetServer(Server):
    def __init__(self, toque, path, *arguments, **popen):
        self.path = path
        super().__init__(toque, "fleet", "serve", "--socket", path, *arguments, **popen)

    def is_ready(self):
        return self.first_line == f"{READY}{self.path}\n"

    def client(self):
        return FleetClient(self.path)


class FleetClient:
    """One connection: a line in, a line out."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.socket.close()

    def send(self, *lines):
        """Sends lines at once; returns their answers."""
        self.socket.sendall(b"".join(line + b"\n" for line in lines))
        return [json.loads(self.lines.readline()) for _ in lines]

    def ask(self, do, **members):
        """Returns the answer to a request that succeeds."""
        answer = self.refusal(do, **members)
        assert answer["ok"], answer
        return answer

    def refusal(self, do, **members):
        return self.send(json.dumps({"do": do} | members).encode())[0]
