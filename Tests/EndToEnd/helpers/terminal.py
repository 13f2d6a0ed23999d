"""The command on its own terminal, with a person typing."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios

STYLE = re.compile(r"\x1b\[\d+m")


class Terminal:
    """A running command; its output and the typed text share one pseudo-terminal. A context manager."""

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
        """Reads until the text appears."""
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
        """Returns the exit code; negative if a signal ended the command."""
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


def shown(command, width, environment, timeout=600):
    """Returns the exit code and all output, as stdout and stderr are one terminal."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {name: value for name, value in environment.items() if name != "COLUMNS"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        list(map(str, command)), stdin=subprocess.DEVNULL, stdout=follower, stderr=follower, env=environment,
        start_new_session=True, preexec_fn=lambda: take_terminal(follower))
    os.close(follower)
    text = b""
    try:
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:
                # The last process with the terminal has ended.
                break
            if not part:
                break
            text += part
        return process.wait(timeout=timeout), text.decode().replace("\r\n", "\n")
    finally:
        os.close(leader)
        if process.poll() is None:
            process.kill()
            process.wait()


def plain(text):
    return STYLE.sub("", text)
