"""HAProxy in front of several instances, as docs/operations.md configures it."""

import re
import shutil
import socket
import subprocess
import time

from command import ROOT
from simulator import free_port

REASON = "HAProxy is not installed (Debian: haproxy)"
# In the answers that come from an instance: its name.
INSTANCE = "X-Instance"


def name(port):
    """The name of the instance on a port."""
    return f"instance{port}"


def configuration(port, ports):
    """That of the page, with other addresses. Answers also name the instance."""
    page = (ROOT / "docs/operations.md").read_text()
    lines = re.search(r"```haproxy\n(.+?)```", page, re.DOTALL)[1].splitlines()
    kept = [line for line in lines if not line.startswith("  server ")]
    assert len(kept) < len(lines) and "  bind :8420" in kept
    kept[kept.index("  bind :8420")] = f"  bind 127.0.0.1:{port}"
    servers = [f"  server {name(each)} 127.0.0.1:{each}" for each in ports]
    return "\n".join([*kept, f"  http-response set-header {INSTANCE} %s", *servers, ""])


def is_installed():
    return shutil.which("haproxy", path="/usr/sbin:/usr/bin") is not None


class Balancer:
    """A context manager, which stops it. `ports` are those of the instances, on 127.0.0.1."""

    def __init__(self, folder, ports, port=None):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        file = folder / "haproxy.cfg"
        file.write_text(configuration(self.port, ports))
        program = shutil.which("haproxy", path="/usr/sbin:/usr/bin")
        self.process = subprocess.Popen([program, "-q", "-db", "-f", file])
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < deadline, "HAProxy does not start"
                time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
