"""README.md and docs/ci.md say what is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List

import pytest

from toque_testing import Clock, Device, Sandbox, ScenarioSetter

PROJECT = Path(__file__).parent.parent
README = (PROJECT / "README.md").read_text()
PAGES = {"README": README, "ci": (PROJECT.parent / "docs/ci.md").read_text()}


def python_blocks(page: str) -> List[str]:
    return re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_the_first_test_passes(project: pytest.Pytester, page: str) -> None:
    project.makepyfile(test_payments=python_blocks(PAGES[page])[0])
    project.runpytest().assert_outcomes(passed=1)


def test_the_lines_about_scenarios_run(project: pytest.Pytester) -> None:
    [lines] = [block for block in python_blocks(README) if block.startswith("toque_scenario(")]
    start = 'order = toque_sandbox.trigger("payment.pending")["id"]\n'
    body = "\n    ".join((start + lines).splitlines())
    project.makepyfile(f"def test_scenarios(toque_sandbox, toque_scenario):\n    {body}")
    project.runpytest().assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("fixture", "type"),
    [
        ("toque_sandbox", Sandbox), ("toque_device", Device), ("toque_clock", Clock),
        ("toque_scenario", ScenarioSetter),
    ],
)  # fmt: skip
def test_the_members_are_there(
    fixture: str, type: type, toque_sandbox: Sandbox, toque_device: Device
) -> None:
    section = README.split(f"### `{fixture}`")[1].partition("\n#")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    names = [name for cell in cells for name in re.findall(r"`([\w.]+)", cell)]
    assert names or fixture == "toque_scenario"
    for name in names:
        value: object = {"toque_sandbox": toque_sandbox, "toque_device": toque_device}.get(fixture, type)
        for part in name.split("."):
            assert hasattr(value, part), name
            value = getattr(value, part)
