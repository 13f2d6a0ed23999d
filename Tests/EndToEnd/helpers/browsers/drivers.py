"""What stands between a test and a browser: WebDriver servers, and the display of browsers that need a window."""

import contextlib
import os
import socket
import subprocess
import time
from pathlib import Path

PATIENCE = 120
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Driver:
    """A WebDriver server on a free port. A context manager."""

    def __init__(self, *command, environment={}):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command, self.environment = [*command, f"--port={self.port}"], environment

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, env=os.environ | self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            assert self.process.poll() is None and time.monotonic() < deadline, f"{self.command[0]} did not start"
            time.sleep(0.05)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Display:
    """An X server without a screen: WebKitGTK has no mode without a window. A context manager."""

    def __enter__(self):
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as stream:
            self.environment = {
                "DISPLAY": f":{stream.readline().strip()}",
                # WebKitGTK's sandbox needs user namespaces, which containers and root lack.
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
                "GDK_BACKEND": "x11",
            }
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def mini_browser():
    return next(map(str, sorted(Path("/").glob(MINI_BROWSERS[1:]), reverse=True)), None)
