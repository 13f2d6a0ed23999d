"""docs/failing-payment.md, done as it says: every block of it is a file that is used or a command that is run."""

import re

import pytest

from command import ROOT
from docs_page import DocsPage

PAGE = DocsPage((ROOT / "docs/failing-payment.md").read_text())
INSTALL, SEE, RUN, TRIGGER = PAGE.commands


@pytest.fixture(scope="module")
def shell(toque, tmp_path_factory):
    return PAGE.shell(toque, tmp_path_factory.mktemp("shop"))


def test_every_code_block_of_the_page_is_tested():
    assert set(PAGE.files) == {"shop.py", "test_shop.py", ".github/workflows/payments.yml", ".gitlab-ci.yml"}
    assert len(PAGE.blocks) == len(PAGE.files) + 4


def test_the_pages_first_payment_fails_as_shown(shell):
    result = shell(SEE)
    assert result.returncode == 1, result
    said = re.sub(r" +", " ", result.stdout + result.stderr)
    assert "GET /payment-intents/{id}/ 200 FAILED charge FAILED insufficient_funds: " in said
    assert "the requests that came" in said


def test_the_pages_tests_pass(shell):
    result = shell(RUN)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "4 passed" in result.stdout


def test_the_pages_tests_fail_a_shop_that_ignores_webhooks(shell):
    result = PAGE.run_broken(shell, "shop.py", 'data["failure_code"]', "None", RUN)
    assert result.returncode == 1
    assert "3 failed, 1 passed" in result.stdout
    assert "the requests that came" in result.stderr


def test_the_pages_trigger_makes_a_failed_payment(shell):
    result = shell(TRIGGER)
    assert result.returncode == 0, result.stderr
    assert "insufficient_funds" in result.stdout
    assert "payment.failed" in result.stdout


@pytest.mark.parametrize("name", [".github/workflows/payments.yml", ".gitlab-ci.yml"])
def test_the_pages_pipelines_run_the_tested_commands(name):
    PAGE.check_pipeline(name, RUN)
