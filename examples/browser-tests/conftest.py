"""The page under test and Toque's programs, each for one run of the tests."""

import http.server
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

TOQUE = os.environ.get("TOQUE", "toque")


class Handler(http.server.SimpleHTTPRequestHandler):
    # The second page may only send requests to its own server.
    def end_headers(self):
        if "strict" in self.path:
            self.send_header("Content-Security-Policy", "default-src 'self'")
        super().end_headers()

    def log_message(self, *_):
        pass

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(Path(__file__).parent))


@pytest.fixture(scope="session")
def page_url():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/page.html"
        server.shutdown()


def started(*arguments):
    """Starts a command of Toque. Returns the process and the last word of each of its first lines."""
    process = subprocess.Popen([TOQUE, "browser", *arguments, "--port", "0"], stdout=subprocess.PIPE, text=True)
    return process, lambda: process.stdout.readline().split()[-1]


@pytest.fixture(scope="session")
def authenticator(page_url):
    """The URL and the token of `toque browser serve`."""
    origin = page_url.removesuffix("/page.html")
    process, word = started("serve", "--memory", "--gesture", "approve", "--origin", origin)
    yield word(), word()
    process.terminate()
    process.wait()


@pytest.fixture
def driver():
    """The URL of a driver behind `toque browser proxy`."""
    chromedriver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    # "ChromeDriver was started successfully on port 12345."
    ready = next(line for line in chromedriver.stdout if "started successfully" in line)
    port = ready.rstrip(".\n").split()[-1]
    process, word = started("proxy", "--driver", f"http://127.0.0.1:{port}")
    yield word()
    for each in (process, chromedriver):
        each.terminate()
        each.wait()


@pytest.fixture(scope="session")
def chromium():
    return shutil.which("chromium") or shutil.which("google-chrome")
