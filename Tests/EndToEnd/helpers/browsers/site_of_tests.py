"""Web pages of the tests' own, without passkeys of their own."""

import base64
import http.server
import threading
import urllib.parse

STRICT = "connect-src 'self'"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        frame = f'<iframe src="{query["frame"]}" allow="{query.get("allow", "")}"></iframe>' if "frame" in query else ""
        script = base64.urlsafe_b64decode(query.get("answers", "")).decode()
        body = f"<!doctype html><html lang=en><title>Test</title><h1>Test</h1>{frame}{script}</html>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if address.path == "/strict":
            self.send_header("Content-Security-Policy", STRICT)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Site:
    """An origin `http://localhost:PORT`. A context manager."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
