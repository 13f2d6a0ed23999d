"""Servers that send shell code or nothing, a terminal that stops reading, and passwords in URLs."""

import base64
import http.server
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request

import pytest

from terminal import Terminal
from test_screen import completed

HARMLESS = "ok-1"
WORDS = [["sandbox", "webhooks", "remove", ""], ["sandbox", "scenario", "set", ""], ["pay", "--enrollment", ""]]


@pytest.fixture
def hostile(tmp_path):
    """A server whose IDs and names are shell code that makes the file `ran`."""
    ran = tmp_path / "ran"
    texts = [f"$(touch {ran})", f"`touch {ran}`", f"x;touch {ran}", "$HOME", "a b", "\x1b[31mred", "\u202eturned", HARMLESS]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            entries = [{"id": text, "name": text, "object": text, "kind": "enrollment"} for text in texts]
            body = json.dumps(dict.fromkeys(["webhooks", "scenarios", "events"], entries)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", ran
        server.shutdown()


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_bash_runs_no_value_of_a_hostile_server(toque, hostile, words):
    url, ran = hostile
    values, errors = completed(toque, words, toque.environment | {"TOQUE_SERVER": url})
    assert (list(filter(None, values)), errors) == ([HARMLESS], "")
    assert not ran.exists()


def test_completion_does_not_wait_for_a_server_that_never_answers(toque):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begin = time.monotonic()
        values, errors = completed(toque, WORDS[0], toque.environment | {"TOQUE_SERVER": url})
        # A response has 60 seconds.
        assert time.monotonic() - begin < 30
        assert (list(filter(None, values)), errors) == ([], "")


@pytest.fixture
def late():
    """A server that closes three connections, as the proxy of a starting container does, then answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            for number in range(4):
                with listener.accept()[0] as connection:
                    if number == 3:
                        connection.recv(65536)
                        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_wait_outlasts_a_proxy_whose_container_starts(toque, late):
    waited = toque.run("sandbox", "wait", "--timeout", "60s", "--server", late)
    assert (waited.returncode, waited.stdout) == (0, f"{late}: ready\n"), waited.stderr


def test_wait_ends_in_time_at_an_answer_that_never_ends(toque):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            # Kept until the process ends.
            connections.append(listener.accept()[0])
            connections[0].sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")

        connections = []
        threading.Thread(target=serve, daemon=True).start()
        begin = time.monotonic()
        server = f"http://127.0.0.1:{listener.getsockname()[1]}"
        assert toque.run("sandbox", "wait", "--timeout", "2s", "--server", server).returncode == 3
        assert time.monotonic() - begin < 30


def test_wait_ends_in_time_at_a_server_that_never_answers(toque):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begin = time.monotonic()
        server = f"http://127.0.0.1:{silent.getsockname()[1]}"
        waited = toque.run("sandbox", "wait", "--timeout", "300ms", "--server", server, "--json")
        assert waited.returncode == 3
        # Not "interrupted": in so short a time, it depends on luck whether a connection comes about.
        assert json.loads(waited.stdout)["error"]["code"] == "unreachable"
        assert time.monotonic() - begin < 30


@pytest.mark.parametrize("command", [["sandbox", "status"], ["institutions"]], ids=" ".join)
def test_an_error_has_no_password_of_a_url(toque, command):
    for options, variables in (
        (["--server", "http://user:hunter2@127.0.0.1:1"], {}), ([], {"TOQUE_SERVER": "http://user:hunter2@127.0.0.1:1"}),
    ):  # fmt: skip
        refused = toque.run(*command, *options, "--json", environment=variables)
        assert refused.returncode == 2
        assert "user information" in refused.stderr
        assert "hunter2" not in refused.stdout + refused.stderr


def test_a_terminal_that_stops_reading_stops_no_request(toque, tmp_path):
    # More tenants than threads that serve.
    tenants = [f"tenant-{number}" for number in range((os.cpu_count() or 1) + 2)]
    keys, ready = tmp_path / "keys", tmp_path / "ready.json"
    keys.write_text("".join(f"{tenant}:secret\n" for tenant in tenants))
    keys.chmod(0o600)
    options = ["simulate", "--memory", "--port", 0, "--api-keys", keys, "--ready-file", ready]
    with Terminal(toque, *options) as terminal:
        terminal.wait_for("A first request")
        url = json.loads(ready.read_text())["url"]
        # From here on nobody reads. No terminal holds a megabyte.
        for number in range(1000):
            key = base64.b64encode(f"{tenants[number % len(tenants)]}:secret".encode()).decode()
            request = urllib.request.Request(
                f"{url}/customers/{number}{'x' * 1000}/", headers={"Authorization": f"Basic {key}"})
            with pytest.raises(urllib.error.HTTPError) as refusal:
                urllib.request.urlopen(request, timeout=60)
            assert refusal.value.code == 404
        terminal.process.terminate()
        assert terminal.end() == 0
