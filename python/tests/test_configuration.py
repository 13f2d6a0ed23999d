"""What a project's configuration and markers do."""

from __future__ import annotations

import pytest


def test_the_options_reach_the_sandbox(project: pytest.Pytester) -> None:
    """A phone's risk signals are accepted by a strict bank, and a container's are not."""
    project.makepyfile(
        """
        import pytest
        from toque_testing import CommandFailed

        def test_a_phone(toque_device):
            assert toque_device.enroll()

        def test_a_container(toque_device_factory):
            with pytest.raises(CommandFailed, match="toque enroll"):
                toque_device_factory(facts="container").enroll()
        """
    )
    options = "--risk strict --options-delay 100ms"
    project.runpytest("-o", f"toque_options={options}").assert_outcomes(passed=2)


def test_an_option_that_does_not_exist_is_named(project: pytest.Pytester) -> None:
    project.makepyfile("def test_starts(toque_sandbox): pass")
    result = project.runpytest("-o", "toque_options=--fast")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error: toque simulate: ended with exit code *", "*--fast*"])


def test_a_wrong_scope_is_named(project: pytest.Pytester) -> None:
    project.makepyfile("def test_starts(toque_sandbox): pass")
    result = project.runpytest("-o", "toque_reset=function")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error: toque_reset: 'function' is none of test, module, session"])
