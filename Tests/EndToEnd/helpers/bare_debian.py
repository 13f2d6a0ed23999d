"""A Debian that contains only the named packages."""

import os
import shutil
import subprocess
from pathlib import Path

from command import HANGING

# The release that this machine runs, for which it builds.
SUITE = "bookworm"


def missing():
    """Returns why this machine cannot have one, or None."""
    if os.geteuid() != 0:
        return "needs root, for debootstrap and chroot"
    return None if shutil.which("debootstrap") else "needs debootstrap (tools/setup)"


class BareDebian:
    def __init__(self, root):
        self.root = Path(root)

    @classmethod
    def bootstrap(cls, root, packages):
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", SUITE, root]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=2 * HANGING)
        assert result.returncode == 0, result.stdout[-3000:]
        return cls(root)

    def copy(self, root):
        subprocess.run(["cp", "--archive", "--reflink=auto", self.root, root], check=True)
        return BareDebian(root)

    def put(self, files, folder):
        """Copies files into a folder, which is made."""
        target = self.root / folder.lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, target)

    def run(self, script, folder="/root", **environment):
        """What a shell in there printed, in a mount namespace of its own whose /proc goes with it."""
        enter = 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i "$@"'
        proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        always = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
        variables = [f"{name}={value}" for name, value in (always | proxies | environment).items()]
        inside = ["sh", "-ec", f"cd {folder}\n{script}"]
        return subprocess.run(
            ["unshare", "--mount", "sh", "-c", enter, self.root, *variables, *inside],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANGING,
        )  # fmt: skip

    def output(self, script, **options):
        result = self.run(script, **options)
        assert result.returncode == 0, (script, result.stdout, result.stderr)
        return result.stdout
