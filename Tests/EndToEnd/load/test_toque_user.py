"""ToqueUser in Locust's library."""

import json
import subprocess
import sys

from command import HANGING
from locust_processes import FILES, environment_of
from simulator import Simulator


def test_every_call_of_a_device_brings_its_answer_and_its_statistics(toque):
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--options-delay", "0s", "--result-delay", "0s") as sandbox:
        result = subprocess.run(
            [sys.executable, FILES / "every_call.py", sandbox.url], env=environment_of(toque), capture_output=True,
            text=True, timeout=HANGING,
        )  # fmt: skip
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["number"] == 0 and found["signals"]["osVersion"]
    assert [outcome["name"] for outcome in found["enrollment"]] == ["POST /enrollments/"]
    assert [outcome["failure"] for outcome in found["outcomes"]] == [None] * len(found["outcomes"])
    assert "POST /nowhere/" in found["refusal"]
    # The step alone, and the journey's.
    assert found["stats"]["POST /enrollments/"] == 2
    assert found["stats"]["POST /payment-intents/"] == 1
    assert found["stats"]["DEVICE risk-signals"] == found["stats"]["DEVICE sign"] == 1
    # Of Locust's user, the class replaces only what is documented.
    assert found["replaced"] == ["abstract", "tasks"]
    [error] = found["errors"]
    assert error.startswith("DEVICE step: ")
