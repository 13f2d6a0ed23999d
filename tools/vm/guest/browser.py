"""Chromium with the key: a page of this machine registers it and signs in with it, and `toque verify` judges both."""

import http.server
import json
import os
import queue
import secrets
import subprocess
import tempfile
import threading
from base64 import urlsafe_b64encode
from pathlib import Path
from urllib.parse import quote

from harness import PATIENCE, Key, check, output

PAGE = Path(__file__).with_name("browser.html").read_bytes()
CHROMIUM = os.environ.get("CHROMIUM", "chromium-headless-shell").split()


def challenge():
    return urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


class Site(http.server.ThreadingHTTPServer):
    """The relying party. `answers` holds the messages of the page."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Page)
        self.answers = queue.Queue()
        # A local page is a secure context even without TLS.
        self.origin = f"http://localhost:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self):
        kind, value = self.answers.get(timeout=PATIENCE)
        assert kind == "credential", value
        return value


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply(PAGE)

    def do_POST(self):
        """Takes the page's result, and returns the next options."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.answers.put((self.path.strip("/"), body))
        self.reply(b"")

    def reply(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def verdict(kind, options, response, origin, **members):
    ceremony = {"id": kind, "kind": kind, "options": options, "origins": [origin], "response": response, **members}
    result = json.loads(output("toque", "verify", stdin=json.dumps(ceremony)))
    assert result["verdict"] == "valid", result
    return result


def visit(origin, operation, options):
    """Opens the page in Chromium, which carries out the operation at once."""
    profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
    log = open(f"{profile.name}/log", "w+")
    browser = subprocess.Popen(
        [
            *CHROMIUM,
            # As few processes as possible: without hardware virtualization, each takes long to start.
            "--disable-gpu",
            "--in-process-gpu",
            "--enable-features=NetworkServiceInProcess2",
            "--disable-background-networking",
            "--ipc-connection-timeout=600",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile.name}/profile",
            f"{origin}/#{operation}={quote(json.dumps(options))}",
        ],
        stdout=log,
        stderr=log,
    )
    return browser, log, profile


def perform(site, operation, options):
    browser, log, profile = visit(site.origin, operation, options)
    try:
        return site.answer()
    except queue.Empty:
        log.seek(0)
        raise AssertionError(f"the page says nothing; Chromium's log: {log.read()[-4000:]}") from None
    finally:
        browser.terminate()
        browser.wait(timeout=PATIENCE)
        log.close()
        profile.cleanup()


@check
def chromium():
    """headless Chromium registers the key on a local page and signs in with it, as its USB security key"""
    site = Site()
    with Key():
        creation = {
            "rp": {"id": "localhost", "name": "A local page"},
            "user": {"id": "YW5h", "name": "ana", "displayName": "Ana"},
            "challenge": challenge(),
            "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
            "authenticatorSelection": {
                "authenticatorAttachment": "cross-platform",
                "residentKey": "discouraged",
                "userVerification": "discouraged",
            },
            "hints": ["security-key"],
        }
        response = perform(site, "create", creation)
        registered = verdict("registration", creation, response, site.origin)
        request = {
            "rpId": "localhost",
            "challenge": challenge(),
            "allowCredentials": [{"type": "public-key", "id": response["id"], "transports": ["usb"]}],
            "userVerification": "discouraged",
            "hints": ["security-key"],
        }
        response = perform(site, "get", request)
        verdict("authentication", request, response, site.origin, credential=registered["credential"])
    site.shutdown()
    return output(CHROMIUM[0], "--version").strip()
