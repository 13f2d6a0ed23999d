"""A shell in which the commands of a page of docs run: on a machine of its own, as it seems to them."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
from pathlib import Path

import pytest

from command import ROOT

# How long a block may take, in seconds, on a machine with much else to do.
DEADLINE = 60
# A network of its own has a loopback interface, which is down.
UP = """
import fcntl, os, socket, struct
SIOCSIFFLAGS, UP_AND_RUNNING = 0x8914, 0x41
fcntl.ioctl(socket.socket(), SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))
os.execvp("bash", ["bash", "--noprofile", "--norc"])
"""
NETWORK = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--net"]
# What a reader's server gives: options and the like.
SAMPLES = Path(__file__).parent / "samples"
# Whose home the pages show.
HOME = "/home/ana"


class PageSession:
    """One shell for a page from top to bottom: variables, files and servers of a block are there in the next ones."""

    def __init__(self, toque, folder):
        if subprocess.run([*NETWORK, "true"], capture_output=True).returncode != 0:
            pytest.skip("this machine refuses a network namespace")
        self.folder = Path(folder)
        self.blocks = 0
        for sample in SAMPLES.iterdir():
            shutil.copy(sample, self.folder)
        programs = [toque.path.parent, Path(sys.executable).parent, "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        environment = {
            "PATH": os.pathsep.join(map(str, programs)),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "COLUMNS": "120",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(ROOT / "python/src"),
            "PYTEST_ADDOPTS": "-p no:cacheprovider -p toque_testing.plugin",
        }
        self.shell = subprocess.Popen(
            [*NETWORK, sys.executable, "-c", UP], cwd=self.folder, env=environment, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Servers that the page left running belong to the shell's group.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.shell.pid, signal.SIGKILL)
        self.shell.communicate()

    def run(self, text, exits=0, until=None):
        """How a block of commands ended and what it printed, in the order in which it was printed."""
        self.blocks += 1
        script, output = (self.folder / f".block-{self.blocks}{end}" for end in (".sh", ""))
        script.write_text(text)
        # A failed command ends a block, unless a failure is what the page shows. It ends the shell, too.
        strict = "set -eo pipefail" if exits == 0 else "set +e"
        if until is None:
            command = f"{strict}; . {script} >{output} 2>&1; code=$?; set +e; echo $code"
        else:
            wait = f"until grep -qF -- {quoted(until)} {output} || ! kill -0 $!; do sleep 0.05; done"
            command = f". {script} >{output} 2>&1 & {wait}; grep -qF -- {quoted(until)} {output}; echo $?"
        self.shell.stdin.write(f"{{ {command}; }} </dev/null\n")
        self.shell.stdin.flush()
        code = self.answer()
        return code, self.shown(output)

    def shown(self, path):
        """The lines of a file, with the home of the pages."""
        return path.read_text(errors="replace").replace(str(self.folder), HOME).splitlines()

    def link(self, folders):
        """Folders of this repository, which commands name as in a checkout."""
        for name in folders:
            (self.folder / name).symlink_to(ROOT / name)

    def answer(self):
        timer = signal_after(DEADLINE, self.shell)
        try:
            answer = self.shell.stdout.readline()
        finally:
            timer.cancel()
        return int(answer) if answer else self.shell.wait()

    def pack_release(self, version, toque):
        """What tools/dist packs, with the binary under test."""
        name = f"toque-{version}-linux-amd64"
        with tarfile.open(self.folder / f"{name}.tar.gz", "w:gz", compresslevel=0) as tarball:
            tarball.add(toque.path, f"{name}/bin/toque")


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def signal_after(seconds, process):
    timer = threading.Timer(seconds, lambda: os.killpg(process.pid, signal.SIGKILL))
    timer.start()
    return timer
