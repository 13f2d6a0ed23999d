"""Full disks without privileges, and read-only folders."""

import contextlib
import os
import pwd
import resource
import shutil
import signal
import subprocess

# Runs a command with private mounts, also for non-root users if the kernel allows it.
NAMESPACE = ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "--mount"]


def can_mount():
    return (
        shutil.which("unshare") and subprocess.run([*NAMESPACE, "mount", "-t", "tmpfs", "none", "/mnt"]).returncode == 0
    )


NO_MOUNTS = "needs a mount namespace: be root with CAP_SYS_ADMIN, or allow user namespaces"


class LimitedFiles:
    """A process that may not write to files: what `ulimit -f 0` does, with writes that fail in place of a signal."""

    prefix = ()
    popen = {"preexec_fn": lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)}

    def __init__(self, folder):
        self.folder = folder
        self.process = None  # set once it runs

    def fill(self):
        self.limit(0)

    def free(self):
        self.limit(resource.RLIM_INFINITY)

    def limit(self, size):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class SmallDisk:
    """An in-memory file system that only the process sees in place of a folder."""

    popen = {}

    def __init__(self, folder, size="4m", owner="root"):
        self.folder = folder
        self.process = None  # set once it runs
        options = f"size={size}"
        if owner != "root":
            user = pwd.getpwnam(owner)
            options += f",uid={user.pw_uid},gid={user.pw_gid}"
        self.prefix = [*NAMESPACE, "sh", "-c", f'mount -t tmpfs -o {options} none "$0" && exec "$@"', folder]

    @property
    def ballast(self):
        return f"/proc/{self.process.pid}/root{self.folder}/ballast"

    def fill(self):
        with open(self.ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):  # ENOSPC
            while True:
                file.write(bytes(4096))

    def free(self):
        os.unlink(self.ballast)


def read_only(folder):
    """Returns the prefix that makes the folder read-only for a command."""
    return [*NAMESPACE, "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"', folder]
