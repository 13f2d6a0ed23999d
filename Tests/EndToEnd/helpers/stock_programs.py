"""Third-party programs, each with its own terminal on which a person answers."""

import contextlib
import os
import pty
import select
import subprocess
import tempfile
from dataclasses import dataclass

from terminal import take_terminal


@dataclass
class Result:
    code: int
    output: str
    errors: str

    @property
    def lines(self):
        return self.output.splitlines()


def run(*command, answers=(), stdin="", environment=None):
    """Runs a program to its end. `answers` are pairs: the text of a prompt on its terminal, and what is typed there.

    The terminal is also why a program does not take the key's pseudo-terminal for its own: a session has one at most.
    """
    with (
        terminal() as (leader, follower),
        tempfile.TemporaryFile() as input_file,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        input_file.write(stdin.encode())
        input_file.seek(0)
        process = subprocess.Popen(
            list(map(str, command)),
            stdin=input_file,
            stdout=output,
            stderr=errors,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: take_terminal(follower),
        )
        try:
            unanswered = answer_prompts(process, leader, answers)
            code = process.wait(timeout=60)
        finally:
            process.kill()
            process.wait()
        output.seek(0)
        errors.seek(0)
        result = Result(code, output.read().decode(), errors.read().decode())
    assert not unanswered, f"{command[0]} did not ask for {unanswered[0][0]!r}: {result}"
    return result


@contextlib.contextmanager
def terminal():
    leader, follower = pty.openpty()
    try:
        yield leader, follower
    finally:
        os.close(leader)
        os.close(follower)


def answer_prompts(process, leader, answers):
    """Types each answer once its prompt appears. Returns the unused answers."""
    end = os.pidfd_open(process.pid)
    text = ""
    try:
        for index, (prompt, answer) in enumerate(answers):
            while prompt not in text:
                readable, _, _ = select.select([leader, end], [], [], 60)
                assert readable, f"no {prompt!r} in {text!r}"
                if leader not in readable:
                    return answers[index:]
                text += os.read(leader, 4096).decode()
            text = text.partition(prompt)[2]
            os.write(leader, f"{answer}\n".encode())
    finally:
        os.close(end)
    return []


def succeed(*command, **options):
    """Returns the output lines of a successful program."""
    result = run(*command, **options)
    assert result.code == 0, f"{' '.join(map(str, command))}: {result}"
    return result.lines
