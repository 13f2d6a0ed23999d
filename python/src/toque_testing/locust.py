"""Locust users with devices: `toque fleet serve` signs, and makes whole journeys.

Needs Locust, as `pip install toque-testing[locust]` installs it. Uses only its documented API.
"""

from __future__ import annotations

import contextlib
import functools
import time
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

# Locust first: it makes the standard library's sockets cooperative.
from locust import TaskSet, User, constant
from locust.exception import RescheduleTask, StopUser

import gevent

from .errors import SandboxUnavailable, ToqueError
from .fleet import FleetConnection, FleetMisconfigured, FleetRefused, FleetUnavailable
from .fleets import Fleets

__all__ = ["FleetDevice", "FleetRefused", "FleetUnavailable", "StepFailed", "ToqueUser"]


class StepFailed(Exception):
    """A step of a journey failed. Its text is a row of Locust's failures."""

    def __repr__(self) -> str:
        return str(self)


class FleetGone(RescheduleTask):
    """The fleet is gone, and the failure is reported. Locust goes on with the user's next task."""


class FleetDevice:
    """A simulated phone. What it does appears in Locust's statistics.

    Args:
        number: names the device: the same number is the same device in every run with the same seed.
    """

    def __init__(self, user: User, connection: FleetConnection, number: int) -> None:
        self.number = number
        self._user = user
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
            FleetGone: the fleet is gone.
            GreenletExit: the fleet cannot start, and the test ends.
        """
        start = time.perf_counter()
        try:
            answer = self._connection.call({"do": do, "device": self.number, **request})
        except (FleetMisconfigured, SandboxUnavailable) as error:
            Fleets.of(self._user.environment).give_up(self._user, error)
            raise gevent.GreenletExit() from error
        except ToqueError as error:
            problem = "; ".join(error.problem.splitlines())
            self._fire(reported or f"DEVICE {do}", (time.perf_counter() - start) * 1e6, 0, problem)
            if isinstance(error, FleetUnavailable):
                raise FleetGone() from error
            raise
        if reported is not None:
            self._fire(reported, answer.get("us", (time.perf_counter() - start) * 1e6), 0, None)
        return answer

    def _report(self, outcomes: Sequence[Dict[str, Any]]) -> None:
        for outcome in outcomes:
            self._fire(outcome["name"], outcome["us"], outcome.get("bytes", 0), outcome.get("failure"))

    def _fire(self, step: str, microseconds: float, size: int, failure: Optional[str]) -> None:
        fire(self._user.environment, step, microseconds, size, failure)


def fire(environment: Any, step: str, microseconds: float, size: int, failure: Optional[str]) -> None:
    """Adds a step to Locust's statistics."""
    kind, _, name = step.partition(" ")
    environment.events.request.fire(
        request_type=kind,
        name=name,
        response_time=microseconds / 1000,
        response_length=size,
        exception=None if failure is None else StepFailed(failure),
        context={},
    )


class Retry(TaskSet):
    """Lets a user that tries again be stopped in between, as between two tasks."""

    wait_time = constant(0)


@contextlib.contextmanager
def ending_quietly() -> Iterator[None]:
    """Ends the user where it is stopped. Locust would log it as an error of `on_start`."""
    try:
        yield
    except StopUser as end:
        raise gevent.GreenletExit() from end


class ToqueUser(User):
    """A Locust user that holds a device, `self.device`. Combine it with other users:
    `class Shopper(ToqueUser, FastHttpUser)`.

    Each worker process starts a fleet of its own, unless `socket` names one. Worker N uses the devices from
    N * `devices_per_worker`. A user that ends gives its device back. While the fleet is gone, `on_start` begins again
    until it succeeds.
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

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self._numbers = Fleets.of(environment).numbers
        self._number: Optional[int] = None
        # Locust calls these in place of the class's own.
        setattr(self, "on_start", functools.partial(self._run_on_start, self.on_start))
        setattr(self, "on_stop", functools.partial(self._run_on_stop, self.on_stop))

    @functools.cached_property
    def device(self) -> FleetDevice:
        """The user's phone.

        Raises:
            StopUser: all devices of this worker are in use.
        """
        fleets = Fleets.of(self.environment)
        self._number = self._numbers.take(self.devices_per_worker)
        connection = FleetConnection(fleets.process(self.socket, self._options()))
        return FleetDevice(self, connection, fleets.first_device(self.devices_per_worker) + self._number)

    def _give_back(self, _: Any) -> None:
        if self._number is not None:
            self._numbers.give_back(self._number)
            self._number = None

    def _run_on_start(self, on_start: Callable[[], None]) -> None:
        """Runs it from its beginning until the fleet answers, or the user is stopped."""
        current = gevent.getcurrent()
        # The user ends with its greenlet. Without a runner, as in `run_single_user`, it has none of its own.
        if isinstance(current, gevent.Greenlet):
            current.link(self._give_back)
        self._take_device()
        while True:
            with contextlib.suppress(FleetGone):
                return on_start()
            retry: Any = Retry(self)
            with ending_quietly():
                retry.wait()

    def _take_device(self) -> None:
        """Takes it before anything else, or ends the user."""
        with ending_quietly():
            try:
                self.device
            except StopUser as error:
                fire(self.environment, "DEVICE number", 0, 0, str(error))
                raise

    def _run_on_stop(self, on_stop: Callable[[], None]) -> None:
        """Runs it once, unless the user never got a device."""
        if self._number is not None:
            with contextlib.suppress(FleetGone):
                on_stop()

    def _options(self) -> Tuple[str, ...]:
        options = list(self.fleet_options)
        if self.journey_file is not None:
            options += ["--journey", self.journey_file]
        if self.host is not None:
            options += ["--target", self.host]
        return tuple(options)
