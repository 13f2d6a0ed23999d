import contextlib
import functools
import signal

import pytest

import balancer
import stock_programs
from cluster import REASON, Cluster, Databases, is_installed
from command import Toque
from holder import Holder, private_file
from key_listing import build_listing
from provider import Provider
from served_key import PIN, ServedKey
from simulator import Simulator
from stock_token import StockToken

# A shell lets what it runs in the background ignore interrupts, and nohup the end of the terminal: the commands under
# test would inherit that.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


def pytest_addoption(parser):
    parser.addoption("--renew-help", action="store_true", help="Write the help of all commands and actions into the golden files.")
    parser.addoption("--postgresql", action="store_true", help="Keep the data of sandboxes in PostgreSQL, not in SQLite.")


@pytest.fixture(scope="module")
def toque(tmp_path_factory):
    return Toque(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def provider(toque):
    """A provider in memory, for the tests of one file."""
    with Simulator(toque, "--port", 0, "--memory") as simulator:
        yield Provider(simulator.url)


@pytest.fixture(scope="module")
def sandboxes(toque):
    """Those of checkout providers, whose payers press a button. Each is started when a test asks for it first."""
    with contextlib.ExitStack() as stack:
        yield functools.cache(lambda provider: stack.enter_context(provider.open(toque, "--authorization", "button")))


@pytest.fixture
def key(toque, tmp_path):
    """A new security key on a pseudo-terminal."""
    with ServedKey(toque, tmp_path / "store.sqlite") as key:
        yield key


@pytest.fixture
def token(key):
    """fido2-token on the new security key."""
    return StockToken(key)


@pytest.fixture
def pin_file(tmp_path):
    return private_file(tmp_path / "pin", f"{PIN}\n")


@pytest.fixture
def holder(toque, tmp_path, pin_file):
    """A person with a new security key that has a PIN."""
    with ServedKey(toque, tmp_path / "store.sqlite", "--pin-file", pin_file) as key:
        yield Holder(toque, key, pin_file)


@pytest.fixture(scope="session")
def listing(tmp_path_factory):
    """The environment in which a key is the one that stock programs find."""
    return build_listing(tmp_path_factory.mktemp("listing"))


@pytest.fixture
def ssh_keygen(monkeypatch):
    """Runs ssh-keygen without a graphical prompt and without an agent. Returns the lines that it printed."""
    for variable in ("DISPLAY", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SSH_AUTH_SOCK", "SSH_SK_PROVIDER"):
        monkeypatch.delenv(variable, raising=False)
    return lambda *arguments, **options: stock_programs.succeed("ssh-keygen", *arguments, **options)


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server. It does not wait for the disk, because no test cuts the power."""
    if not is_installed():
        pytest.skip(REASON)
    with Cluster(fsync="off") as cluster:
        yield cluster


@pytest.fixture(scope="session", autouse=True)
def databases(request):
    """Replaces the databases of sandboxes, with `--postgresql`."""
    if request.config.getoption("--postgresql"):
        Simulator.databases = Databases(request.getfixturevalue("cluster"))


@pytest.fixture(scope="session")
def haproxy():
    """Skips a test that needs HAProxy where it is not installed."""
    if not balancer.is_installed():
        pytest.skip(balancer.REASON)
