"""Disks that are full, by ways that need no privileges, and folders that cannot be written."""

import os
import resource
import shutil
import signal
import subprocess

# Runs a command with mounts that nothing outside sees, also for who is not root where the kernel lets them.
NAMESPACE = ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "--mount"]


def can_mount():
    return (
        shutil.which("unshare") and subprocess.run([*NAMESPACE, "mount", "-t", "tmpfs", "none", "/mnt"]).returncode == 0
    )


NO_MOUNTS = "needs a mount namespace: be root with CAP_SYS_ADMIN, or allow user namespaces"


class LimitedFiles:
    """A process that may not write to files: what `ulimit -f 0` does, with writes that fail in place of a signal."""

    prefix = []
    popen = {"preexec_fn": lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)}

    def __init__(self, folder):
        pass

    def fill(self, process):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free(self, process):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class SmallDisk:
    """A file system in memory that the process alone sees in place of a folder."""

    popen = {}

    def __init__(self, folder):
        self.folder = folder
        script = 'mount -t tmpfs -o size=4m none "$0" && exec "$@"'
        self.prefix = [*NAMESPACE, "sh", "-c", script, folder]

    def ballast(self, process):
        return f"/proc/{process.pid}/root{self.folder}/ballast"

    def fill(self, process):
        with open(self.ballast(process), "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:  # ENOSPC
                pass

    def free(self, process):
        os.unlink(self.ballast(process))


def read_only(folder):
    """What to put before a command for which the folder cannot be written."""
    return [*NAMESPACE, "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"', folder]
