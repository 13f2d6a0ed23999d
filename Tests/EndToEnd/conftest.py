import pytest

from command import Toque
from provider import Provider
from simulator import Simulator


@pytest.fixture(scope="module")
def toque(tmp_path_factory):
    return Toque(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def provider(toque):
    """A provider in memory, for the tests of one file."""
    with Simulator(toque, "--port", 0, "--memory") as simulator:
        yield Provider(simulator.url)
