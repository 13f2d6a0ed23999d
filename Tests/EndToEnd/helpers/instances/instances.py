"""Several sandboxes on one database, behind a balancer."""

import contextlib
import random

from balancer import Balancer
from simulator import Simulator, free_port


class Instances:
    """A context manager, which stops them. `url` is the balancer's."""

    def __init__(self, toque, folder, database, *arguments, count=3, **popen):
        """`database` is the address of the database; `arguments` and `popen` are those of each instance."""
        self.stack = contextlib.ExitStack()
        port, ports = free_port(), [free_port() for _ in range(count)]
        self.url = f"http://127.0.0.1:{port}"
        self.members = []
        with contextlib.ExitStack() as stack:
            for each in ports:
                options = ["--port", each, "--database", database, "--public-url", self.url, *arguments]
                self.members.append(stack.enter_context(Simulator(toque, *options, **popen)))
            self.balancer = stack.enter_context(Balancer(folder, ports, port))
            self.stack = stack.pop_all()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()


class Victim:
    """One of several instances, another one each time."""

    def __init__(self, instances, seed):
        self.instances, self.random = instances, random.Random(seed)

    def kill(self):
        self.chosen = self.random.choice(self.instances.members)
        self.chosen.kill()

    def start(self):
        self.chosen.start()
