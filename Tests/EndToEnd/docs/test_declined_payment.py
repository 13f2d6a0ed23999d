"""The tests of docs/checkout.md's ten minutes can fail, and its pipelines run them."""

import pytest

from docs_page import DocsPage, part

PAGE = DocsPage(part("checkout.md", "A declined payment in your CI, in ten minutes"))
INSTALL, SEE, RUN = PAGE.commands


@pytest.fixture(scope="module")
def shell(toque, tmp_path_factory):
    return PAGE.shell(toque, tmp_path_factory.mktemp("shop"))


@pytest.mark.parametrize(
    "right, wrong, fault",
    [
        ('order["status"] == "open" and ', "", "test_a_webhook_is_replayed"),
        ("hmac.compare_digest(signature, webhook", "bool(webhook", "test_a_webhook_is_forged"),
        (', "REJECTED": "refused"', "", "test_the_card_is_declined"),
    ],
)
def test_the_shops_tests_find_a_fault(shell, right, wrong, fault):
    result = PAGE.run_broken(shell, "shop.py", right, wrong, f"{RUN.rstrip()} -k {fault}")
    assert result.returncode == 1
    assert f"FAILED test_shop.py::{fault}" in result.stdout
    assert "the requests that came" in result.stderr


@pytest.mark.parametrize("name", [".github/workflows/payments.yml", ".gitlab-ci.yml"])
def test_the_pipelines_run_the_tested_command(name):
    PAGE.check_pipeline(name, RUN)
