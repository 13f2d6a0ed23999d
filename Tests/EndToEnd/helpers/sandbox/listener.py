"""`toque listen` as a process."""

import json
import subprocess


class Listener:
    """A listener, registered at the sandbox. A context manager, which stops it."""

    def __init__(self, toque, server, *arguments):
        self.process = subprocess.Popen(
            [toque.path, "listen", "--server", server, "--json", *map(str, arguments)],
            env=toque.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        first_line = self.process.stderr.readline()
        assert first_line.startswith("Listening to "), first_line + self.process.stderr.read()

    def webhook(self):
        """Returns the next webhook that it shows."""
        return json.loads(self.process.stdout.readline())

    def stop(self):
        """Returns its exit code."""
        self.process.terminate()
        self.process.communicate(timeout=60)
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.stop()
