"""OpenSSH's server in a Debian of its own, so that none is installed on the machine."""

import fcntl
import select
import shutil
import subprocess
from pathlib import Path

from bare_debian import BareDebian
from simulator import free_port


class SecureShellServer:
    """A server on the loopback interface, for one user. A context manager."""

    user = "ana"

    def __init__(self, root):
        """`root` keeps the Debian for the next time, as it takes minutes to make."""
        self.root = Path(root)
        # Tests that run in parallel make it once.
        with open(self.root.with_name(f"{self.root.name}.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.root.exists():
                self.install()
        self.port = free_port()
        self.authorized = f"/etc/ssh/authorized_keys.{self.port}"

    def install(self):
        new = self.root.with_name(f"{self.root.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        debian = BareDebian.bootstrap(new, ["openssh-server"])
        # No password, but no locked account either, which the server would let nobody into.
        debian.output(f"useradd --create-home --shell /bin/sh --password '*' {self.user}")
        new.rename(self.root)

    def authorize(self, public):
        """Lets in whoever has this key, and nobody else."""
        (self.root / self.authorized.lstrip("/")).write_text(" ".join(public) + "\n")

    def login(self, file):
        """The command that logs in with a key."""
        known = self.root.with_name(f"debian-sshd.known-hosts.{self.port}")
        key = (self.root / "etc/ssh/ssh_host_ed25519_key.pub").read_text()
        known.write_text(f"[127.0.0.1]:{self.port} {key}")
        options = [
            *["IdentitiesOnly=yes", f"UserKnownHostsFile={known}", "PreferredAuthentications=publickey"],
            "SecurityKeyProvider=$SSH_SK_PROVIDER",  # ssh alone does not heed the variable by itself.
        ]
        flags = [flag for option in options for flag in ("-o", option)]
        return ["ssh", "-F", "none", "-i", file, "-p", self.port, *flags, f"{self.user}@127.0.0.1"]

    def __enter__(self):
        (self.root / "run/sshd").mkdir(exist_ok=True)
        # Without PAM it asks nothing of a session manager that is not there.
        options = ["ListenAddress=127.0.0.1", "UsePAM=no", f"AuthorizedKeysFile={self.authorized}"]
        flags = [flag for option in options for flag in ("-o", option)]
        enter = 'mount -t proc proc "$0/proc" && exec chroot "$0" /usr/sbin/sshd "$@"'
        command = ["unshare", "--mount", "sh", "-c", enter, self.root, "-D", "-e", "-p", str(self.port), *flags]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        readable, _, _ = select.select([self.process.stderr], [], [], 60)
        line = self.process.stderr.readline() if readable else ""
        assert "Server listening" in line, line
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=60)
