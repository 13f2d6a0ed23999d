"""Single requests over a connection that is kept open, with whatever was answered."""

import base64
import http.client
import json
import urllib.parse
from dataclasses import dataclass


class Lost(ConnectionError):
    """There was no answer: the request may have counted or not."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def json(self):
        return json.loads(self.content) if self.content else None


class Client:
    """One connection, opened again where it was lost. `key` is `id:secret`; None sends no Authorization."""

    def __init__(self, url, key="sandbox:sandbox"):
        address = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        self.headers = {}
        if key is not None:
            self.headers["Authorization"] = "Basic " + base64.b64encode(key.encode()).decode()

    def send(self, method, target, body=None, headers=None):
        """Sends JSON, or bytes as they are. Raises `Lost` where there is no answer; nothing for a status."""
        if body is not None and not isinstance(body, bytes):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json"} | (headers or {})
        try:
            self.connection.request(method, target, body, self.headers | (headers or {}))
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise Lost(str(error)) from error

    def decide(self, redirect_url, decision):
        """Decides on the bank's page as its form does."""
        address = urllib.parse.urlsplit(redirect_url)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", f"{address.path}?{address.query}", f"decision={decision}".encode(), form)


def callback_parameters(location):
    """What the bank led back with: the body of complete-redirection."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
