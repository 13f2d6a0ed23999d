"""Unplugs the key now and then, and checks that nothing is lost."""

import os
import threading

from fido2.ctap import CtapError

from platform_client import descriptors

from .worker import WRONG


class PowerCuts:
    """A thread that cuts the power after a random time between two limits, in seconds."""

    def __init__(self, world, workers, chance, least, most):
        self.world = world
        self.workers = workers
        self.chance = chance
        self.pause = least, most
        self.thread = threading.Thread(target=self.run, name="power", daemon=True)
        self.is_idle = threading.Event()
        self.is_idle.set()

    def run(self):
        while not self.world.is_over.wait(self.chance.uniform(*self.pause)):
            # As a worker does.
            self.is_idle.clear()
            if self.world.is_going.is_set():
                self.cut()
            self.is_idle.set()

    def cut(self):
        try:
            self.world.cycle_power()
            for worker in self.workers:
                known = worker.account.credentials
                self.check(self.chance.sample(known, min(3, len(known))))
        except WRONG as error:
            self.world.note_wrong("after the power was cut", error)

    def known(self):
        return [credential for worker in self.workers for credential in worker.account.credentials]

    def check(self, credentials):
        """Each signs, without a touch, however often the power is cut meanwhile."""
        remaining = [each for each in credentials if each.is_usable(is_verified=False, is_listed=True)]
        while remaining:
            powers = self.world.powers
            try:
                with self.world.connect() as client:
                    while remaining:
                        self.check_one(client, remaining[-1])
                        remaining.pop()
            except ConnectionError:
                if powers == self.world.powers:
                    raise

    def check_one(self, client, credential):
        before, client_data_hash = self.world.counter, os.urandom(32)
        listed = descriptors(credential.id)
        try:
            assertion = client.ctap.get_assertion(credential.rp_id, client_data_hash, listed, options={"up": False})
        except CtapError:
            # Its client may have deleted or replaced it meanwhile.
            if credential in self.known():
                raise
            return
        assertion.verify(client_data_hash, credential.public_key)
        self.world.see_counter(assertion.auth_data.counter, before)
        self.world.count("credentials there after the power was cut")
