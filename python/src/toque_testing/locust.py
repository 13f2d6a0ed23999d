"""Locust users with devices: `toque fleet serve` signs, and makes whole journeys.

Needs Locust, as `pip install toque-testing[locust]` installs it. Uses only its documented API.
"""

from __future__ import annotations

import atexit
import itertools
import time
import weakref
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

# Locust first: it makes the standard library's sockets cooperative.
from locust import User
from locust.exception import RescheduleTask, StopUser

from .errors import ToqueError
from .fleet import FleetConnection, FleetProcess, FleetRefused, FleetUnavailable

__all__ = ["FleetDevice", "FleetRefused", "FleetUnavailable", "StepFailed", "ToqueUser"]


class StepFailed(Exception):
    """A step of a journey failed. Its text is a row of Locust's failures."""

    def __repr__(self) -> str:
        return str(self)


class FleetDevice:
    """A simulated phone. What it does appears in Locust's statistics.

    Args:
        number: names the device: the same number is the same device in every run with the same seed.
    """

    def __init__(self, environment: Any, connection: FleetConnection, number: int) -> None:
        self.number = number
        self._environment = environment
        self._connection = connection

    def risk_signals(self) -> Dict[str, Any]:
        """The device's risk signals."""
        return self._call("DEVICE risk-signals", "risk-signals")["risk_signals"]  # type: ignore[no-any-return]

    def register(self, fido_options: Dict[str, Any], **request: Any) -> Dict[str, Any]:
        """Makes a credential for registration options. Returns a RegistrationResponseJSON.

        Args:
            fido_options: of any relying party.
            request: `origin`, and `fault`, such as `"decline"`.
        """
        answer = self._call("DEVICE register", "register", fido_options=fido_options, **request)
        return answer["credential"]  # type: ignore[no-any-return]

    def sign(self, fido_options: Dict[str, Any], **request: Any) -> Dict[str, Any]:
        """Signs authentication options. Returns an AuthenticationResponseJSON.

        Args:
            fido_options: of any relying party.
            request: `origin`, and `fault`: `"bad-signature"`, `"replay"` or `"decline"`.
        """
        answer = self._call("DEVICE sign", "sign", fido_options=fido_options, **request)
        return answer["credential"]  # type: ignore[no-any-return]

    def step(self, name: str, **request: str) -> List[Dict[str, Any]]:
        """Makes one step of a journey with its HTTP request, such as `POST /payment-intents/`. Returns its outcomes.

        Args:
            name: of the step.
            request: `journey`, if several have the step; `fault` and `scenario`.
        """
        outcomes: List[Dict[str, Any]] = self._call(None, "step", step=name, **request)["outcomes"]
        self._report(outcomes)
        return outcomes

    def journey(self, name: Optional[str] = None) -> List[Dict[str, Any]]:
        """Makes a whole journey: the user's next one by the journey file. Returns the outcome of each step.

        Args:
            name: of the journey, such as `"pay"`. Default: the journey file decides.
        """
        named = {} if name is None else {"journey": name}
        outcomes: List[Dict[str, Any]] = self._call(None, "journey", **named)["outcomes"]
        self._report(outcomes)
        return outcomes

    def _call(self, reported: Optional[str], do: str, /, **request: Any) -> Dict[str, Any]:
        """Fires the reported step with its duration, or its failure.

        Raises:
            FleetRefused: the fleet answered with an error.
            RescheduleTask: the fleet is gone. Locust goes on with the user's next task.
        """
        start = time.perf_counter()
        try:
            answer = self._connection.call({"do": do, "device": self.number, **request})
        except ToqueError as error:
            self._fire(reported or f"DEVICE {do}", (time.perf_counter() - start) * 1e6, 0, error.problem)
            if isinstance(error, FleetUnavailable):
                raise RescheduleTask() from error
            raise
        if reported is not None:
            self._fire(reported, answer.get("us", (time.perf_counter() - start) * 1e6), 0, None)
        return answer

    def _report(self, outcomes: Sequence[Dict[str, Any]]) -> None:
        for outcome in outcomes:
            self._fire(outcome["name"], outcome["us"], outcome.get("bytes", 0), outcome.get("failure"))

    def _fire(self, step: str, microseconds: float, size: int, failure: Optional[str]) -> None:
        kind, _, name = step.partition(" ")
        self._environment.events.request.fire(
            request_type=kind,
            name=name,
            response_time=microseconds / 1000,
            response_length=size,
            exception=None if failure is None else StepFailed(failure),
            context={},
        )


class ToqueUser(User):
    """A Locust user that holds a device, `self.device`. Combine it with other users:
    `class Shopper(ToqueUser, FastHttpUser)`.

    Each worker process starts a fleet of its own, unless `socket` names one. Worker N uses the devices from
    N * `devices_per_worker`.
    """

    abstract = True

    socket: Optional[str] = None
    """The socket of a `toque fleet serve` that runs on this machine."""
    journey_file: Optional[str] = None
    """What users do: `toque fleet journey` explains the file."""
    fleet_options: Sequence[str] = ()
    """Further options of `toque fleet serve`, such as `("--seed", "2")`."""
    devices_per_worker: int = 100_000
    """The size of a worker's range of device numbers."""

    device: FleetDevice

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        fleet = Fleets.of(environment)
        number = fleet.next_device(self.devices_per_worker)
        self.device = FleetDevice(environment, FleetConnection(fleet.process(self.socket, self._options())), number)

    def _options(self) -> Tuple[str, ...]:
        options = list(self.fleet_options)
        if self.journey_file is not None:
            options += ["--journey", self.journey_file]
        if self.host is not None:
            options += ["--target", self.host]
        return tuple(options)


class Fleets:
    """The fleets of a worker process, and the numbers of its devices."""

    _all: "weakref.WeakKeyDictionary[Any, Fleets]" = weakref.WeakKeyDictionary()

    def __init__(self, environment: Any) -> None:
        self._environment = weakref.ref(environment)
        self._processes: Dict[Tuple[str, ...], FleetProcess] = {}
        self._numbers: Iterator[int] = itertools.count()
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

    def next_device(self, size: int) -> int:
        """The next number of this worker's range, from its beginning in each test.

        Raises:
            StopUser: the range has no more numbers.
        """
        number = next(self._numbers)
        if number >= size:
            raise StopUser(f"this worker has used all {size} devices: raise devices_per_worker")
        runner = getattr(self._environment(), "runner", None)
        return max(0, getattr(runner, "worker_index", 0)) * size + number

    def _begin(self, **_: Any) -> None:
        self._numbers = itertools.count()

    def _stop(self, **_: Any) -> None:
        for process in self._processes.values():
            process.stop()
