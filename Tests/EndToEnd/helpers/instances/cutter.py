"""Stands between an instance and PostgreSQL, and cuts a connection around a commit."""

import contextlib
import itertools
import socket
import tempfile
import threading
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
# The message CommandComplete.
COMMITTED = b"C\0\0\0\x0bCOMMIT\0"


class Cutter:
    """Forwards the connections to a socket in `folder` to that of a cluster. A context manager, which closes them.

    An armed cutter cuts the connection of the next commit of a transaction with a statement that begins with
    `statement`: "before" the server gets the commit, or "after" it has committed, so that its answer is lost.
    """

    def __init__(self, cluster, statement):
        self.target = str(cluster.folder / SOCKET)
        self.statement = statement
        self.temporary = tempfile.TemporaryDirectory(prefix="toque-cut-", dir="/tmp")
        self.folder = Path(self.temporary.name)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / SOCKET))
        self.listener.listen()
        self.wanted = None
        # The moments of the cuts so far.
        self.cuts = []
        self.changed = threading.Condition()

    def arm(self, when, meanwhile=None):
        """`meanwhile` happens at that moment, before anybody notices the cut."""
        with self.changed:
            self.wanted = when, meanwhile

    def wait(self, count):
        """Returns once there are this many cuts."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.cuts) >= count, 60), f"no commit came: {self.wanted}"

    def take(self):
        """Returns how to cut the commit that was just seen, or None."""
        with self.changed:
            wanted, self.wanted = self.wanted, None
            return wanted

    def cut(self, connection, when, meanwhile):
        if meanwhile:
            meanwhile()
        # Counted before its effects.
        with self.changed:
            self.cuts.append(when)
            self.changed.notify_all()
        connection.close()

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
        # Prepared statements by name, and those of the current transaction.
        self.prepared, self.transaction = {}, []
        self.cut = None

    def close(self):
        for end in (self.client, self.server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def forward_questions(self):
        with contextlib.suppress(OSError):
            received, is_started = b"", False
            while chunk := self.client.recv(65536):
                received += chunk
                end = 0
                # Only the first message has no kind.
                while len(received) >= (body := end + is_started) + 4:
                    size = int.from_bytes(received[body : body + 4])
                    if len(received) < body + size:
                        break
                    if self.commits(received[end:body], received[body + 4 : body + size]):
                        self.cut = self.cut or self.cutter.take()
                        if self.cut and self.cut[0] == "before":
                            self.cutter.cut(self, *self.cut)
                            return
                    end, is_started = body + size, True
                self.server.sendall(received[:end])
                received = received[end:]
        self.close()

    def commits(self, kind, content):
        """Returns whether the message commits a transaction that has run the cutter's statement."""
        first, _, rest = content.partition(b"\0")
        second = rest.partition(b"\0")[0]
        if kind == b"P":
            self.prepared[first] = second
        if kind != b"B":
            return False
        statement = self.prepared[second]
        if statement.startswith(b"BEGIN"):
            self.transaction = []
        self.transaction.append(statement)
        return statement == b"COMMIT" and any(each.startswith(self.cutter.statement) for each in self.transaction)

    def forward_answers(self):
        with contextlib.suppress(OSError):
            last = b""
            while chunk := self.server.recv(65536):
                last = last[1 - len(COMMITTED) :] + chunk
                if self.cut and COMMITTED in last:
                    self.cutter.cut(self, *self.cut)
                    return
                self.client.sendall(chunk)
        # If the server dies meanwhile, nobody notices before the cut.
        if self.cut is None or self.cut[0] != "before":
            self.close()


class Commits:
    """The connection of some commit, again and again."""

    def __init__(self, cutter):
        self.cutter, self.moments = cutter, itertools.cycle(["after", "before"])

    def kill(self):
        for _ in range(4):
            self.cutter.arm(next(self.moments))
            self.cutter.wait(len(self.cutter.cuts) + 1)

    def start(self):
        """Nothing died."""
