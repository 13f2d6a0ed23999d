"""`tools/bench --fleet-only`, which measures load generators."""

import re
import subprocess
import sys

import pytest

from command import HANGING, ROOT

pytestmark = pytest.mark.extended

DRIVERS = ["FastHttpUser and soft-webauthn", "ToqueUser with its fleet", "toque fleet run"]


def bench(toque, *words):
    command = [sys.executable, ROOT / "tools/bench-fleet", toque.path, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=2 * HANGING)


def test_each_driver_is_measured_at_each_target(toque):
    result = bench(toque, "--seconds", "1", "--rate", "20", "--devices", "10")
    assert result.returncode == 0, result.stderr
    costs = re.findall(r"^(\S.+?) +(\d+\.\d+) ms a flow .* (\d+\.\d) x", result.stdout, re.MULTILINE)
    targets = 2 if "HAProxy with recorded answers" in result.stdout else 1
    assert [name for name, _, _ in costs] == DRIVERS * targets, result.stdout
    assert all(float(cost) > 0 for _, cost, _ in costs)
    assert result.stdout.splitlines()[-1].startswith("10 devices, ")


def test_the_memory_of_enrolled_devices_has_a_limit(toque):
    def measured(limit):
        result = bench(toque, "--memory-only", "--devices", "250", "--memory-limit", limit)
        # Each has a credential that the sandbox has confirmed.
        found = re.match(r"250 devices, 250 credentials: made in .* s, the fleet takes (\d+) MB ", result.stdout)
        assert found, result
        return result.returncode, result.stderr, int(found[1])

    code, error, taken = measured("200")
    assert (code, error) == (0, "") and 10 < taken < 200
    code, error, taken = measured("10")
    assert (code, error) == (1, f"the fleet takes {taken} MB, more than 10 MB\n")
