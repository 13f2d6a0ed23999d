"""Times as the sandbox writes them."""

from __future__ import annotations

from datetime import datetime, timezone


def read(text: str) -> datetime:
    """The time that a text such as `2026-01-31T12:00:00.000000Z` says."""
    # Python before 3.11 does not know the Z.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def write(time: datetime) -> str:
    """The text of a time.

    Raises:
        TypeError: the time is no datetime.
        ValueError: the time has no time zone, so it is no instant.
    """
    if not isinstance(time, datetime):
        raise TypeError(f"{time!r} is no datetime; pass datetime(..., tzinfo=timezone.utc)")
    if time.tzinfo is None:
        raise ValueError(f"{time.isoformat()} has no time zone; pass datetime(..., tzinfo=timezone.utc)")
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
