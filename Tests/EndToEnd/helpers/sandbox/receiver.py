"""A backend that receives webhooks."""

import functools
import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Received:
    path: str
    headers: dict
    # The bytes as received, which the signature covers.
    content: bytes

    @functools.cached_property
    def body(self):
        return json.loads(self.content)


class Receiver:
    """Records webhooks on a free port of 127.0.0.1. A context manager, which stops it.

    `answer` gets a `Received` and returns a status; it may wait.
    """

    def __init__(self, answer=lambda received: 200):
        self.received = []
        self.changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                content = self.rfile.read(int(self.headers["Content-Length"]))
                received = Received(self.path, dict(self.headers), content)
                with receiver.changed:
                    receiver.received.append(received)
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

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
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
