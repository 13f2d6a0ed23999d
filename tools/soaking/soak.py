"""One key, served on a socket with a person at its terminal, and the clients that use it."""

import contextlib
import random
import subprocess
import time

from cryptography import x509

from holder import private_file
from served_key import PIN
from terminal import Terminal

from .allocations import Allocations
from .measurement import Meter
from .operations import OPERATIONS
from .operations.fingers import sensor
from .person import OWN_FINGER, Person
from .power import PowerCuts
from .report import line
from .verdict import is_covered
from .worker import WRONG, Worker
from .world import CAPACITY, World

CLIENTS = 6
# Seconds between two operations of a client, on the average: all of them together leave a processor time for others.
PAUSE = 0.05
# Seconds after which a thread hangs: on a slow machine an operation may wait for five others, and half a minute itself.
HANGING = 600
# After so many wrong answers no more of them are waited for.
ENOUGH = 20


class Soak:
    """A context manager, which ends the key."""

    def __init__(self, toque, folder, seconds, seed):
        self.seed = seed
        self.warming = min(60, seconds / 4)
        self.measuring = seconds - self.warming
        store = folder / "store.sqlite"
        pin_file = private_file(folder / "pin", f"{PIN}\n")
        root = toque.run("key", "attestation-ca", "--store", store)
        assert root.returncode == 0, root.stderr
        authority = x509.load_pem_x509_certificate(root.stdout.encode())
        link, profile = ["--socket", folder / "key.socket"], ["--profile", "fingerprint-key"]
        options = ["--store", store, "--pin-file", pin_file, "--max-credentials", CAPACITY]
        allocations = Allocations(folder)
        toque.environment |= allocations.environment
        self.terminal = Terminal(toque, "key", "serve", *link, *profile, *options)
        try:
            self.terminal.wait_for("\n")
            allocations.wait()
        except BaseException:
            self.terminal.__exit__()
            raise
        self.process = self.terminal.process
        self.person = Person(self.terminal.leader, self.chance("person"))
        self.world = World(self.process, self.terminal.text.strip(), self.person, authority)
        numbers = range(CLIENTS)
        self.workers = [Worker(self.world, number, self.chance(number), OPERATIONS, PAUSE) for number in numbers]
        least = min(20, seconds / 8)
        self.cuts = PowerCuts(self.world, self.workers, self.chance("power"), least, 2 * least)
        self.clients = *self.workers, self.cuts
        self.meter = Meter(self.process, store, allocations, interval=max(0.2, seconds / 360))
        # Without clients: after the warming up, and at the end.
        self.quiet = []
        self.died = False
        self.exit_code = None  # So it stays where the key has to be killed.

    def chance(self, of):
        return random.Random(f"{self.seed} {of}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with self.terminal:
            if not self.has_ended:
                self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.exit_code = self.terminal.end()
            self.person.leave()

    @property
    def has_ended(self):
        return self.process.poll() is not None

    @property
    def is_measured(self):
        return len(self.quiet) == 2 and is_covered(self.measuring, self.meter.samples)

    def run(self):
        try:
            self.use()
        except WRONG as error:
            self.world.note_wrong("between operations", error)
        self.world.is_over.set()
        self.died = self.has_ended

    def use(self):
        world = self.world
        self.person.thread.start()
        self.prepare()
        world.is_going.set()
        for each in self.clients:
            each.thread.start()
        self.watch(self.warming)
        self.rest()
        # The time-out of a touch that came wakes a thread still after 30 seconds; one without work ends 5 later.
        self.measure_quiet(min(45, self.warming))
        world.is_going.set()
        self.meter.thread.start()
        self.watch(self.measuring)
        self.meter.is_over.set()
        join(self.meter.thread)
        self.rest()
        self.measure_quiet(60, self.quiet[0])
        world.is_over.set()
        join(*(each.thread for each in self.clients))
        self.cuts.check(self.cuts.known())

    def prepare(self):
        """Enrolls the person's own finger."""
        worker = self.workers[0]
        worker.client = self.world.connect()
        self.world.info = worker.client.ctap.get_info()
        self.person.samples.extend([OWN_FINGER] * 4)
        enrollment = sensor(worker).enroll()
        while enrollment.capture() is None:
            pass
        self.world.templates = {enrollment.template_id}
        worker.disconnect()

    def watch(self, seconds):
        """Prints a line each minute. Ends early if the key has ended or keeps failing."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and not self.has_ended and len(self.world.wrong) < ENOUGH:
            time.sleep(min(end - now, 60 - (now - self.meter.begin) % 60, 5))
            minute, before = ((moment - self.meter.begin) // 60 for moment in (time.monotonic(), now))
            if minute > before and not self.has_ended:
                print(line(self), flush=True)

    def rest(self):
        """Waits until there are no clients."""
        self.world.is_going.clear()
        for each in self.clients:
            assert each.is_idle.wait(HANGING), f"{each.thread.name} does not come to an end"
        # Nobody is asked any more to touch it for U2F.
        self.world.cycle_power()

    def measure_quiet(self, patience, expected=None):
        """Takes a sample after so many seconds, or once there is no more than expected."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            time.sleep(0.5)
            sample = self.meter.sample()
            if expected and sample.descriptors <= expected.descriptors and sample.threads <= expected.threads:
                break
        self.quiet.append(sample)


def join(*threads):
    for each in threads:
        each.join(HANGING)
        assert not each.is_alive(), f"{each.name} does not come to an end"
