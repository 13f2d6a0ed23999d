"""The memory that a process has allocated, as its allocator counts it."""

import shutil
import subprocess
import time
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")


class Allocations:
    """A library that is loaded into a process by its environment, and the file where it says its number."""

    def __init__(self, folder):
        self.file = folder / "allocations"
        self.library = folder / "allocations.so"
        compiler = shutil.which("cc")
        assert compiler, "needs a C compiler: apt-get install gcc"
        command = [compiler, "-shared", "-fPIC", "-pthread", "-Wall", "-Werror", "-o", self.library, SOURCE]
        subprocess.run(command, check=True)

    @property
    def environment(self):
        return {"LD_PRELOAD": str(self.library), "SOAK_ALLOCATIONS": str(self.file)}

    def wait(self, seconds=60):
        """For its first number."""
        end = time.monotonic() + seconds
        while not (self.file.exists() and self.file.read_bytes()):
            assert time.monotonic() < end, "nothing is told of what is allocated"
            time.sleep(0.05)

    def read(self):
        """In KiB."""
        return int(self.file.read_bytes()) // 1024
