"""Single requests over a connection that stays open; any answer is returned."""

import base64
import http.client
import json
import select
import urllib.parse
from dataclasses import dataclass


class Lost(ConnectionError):
    """No answer came: the request may or may not have counted."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def json(self):
        return json.loads(self.content) if self.content else None


class Client:
    """One connection, reopened after a loss. `key` is `id:secret`; None sends no Authorization."""

    def __init__(self, url, key="sandbox:sandbox"):
        address = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        self.headers = {}
        if key is not None:
            self.headers["Authorization"] = "Basic " + base64.b64encode(key.encode()).decode()

    def send(self, method, target, body=None, headers=None):
        """Sends JSON, or unchanged bytes. Raises `Lost` without an answer, but accepts any status."""
        if body is not None and not isinstance(body, bytes):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json"} | (headers or {})
        try:
            self.renew()
            self.connection.request(method, target, body, self.headers | (headers or {}))
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise Lost(str(error)) from error

    def renew(self):
        """Closes a connection that the server has closed, as it may while no request is under way (RFC 9112, 9.3.1)."""
        socket = self.connection.sock
        if socket is not None and select.select([socket], [], [], 0)[0]:
            self.connection.close()

    def decide(self, redirect_url, decision):
        """Decides on the bank's page like its form."""
        address = urllib.parse.urlsplit(redirect_url)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", f"{address.path}?{address.query}", f"decision={decision}".encode(), form)


def callback_parameters(location):
    """Returns the parameters of the bank's redirect: the body of complete-redirection."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
