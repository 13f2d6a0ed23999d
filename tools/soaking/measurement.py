"""The resources of the process, from /proc, its store and its allocator."""

import dataclasses
import os
import subprocess
import threading
import time
from pathlib import Path


@dataclasses.dataclass
class Sample:
    seconds: float
    allocated: int  # KiB that it has asked its allocator for and not given back.
    memory: int  # KiB that it has to itself: resident or swapped out, without what files give it.
    resident: int  # KiB
    proportional: int  # KiB: what it shares counts in parts.
    descriptors: int
    threads: int
    store: int  # KiB of the store's files.
    processor: float  # Seconds.


class Meter:
    """Samples a process at intervals, in a thread; the last sample is at the end."""

    # Seconds within which a process that has no memory left must end.
    death = 5

    def __init__(self, process, store, allocations, interval):
        self.process = process
        self.folder = Path(f"/proc/{process.pid}")
        self.store = store
        self.allocations = allocations
        self.interval = interval
        self.begin = time.monotonic()
        self.samples = []
        self.error = None  # Why sampling stopped while the process still runs.
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, name="meter", daemon=True)

    def run(self):
        is_over = False
        try:
            while not is_over:
                is_over = self.is_over.wait(self.interval)
                self.samples.append(self.sample())
        except Exception as error:
            try:
                self.process.wait(self.death)  # Others report its end.
            except subprocess.TimeoutExpired:
                self.error = error

    def sample(self):
        pages = fields(self.folder / "smaps_rollup")
        times = (self.folder / "stat").read_text().rpartition(")")[2].split()
        return Sample(
            seconds=time.monotonic() - self.begin,
            allocated=self.allocations.read(),
            memory=pages["Anonymous"] + pages["Swap"],
            resident=pages["Rss"],
            proportional=pages["Pss"],
            descriptors=len(os.listdir(self.folder / "fd")),
            threads=len(os.listdir(self.folder / "task")),
            store=sum(map(size, self.store.parent.glob(f"{self.store.name}*"))) // 1024,
            processor=(int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
        )


def size(file):
    """In bytes; none of a file that SQLite has taken away meanwhile, as it does with its journals."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def fields(file):
    """The numbers of lines like `Rss: 12 kB`."""
    found = {}
    for line in file.read_text().splitlines():
        name, _, rest = line.partition(":")
        if rest.endswith(" kB"):
            found[name] = int(rest.split()[0])
    return found
