"""HAProxy in front of several instances, as docs/operations.md configures it."""

import shutil
import socket
import subprocess
import time

from simulator import free_port

REASON = "HAProxy is not installed (Debian: haproxy)"

CONFIGURATION = """
defaults
  mode http
  option redispatch
  retries 2
  timeout connect 1s
  timeout client 30s
  timeout server 30s
frontend sandbox
  bind 127.0.0.1:{port}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk
  http-check send meth GET uri /_toque/health hdr Host localhost
  http-check expect status 200
  default-server check inter 200ms fall 1 rise 1
{servers}
"""


def is_installed():
    return shutil.which("haproxy", path="/usr/sbin:/usr/bin") is not None


class Balancer:
    """A context manager, which stops it. `ports` are those of the instances, on 127.0.0.1."""

    def __init__(self, folder, ports, port=None):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        servers = "\n".join(f"  server instance{port} 127.0.0.1:{port}" for port in ports)
        file = folder / "haproxy.cfg"
        file.write_text(CONFIGURATION.format(port=self.port, servers=servers))
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
