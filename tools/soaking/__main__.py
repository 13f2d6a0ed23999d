"""One served key under random clients for as long as asked for: see tools/soak."""

import argparse
import collections
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

from cryptography import x509

import ceremonies
import management
import packets
from ceremonies import digest
from command import Toque
from holder import private_file
from measurement import Meter
from person import Person
from platform_client import descriptors
from terminal import Terminal
from verdict import growth, leaks, median
from worker import WRONG, Worker
from world import CAPACITY, PIN, World

CLIENTS = 6
# How often each is done, next to the others.
OPERATIONS = {
    ceremonies.register: 30,
    ceremonies.sign: 60,
    ceremonies.sign_with_any: 12,
    ceremonies.sign_with_a_secret: 12,
    ceremonies.sign_with_none: 6,
    ceremonies.sign_with_a_contended_token: 12,
    ceremonies.register_with_a_listed_credential: 5,
    ceremonies.register_and_be_declined: 4,
    ceremonies.register_without_an_algorithm: 3,
    ceremonies.register_discoverable_without_the_user: 3,
    ceremonies.cancel_while_a_touch_is_awaited: 8,
    ceremonies.cancel_right_after_the_touch: 6,
    ceremonies.select: 4,
    ceremonies.register_by_u2f: 8,
    ceremonies.sign_by_u2f: 14,
    ceremonies.sign_by_u2f_without_a_handle: 4,
    ceremonies.leave_u2f_without_a_touch: 4,
    ceremonies.wait_for_a_touch_in_vain: 0.02,
    management.read_information: 12,
    management.list_credentials: 6,
    management.rename_a_user: 5,
    management.delete_a_credential: 6,
    management.keep_a_blob: 10,
    management.read_a_blob: 8,
    management.enroll_a_finger: 4,
    management.enroll_no_finger: 3,
    management.use_the_wrong_finger: 4,
    management.use_the_wrong_pin: 4,
    management.use_the_wrong_pin_three_times: 0.3,
    management.change_the_pin: 2,
    management.reset_too_late: 1,
    packets.ping: 30,
    packets.wink: 6,
    packets.lock_others_out: 6,
    packets.break_in: 6,
    packets.begin_anew: 5,
    packets.stop_in_the_middle: 8,
    packets.cancel_nothing: 5,
    packets.send_garbage: 16,
    packets.make_many_channels: 3,
    packets.make_many_connections: 3,
    packets.ask_without_reading: 4,
    packets.be_killed: 10,
}


def arguments():
    parser = argparse.ArgumentParser(prog="tools/soak", description=__doc__)
    parser.add_argument("--seconds", type=int, default=3600, help="how long; 3600 unless said otherwise")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is by chance; 1 unless said otherwise")
    parser.add_argument("--pause", type=float, default=0.05, help=argparse.SUPPRESS)
    return parser.parse_args()


