"""A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket only."""

import itertools
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from full_disk import SmallDisk

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
REASON = "PostgreSQL 15 is not installed (Debian: postgresql-15, libpq5)"


def is_installed():
    return (PROGRAMS / "postgres").exists()


class Cluster:
    """A context manager, which stops the server. `settings` are the server's, such as `fsync`."""

    def __init__(self, disk_size=None, **settings):
        """With a `disk_size`, a small disk that only the server sees is in its folder `disk`."""
        # Not a fixture's folder: the path of a Unix socket has at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="toque-pg-", dir="/tmp"))
        self.names = (f"sandbox{number}" for number in itertools.count(1))
        # initdb and postgres refuse root.
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres", "postgres")
        locale = ["-E", "UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]
        self.program("initdb", "-D", self.folder / "data", "-U", "toque", "-A", "trust", "--no-sync", *locale)
        self.disk, self.prefix = None, []
        if disk_size:
            folder = self.folder / "disk"
            folder.mkdir()
            self.disk = SmallDisk(folder, size=disk_size, owner="postgres")
            self.prefix = self.disk.prefix
        options = {"listen_addresses": "", "unix_socket_directories": self.folder, "max_connections": 200} | settings
        self.options = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        self.start()

    def program(self, name, *arguments):
        result = subprocess.run(
            [*self.user, PROGRAMS / name, *map(str, arguments)],
            capture_output=True, text=True, cwd=self.folder, timeout=60,
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
        return result.stdout

    def start(self):
        """Starts the server, again after its end; waits until it accepts connections."""
        deadline = time.monotonic() + 60
        log = self.folder / "log"
        self.process = None
        while True:
            assert time.monotonic() < deadline, log.read_text()
            # After a kill, the server's other processes may take a moment to end.
            if self.process is None or self.process.poll() is not None:
                command = [*self.prefix, *self.user, PROGRAMS / "postgres", "-D", self.folder / "data", *self.options]
                with log.open("a") as output:
                    self.process = subprocess.Popen(
                        command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder
                    )
            ready = [PROGRAMS / "pg_isready", "-q", "-h", self.folder, "-U", "toque"]
            if subprocess.run(ready, timeout=60).returncode == 0:
                if self.disk:
                    self.disk.process = self.process
                return
            time.sleep(0.02)

    def kill(self):
        """kill -9 of the server's first process, at which the others end."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.program("pg_ctl", "-D", self.folder / "data", "-m", "fast", "-w", "stop")
        self.process.wait()

    def make_database(self):
        """Returns the name of a new, empty database."""
        name = next(self.names)
        self.program("createdb", "-h", self.folder, "-U", "toque", name)
        return name

    def url(self, database, folder=None):
        return f"postgresql:///{database}?host={folder or self.folder}&user=toque"

    def query(self, database, sql):
        """Returns the lines of a result, with columns separated by `|`."""
        return self.program("psql", "-h", self.folder, "-U", "toque", "-XAtc", sql, database).splitlines()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


class Databases:
    """A database of a cluster in place of each SQLite database, so that tests of SQLite also run on PostgreSQL."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.urls = {}

    def replace(self, arguments):
        """Returns the arguments of `toque simulate`. The same file is the same database each time."""
        result = []
        for argument in arguments:
            if argument == "--memory":
                result += ["--database", self.make()]
            elif result[-1:] == ["--database"] and "://" not in str(argument):
                if argument not in self.urls:
                    self.urls[argument] = self.make()
                result.append(self.urls[argument])
            else:
                result.append(argument)
        return result

    def make(self):
        return self.cluster.url(self.cluster.make_database())
