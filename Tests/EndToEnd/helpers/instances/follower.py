"""Follows a log of the control API through the balancer."""

import contextlib
import http.client
import threading
import time
import urllib.parse

from balancer import INSTANCE


class Follower:
    """A stream of server-sent events. Where it ends, the next one goes on after the last entry that came. A context
    manager, which stops it."""

    def __init__(self, url, log):
        self.address, self.log = urllib.parse.urlsplit(url), log
        # The instances that gave a stream, in order.
        self.cursors, self.instances = [], []
        self.changed = threading.Condition()
        self.is_over = False
        self.thread = threading.Thread(target=self.follow, daemon=True)

    def follow(self):
        while not self.is_over:
            connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=20)
            with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
                headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.cursors[-1] if self.cursors else 0)}
                connection.request("GET", f"/_toque/{self.log}", headers=headers)
                answer = connection.getresponse()
                if answer.status == 200:
                    self.tell(self.instances, answer.headers[INSTANCE])
                    self.read(answer)
            time.sleep(0.02)

    def read(self, answer):
        while not self.is_over and (line := answer.readline()):
            if line.startswith(b"id:"):
                self.tell(self.cursors, int(line.removeprefix(b"id:")))

    def tell(self, told, news):
        with self.changed:
            told.append(news)
            self.changed.notify_all()

    def wait_until(self, is_over):
        with self.changed:
            assert self.changed.wait_for(lambda: is_over(self), 60), (self.instances, self.cursors[-1:])

    def wait_for(self, cursor):
        """Returns the cursors of all entries, once the one with this cursor has come."""
        self.wait_until(lambda _: cursor in self.cursors)
        return self.cursors

    def __enter__(self):
        self.thread.start()
        self.wait_until(lambda _: self.instances)
        return self

    def __exit__(self, *_):
        self.is_over = True