class Soak:
    def __init__(self, toque, folder, options):
        self.options = options
        self.seed = options.seed
        self.store = folder / "store.sqlite"
        pin_file = private_file(folder / "pin", f"{PIN}\n")
        root = toque.run("key", "attestation-ca", "--store", self.store)
        assert root.returncode == 0, root.stderr
        link = ["--socket", folder / "key.socket", "--store", self.store, "--pin-file", pin_file]
        limits = ["--profile", "fingerprint-key", "--max-credentials", CAPACITY]
        self.terminal = Terminal(toque, "key", "serve", *link, *limits)
        self.terminal.wait_for("\n")
        self.person = Person(self.terminal.leader, self.chance("person"))
        self.process = self.terminal.process
        authority = x509.load_pem_x509_certificate(root.stdout.encode())
        self.world = World(self.process, self.terminal.text.split()[0], self.person, authority)
        self.workers = [
            Worker(self.world, number, self.chance(number), OPERATIONS, options.pause) for number in range(CLIENTS)
        ]
        self.power_cut = threading.Thread(target=self.cut_power, daemon=True)
        self.meter = Meter(self.process, self.store, max(0.2, options.seconds / 360))

    def chance(self, of):
        return random.Random(f"{self.seed} {of}")

    # The run

    def run(self):
        world, seconds = self.world, self.options.seconds
        begin = time.monotonic()
        self.person.thread.start()
        self.enroll()
        world.is_going.set()
        for each in self.workers:
            each.thread.start()
        self.power_cut.start()
        moments = []
        try:
            self.watch(begin + min(60, seconds / 4))
            # The time-out of a touch that came wakes a thread still after 30 seconds; one without work ends 5 later.
            moments.append(self.quiet_moment(min(45, seconds / 4)))
            self.meter.thread.start()
            self.watch(begin + seconds)
            self.meter.is_over.set()
            moments.append(self.quiet_moment(60, moments[0]))
            world.is_over.set()
            for each in self.workers:
                each.thread.join(60)
            self.check(self.known())
        except WRONG as error:
            world.note_wrong("between the operations", error)
        world.is_over.set()
        return self.report(*moments)

    def enroll(self):
        """The person's own finger."""
        worker = self.workers[0]
        worker.client = self.world.connect()
        self.person.samples.extend(["finger:thumb"] * 4)
        enrollment = management.sensor(worker).enroll()
        while enrollment.capture() is None:
            pass
        self.world.templates = {enrollment.template_id}
        worker.disconnect()

    def watch(self, end):
        """Says a line each minute, and ends early where the key has."""
        while (now := time.monotonic()) < end and self.process.poll() is None and len(self.world.wrong) < 20:
            time.sleep(max(0, min(end - now, 60 - (now - self.meter.begin) % 60)))
            if self.process.poll() is None:
                print(self.line(), flush=True)

    def quiet_moment(self, patience, expected=None):
        """A sample without clients, after so many seconds or once there is no more than expected."""
        world = self.world
        world.is_going.clear()
        for each in self.workers:
            assert each.is_idle.wait(90), f"{each.thread.name} does not come to an end"
        # Nobody is asked any more to touch it for U2F.
        world.cycle_power()
        end = time.monotonic() + patience
        while time.monotonic() < end:
            time.sleep(0.5)
            sample = self.meter.sample()
            if expected and sample.descriptors <= expected.descriptors and sample.threads <= expected.threads:
                break
        for each in self.workers:
            each.is_idle.clear()
        world.is_going.set()
        return sample

    # The power

    def cut_power(self):
        """Unplugs the key now and then, and looks whether all is there that was."""
        chance, world = self.chance("power"), self.world
        least = min(20, self.options.seconds / 8)
        while not world.is_over.wait(chance.uniform(least, 2 * least)):
            if not world.is_going.is_set():
                continue
            try:
                world.cycle_power()
                for worker in self.workers:
                    known = list(worker.account.credentials)
                    self.check(chance.sample(known, min(3, len(known))))
            except WRONG as error:
                if self.process.poll() is None:
                    world.note_wrong("after a power cycle", error)

    def check(self, credentials):
        """Each signs, without a touch."""
        world = self.world
        while credentials:
            powers = world.powers
            try:
                with world.connect() as client:
                    for credential in list(credentials):
                        self.check_one(client, credential)
                        credentials.remove(credential)
            except ConnectionError:
                if powers == world.powers:
                    raise

    def check_one(self, client, credential):
        if credential.protection == 3:
            return
        challenge = digest(f"{time.monotonic()}")
        before = self.world.counter
        silent = {"options": {"up": False}}
        try:
            assertion = client.ctap.get_assertion(credential.rp_id, challenge, descriptors(credential.id), **silent)
        except Exception:
            # Its client may have deleted or replaced it meanwhile.
            if credential in self.known():
                raise
            return
        assertion.verify(challenge, credential.public_key)
        self.world.see_counter(assertion.auth_data.counter, before)
        self.world.count("credentials found after a power cycle")

    def known(self):
        return [each for worker in self.workers for each in worker.account.credentials]

    # What is told

    def line(self):
        world, sample = self.world, self.meter.sample()
        tally = world.tally
        minutes, seconds = divmod(round(sample.seconds), 60)
        return (
            f"{minutes:3}:{seconds:02}  {self.operations()} operations, {tally['cancelled']} cancelled, "
            f"{tally['killed']} killed, {tally['power-cycled']} power cycles, {len(world.wrong)} wrong; "
            f"{sample.memory / 1024:.1f} MiB own, {sample.resident / 1024:.1f} MiB resident, "
            f"{sample.descriptors} descriptors, {sample.threads} threads, store {sample.store} KiB"
        )

    def operations(self):
        return sum(self.world.tally[each.__name__] for each in OPERATIONS)

    def report(self, first=None, last=None):
        """Prints all that was seen; returns whether the key has passed."""
        world, tally, samples = self.world, self.world.tally, self.meter.samples
        print("\nOperations:")
        for each in OPERATIONS:
            print(f"  {tally[each.__name__]:7} {each.__name__.replace('_', ' ')}")
        names = {each.__name__ for each in OPERATIONS}
        print("Besides:")
        for name in sorted(set(tally) - names):
            print(f"  {tally[name]:7} {name}")
        print(f"Gestures: {', '.join(f'{count} {word}' for word, count in self.person.answers.most_common())}")
        faults = [f"{what}: {text}" for what, text in world.wrong]
        if self.process.poll() is not None:
            faults.append(f"the key has ended, with exit code {self.process.returncode}")
        if self.person.unasked.strip():
            faults.append(f"the key has said: {self.person.unasked}")
        if samples and last:
            print(f"Memory of its own: {first.memory} KiB after the warming up; medians of the quarters:")
            print("  " + ", ".join(f"{median(samples, number, 'memory'):.0f} KiB" for number in (1, 2, 3, 4)))
            print(f"  {last.memory} KiB at the end; {growth(samples, 'memory'):+.0f} KiB an hour")
            print(f"Resident: {first.resident} KiB, then {last.resident} KiB; Pss {last.proportional} KiB")
            print(f"Descriptors: {first.descriptors} without clients, then {last.descriptors}; most "
                  f"{max(each.descriptors for each in samples)}")
            print(f"Threads: {first.threads} without clients, then {last.threads}; most "
                  f"{max(each.threads for each in samples)}")
            print(f"Store: {first.store} KiB, then {last.store} KiB; processor time {last.processor:.1f} s")
            faults += leaks(first, last, samples)
        print(f"{len(world.wrong)} wrong answers of {self.operations()} operations, seed {self.seed}")
        for fault in faults:
            print(f"FAULT: {fault}")
        return not faults


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="toque-soak-") as folder:
        soak = Soak(Toque(folder), Path(folder), options)
        with soak.terminal:
            passed = soak.run()
            if soak.process.poll() is None:
                soak.process.terminate()
                code = soak.process.wait(timeout=30)
                if code != 0:
                    print(f"FAULT: the key ended with exit code {code}")
                    passed = False
    sys.exit(0 if passed else 1)


main()
