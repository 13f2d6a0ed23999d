"""A command that runs until stopped and reports on its first line that it is ready."""

import select
import subprocess


class Server:
    """A running command from its first line on. A context manager, which stops it."""

    def __init__(self, toque, *arguments, prefix=(), **popen):
        """`prefix` is what runs the command: a program and its arguments."""
        self.command = [*map(str, prefix), toque.path, *map(str, arguments)]
        self.popen = {"env": toque.environment} | popen
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True, **self.popen)
        readable, _, _ = select.select([self.process.stdout], [], [], 60)
        self.first_line = self.process.stdout.readline() if readable else ""
        if not self.is_ready():
            self.kill()
            raise AssertionError(f"not ready: {self.first_line!r}, exit code {self.process.returncode}")

    def is_ready(self):
        """Returns whether the first line reports that the command is ready."""
        return bool(self.first_line)

    def kill(self):
        """kill -9, which leaves no time to clean up."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Stops the command like a service manager; returns its exit code."""
        self.process.terminate()
        try:
            code = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.stop()
