"""The pytest plugin: its fixtures, and the hooks that keep tests apart and explain failures."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Generator, Iterator, Optional

import pytest

from .binary import Binary
from .clock import Clock
from .device import Device, Devices
from .errors import ToqueError
from .process import Lifeline
from .report import report
from .sandbox import Sandbox
from .scenario import ScenarioSetter
from .tenancy import SCOPES, Tenancy, open_sandbox

LIFELINE = pytest.StashKey[Lifeline]()
TENANCY = pytest.StashKey[Tenancy]()
# The file of the last test that uses the sandbox.
MODULE = pytest.StashKey[str]()
# What xdist's controller tells its workers.
FOLDER = "toque_testing_folder"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("toque_options", "Options of `toque simulate` for the sandbox that the tests start.", default="")
    parser.addini("toque_reset", "When the sandbox is new: for each test, module or session.", default="test")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "toque_reset(scope): make the sandbox new for each 'test', 'module' or 'session'."
    )


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """xdist: tells a worker where the run's sandbox is, or is to be."""
    node.workerinput[FOLDER] = str(folder(node.config))


def pytest_unconfigure(config: pytest.Config) -> None:
    lifeline = config.stash.get(LIFELINE, None)
    if lifeline is not None:
        lifeline.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Makes the tenant new before the test's first fixture. The first test finds it new."""
    if not uses_sandbox(item):
        return
    scope = reset_scope(item)
    if scope not in SCOPES:
        pytest.fail(f"error: toque_reset: {scope!r} is none of {', '.join(SCOPES)}", pytrace=False)
    item.config.stash[MODULE] = module = item.nodeid.partition("::")[0]
    tenancy = item.config.stash.get(TENANCY, None)
    if tenancy is not None:
        try:
            tenancy.begin(scope, module)
        except ToqueError as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Adds the sandbox's requests to the report of a failed test."""
    outcome = yield
    made: pytest.TestReport = outcome.get_result()
    tenancy = item.config.stash.get(TENANCY, None)
    if made.failed and tenancy is not None and uses_sandbox(item):
        made.sections.append(("Requests to the Toque sandbox", report(tenancy)))


@pytest.fixture(scope="session")
def toque_sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with a tenant of this test process, new for each test.

    While it is open, TOQUE_SERVER, TOQUE_API_KEY_ID, TOQUE_API_KEY_SECRET and the ids of seeded objects are in the
    environment, as with `toque simulate -- COMMAND`. A backend that a fixture starts inherits them.
    """
    config = request.config
    options = shlex.split(str(config.getini("toque_options")))
    try:
        with open_sandbox(lambda: folder(config), options, is_worker=hasattr(config, "workerinput")) as sandbox:
            config.stash[TENANCY] = Tenancy(sandbox, config.stash.get(MODULE, ""))
            with pytest.MonkeyPatch.context() as patch:
                for name, value in sandbox.environment.items():
                    patch.setenv(name, value)
                yield sandbox
            del config.stash[TENANCY]
    except ToqueError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None


@pytest.fixture(scope="session")
def toque_device_factory(toque_sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Devices:
    """Makes devices: for tests with several, and for fixtures of a wider scope than a test."""
    return Devices(toque_sandbox, Binary.find(), tmp_path_factory.mktemp("toque-devices"))


@pytest.fixture
def toque_device(toque_device_factory: Devices) -> Device:
    """A phone with no credentials, with a credential store and a device id of its own."""
    return toque_device_factory()


@pytest.fixture
def toque_clock(toque_sandbox: Sandbox) -> Iterator[Clock]:
    """The sandbox's clock. After the test it runs."""
    yield toque_sandbox.clock
    if toque_sandbox.clock.frozen:
        toque_sandbox.clock.run()


@pytest.fixture
def toque_scenario(toque_sandbox: Sandbox) -> Iterator[ScenarioSetter]:
    """Sets scenarios: `toque_scenario("payment.insufficient_funds")`. After the test the default one is as before."""
    before = toque_sandbox.scenario.default
    yield toque_sandbox.scenario
    if before is None:
        toque_sandbox.scenario.reset()
    else:
        toque_sandbox.scenario(before)


def uses_sandbox(item: pytest.Item) -> bool:
    return "toque_sandbox" in getattr(item, "fixturenames", ())


def reset_scope(item: pytest.Item) -> str:
    marker = item.get_closest_marker("toque_reset")
    return str(marker.args[0] if marker and marker.args else item.config.getini("toque_reset"))


def folder(config: pytest.Config) -> Path:
    """The test run's folder, for all of its processes. It is made when the first one needs it."""
    told: Optional[str] = getattr(config, "workerinput", {}).get(FOLDER)
    if told is not None:
        return Path(told)
    if LIFELINE not in config.stash:
        config.stash[LIFELINE] = Lifeline()
    return config.stash[LIFELINE].folder
