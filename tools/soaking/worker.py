"""Consecutive clients of the key, each for some random operations."""

import contextlib
import threading
import time

import pytest

from .account import Account

# A lock of a channel lasts no longer (CTAP 2.1, 11.2.9.2.2), whatever else the machine has to do.
LOCK_SECONDS = 10
# What an answer that is not as it must be raises; a missing refusal is no Exception to pytest.
WRONG = (Exception, pytest.fail.Exception)


class LockExpired(Exception):
    """What was to be done on a locked channel took longer than a lock may last: others may have been in between."""


class Worker:
    """A thread with its own credentials."""

    def __init__(self, world, number, chance, operations, pause):
        self.world = world
        self.chance = chance
        self.account = Account(number)
        self.operations, self.weights = zip(*operations.items())
        self.pause = pause
        self.client = None
        self.thread = threading.Thread(target=self.run, name=f"client {number}", daemon=True)
        self.is_idle = threading.Event()

    def run(self):
        while not self.world.is_over.is_set():
            # Before it looks whether to go on: whoever has stopped it and finds it idle knows that it stays so.
            self.is_idle.clear()
            if self.world.is_going.is_set():
                self.step()
                self.world.is_over.wait(self.chance.expovariate(1 / self.pause))
                continue
            self.disconnect()
            self.is_idle.set()
            self.world.is_going.wait(0.5)
        self.disconnect()

    def step(self):
        [operation] = self.chance.choices(self.operations, self.weights)
        self.perform(operation)
        if self.chance.random() < 0.3:
            self.disconnect()

    def perform(self, operation):
        """Where an operation has nothing to work with, it returns another one, which is done and counted instead."""
        powers = self.world.powers
        try:
            if self.client is None:
                self.client = self.world.connect()
            powers = self.client.power
            while instead := operation(self):
                operation = instead
        except LockExpired:
            self.world.count("lock expired")
        except ConnectionError as error:
            # The end of the power is the only one that ends a connection.
            if powers == self.world.powers:
                self.world.note_wrong(operation.__name__, error)
            self.world.count("cut off")
            self.disconnect()
        except WRONG as error:
            self.world.note_wrong(operation.__name__, error)
            self.disconnect()
        else:
            self.world.count(operation.__name__)
            self.world.count("operations")

    def disconnect(self):
        if self.client is not None:
            self.client.device.close()
            self.client = None

    # What operations are made of

    @contextlib.contextmanager
    def locked(self):
        """The channel for itself: nobody takes a token away or a step out of a sequence."""
        device = self.client.device
        device.lock(LOCK_SECONDS)
        begin = time.monotonic()
        try:
            yield
        except ConnectionError:
            raise
        except WRONG as error:
            if time.monotonic() - begin > LOCK_SECONDS - 1:
                raise LockExpired from error
            raise
        finally:
            with contextlib.suppress(ConnectionError):
                device.lock(0)

    def pin(self):
        return self.client.pin(self.chance.choice((1, 2)))

    def bytes(self, least, most):
        return self.chance.randbytes(self.chance.randint(least, most))
