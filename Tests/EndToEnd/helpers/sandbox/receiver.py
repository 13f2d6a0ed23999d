"""A backend that receives webhooks."""

import bisect
import functools
import itertools
import json
import operator
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Received:
    path: str
    headers: dict
    # The bytes as received, which the signature covers.
    content: bytes
    # The place of its connection among all; each carries one request.
    connection: int

    @functools.cached_property
    def body(self):
        return json.loads(self.content)


class ConnectionServer(ThreadingHTTPServer):
    """Numbers its connections."""

    # A connection that finds the queue full looks open to its client; the kernel carries what was sent on it into the
    # queue later, past the connections of the client's next life.
    request_queue_size = 1024

    def __init__(self, *arguments):
        self.numbers = itertools.count()
        super().__init__(*arguments)

    def process_request(self, request, client_address):
        super().process_request(request, (*client_address, next(self.numbers)))


class Receiver:
    """Records webhooks, in the order of their connections, on a free port of 127.0.0.1. A context manager, which stops
    it.

    `answer` gets a `Received` and returns a status; it may wait.
    """

    def __init__(self, answer=lambda received: 200):
        self.received = []
        self.changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                content = self.rfile.read(int(self.headers["Content-Length"]))
                received = Received(self.path, dict(self.headers), content, self.client_address[-1])
                with receiver.changed:
                    # The thread of an earlier connection may be later.
                    bisect.insort(receiver.received, received, key=operator.attrgetter("connection"))
                    receiver.changed.notify_all()
                status = answer(received)
                with receiver.changed:
                    receiver.changed.notify_all()
                try:
                    self.send_response(status)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    pass  # the sandbox waits no longer

            def log_message(self, *_):
                pass

        self.server = ConnectionServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhooks"

    def wait(self, count):
        """Returns all webhooks, once this many have come."""
        return self.wait_until(lambda received: len(received) >= count)

    def wait_until(self, is_over, seconds=60):
        """Returns all webhooks, once `is_over` accepts them."""
        with self.changed:
            assert self.changed.wait_for(lambda: is_over(self.received), seconds), self.received
            return list(self.received)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
