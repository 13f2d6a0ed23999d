import pytest

from authenticator_service import AuthenticatorService, script_of
from engines import ENGINES
from site_of_tests import Site


@pytest.fixture(scope="module")
def site():
    with Site() as site:
        yield site


@pytest.fixture(scope="module")
def other_site():
    """Another origin of the same RP ID."""
    with Site() as site:
        yield site


@pytest.fixture(scope="module")
def service(toque, site, other_site):
    with AuthenticatorService(toque, "--origin", site.origin, "--origin", other_site.origin) as service:
        yield service


@pytest.fixture(scope="module", params=ENGINES)
def browser(request, toque, service):
    """Each of the browsers, with Toque's script in its pages."""
    engine = ENGINES[request.param]
    if engine.missing:
        pytest.skip(engine.missing)
    with engine(script_of(toque, service)) as browser:
        browser.name = request.param
        yield browser
