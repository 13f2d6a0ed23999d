"""What a failed test's report says of the sandbox."""

from __future__ import annotations

import json
from itertools import groupby
from typing import List

from .errors import ToqueError
from .journal import Request
from .tenancy import Tenancy

# A report is read, not searched: the sandbox's journal has the rest.
MOST = 20
WIDEST = 300


def report(tenancy: Tenancy) -> str:
    """The requests since the test began, the reasons of refusals, and what differs from a new tenant."""
    try:
        return "\n".join(state(tenancy) + request_lines(tenancy.requests()))
    except ToqueError as error:
        return str(error)


def state(tenancy: Tenancy) -> List[str]:
    """The scenario and the clock, where a test has set them."""
    lines = []
    scenario = tenancy.sandbox.scenario.default
    if scenario:
        lines.append(f"scenario: {scenario}")
    clock = tenancy.sandbox.clock
    if clock.frozen:
        lines.append(f"clock: frozen at {clock.now:%Y-%m-%dT%H:%M:%SZ}")
    return lines


def request_lines(requests: List[Request]) -> List[str]:
    """A line for each request, one for those that a poll repeats, and one for the body of each refusal."""
    runs = [list(run) for _, run in groupby(requests, key=str)]
    lines = [f"{sum(map(len, runs[:-MOST]))} earlier requests"] if len(runs) > MOST else []
    for run in runs[-MOST:]:
        last = run[-1]
        lines.append(f"{last}  ×{len(run)}" if len(run) > 1 else str(last))
        if last.status >= 400 and last.answer is not None:
            lines.append("     " + json.dumps(last.answer, ensure_ascii=False)[:WIDEST])
    return lines or ["no requests"]
