"""What the process has of the machine, from /proc, and its store."""

import dataclasses
import os
import threading
import time
from pathlib import Path


@dataclasses.dataclass
class Sample:
    seconds: float
    memory: int  # KiB that it has to itself: resident or swapped out, without what files give it.
    resident: int  # KiB
    proportional: int  # KiB: what it shares counts in parts.
    descriptors: int
    threads: int
    store: int  # KiB of the store's files.
    processor: float  # Seconds.


class Meter:
    """Samples of a process at intervals, in a thread."""

    def __init__(self, process, store, interval):
        self.folder = Path(f"/proc/{process.pid}")
        self.store = store
        self.interval = interval
        self.begin = time.monotonic()
        self.samples = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while True:
            try:
                self.samples.append(self.sample())
            except OSError:  # It has ended, which others will tell.
                return
            if self.is_over.wait(self.interval):
                return

    def sample(self):
        pages = fields(self.folder / "smaps_rollup")
        times = (self.folder / "stat").read_text().rpartition(")")[2].split()
        return Sample(
            seconds=time.monotonic() - self.begin,
            memory=pages["Anonymous"] + pages["Swap"],
            resident=pages["Rss"],
            proportional=pages["Pss"],
            descriptors=len(os.listdir(self.folder / "fd")),
            threads=len(os.listdir(self.folder / "task")),
            store=sum(file.stat().st_size for file in self.store.parent.glob(f"{self.store.name}*")) // 1024,
            processor=(int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
        )

    def descriptors(self):
        """What each descriptor leads to, by number."""
        targets = {}
        for link in (self.folder / "fd").iterdir():
            try:
                targets[int(link.name)] = os.readlink(link)
            except FileNotFoundError:
                continue
        return targets


def fields(file):
    """The numbers of lines like `Rss: 12 kB`."""
    found = {}
    for line in file.read_text().splitlines():
        name, _, rest = line.partition(":")
        if rest.endswith(" kB"):
            found[name] = int(rest.split()[0])
    return found
