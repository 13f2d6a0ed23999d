"""The command on a terminal of its own, with a person at the keys."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import termios


class Terminal:
    """A running command; what it prints and what is typed go through one pseudo-terminal. A context manager."""

    def __init__(self, toque, *arguments):
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [toque.path, *map(str, arguments)],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=toque.environment,
            start_new_session=True,
            preexec_fn=lambda: take_terminal(follower),
        )
        os.close(follower)
        self.text = ""

    def wait_for(self, text, seconds=60):
        """Reads until the text is there."""
        while text not in self.text:
            readable, _, _ = select.select([self.leader], [], [], seconds)
            assert readable, f"no {text!r} in {self.text!r}"
            self.text += os.read(self.leader, 4096).decode()

    def type(self, text):
        os.write(self.leader, text.encode())

    def hang_up(self):
        """Closes the terminal, as a window is closed."""
        os.close(self.leader)
        self.leader = None

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self):
        """The exit code; negative where a signal ended it."""
        return self.process.wait(timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.leader is not None:
            os.close(self.leader)


def take_terminal(follower):
    """In the new process, the first of its session: makes this its terminal, and heeds what is typed there."""
    fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
    # A shell that runs the tests in the background lets its children ignore interrupts.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
