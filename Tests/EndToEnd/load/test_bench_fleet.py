"""`tools/bench --fleet-only`, which measures load generators."""

import re
import subprocess
import sys

import pytest

from command import HANGING, ROOT

pytestmark = pytest.mark.extended

DRIVERS = ["FastHttpUser and soft-webauthn", "ToqueUser with its fleet", "toque fleet run"]


def test_each_driver_is_measured_at_each_target(toque):
    command = [sys.executable, ROOT / "tools/bench-fleet", toque.path, "--seconds", "1", "--rate", "20"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=2 * HANGING)
    assert result.returncode == 0, result.stderr
    costs = re.findall(r"^(\S.+?) +(\d+\.\d+) ms a flow .* (\d+\.\d) x", result.stdout, re.MULTILINE)
    targets = 2 if "HAProxy with recorded answers" in result.stdout else 1
    assert [name for name, _, _ in costs] == DRIVERS * targets, result.stdout
    assert all(float(cost) > 0 for _, cost, _ in costs)
    assert re.search(r"^10000 devices: made in .* MB", result.stdout, re.MULTILINE)
