"""A sandbox that is killed again and again while clients use it."""

import collections
import concurrent.futures
import contextlib
import random
import threading
import time

from api_client import Lost


class Over(Exception):
    """Something else failed: the sandbox does not start again."""


class Gate:
    """Clients wait here while the sandbox is down. It counts requests, which time the kills."""

    def __init__(self):
        self.changed = threading.Condition()
        self.requests = 0
        self.life = 0
        self.is_over = False

    def attempt(self, call):
        """Returns a request's result. Raises `Lost` if the sandbox died before it answered; by then it runs again."""
        with self.changed:
            if self.is_over:
                raise Over
            self.requests += 1
            self.changed.notify_all()
            life = self.life
        try:
            return call()
        except Lost:
            with self.changed:
                is_there = self.changed.wait_for(lambda: self.life > life or self.is_over, 60)
                assert is_there, "the sandbox is not there any more"
            raise

    def wait_for_request(self, number):
        """Waits for the request with this number; returns False if the flows end first."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.requests >= number or self.is_over, 120), "the flows stand still"
            return not self.is_over

    def restarted(self):
        with self.changed:
            self.life += 1
            self.changed.notify_all()

    def end(self):
        with self.changed:
            self.is_over = True
            self.changed.notify_all()


class Killer:
    """Kills the sandbox at moments among the requests, and checks after each restart that nothing is missing."""

    # The number of requests between two kills.
    between = 20, 180

    def __init__(self, simulator, seed):
        self.simulator, self.gate, self.random = simulator, Gate(), random.Random(seed)
        self.kills = 0

    def answered(self):
        """Returns everything answered so far, for `check`."""
        raise NotImplementedError

    def check(self, answered):
        """Fails if an answered change is missing."""
        raise NotImplementedError

    def run(self, clients, work):
        """Runs this many clients at once, each `work(number)`, and kills the sandbox until all are done."""
        with concurrent.futures.ThreadPoolExecutor(clients + 1) as pool:
            killing = pool.submit(self.kill)

            def serve(number):
                with contextlib.suppress(Over):
                    work(number)

            served = [pool.submit(serve, number) for number in range(clients)]
            concurrent.futures.wait(served, return_when=concurrent.futures.FIRST_EXCEPTION)
            self.gate.end()
            for future in [*served, killing]:
                future.result()

    def kill(self):
        try:
            while self.gate.wait_for_request(self.gate.requests + self.random.randint(*self.between)):
                # The point of death is random; the invariants afterwards are not.
                time.sleep(self.random.uniform(0, 0.02))
                self.simulator.kill()
                self.kills += 1
                answered = self.answered()
                self.simulator.start()
                self.check(answered)
                self.gate.restarted()
        finally:
            self.gate.end()


def assert_same_lanes(came, expected):
    """Fails with the lanes that differ, of the possibly many."""
    different = {key: (came.get(key), expected.get(key)) for key in came.keys() | expected.keys()}
    different = {key: (left, right) for key, (left, right) in different.items() if left != right}
    assert not different, f"came, and expected: {different}"


def lanes(told):
    """Groups pairs of object and news by object, in order of arrival. A webhook repeated right after itself counts
    once, as the kill lost its answer."""
    lanes = collections.defaultdict(list)
    for subject, news in told:
        if lanes[subject][-1:] != [news]:
            lanes[subject].append(news)
    return lanes
