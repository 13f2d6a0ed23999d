"""`toque simulate -- COMMAND`, and with it the example of a backend written by others."""

import os
import sys

import pytest

from command import ROOT

EXAMPLE = ROOT / "examples/merchant-backend"


@pytest.fixture
def simulate(toque):
    """Runs a command beside a sandbox, with `toque` in its PATH as the example expects it."""
    path = f"{toque.path.parent}{os.pathsep}{toque.environment['PATH']}"
    return lambda *command: toque.run("simulate", "--", *command, environment={"PATH": path})


def test_the_tests_of_the_example_pass(simulate):
    result = simulate(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", EXAMPLE)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "3 passed" in result.stdout


@pytest.mark.parametrize(
    "name",
    [
        "TOQUE_SERVER",
        "TOQUE_API_KEY_ID",
        "TOQUE_API_KEY_SECRET",
        "TOQUE_CUSTOMER",
        "TOQUE_ACCOUNT_TENURE",
        "TOQUE_INSTITUTION",
        "TOQUE_BENEFICIARY_BANK_ACCOUNT",
    ],
)
def test_the_command_finds_the_sandbox_in_its_environment(simulate, name):
    assert simulate("printenv", name).stdout.strip()


def test_a_command_that_succeeds_prints_only_its_own_output(simulate):
    result = simulate("echo", "done")
    assert (result.returncode, result.stdout, result.stderr) == (0, "done\n", "")


def test_a_failed_command_ends_the_sandbox_and_shows_the_requests(simulate):
    result = simulate("sh", "-c", "toque institutions >/dev/null; exit 7")
    assert result.returncode == 7
    assert "/institutions/" in result.stderr
    assert "200" in result.stderr


def test_a_missing_command_is_named(simulate):
    result = simulate("no-such-command")
    assert result.returncode != 0
    assert "no-such-command" in result.stderr
