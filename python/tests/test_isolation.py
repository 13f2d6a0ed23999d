"""Tests do not influence each other."""

from __future__ import annotations

import pytest

from conftest import noted

# Each test finds a sandbox without objects and leaves one with objects.
STRICT = """
    import pytest

    @pytest.mark.parametrize("number", range(6))
    def test_finds_nothing(toque_sandbox, number):
        assert toque_sandbox.requests() == [] and toque_sandbox.events() == []
        assert toque_sandbox.scenario.default is None and not toque_sandbox.clock.frozen
        toque_sandbox.trigger("payment.failed")
        toque_sandbox.api("GET", "/customers/")
        toque_sandbox.scenario("payment.fraud_suspected")
        toque_sandbox.clock.freeze()
"""
SHARED = """
    import pytest

    @pytest.fixture(scope="module")
    def payment(toque_sandbox):
        return toque_sandbox.trigger("payment.pending")["id"]

    def test_one(toque_sandbox, payment):
        toque_sandbox.api("GET", f"/payment-intents/{payment}/")

    def test_two(toque_sandbox, payment):
        toque_sandbox.verify("GET /payment-intents/{id}/", count=1)
        assert toque_sandbox.api("GET", f"/payment-intents/{payment}/")["status"] == "PENDING"
        assert False, "this fails"
"""
FRESH = """
    def test_three(toque_sandbox):
        assert toque_sandbox.events() == []
"""


def test_each_test_finds_a_new_tenant(project: pytest.Pytester) -> None:
    project.makepyfile(STRICT)
    project.runpytest().assert_outcomes(passed=6)


def test_a_reset_keeps_the_key_and_webhook_endpoints(project: pytest.Pytester) -> None:
    """What a backend that runs for the whole session was given."""
    project.makepyfile(
        """
        import pytest

        @pytest.fixture(scope="session")
        def given(toque_sandbox):
            toque_sandbox.webhooks.add("http://127.0.0.1:9/webhooks")
            return toque_sandbox.environment

        @pytest.mark.parametrize("number", range(2))
        def test_finds_them(toque_sandbox, given, number):
            assert [webhook.url for webhook in toque_sandbox.webhooks.list()] == ["http://127.0.0.1:9/webhooks"]
            assert toque_sandbox.environment == given
            assert toque_sandbox.api("GET", f"/customers/{given['TOQUE_CUSTOMER']}/")
        """
    )
    project.runpytest().assert_outcomes(passed=2)


def test_workers_share_a_sandbox_and_no_tenant(project: pytest.Pytester) -> None:
    project.makepyfile(STRICT)
    project.makeconftest(
        """
        import os, pytest
        from note import note

        @pytest.fixture(autouse=True, scope="session")
        def noted(toque_sandbox):
            note(os.environ["PYTEST_XDIST_WORKER"] + ".json")
            with open(os.environ["PYTEST_XDIST_WORKER"] + ".tenant", "w") as file:
                file.write(toque_sandbox.api_key_id)
        """
    )
    project.runpytest_subprocess("-n", "3").assert_outcomes(passed=6)
    assert noted(project, "gw0.json") == noted(project, "gw1.json") == noted(project, "gw2.json")
    assert len({file.read_text() for file in project.path.glob("*.tenant")}) == 3


@pytest.mark.parametrize("scope", ["module", "session"])
def test_a_wider_scope_keeps_objects_from_test_to_test(project: pytest.Pytester, scope: str) -> None:
    project.makepyfile(test_a=SHARED, test_b=FRESH)
    result = project.runpytest("-o", f"toque_reset={scope}")
    fresh = scope == "module"
    result.assert_outcomes(passed=2 if fresh else 1, failed=1 if fresh else 2)
    # The report of a failure has the requests of its own test.
    section = result.stdout.str().partition("Requests to the Toque sandbox")[2].splitlines()[1:3]
    assert section[0].startswith("200  GET    /payment-intents/") and "GET" not in section[1]


def test_a_marker_wins_over_the_configuration(project: pytest.Pytester) -> None:
    marked = 'import pytest\npytestmark = pytest.mark.toque_reset("module")\n'
    project.makepyfile(test_a=marked + "\n".join(line[4:] for line in SHARED.splitlines()), test_b=FRESH)
    project.runpytest("--strict-markers").assert_outcomes(passed=2, failed=1)


def test_a_run_that_uses_no_fixture_starts_nothing(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOQUE_BIN", "/nowhere/toque")
    project.makepyfile("def test_nothing(): pass")
    project.runpytest().assert_outcomes(passed=1)
    assert list((project.path / "tmp").glob("toque*")) == []
