"""The tests of docs/failing-payment.md can fail, and its pipelines run them."""

import pytest

from docs_page import FAILING_PAYMENT as PAGE

INSTALL, SEE, RUN, TRIGGER = PAGE.commands


@pytest.fixture(scope="module")
def shell(toque, tmp_path_factory):
    return PAGE.shell(toque, tmp_path_factory.mktemp("shop"))


def test_the_pages_tests_fail_a_shop_that_ignores_webhooks(shell):
    result = PAGE.run_broken(shell, "shop.py", 'data["failure_code"]', "None", RUN)
    assert result.returncode == 1
    assert "3 failed, 1 passed" in result.stdout
    assert "the requests that came" in result.stderr


@pytest.mark.parametrize("name", [".github/workflows/payments.yml", ".gitlab-ci.yml"])
def test_the_pages_pipelines_run_the_tested_commands(name):
    PAGE.check_pipeline(name, RUN)
