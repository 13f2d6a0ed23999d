"""The scenario that decides how things end."""

from __future__ import annotations

from difflib import get_close_matches
from types import TracebackType
from typing import Optional, Type

from .control import Control
from .errors import ControlRefused

# The traceback of a failed test ends in the test.
__tracebackhide__ = True


class ScenarioSetter:
    """Sets scenarios of the tenant: `toque_scenario("payment.insufficient_funds")`.

    The scenario holds until the end of the test, or of a `with` block.
    """

    def __init__(self, control: Control) -> None:
        self._control = control

    def __call__(self, name: str, *, object: Optional[str] = None) -> Scenario:
        """Sets the default scenario of new objects, or the scenario of one object by its id.

        Raises:
            ControlRefused: there is no such scenario or object.
        """
        previous = None if object else self.default
        self._set(name, object)
        return Scenario(self, name, object, previous)

    @property
    def default(self) -> Optional[str]:
        """The default scenario of new objects; None if none is set."""
        name: Optional[str] = self._control.call("GET", "scenarios")["default"]
        return name

    def reset(self, *, object: Optional[str] = None) -> None:
        """Removes the default scenario, or that of one object."""
        self._control.call("DELETE", "scenario", query={"object": object})

    def _set(self, name: str, object: Optional[str]) -> None:
        body = {"scenario": name} if object is None else {"scenario": name, "object": object}
        try:
            self._control.call("PUT", "scenario", body)
        except ControlRefused as refusal:
            known = [each["name"] for each in self._control.call("GET", "scenarios")["scenarios"]]
            if name.partition("=")[0] in known:
                raise
            nearest = "".join(f"did you mean {each}? " for each in get_close_matches(name, known, 1))
            hint = f"{nearest}`toque sandbox scenarios` lists them"
            status, code = refusal.status, refusal.code
            raise ControlRefused("toque_scenario", f"no scenario {name!r}", status, code, hint) from None


class Scenario:
    """A scenario that was set. As a context manager, it ends with the block; the previous one holds again."""

    def __init__(self, setter: ScenarioSetter, name: str, object: Optional[str], previous: Optional[str]) -> None:
        self.name = name
        self.object = object
        self._setter = setter
        self._previous = previous

    def __enter__(self) -> Scenario:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self._previous is None:
            self._setter.reset(object=self.object)
        else:
            self._setter._set(self._previous, None)
