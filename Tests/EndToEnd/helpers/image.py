"""Runs a container image without a container engine: with crun, or in a chroot if namespaces are refused."""

import json
import os
import shutil
import subprocess
import tarfile
import time
import uuid
from pathlib import Path

from command import HANGING


def missing():
    """Returns why no image can run here, or None."""
    if os.geteuid() != 0:
        return "needs root, for crun or chroot"
    absent = [program for program in ("crun", "skopeo", "umoci") if not shutil.which(program)]
    return f"needs {', '.join(absent)} (TOQUE_SETUP_ALL=1 tools/setup)" if absent else None


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=HANGING, **options)


def convert(source, target):
    result = run("skopeo", "copy", "--quiet", source, target)
    assert result.returncode == 0, result.stderr


def docker_config(archive):
    """The configuration that docker reads from an archive."""
    with tarfile.open(archive) as tar:
        [image] = json.load(tar.extractfile("manifest.json"))
        return json.load(tar.extractfile(image["Config"]))


class Bundle:
    """An unpacked image, and the configuration of a container of it."""

    def __init__(self, archive, folder):
        convert(f"oci-archive:{archive}", f"oci:{folder}/layout:toque")
        self.folder = Path(folder, "bundle")
        unpacked = run("umoci", "unpack", "--image", f"{folder}/layout:toque", self.folder)
        assert unpacked.returncode == 0, unpacked.stderr
        self.root = self.folder / "rootfs"
        config = json.loads((self.folder / "config.json").read_text())
        config["process"]["terminal"] = False
        # Engines mount volumes with the owner that the image gives them; the groups of processes are the machine's.
        destinations = ("/var/lib/toque", "/sys/fs/cgroup")
        config["mounts"] = [mount for mount in config["mounts"] if mount["destination"] not in destinations]
        config["linux"].pop("resources", None)
        self.config = config

    def size(self):
        """Returns the bytes of all files, each counted once."""
        found = {file.lstat().st_ino: file.lstat().st_size for file in self.root.rglob("*") if not file.is_dir()}
        return sum(found.values())


class Container:
    """A running container with the given environment. Its network has only a loopback interface."""

    def __init__(self, bundle, environment):
        self.name = f"toque-{uuid.uuid4().hex[:8]}"
        self.bundle = bundle
        config = bundle.config
        self.user = "{uid}:{gid}".format_map(config["process"]["user"])
        config["process"]["env"] = config["process"]["env"] + [f"{key}={value}" for key, value in environment.items()]
        self.isolated = run("unshare", "--mount", "--net", "--pid", "true").returncode == 0
        (bundle.folder / "config.json").write_text(json.dumps(config))

    def __enter__(self):
        # crun refuses machines that have both versions of cgroups, so it sees none.
        hide = 'umount --recursive /sys/fs/cgroup; mount -t tmpfs tmpfs /sys/fs/cgroup; exec "$@"'
        isolated = ["unshare", "--mount", "sh", "-c", hide, "sh", *CRUN, "run", "--bundle", self.bundle.folder]
        self.log = (self.bundle.folder / "log").open("w+")
        self.process = subprocess.Popen(
            [*isolated, self.name] if self.isolated else self.in_root(self.bundle.config["process"]["args"]),
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        deadline = time.monotonic() + HANGING
        while "Sandbox ready at" not in self.output():
            assert self.process.poll() is None and time.monotonic() < deadline, self.output()
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        self.log.close()

    def in_root(self, arguments):
        user = f"--userspec={self.user}"
        return ["chroot", user, str(self.bundle.root), "env", "-i", *self.bundle.config["process"]["env"], *arguments]

    def execute(self, *arguments):
        """Runs a command in the container, as `docker exec` does."""
        if not self.isolated:
            return run(*self.in_root(arguments))
        return run(*CRUN, "exec", "--user", self.user, self.name, *arguments)

    def stop(self):
        """Ends the container as `docker stop` does. Returns the exit code of its program."""
        if self.isolated:
            run(*CRUN, "kill", self.name, "TERM")
        else:
            self.process.terminate()
        return self.process.wait(timeout=HANGING)

    def output(self):
        return (self.bundle.folder / "log").read_text()


CRUN = ["crun", "--cgroup-manager=disabled"]
