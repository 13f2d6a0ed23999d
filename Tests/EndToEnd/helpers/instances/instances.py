"""Several sandboxes on one database, behind a balancer."""

import contextlib
import itertools
import random
import time
import urllib.request

from balancer import INSTANCE, Balancer, name
from simulator import Simulator, free_port


class Instances:
    """A context manager, which stops them. `url` is the balancer's."""

    def __init__(self, toque, folder, database, *arguments, count=3, **popen):
        """`database` is the address of the database; `arguments` and `popen` are those of each instance."""
        self.stack = contextlib.ExitStack()
        port, ports = free_port(), [free_port() for _ in range(count)]
        self.url = f"http://127.0.0.1:{port}"
        # By the name that the balancer's answers have.
        self.named = {}
        with contextlib.ExitStack() as stack:
            for each in ports:
                options = ["--port", each, "--database", database, "--public-url", self.url, *arguments]
                self.named[name(each)] = stack.enter_context(Simulator(toque, *options, **popen))
            self.balancer = stack.enter_context(Balancer(folder, ports, port))
            self.stack = stack.pop_all()
        self.members = list(self.named.values())
        # Public addresses are the balancer's.
        self.urls = [f"http://127.0.0.1:{each}" for each in ports]

    def wait_for(self, member):
        """Returns once the balancer sends requests to a member."""
        deadline = time.monotonic() + 60
        while True:
            with urllib.request.urlopen(f"{self.url}/_toque/health", timeout=60) as answer:
                if self.named[answer.headers[INSTANCE]] is member:
                    return
            assert time.monotonic() < deadline, "the balancer sends nothing to it"
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()


class Victim:
    """One of several instances, another one each time; first the one that `first` names."""

    def __init__(self, instances, seed, first):
        self.instances, self.random, self.first = instances, random.Random(seed), first
        self.chosen = None

    def kill(self):
        chosen = self.random.choice(self.instances.members)
        self.chosen = chosen if self.chosen else self.instances.named[self.first()]
        self.chosen.kill()

    def start(self):
        self.chosen.start()


class Upgrade:
    """Replaces one instance after another, each once the balancer knows of the one before."""

    def __init__(self, instances):
        self.instances, self.members = instances, itertools.cycle(instances.members)

    def kill(self):
        self.chosen = next(self.members)
        assert self.chosen.stop() == 0

    def start(self):
        self.chosen.start()
        self.instances.wait_for(self.chosen)
