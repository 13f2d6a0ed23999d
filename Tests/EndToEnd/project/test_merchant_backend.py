"""`toque simulate -- COMMAND`, with the example of a merchant's backend."""

import os
import subprocess
import sys

import pytest

from command import HANGING, ROOT

EXAMPLE = ROOT / "examples/merchant-backend"


@pytest.fixture
def simulate(toque):
    """Runs a command beside a sandbox, with `toque` in its PATH as the example expects it."""
    path = f"{toque.path.parent}{os.pathsep}{toque.environment['PATH']}"
    return lambda *command: toque.run("simulate", "--", *command, environment={"PATH": path})


@pytest.fixture
def test_example(toque):
    """Runs the example's tests as they stand, with toque-testing from its source."""

    def run(*arguments):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "toque_testing.plugin", *arguments]
        environment = {"TOQUE_BIN": toque.path, "PYTHONPATH": ROOT / "python/src"}
        return subprocess.run(
            [*command, EXAMPLE], env=toque.environment | environment, capture_output=True, text=True, timeout=HANGING
        )

    return run


def test_the_tests_of_the_example_pass(test_example):
    result = test_example("-n", "2")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "5 passed" in result.stdout


def test_the_tests_of_the_example_see_a_bank_that_fails(test_example):
    result = test_example("-k", "signs_up_and_pays", "-o", "toque_options=--scenario payment.fraud_suspected")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "1 failed" in result.stdout
    assert "204  POST   /payment-intents/" in result.stdout


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


def test_the_command_does_not_inherit_the_listener(simulate):
    """Otherwise it would accept connections, and answer none, after a kill of the sandbox."""
    result = simulate("sh", "-c", "ls -l /proc/$$/fd")
    assert "-> " in result.stdout and "socket:" not in result.stdout


def test_a_missing_command_is_named(simulate):
    result = simulate("no-such-command")
    assert result.returncode != 0
    assert "no-such-command" in result.stderr
