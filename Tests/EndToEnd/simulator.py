"""`toque simulate` as a process."""

import select
import socket
import subprocess

READY = "Sandbox ready at "


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Simulator:
    """A simulator from its ready line on. A context manager, which stops it."""

    def __init__(self, toque, *arguments):
        self.command = [toque.path, "simulate", *map(str, arguments)]
        self.environment = toque.environment
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=subprocess.PIPE, text=True)
        readable, _, _ = select.select([self.process.stdout], [], [], 30)
        line = self.process.stdout.readline() if readable else ""
        if not line.startswith(READY):
            self.kill()
            raise AssertionError(f"the simulator did not get ready: {line!r}, exit code {self.process.returncode}")
        self.url = line.removeprefix(READY).strip()

    def kill(self):
        """kill -9: it has no time to tidy up."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.stop()
