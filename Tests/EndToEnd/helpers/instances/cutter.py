"""Stands between an instance and PostgreSQL, and cuts a connection around a commit."""

import contextlib
import socket
import struct
import tempfile
import threading
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class Cutter:
    """Forwards the connections to a socket in `folder` to that of a cluster. A context manager, which closes them.

    `cut` chooses what becomes of the next commit: the server gets none with "before"; with "after" it has committed,
    and its answer is lost.
    """

    def __init__(self, cluster):
        self.target = str(cluster.folder / SOCKET)
        self.temporary = tempfile.TemporaryDirectory(prefix="toque-cut-", dir="/tmp")
        self.folder = Path(self.temporary.name)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / SOCKET))
        self.listener.listen()
        self.lock = threading.Lock()
        self.wanted = None
        self.cuts = 0
        self.changed = threading.Condition()

    def cut(self, when):
        """Cuts the connection of the next commit; returns once that has happened."""
        with self.changed:
            self.wanted, number = when, self.cuts + 1
            return self.changed.wait_for(lambda: self.cuts >= number, 30)

    def take(self):
        """Returns how to cut the commit that was just seen, or None."""
        with self.changed:
            wanted, self.wanted = self.wanted, None
            return wanted

    def has_cut(self):
        with self.changed:
            self.cuts += 1
            self.changed.notify_all()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                try:
                    server.connect(self.target)
                except OSError:
                    client.close()
                    continue
                connection = Connection(self, client, server)
                for work in (connection.forward_questions, connection.forward_answers):
                    threading.Thread(target=work, daemon=True).start()

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.temporary.cleanup()


class Connection:
    """One client's connection: messages of https://www.postgresql.org/docs/15/protocol-message-formats.html."""

    def __init__(self, cutter, client, server):
        self.cutter, self.client, self.server = cutter, client, server
        self.commits = set()
        self.is_cutting = False

    def close(self):
        for end in (self.client, self.server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def forward_questions(self):
        with contextlib.suppress(OSError, EOFError):
            reader = self.client.makefile("rb")
            size = read(reader, 4)
            self.server.sendall(size + read(reader, struct.unpack("!I", size)[0] - 4))
            while True:
                head = read(reader, 5)
                content = read(reader, struct.unpack("!I", head[1:])[0] - 4)
                if self.is_commit(head[:1], content) and (when := self.cutter.take()):
                    if when == "before":
                        break
                    self.is_cutting = True
                self.server.sendall(head + content)
            self.close()
            self.cutter.has_cut()
            return
        self.close()

    def is_commit(self, kind, content):
        """Returns whether the message begins to run a prepared COMMIT."""
        first, _, rest = content.partition(b"\0")
        second = rest.partition(b"\0")[0]
        if kind == b"P" and second == b"COMMIT":
            self.commits.add(first)
        return kind == b"B" and second in self.commits

    def forward_answers(self):
        with contextlib.suppress(OSError, EOFError):
            reader = self.server.makefile("rb")
            while True:
                head = read(reader, 5)
                content = read(reader, struct.unpack("!I", head[1:])[0] - 4)
                if self.is_cutting and head[:1] == b"C" and content == b"COMMIT\0":
                    self.close()
                    self.cutter.has_cut()
                    return
                self.client.sendall(head + content)
        self.close()


def read(reader, count):
    content = reader.read(count)
    if len(content) < count:
        raise EOFError
    return content
