"""The clock of a tenant."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Optional

from . import times
from .control import Control
from .errors import ToqueError

# The traceback of a failed test ends in the test.
__tracebackhide__ = True


class Clock:
    """The tenant's clock. Moving it makes everything happen that falls due on the way, webhooks included.

    A method that moves the clock returns once all of that has happened, so no test needs to sleep.
    """

    def __init__(self, control: Control) -> None:
        self._control = control

    @property
    def now(self) -> datetime:
        """The tenant's time."""
        return times.read(self._control.call("GET", "clock")["now"])

    @property
    def frozen(self) -> bool:
        """Whether the clock stands still."""
        return bool(self._control.call("GET", "clock")["frozen"])

    @property
    def next(self) -> Optional[datetime]:
        """When the next timer or webhook is due; None if nothing is."""
        due = self._control.call("GET", "clock")["next"]
        return None if due is None else times.read(due)

    def freeze(self, at: Optional[datetime] = None) -> None:
        """Stops the clock, now or at a time. The time must not be earlier than now once anything has happened."""
        self._control.call("POST", "clock/freeze", {} if at is None else {"at": times.write(at)})

    def run(self) -> None:
        """Lets a frozen clock continue from its time."""
        self._control.call("POST", "clock/run")

    def advance(
        self, duration: timedelta = timedelta(), *, days: float = 0, hours: float = 0, minutes: float = 0,
        seconds: float = 0,
    ) -> datetime:  # fmt: skip
        """Moves the clock forward: `advance(minutes=5)`. Returns the new time."""
        total = duration + timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        return times.read(self._control.call("POST", "clock/advance", {"seconds": total.total_seconds()})["now"])

    def advance_to(self, time: datetime) -> datetime:
        """Moves the clock forward to a time. Returns the new time."""
        return times.read(self._control.call("POST", "clock/advance", {"to": times.write(time)})["now"])

    def advance_to_next(self) -> datetime:
        """Moves the clock to the next instant at which something is due. Returns the new time.

        Raises:
            ToqueError: nothing is due.
        """
        due = self.next
        if due is None:
            raise ToqueError("toque_clock", "nothing is due", "check toque_clock.next first")
        return self.advance_to(due)
