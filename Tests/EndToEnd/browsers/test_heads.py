"""What the services for browsers refuse by a request's head: the body is not read."""

import json
import socket
from urllib.parse import urlsplit

import pytest

from server import Server


class Service(Server):
    def __init__(self, toque, *arguments):
        super().__init__(toque, "browser", *arguments, "--port", 0, "--json")
        self.address = urlsplit(json.loads(self.first_line)["url"])

    def head(self, path, **headers):
        """Sends the head of a request with a large body, and returns the answer without sending the body."""
        lines = {"Host": self.address.netloc, "Content-Length": 500_000} | headers
        text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        with socket.create_connection((self.address.hostname, self.address.port), timeout=30) as connection:
            connection.sendall(f"POST {path} HTTP/1.1\r\n{text}\r\n".encode())
            answer = b""
            # To its end: the connection is closed.
            while part := connection.recv(65536):
                answer += part
        return int(answer.split()[1])


@pytest.fixture(scope="module", params=["serve", "proxy"])
def service(request, toque):
    options = {"serve": ["--memory", "--origin", "http://shop.example"], "proxy": ["--driver", "http://127.0.0.1:1"]}
    with Service(toque, request.param, *options[request.param]) as service:
        service.own = {"serve": "/page", "proxy": "/session"}[request.param]
        yield service


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_a_foreign_request_is_refused_before_its_body_is_there(service, headers):
    assert service.head(service.own, **headers) == 403


def test_a_page_without_the_token_is_refused_before_its_body_is_there(service):
    if service.own == "/page":
        assert service.head("/page", Origin="http://shop.example", Authorization="Bearer wrong") == 401
    else:
        assert service.head("/toque-pages/none/page", Origin="http://shop.example") == 404
