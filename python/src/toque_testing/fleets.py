"""What the users of a Locust process share: its fleets, and the numbers of its devices."""

from __future__ import annotations

import atexit
import heapq
import logging
import weakref
from typing import Any, Dict, List, Optional, Tuple, Union

# Locust first: it makes the standard library's sockets cooperative.
from locust import User
from locust.exception import StopUser
from locust.runners import WorkerRunner

import gevent

from .errors import ToqueError
from .fleet import FleetProcess


class DeviceNumbers:
    """The numbers of a worker's devices, counted from 0: each is one user's at a time."""

    def __init__(self) -> None:
        self._fresh = 0
        self._returned: List[int] = []

    def take(self, size: int) -> int:
        """A number below the size. New ones come first: a backend may know the device of a number that was used.

        Raises:
            StopUser: all are in use.
        """
        if self._fresh < size:
            self._fresh += 1
            return self._fresh - 1
        if self._returned and self._returned[0] < size:
            return heapq.heappop(self._returned)
        raise StopUser(f"all {size} devices of this worker are in use: raise devices_per_worker")

    def give_back(self, number: int) -> None:
        heapq.heappush(self._returned, number)


class Fleets:
    """The fleets of a worker process, and the numbers of its devices in a test."""

    _all: "weakref.WeakKeyDictionary[Any, Fleets]" = weakref.WeakKeyDictionary()

    def __init__(self, environment: Any) -> None:
        self.numbers = DeviceNumbers()
        self._environment = weakref.ref(environment)
        self._processes: Dict[Tuple[str, ...], FleetProcess] = {}
        self._given_up = False
        environment.events.test_start.add_listener(self._begin)
        environment.events.quitting.add_listener(self._stop)
        # Locust may end without that event.
        atexit.register(self._stop)

    @classmethod
    def of(cls, environment: Any) -> "Fleets":
        fleets = cls._all.get(environment)
        if fleets is None:
            fleets = cls._all[environment] = cls(environment)
        return fleets

    def process(self, socket: Optional[str], options: Tuple[str, ...]) -> Union[FleetProcess, str]:
        if socket is not None:
            return socket
        return self._processes.setdefault(options, FleetProcess(options))

    def first_device(self, size: int) -> int:
        """The first number of this worker's range."""
        runner = getattr(self._environment(), "runner", None)
        return max(0, getattr(runner, "worker_index", 0)) * size

    def give_up(self, user: User, error: ToqueError) -> None:
        """Ends the test with the error, once."""
        if self._given_up:
            return
        self._given_up = True
        logging.getLogger(__name__).error("%s", error)
        environment = user.environment
        environment.process_exit_code = 1
        # A worker tells the master at once.
        environment.events.user_error.fire(user_instance=user, exception=error, tb=error.__traceback__)
        # Not in the user's greenlet, which ends with the test.
        gevent.spawn(end_test, environment)

    def _begin(self, **_: Any) -> None:
        """Each test has all numbers, and tries again what could not start."""
        self.numbers = DeviceNumbers()
        if self._given_up:
            self._given_up = False
            self._stop()

    def _stop(self, **_: Any) -> None:
        for process in self._processes.values():
            process.stop()


def end_test(environment: Any) -> None:
    """Ends Locust, or only the test where its web page can begin another."""
    runner = environment.runner
    if isinstance(runner, WorkerRunner) or getattr(environment.parsed_options, "headless", False):
        runner.quit()
    elif runner is not None:
        runner.stop()
